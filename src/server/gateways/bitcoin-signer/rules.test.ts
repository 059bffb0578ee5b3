/** What a signer signs and what it refuses, as a table, and that no order of askings takes more than its rules let leave. */
import { describe, expect, it } from 'vitest'
import { seeded } from '#test/harness/random.ts'
import { type Asked, type History, judge, leftOf, type Rules, type Signed } from './rules.ts'

const OWN = '0014aa'
const LISTED = '0014bb'
const OTHER = '0014cc'
const HOUR_MS = 3_600_000
const NOW = 1_700_000_000_000
const RULES: Rules = {
  ...{ most_payment_sat: 1_000n, most_hour_sat: 3_000n, most_fee_sat: 100n },
  payees: 'LISTED',
}

function historyOf(all: readonly Signed[]): History {
  return { all, spending: name => all.filter(one => one.spent.some(of => of.coin === name)) }
}

/** Spends a coin of 2,000 for 500 to a listed payee, a fee of 50, and the rest back. */
function asking(set: Partial<Asked> = {}): Asked {
  return {
    txid: 'a',
    spent: [coin('x', 2_000n)],
    paid: [{ script: LISTED, value_sat: 500n }],
    change_sat: 1_450n,
    ...set,
  }
}
function coin(name: string, value_sat: bigint) {
  return { coin: name, value_sat, script: OWN, sighash: undefined as number | undefined }
}

function judged(asked: Asked, all: readonly Signed[] = [], rules = RULES, now = NOW) {
  return judge(asked, {
    ...{ rules, now, script: OWN, isListed: script => script === LISTED },
    history: historyOf(all),
  })
}
const signedOf = (...of: Parameters<typeof judged>): Signed => {
  const answer = judged(...of)
  if ('refusal' in answer) throw new Error(answer.refusal)
  return answer.signed
}

describe('a signer’s rules', () => {
  const paid = (value_sat: bigint, script = LISTED) => [{ script, value_sat }]
  const REFUSED: readonly [string, Partial<Asked>, string][] = [
    ['a coin of somebody else', { spent: [{ ...coin('x', 2_000n), script: OTHER }] }, 'NOT_OURS'],
    ['nothing that is spent', { spent: [] }, 'NOT_OURS'],
    [
      'a signature for any outputs',
      { spent: [{ ...coin('x', 2_000n), sighash: 2 }] },
      'NOT_ALL_OF_IT',
    ],
    [
      'a signature for one output',
      { spent: [{ ...coin('x', 2_000n), sighash: 3 }] },
      'NOT_ALL_OF_IT',
    ],
    [
      'a signature to which others add',
      { spent: [{ ...coin('x', 2_000n), sighash: 0x81 }] },
      'NOT_ALL_OF_IT',
    ],
    ['who is not listed', { paid: paid(500n, OTHER) }, 'PAYEE_UNKNOWN'],
    ['more than one payment may be', { paid: paid(1_001n), change_sat: 949n }, 'PAYMENT_TOO_LARGE'],
    ['a fee that is too high', { change_sat: 1_399n }, 'FEE_TOO_HIGH'],
    ['outputs that are more than what is spent', { change_sat: 1_501n }, 'FEE_TOO_HIGH'],
  ]
  it.each(REFUSED)('refuse %s', (_, set, refusal) => {
    expect(judged(asking(set))).toEqual({ refusal })
  })

  it('sign what they allow, at their very limits, and count it with its fee', () => {
    expect(signedOf(asking()).counts_sat).toBe(550n)
    expect(signedOf(asking({ paid: paid(1_000n), change_sat: 900n })).counts_sat).toBe(1_100n)
    const any = { ...RULES, payees: 'ANY' } as const
    expect(signedOf(asking({ paid: paid(500n, OTHER) }), [], any).leaves_sat).toBe(550n)
  })

  it('count what is asked again once, and a dearer one of the same coins for what it takes more', () => {
    const first = signedOf(asking())
    expect(judged(asking(), [first])).toEqual({ signed: first, again: true })
    const dearer = signedOf(asking({ txid: 'b', change_sat: 1_400n }), [first])
    expect(dearer).toMatchObject({ leaves_sat: 600n, counts_sat: 50n })
    const cheaper = signedOf(asking({ txid: 'c', change_sat: 1_490n }), [first, dearer])
    expect(cheaper.counts_sat).toBe(0n)
    // What takes one of two coins leaves the other to what could stand beside it.
    const two = signedOf(asking({ spent: [coin('x', 1_000n), coin('y', 1_000n)] }))
    const one = asking({ txid: 'd', spent: [coin('x', 1_000n)], change_sat: 450n })
    expect(signedOf(one, [two]).counts_sat).toBe(550n)
  })

  it('refuse a coin that is told to be worth something else than before', () => {
    const first = signedOf(asking())
    const lie = asking({ txid: 'b', spent: [coin('x', 2_001n)], change_sat: 1_451n })
    expect(judged(lie, [first])).toEqual({ refusal: 'TOLD_OTHERWISE' })
    // Of the very same transaction as well, whose signatures could be joined.
    expect(judged({ ...lie, txid: 'a' }, [first])).toEqual({ refusal: 'TOLD_OTHERWISE' })
  })

  it('let an hour’s sum leave, and not a satoshi more until the hour is over', () => {
    const of = (n: number) =>
      asking({
        txid: `t${n}`,
        spent: [coin(`x${n}`, 2_000n)],
        paid: paid(1_000n),
        change_sat: 1_000n,
      })
    const all = [0, 1, 2].map(n => signedOf(of(n)))
    expect(leftOf(RULES, historyOf(all), NOW)).toBe(0n)
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
        const coins = worth.map((value, at) => coin(`c${at}`, value)).filter(() => pick(3) === 0)
        const sum = coins.reduce((total, { value_sat }) => total + value_sat, 0n)
        const paid_sat = BigInt(pick(1_200))
        const asked: Asked = {
          ...{ txid: `w${world}n${pick(20)}`, spent: coins },
          paid: [{ script: LISTED, value_sat: paid_sat }],
          change_sat: sum - paid_sat - BigInt(pick(120)),
        }
        const judgement = judged(asked, all, RULES, NOW + pick(HOUR_MS))
        if ('refusal' in judgement || judgement.again) continue
        all.push(judgement.signed)
      }
      expect(mostThatStands(all)).toBeLessThanOrEqual(RULES.most_hour_sat)
    }
  })
})

/** The most that any set of transactions takes of which no two spend one coin. */
function mostThatStands(all: readonly Signed[]): bigint {
  const from = (at: number, taken: ReadonlySet<string>): bigint => {
    const one = all[at]
    if (!one) return 0n
    const without = from(at + 1, taken)
    if (one.spent.some(({ coin: name }) => taken.has(name))) return without
    const names = one.spent.map(({ coin: name }) => name)
    const with_it = one.leaves_sat + from(at + 1, new Set([...taken, ...names]))
    return with_it > without ? with_it : without
  }
  return from(0, new Set())
}
