/** A node that is asked by a REST interface: what it answers is believed no further than its shape, and what it may have none of no further than a node says so. */
import type { z } from 'zod'
import { chainError } from './token-chain.ts'

const ANSWERS_WITHIN_MS = 20_000

export type RestNode = {
  /** What its paths are put behind; nothing of it is ever in an error. */
  readonly base: string
  readonly headers?: Readonly<Record<string, string>>
  /** What a node says beside its statuses: who answers 404 without it is none, and knows of nothing. */
  readonly said: z.ZodType
}

/** Asks it: for what it has to have (`ask`), or for what it may have none of (`find`, null then), as JSON or as its bytes (`findBytes`). Each asks by a word that stands in errors. */
export function askerOf({ base, headers = {}, said }: RestNode) {
  const findBytes = async (
    what: string,
    path: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array | null> => {
    const response = await fetch(`${base}/${path}`, {
      ...(body
        ? { body, method: 'POST', headers: { ...headers, 'content-type': 'application/x-binary' } }
        : { headers }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    }).catch(() => {
      throw silent(what)
    })
    const answer = await response.bytes().catch(() => {
      throw silent(what)
    })
    if (response.status === 404 && said.safeParse(inJson(answer)).success) return null
    if (response.status >= 500 || response.status === TOO_MANY) throw silent(what)
    if (!response.ok) throw chainError('OTHER', `${what}: the node refused (${response.status})`)
    return answer
  }
  const find = async <T>(
    what: string,
    path: string,
    shape: z.ZodType<T>,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<T | null> => {
    const answer = await findBytes(what, path, body)
    if (answer === null) return null
    const found = shape.safeParse(inJson(answer))
    if (!found.success) throw chainError('OTHER', `${what}: another answer`, found.error)
    return found.data
  }
  const ask = async <T>(...asked: Parameters<typeof find<T>>): Promise<T> => {
    const found = await find(...asked)
    if (found === null) throw chainError('OTHER', `${asked[0]}: the node has none`)
    return found
  }
  return { ask, find, findBytes }
}

const TOO_MANY = 429

/** What was answered; null where it is no JSON. */
function inJson(answer: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(answer).toString())
  } catch {
    return null
  }
}

function silent(what: string) {
  return chainError('SILENT', `the node does not answer ${what}`)
}

/** Asks for each, so many at a time, and answers in their order. */
export async function each<A, B>(
  all: readonly A[],
  at_once: number,
  ask: (one: A, at: number) => Promise<B>,
): Promise<Awaited<B>[]> {
  const answers: Awaited<B>[] = []
  for (let at = 0; at < all.length; at += at_once)
    answers.push(
      ...(await Promise.all(all.slice(at, at + at_once).map((one, n) => ask(one, at + n)))),
    )
  return answers
}
