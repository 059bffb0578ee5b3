/**
 * What a page of somebody signed in asks first, answered with the page itself (decision 0049). The server asks itself over the same
 * routes as the page would, with the token that the same cookies would get. Neither leaves this process but the answers do.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BASE_PATH, type Contract, type Role } from '#contract/kernel/endpoint.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'

/** A question as the web asks it; the build writes down which page asks which (`scripts/served-pages.ts`). */
export type FirstAsk = readonly [
  name: string,
  input: { readonly query?: Readonly<Record<string, string | number | boolean>> },
]

/** By the path of a page and the type of the person, what it asks. */
export type FirstAsks = Readonly<Record<string, Partial<Record<Role, readonly FirstAsk[]>>>>

export type FirstAnswersDeps = {
  readonly app: FastifyInstance
  readonly contract: Contract
  readonly provider: Pick<IdentityProvider, 'tokenAtHand'>
  readonly asks: FirstAsks
}

type Person = {
  readonly type: Role | null
  readonly allowed_calls: readonly string[]
}

/** What is not there by then the page asks for by itself. */
const PATIENCE_MS = 1000

/**
 * Whether a person goes to this page in a window of its own, by themselves or from a page of ours. What another site leads to,
 * embeds or fetches is never answered with anybody's data, and neither is what is fetched before somebody wants to see it.
 */
export function isOpenedHere({ method, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    (site === 'none' || site === 'same-origin') &&
    headers['sec-purpose'] === undefined
  )
}

export type FirstAnswers = { readonly of: Role | null; readonly json: string }

/**
 * The answers as JSON, `[[name, input, answer], ...]`, the person's first, and the type of person they are of. Undefined where the cookies are of no whole session, the
 * person is not let in, or it takes too long; a question that is refused or fails is left out, and the page asks it again.
 */
export async function firstAnswers(
  deps: FirstAnswersDeps,
  request: FastifyRequest,
): Promise<FirstAnswers | undefined> {
  const late = new AbortController()
  const { signal } = late
  try {
    return await Promise.race([
      answersOf(deps, request),
      sleep(PATIENCE_MS, undefined, { signal, ref: false }),
    ])
  } catch (error) {
    request.log.warn({ err: error }, 'a page went out without its first answers')
    return undefined
  } finally {
    late.abort()
  }
}

async function answersOf(
  { app, contract, provider, asks }: FirstAnswersDeps,
  request: FastifyRequest,
): Promise<FirstAnswers | undefined> {
  const token = await provider.tokenAtHand(request.headers.cookie ?? '')
  if (!token) return undefined
  const ask = async ([name, input]: FirstAsk): Promise<string | undefined> => {
    const answer = await app.inject({
      method: 'GET',
      url: `${BASE_PATH}${contract[name]?.path}`,
      query: textsOf(input.query),
      headers: {
        authorization: `bearer ${token}`,
        'user-agent': request.headers['user-agent'] ?? '',
      },
      remoteAddress: request.ip,
    })
    return answer.statusCode === 200 ? answer.body : undefined
  }
  const [config, me] = await Promise.all([ask(['getAppConfig', {}]), ask(['getMe', {}])])
  if (!me) return undefined
  const { type, allowed_calls }: Person = JSON.parse(me)
  const page = type && asks[pathOf(request)]?.[type]
  const wanted = (page ?? []).filter(([name]) => allowed_calls.includes(name))
  const answers = await Promise.all(wanted.map(ask))
  const json = listOf([
    [['getMe', {}], me],
    [['getAppConfig', {}], config],
    ...wanted.map((asked, at) => [asked, answers[at]] as const),
  ])
  return { of: type, json }
}

/** Without its slash at the end, as the web reads it. */
export function pathOf({ url }: FastifyRequest): string {
  return (url.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
}

function textsOf(query: FirstAsk[1]['query'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
}

function listOf(answered: readonly (readonly [FirstAsk, string | undefined])[]): string {
  const rows = answered.flatMap(([[name, input], answer]) =>
    answer === undefined ? [] : [`[${JSON.stringify(name)},${JSON.stringify(input)},${answer}]`],
  )
  return `[${rows.join(',')}]`
}
