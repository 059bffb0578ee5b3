/** The one client of the API: typed by the contract. Refreshes and retries as specification 4 says (Session). */
import { BASE_PATH } from '#contract/kernel/endpoint.ts'
import { paths } from '#contract/paths.gen.ts'
import { apiProblem, NO_RESPONSE, readProblem } from '#web/kernel/api-problem.ts'
import { refreshToken, signOut, token } from '#web/kernel/session.ts'
import type {
  ApiName,
  ClientInput,
  ClientOutput,
  FileAnswer,
  PublicName,
} from '#web/kernel/types.ts'

/** How a call is made, besides its input. */
export type CallOptions = {
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

type Wire = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** A retry happens on a 401 alone, and at most so often (specification 9). */
const MAX_RETRIES = 2

/** The calls that need nobody signed in; leaving one out does not compile. */
const PUBLIC: Readonly<Record<PublicName, true>> = {
  getAppConfig: true,
  listCountries: true,
  listSubdivisions: true,
  sendPasswordResetLink: true,
  findInvitation: true,
}

/**
 * Calls the API by name and answers what came over the wire: JSON, or a Blob with its file name. Throws an ApiProblem.
 * A 401 refreshes the token and retries up to two times; a 401 or 403 after that signs the person out.
 */
export async function api<N extends ApiName>(
  name: N,
  input: ClientInput<N>,
  options: CallOptions = {},
): Promise<ClientOutput<N>> {
  const open = name in PUBLIC
  let answer = await send(name, input, options, open ? undefined : await token())
  let retries = 0
  while (answer.status === 401 && !open && retries < MAX_RETRIES) {
    retries += 1
    answer = await send(name, input, options, await freshToken())
  }
  if (retries > 0 && (answer.status === 401 || answer.status === 403)) await signOut('expired')
  if (!answer.ok) throw readProblem(answer.status, await answer.json().catch(() => null))
  return (await read(answer)) as ClientOutput<N>
}

async function freshToken(): Promise<string> {
  try {
    return await refreshToken()
  } catch (thrown) {
    await signOut('expired')
    throw thrown
  }
}

async function send(
  name: ApiName,
  input: Wire,
  { idempotencyKey, signal }: CallOptions,
  bearer: string | undefined,
): Promise<Response> {
  const [method, path] = paths[name]
  const { body } = input
  const form = body instanceof FormData
  const headers: Record<string, string> = { accept: 'application/json' }
  if (bearer) headers.authorization = `Bearer ${bearer}`
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  if (body !== undefined && !form) headers['content-type'] = 'application/json'
  return fetch(BASE_PATH + fill(path, input.params) + search(input.query), {
    method,
    headers,
    ...(signal ? { signal } : {}),
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  }).catch(thrown => {
    if (signal?.aborted) throw thrown
    throw apiProblem(0, 'NO_RESPONSE', NO_RESPONSE)
  })
}

/** Puts the parameters into the path, each as one escaped segment. */
function fill(path: string, params: Wire['params'] = {}): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')))
}

function search(query: Wire['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}

async function read(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return answer.json()
  const disposition = answer.headers.get('content-disposition') ?? ''
  return { blob: await answer.blob(), file_name: fileName(disposition) } satisfies FileAnswer
}

/** The file name of a Content-Disposition header; its extended form (RFC 6266) comes before the plain one. */
function fileName(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1]
  return (extended ? decodeURIComponent(extended) : plain) || 'file'
}
