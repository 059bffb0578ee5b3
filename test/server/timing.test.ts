/** Whether an address has an account cannot be told by how long an answer takes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { heavy } from '#test/harness/heavy.ts'
import { type LiveCorridor, liveCorridor, PASSWORD } from '#test/harness/live-corridor.ts'
import { rankSumZ } from '#test/harness/rank-test.ts'

const PAIRS = heavy(40, 150)
/** Chance alone is beyond it once in 150000 runs. */
const TOO_FAR = 4.5
/** What differs by a whole password shows in the first; the noise of a busy machine hides it for a few more. */
const MOST_ROUNDS = 20

let corridor: LiveCorridor
let admin: Admin
const known: string[] = []
let counter = 0

beforeAll(async () => {
  corridor = await liveCorridor()
  admin = await adminOf(corridor)
  for (let n = 0; n < 20; n++) {
    const email = `known${n}@visitors.test`
    known.push(email)
    await corridor.runtime.provider.createVerifiedAccount({
      email,
      password: PASSWORD,
      name: email,
    })
  }
})
afterAll(async () => {
  await admin.close()
  await corridor.close()
})

const someKnown = () => known[++counter % known.length] ?? ''
const someUnknown = () => `stranger${++counter}@visitors.test`

type Asking = (email: string) => Promise<number>

const logIn: Asking = async email =>
  (await corridor.visitor().ask('POST', '/sign-in/email', { email, password: 'Wrong-password-1' }))
    .status
/** Refused before the password is looked at. */
const tooLong: Asking = async email =>
  (await corridor.visitor().ask('POST', '/sign-in/email', { email, password: 'x'.repeat(300) }))
    .status
const signUp: Asking = async email =>
  (
    await corridor
      .visitor()
      .ask('POST', '/sign-up/email', { email, password: PASSWORD, name: email })
  ).status
const reset: Asking = async email => {
  const body = { email, continuation_url: corridor.url }
  return (await corridor.visitor().api('POST', '/user/send-password-reset-link', body, 'none'))
    .status
}

async function measure(ask: Asking, email: string): Promise<{ ms: number; status: number }> {
  await admin.rows('delete from rate_limit')
  const started = performance.now()
  const status = await ask(email)
  return { ms: performance.now() - started, status }
}

/**
 * Compares two askings by so many pairs more at every call. Asks in turns, so that whatever else the machine does falls on both alike.
 */
function comparing(a: () => Promise<{ ms: number; status: number }>, b: typeof a) {
  const times: [number[], number[]] = [[], []]
  const statuses: [Set<number>, Set<number>] = [new Set(), new Set()]
  return async () => {
    for (let n = 0; n < 10; n++) await Promise.all([a(), b()])
    for (let n = 0; n < PAIRS; n++)
      for (const side of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { ms, status } = await (side === 0 ? a : b)()
        times[side].push(ms)
        statuses[side].add(status)
      }
    return { z: rankSumZ(...times), statuses: statuses.map(set => [...set]) }
  }
}

describe('the time of an answer', () => {
  it.each([
    ['log-in', logIn, 401],
    ['sign-up', signUp, 200],
    ['reset of a password', reset, 200],
  ] as const)('of a %s is the same for known and unknown addresses', async (_what, ask, status) => {
    const found = await comparing(
      () => measure(ask, someKnown()),
      () => measure(ask, someUnknown()),
    )()
    expect(found.statuses).toEqual([[status], [status]])
    expect(Math.abs(found.z)).toBeLessThan(TOO_FAR)
  })

  it('would show a log-in that skips the password, however busy the machine', async () => {
    const compared = comparing(
      () => measure(logIn, someKnown()),
      () => measure(tooLong, someUnknown()),
    )
    let z = 0
    for (let round = 0; round < MOST_ROUNDS && Math.abs(z) <= TOO_FAR; round++)
      z = (await compared()).z
    expect(Math.abs(z)).toBeGreaterThan(TOO_FAR)
  })
})
