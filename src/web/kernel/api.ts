/** The one client of the API: typed by the contract. Refreshes and retries as specification 4 says (Session). */
import { BASE_PATH } from '#contract/kernel/endpoint.ts'
import { paths } from '#contract/paths.gen.ts'
import {
  type ApiProblem,
  answeredByPage,
  isApiProblem,
  noResponse,
  readProblem,
} from '#web/kernel/api-problem.ts'
import { askForOnboarding, askForProof } from '#web/kernel/asked.ts'
import { foundOver, leave, refreshToken, signOut, token, tokenAtHand } from '#web/kernel/session.ts'
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
  /** Takes the place of the answer of a file, which it may watch as it comes. */
  readonly onFile?: ((answer: Response) => Response) | undefined
}

type Wire = {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** A retry happens on a 401 alone, and at most so often (specification 9). */
const MAX_RETRIES = 2

/** The calls that need nobody signed in, and never fail for a token; leaving one out does not compile. */
const PUBLIC: Readonly<Record<PublicName, true>> = {
  getAppConfig: true,
  listCountries: true,
  listSubdivisions: true,
  sendPasswordResetLink: true,
  sendLogInLink: true,
  stopInvitations: true,
  stopDestinationChange: true,
  confirmEmailChange: true,
  findInvitation: true,
  askForInvitation: true,
  findTeamInvitation: true,
  joinTeam: true,
  verifyPayslip: true,
  openInvoice: true,
  openInvoicePdf: true,
  sayInvoiceSent: true,
  openSharedContract: true,
  getSharedContractPdf: true,
  verifyContract: true,
  readCalendarFeed: true,
}

/**
 * Calls the API by name and answers what came over the wire: JSON, or a Blob with its file name. Throws an ApiProblem.
 * A 401 refreshes the token and retries up to two times; a 401 or 403 after that signs the person out. A call that needs
 * a fresh proof asks for it and is then made again, with the same idempotency key.
 */
export async function api<N extends ApiName>(
  name: N,
  input: ClientInput<N>,
  options: CallOptions = {},
): Promise<ClientOutput<N>> {
  for (;;) {
    const { answer, problem } = await (name in PUBLIC
      ? answered(await send(name, input, options, tokenAtHand()))
      : sendSignedIn(name, input, options))
    if (!problem)
      return (await read(answer, options.onFile).catch(
        unanswered(options.signal),
      )) as ClientOutput<N>
    if (problem.code !== 'STEP_UP_REQUIRED' || !(await askForProof())) {
      tell(problem)
      throw problem
    }
  }
}

type Answered = { readonly answer: Response; readonly problem: ApiProblem | undefined }

async function answered(answer: Response): Promise<Answered> {
  if (answer.ok) return { answer, problem: undefined }
  return { answer, problem: readProblem(answer.status, await answer.json().catch(() => null)) }
}

async function sendSignedIn(name: ApiName, input: Wire, options: CallOptions): Promise<Answered> {
  let sent = await answered(await send(name, input, options, await bearer(token)))
  let retries = 0
  while (sent.answer.status === 401 && retries < MAX_RETRIES) {
    retries += 1
    sent = await answered(await send(name, input, options, await bearer(refreshToken)))
  }
  const { answer, problem } = sent
  const refused = answer.status === 401 || answer.status === 403
  // A 403 that names what comes first is an answer to a session in order.
  if (problem?.code === 'SUSPENDED') await signOut('suspended')
  else if (retries > 0 && refused && problem && !answeredByPage(problem)) await signOut('expired')
  return sent
}

/** The token, or the way to the log in page where the session is over or lacks its second factor. */
async function bearer(of: () => Promise<string>): Promise<string> {
  try {
    return await of()
  } catch (thrown) {
    if (!isApiProblem(thrown)) throw thrown
    if (thrown.code === 'SECOND_FACTOR_NEEDED') leave('second-factor')
    else if (thrown.code === 'SUSPENDED') await signOut('suspended')
    else if (thrown.status === 401) foundOver()
    else if (thrown.status === 403) await signOut('expired')
    throw thrown
  }
}

/** Where a person must go before the server answers: what is refused here leads there. */
type Refusal = 'EMAIL_NOT_VERIFIED' | 'DETAILS_MISSING' | 'SECOND_FACTOR_REQUIRED'

let onRefusal: (code: Refusal) => void = () => {}

/** Says where a page goes when the server wants something of the person first. */
export function afterRefusal(callback: (code: Refusal) => void): void {
  onRefusal = callback
}

function tell(problem: ApiProblem): void {
  const code = answeredByPage(problem)
  if (code === 'ONBOARDING_INCOMPLETE') askForOnboarding()
  else if (code && code !== 'STEP_UP_REQUIRED' && code !== 'SESSION_CHANGED') onRefusal(code)
}

async function send(
  name: ApiName,
  input: Wire,
  { idempotencyKey, signal }: CallOptions,
  bearer: string | undefined,
): Promise<Response> {
  const [path = '', method = 'GET'] = (await calledAt(name)).split(' ')
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
  }).catch(unanswered(signal))
}

/** What is thrown where no answer came or not all of one, unless its caller wants none any more. */
function unanswered(signal: AbortSignal | undefined) {
  return (thrown: unknown): never => {
    throw signal?.aborted ? thrown : noResponse()
  }
}

/** The path and method of a call; those that operators alone make come by themselves, so that nobody else waits for them. */
async function calledAt(name: ApiName): Promise<string> {
  const known: Readonly<Record<string, string>> = paths
  if (name in known) return known[name] ?? ''
  const { operatorPaths } = await import('#contract/operator-paths.gen.ts')
  const theirs: Readonly<Record<string, string>> = operatorPaths
  return theirs[name] ?? ''
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

async function read(answer: Response, onFile: CallOptions['onFile']): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return answer.json()
  const { headers } = answer
  const blob = await (onFile?.(answer) ?? answer).blob()
  return {
    blob,
    file_name: fileName(headers.get('content-disposition') ?? ''),
  } satisfies FileAnswer
}

/** The file name of a Content-Disposition header; its extended form (RFC 6266) comes before the plain one. */
function fileName(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1]
  return (extended ? decodeURIComponent(extended) : plain) || 'file'
}
