/** What a signer signs and what it refuses, as a table, and that no order of askings takes more than its rules let leave. */
import { describe, expect, it } from 'vitest'
import { seeded } from '#test/harness/random.ts'
import { type Asked, type History, judge, leftOf, type Rules, type Signed } from './rules.ts'

const LISTED = '0014bb'
const OTHER = '0014cc'
const HOUR_MS = 3_600_000
const NOW = 1_700_000_000_000
const RULES: Rules = {
  most_payment: { BTC: 1_000n },
  most_hour: { BTC: 3_000n },
  ...{ most_fee: 100n, payees: 'LISTED' },
}
/** Of a chain whose network is paid in another coin than payees are. */
const TOKENS: Rules = {
  most_payment: { USDC: 1_000n, USDT: 1_000n },
  most_hour: { USDC: 3_000n, USDT: 3_000n, ETH: 500n },
  ...{ most_fee: 200n, payees: 'LISTED' },
}

function historyOf(all: readonly Signed[]): History {
  return { all, using: name => all.filter(one => one.uses.some(of => of.name === name)) }
}
const paid = (amount: bigint, payee = LISTED, currency = 'BTC') => [{ payee, currency, amount }]

/** Spends a coin of 2,000 for 500 to a listed payee, a fee of 50, and the rest back. */
function asking(set: Partial<Asked> = {}): Asked {
  return {
    ...{ id: 'a', uses: [coin('x', 2_000n)], paid: paid(500n), coin: 'BTC' },
    ...{ fee: 50n, laid: 0n, only_dearer: false },
    ...set,
  }
}
function coin(name: string, value = 0n) {
  return { name, value }
}

/** Pays 500 of a token for a fee of 100, by a nonce. */
function byNonce(nonce: number, id: string, set: Partial<Asked> = {}): Asked {
  const uses = [coin(`nonce ${nonce}`)]
  const pays = paid(500n, LISTED, 'USDC')
  return asking({ id, uses, paid: pays, coin: 'ETH', fee: 100n, only_dearer: true, ...set })
}

function judged(asked: Asked, all: readonly Signed[] = [], rules = RULES, now = NOW) {
  return judge(asked, {
    ...{ rules, now, isListed: payee => payee === LISTED },
    history: historyOf(all),
  })
}
const signedOf = (...of: Parameters<typeof judged>): Signed => {
  const answer = judged(...of)
  if ('refusal' in answer) throw new Error(answer.refusal)
  return answer.signed
}

describe('a signer’s rules', () => {
  const REFUSED: readonly [string, Partial<Asked>, string][] = [
    ['who is not listed', { paid: paid(500n, OTHER) }, 'PAYEE_UNKNOWN'],
    ['one of two who is not listed', { paid: [...paid(1n), ...paid(1n, OTHER)] }, 'PAYEE_UNKNOWN'],
    ['more than one payment may be', { paid: paid(1_001n) }, 'PAYMENT_TOO_LARGE'],
    ['what its rules do not name', { paid: paid(1n, LISTED, 'DOGE') }, 'PAYMENT_TOO_LARGE'],
    ['a fee that is too high', { fee: 101n }, 'FEE_TOO_HIGH'],
    ['outputs that are more than what is spent', { fee: -1n }, 'FEE_TOO_HIGH'],
    ['more laid down than an hour holds', { laid: 2_451n }, 'HOUR_FULL'],
    ['more to several than an hour holds', { paid: Array(3).fill(paid(1_000n)[0]) }, 'HOUR_FULL'],
  ]
  it.each(REFUSED)('refuse %s', (_, set, refusal) => {
    expect(judged(asking(set))).toEqual({ refusal })
  })

  it('sign what they allow, at their very limits, and count it with its fee', () => {
    expect(signedOf(asking()).counts).toEqual({ BTC: 550n })
    expect(signedOf(asking({ paid: paid(1_000n), fee: 100n })).counts).toEqual({ BTC: 1_100n })
    const any = { ...RULES, payees: 'ANY' } as const
    expect(signedOf(asking({ paid: paid(500n, OTHER) }), [], any).leaves).toEqual({ BTC: 550n })
    expect(signedOf(byNonce(1, 'a', { laid: 20n }), [], TOKENS).counts).toEqual({
      ...{ USDC: 500n, ETH: 120n },
    })
  })

  it('count what is asked again once, and a dearer one of the same coins for what it takes more', () => {
    const first = signedOf(asking())
    expect(judged(asking(), [first])).toEqual({ signed: first, again: true })
    const dearer = signedOf(asking({ id: 'b', fee: 100n }), [first])
    expect(dearer).toMatchObject({ leaves: { BTC: 600n }, counts: { BTC: 50n } })
    const cheaper = signedOf(asking({ id: 'c', fee: 10n }), [first, dearer])
    expect(cheaper.counts).toEqual({ BTC: 0n })
    // What takes one of two coins leaves the other to what could stand beside it.
    const two = signedOf(asking({ uses: [coin('x', 1_000n), coin('y', 1_000n)] }))
    const one = asking({ id: 'd', uses: [coin('x', 1_000n)] })
    expect(signedOf(one, [two]).counts).toEqual({ BTC: 550n })
  })

  it('have what is offered in the place of another pay the same, and counted once beside its fee', () => {
    const first = signedOf(byNonce(1, 'a'), [], TOKENS)
    const dearer = byNonce(1, 'b', { fee: 150n })
    expect(signedOf(dearer, [first], TOKENS).counts).toEqual({ USDC: 0n, ETH: 50n })
    const otherwise = [paid(499n, LISTED, 'USDC'), paid(500n, LISTED, 'USDT'), []]
    for (const of of otherwise)
      expect(judged(byNonce(1, 'c', { paid: of }), [first], TOKENS)).toEqual({
        refusal: 'PAYS_OTHERWISE',
      })
    const any = { ...TOKENS, payees: 'ANY' } as const
    const to = byNonce(1, 'd', { paid: paid(500n, OTHER, 'USDC') })
    expect(judged(to, [first], any)).toEqual({ refusal: 'PAYS_OTHERWISE' })
    expect(judged(byNonce(2, 'e'), [first], TOKENS)).toMatchObject({ again: false })
    // An hour later as well: the first could stand yet.
    expect(judged(to, [first], any, NOW + 2 * HOUR_MS)).toEqual({ refusal: 'PAYS_OTHERWISE' })
  })

  it('hold each currency to its own hour', () => {
    const all = [0, 1, 2].map(n =>
      signedOf(byNonce(n, `t${n}`, { paid: paid(1_000n, LISTED, 'USDC') }), [], TOKENS),
    )
    expect(leftOf(TOKENS, historyOf(all), NOW)).toEqual({ USDC: 0n, USDT: 3_000n, ETH: 200n })
    expect(judged(byNonce(3, 'u'), all, TOKENS)).toEqual({ refusal: 'HOUR_FULL' })
    const other = { paid: paid(500n, LISTED, 'USDT') }
    expect(judged(byNonce(3, 'u', other), all, TOKENS)).toMatchObject({ again: false })
    const dear = { ...other, fee: 200n, laid: 1n }
    expect(judged(byNonce(3, 'u', dear), all, TOKENS)).toEqual({ refusal: 'HOUR_FULL' })
  })

  it('refuse a coin that is told to be worth something else than before', () => {
    const first = signedOf(asking())
    const lie = asking({ id: 'b', uses: [coin('x', 2_001n)] })
    expect(judged(lie, [first])).toEqual({ refusal: 'TOLD_OTHERWISE' })
    // Of the very same transaction as well, whose signatures could be joined.
    expect(judged({ ...lie, id: 'a' }, [first])).toEqual({ refusal: 'TOLD_OTHERWISE' })
  })

  it('let an hour’s sum leave, and not a satoshi more until the hour is over', () => {
    const of = (n: number) =>
      asking({ id: `t${n}`, uses: [coin(`x${n}`, 2_000n)], paid: paid(1_000n), fee: 0n })
    const all = [0, 1, 2].map(n => signedOf(of(n)))
    expect(leftOf(RULES, historyOf(all), NOW)).toEqual({ BTC: 0n })
    expect(judged(of(3), all)).toEqual({ refusal: 'HOUR_FULL' })
    expect(judged(of(3), all, RULES, NOW + HOUR_MS - 1)).toEqual({ refusal: 'HOUR_FULL' })
    expect(judged(of(3), all, RULES, NOW + HOUR_MS)).toMatchObject({ again: false })
    // A clock that was set back forgets nothing.
    expect(judged(of(3), all, RULES, NOW - 24 * HOUR_MS)).toEqual({ refusal: 'HOUR_FULL' })
    // What was signed is signed again also in a full hour.
    expect(judged(of(1), all)).toMatchObject({ again: true })
  })
})

describe('whatever is asked in whatever order', () => {
  it('leaves within an hour at most what the rules say, whichever of rivals the chain takes', () => {
    const random = seeded(20_261_127)
    const pick = (below: number) => Math.floor(random() * below)
    for (let world = 0; world < 150; world++) {
      const worth = Array.from({ length: 6 }, () => BigInt(200 + pick(1_500)))
      const all: Signed[] = []
      for (let n = 0; n < 25; n++) {
        const asked = asking({
          id: `w${world}n${pick(20)}`,
          uses: worth.map((value, at) => coin(`c${at}`, value)).filter(() => pick(3) === 0),
          ...{ paid: paid(BigInt(pick(1_200))), fee: BigInt(pick(120)) },
        })
        if (asked.uses.length === 0) continue
        const judgement = judged(asked, all, RULES, NOW + pick(HOUR_MS))
        if ('refusal' in judgement || judgement.again) continue
        all.push(judgement.signed)
      }
      expect(mostThatStands(all)).toBeLessThanOrEqual(RULES.most_hour.BTC ?? 0n)
    }
  })
})

/** The most that any set of transactions takes of which no two use up one thing. */
function mostThatStands(all: readonly Signed[]): bigint {
  const from = (at: number, taken: ReadonlySet<string>): bigint => {
    const one = all[at]
    if (!one) return 0n
    const without = from(at + 1, taken)
    if (one.uses.some(({ name }) => taken.has(name))) return without
    const names = one.uses.map(({ name }) => name)
    const with_it = (one.leaves.BTC ?? 0n) + from(at + 1, new Set([...taken, ...names]))
    return with_it > without ? with_it : without
  }
  return from(0, new Set())
}
