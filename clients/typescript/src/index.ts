/** Calls Corridor's API with a key, and reads what it sends to webhooks. Types and calls come from its OpenAPI document. */
import { Webhook } from 'standardwebhooks'
import { type Answers, type CorridorEvent, type Inputs, OPERATIONS } from './api.gen.ts'

export type { Answers, CorridorEvent, Inputs } from './api.gen.ts'

export type Operation = keyof typeof OPERATIONS
/** One event, or all of one thing such as `payment.*`. */
export type EventPattern = NonNullable<NonNullable<Inputs['listEvents']['query']>['type']>

export type Options = {
  /** Where Corridor is, such as `https://corridor.example`. */
  readonly url: string | undefined
  /** A key made under Settings. */
  readonly key: string | undefined
  /** How often a call is tried in all, where nothing was answered or it is to be sent again; 4 if nothing is said. */
  readonly tries?: number
  /** Waits so long; for tests. */
  readonly wait?: (ms: number) => Promise<void>
}

/** How a call was refused. `code` is for programs and never changes its meaning. */
export class CorridorError extends Error {
  readonly status: number
  readonly code: string
  /** What is wrong with each field, where the input was not valid. */
  readonly fields: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[]

  constructor(status: number, problem: { code?: string; detail?: unknown }) {
    const { code = 'UNREADABLE', detail } = problem
    super(typeof detail === 'string' ? detail : `${code} (${status})`)
    this.name = 'CorridorError'
    this.status = status
    this.code = code
    this.fields = Array.isArray(detail) ? detail : []
  }
}

/** After these the same call may succeed: it was too early, or nobody knows whether it was done. */
const AGAIN: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000

type Given<O extends Operation> =
  Record<string, never> extends Inputs[O]
    ? [input?: Inputs[O], options?: CallOptions]
    : [input: Inputs[O], options?: CallOptions]
type CallOptions = { readonly idempotencyKey?: string; readonly signal?: AbortSignal }
type AnyInput = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
}

/** What a company's machine does with its key. */
export type Client = {
  /**
   * Makes a call and answers what it answers; a file as its text. One that got no answer, or is to be sent again, is sent again under the same
   * idempotency key, so that it has one effect. Throws CorridorError where it is refused.
   */
  call<O extends Operation>(operation: O, ...given: Given<O>): Promise<Answers[O]>
  /**
   * What happened after a cursor, in order, page by page, up to now. Keep `cursor` once all of its page is dealt with, and go on from it
   * later: an event may then come twice, with the same `event_uuid`, and none is missed.
   */
  events(from?: {
    readonly cursor?: string
    readonly type?: EventPattern
  }): AsyncGenerator<{ readonly events: CorridorEvent[]; readonly cursor: string }>
}

/** A client of one Corridor with one key. */
export function corridor({ url, key, tries = 4, wait = sleep }: Options): Client {
  if (!url || !key) throw new Error('give the url of Corridor and a key made under Settings')
  const call: Client['call'] = async (operation, ...[input, options]) => {
    const { method, path } = OPERATIONS[operation]
    const { params = {}, query = {}, body } = (input ?? {}) as AnyInput
    const address = new URL(
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
      url,
    )
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value))
    const headers = {
      authorization: `Bearer ${key}`,
      ...(method === 'GET'
        ? {}
        : { 'idempotency-key': options?.idempotencyKey ?? crypto.randomUUID() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const response = await persist({ tries, wait }, () =>
      fetch(address, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(options?.signal ? { signal: options.signal } : {}),
      }),
    )
    if (!response.ok) throw new CorridorError(response.status, await problemOf(response))
    const isJson = response.headers.get('content-type')?.includes('json')
    return (isJson ? response.json() : response.text()) as Promise<never>
  }
  return {
    call,
    async *events({ cursor, type } = {}) {
      for (let at = cursor; ; ) {
        const query = { limit: 100, ...(at && { cursor: at }), ...(type && { type }) }
        const page = await call('listEvents', { query })
        at = page.next_cursor
        yield { events: page.items as CorridorEvent[], cursor: at }
        if (!page.has_more) return
      }
    },
  }
}

/**
 * What was sent to a webhook, once its signature holds for its secret (`whsec_…`) and it is no older than five minutes. `body` is the text as it
 * came, before any parsing. Throws where that is not so.
 */
export function readWebhook(
  secret: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): CorridorEvent {
  return new Webhook(secret).verify(body, headers) as CorridorEvent
}

type Patience = Required<Pick<Options, 'tries' | 'wait'>>

/** Sends until something is answered that another try would not change. */
async function persist(
  { tries, wait }: Patience,
  send: () => Promise<Response>,
): Promise<Response> {
  for (let tried = 1; ; tried++) {
    const outcome = await send().catch((error: unknown) => {
      if (tried >= tries || isAbort(error)) throw error
      return undefined
    })
    if (outcome && (!AGAIN.has(outcome.status) || tried >= tries)) return outcome
    const told = Number(outcome?.headers.get('retry-after') ?? Number.NaN) * 1000
    await outcome?.body?.cancel()
    await wait(Math.min(told || FIRST_WAIT_MS * 2 ** (tried - 1), LONGEST_WAIT_MS))
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

async function problemOf(response: Response): Promise<{ code?: string; detail?: unknown }> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { detail: text.slice(0, 200) }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms))
}
