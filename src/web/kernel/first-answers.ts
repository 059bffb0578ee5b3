/** What the server answered with the page itself, before anything was asked (decision 0049). */
import { openedFor } from '#web/kernel/session.ts'
import type { ApiName, ClientInput, ClientOutput, Me } from '#web/kernel/types.ts'

type Answer<N extends ApiName> = readonly [N, ClientInput<N>, ClientOutput<N>]

/** The answers, as the cache of the page takes them: call, input and what came. */
export type FirstAnswers = readonly { [N in ApiName]: Answer<N> }[ApiName][]

/**
 * Takes the answers out of the page, once it is there as a whole; none where the server gave none, or gave them to somebody who left while
 * the provider could not be told.
 */
export async function firstAnswers(): Promise<FirstAnswers> {
  if (document.readyState === 'loading')
    await new Promise(done => document.addEventListener('DOMContentLoaded', done, { once: true }))
  const block = document.getElementById('first-answers')
  if (!block) return []
  block.remove()
  const found: FirstAnswers = JSON.parse(block.textContent)
  const me = answerTo('getMe', found)
  return me && openedFor(me.sub) ? found : []
}

/** The answer to a call that takes no input; undefined where it is not among them. */
export function answerTo(name: 'getMe', among: FirstAnswers): Me | undefined
export function answerTo<N extends ApiName>(
  name: N,
  among: FirstAnswers,
): ClientOutput<N> | undefined
export function answerTo(name: ApiName, among: FirstAnswers) {
  return among.find(([asked]) => asked === name)?.[2]
}
