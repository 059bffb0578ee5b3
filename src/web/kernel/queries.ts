/** Server state: one way to read, one way to change (TanStack Query). */
import {
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { api } from '#web/kernel/api.ts'
import {
  type ApiProblem,
  answeredByPage,
  apiProblem,
  asApiProblem,
  UNEXPECTED,
  UNKNOWN_FAILURE,
  wordsOf,
} from '#web/kernel/api-problem.ts'
import { handedOver } from '#web/kernel/drafts.ts'
import { newUuid } from '#web/kernel/env.ts'
import type { ApiName, ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { closeAbout, openAlert } from '#web/ui/alert-bus.ts'

/** How long an answer counts as fresh: the specification's constant of three minutes (specification 9). */
export const STALE_MS = 180_000

/** What was asked for so lately, on pointing at a link say, is not asked for again by the page that shows the newest always. */
export const JUST_ASKED_MS = 5_000

/**
 * Whether a page waits for an answer: it is on its way, and did not fail before. Which failed is asked anew by whatever mounts with it, and a
 * page that waited for it again, and so took that away, would ask without end.
 */
export function isYetToCome(of: {
  readonly isPending: boolean
  readonly errorUpdateCount: number
}): boolean {
  return of.isPending && of.errorUpdateCount === 0
}

/** The cache of the page. Nothing refetches on focus or reconnect; the client itself retries where that helps. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // Without a network a call fails and says so, where it would otherwise wait in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Query options for a call, keyed by its name and input. */
export function query<N extends ApiName>(name: N, input: ClientInput<N>) {
  return queryOptions<ClientOutput<N>, ApiProblem, ClientOutput<N>, QueryKey>({
    queryKey: [name, input],
    queryFn: ({ signal }) => api(name, input, { signal }),
  })
}

/** What is refused so shows that the page is of before: it is gone, it changed, or it is over. */
const CHANGED_MEANWHILE: readonly number[] = [404, 409, 410]

/** What happens around a change. */
export type CallSettings<N extends ApiName> = {
  /** The queries that the change makes stale; they are asked again as well where it was refused since what it is about is gone or is another by now. */
  readonly refresh?: readonly ApiName[] | undefined
  readonly onSuccess?: ((answer: ClientOutput<N>, input: ClientInput<N>) => void) | undefined
  /** Hears a failure first, as it was when the change was sent; answering true keeps it from the alerts. */
  readonly onProblem?: ((problem: ApiProblem, input: ClientInput<N>) => boolean) | undefined
  /** What could not be done, in the words of the error catalogue; stands above the server's detail. */
  readonly failed?: string | undefined
}

/** A change on its way, as TanStack Query tells it. */
export type Call<N extends ApiName> = UseMutationResult<ClientOutput<N>, ApiProblem, ClientInput<N>>

/**
 * A change by a call. Sending the same input again after a failure repeats the same idempotency key, so that an intent
 * happens once. Failures that name fields are the form's, which awaits it or hears its `onError`, some are answered by the page as a whole (a
 * proof that was not given, for one), and all others are alerted with the server's detail.
 */
export function useCall<N extends ApiName>(name: N, settings: CallSettings<N> = {}): Call<N> {
  const client = useQueryClient()
  const intent = useRef({ input: '', key: '' })
  type Hears = CallSettings<N>['onProblem']
  const refreshed = () =>
    Promise.all(
      (settings.refresh ?? []).map(other => client.invalidateQueries({ queryKey: [other] })),
    )
  // Whether nobody else hears what becomes of the call on its way.
  const alone = useRef(false)
  const call = useMutation<ClientOutput<N>, ApiProblem, ClientInput<N>, Hears>({
    mutationFn: async input => {
      const written = JSON.stringify(input)
      if (intent.current.input !== written) intent.current = { input: written, key: newUuid() }
      const answer = await api(name, input, { idempotencyKey: intent.current.key })
      intent.current = { input: '', key: '' }
      return answer
    },
    onSuccess: async (answer, input) => {
      handedOver(true)
      const stale = refreshed()
      settings.onSuccess?.(answer, input)
      await stale
    },
    // A page that is typed into meanwhile hears of what it sent, and not of what it holds by then.
    onMutate: () => {
      closeAbout(name)
      return settings.onProblem
    },
    onError: (thrown, input, onProblem) => {
      handedOver(false)
      const problem = asApiProblem(thrown)
      // Somebody else or another tab did it meanwhile: what is shown is still of before.
      if (CHANGED_MEANWHILE.includes(problem.status)) void refreshed()
      if (answeredByPage(problem)) return
      if (onProblem?.(problem, input) || (problem.fields.length > 0 && !alone.current)) return
      alertProblem(problem, settings.failed, name)
    },
    onSettled: () => {
      alone.current = false
    },
  })
  const { mutate } = call
  return {
    ...call,
    mutate: useCallback<typeof mutate>(
      (...sent) => {
        alone.current = !sent[1]?.onError
        mutate(...sent)
      },
      [mutate],
    ),
  }
}

/**
 * Tells a failure on top of the page, below what could not be done; one without words has those of the catalogue. Until what it is about is
 * tried again.
 */
export function alertProblem(thrown: unknown, failed?: string, about?: string): void {
  const problem = asApiProblem(thrown)
  if (answeredByPage(problem)) return
  const { status, code, detail } = problem
  const said = detail === UNKNOWN_FAILURE ? apiProblem(status, code, UNEXPECTED) : problem
  const { headline, beneath } = wordsOf(said, failed)
  openAlert(headline, { beneath, severity: 'error', about })
}
