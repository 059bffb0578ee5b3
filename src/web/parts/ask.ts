import { useCall } from '#web/kernel/queries.ts'
import type { ApiName, ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { type Refusal, useRefusal } from './refusal.ts'

type Waiting = { readonly waiting?: { readonly reason: string } | undefined }
/** The calls that another operator may have to say yes to. */
type Asking = {
  [N in ApiName]: 'waiting' extends keyof ClientOutput<N>
    ? ClientOutput<N> extends Waiting
      ? N
      : never
    : never
}[ApiName]

export type Ask<N extends ApiName, F extends string> = {
  readonly ask: (input: ClientInput<N>) => void
  readonly isPending: boolean
  /** Why it was refused; stands in the dialog, which stays open. */
  readonly wrong: Refusal<F>
}

/**
 * A call that a dialog makes and that another operator may have to say yes to: says whom it waits for, and lets the dialog close. A refusal
 * of what was typed stays until it is mended.
 */
export function useAsk<N extends Asking, F extends string>(
  name: N,
  typed: Readonly<Record<F, unknown>>,
  { refresh, onDone }: { refresh: readonly ApiName[]; onDone: () => void },
): Ask<N, F> {
  const wrong = useRefusal(typed)
  const { mutate, isPending } = useCall(name, {
    refresh,
    onSuccess: answer => {
      const { waiting } = answer as Waiting
      if (waiting) openAlert(waiting.reason, { severity: 'info' })
      onDone()
    },
    onProblem: wrong.hear,
  })
  return { ask: mutate, isPending, wrong }
}
