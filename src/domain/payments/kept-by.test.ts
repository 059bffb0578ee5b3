/** Who acts about what did not arrive. */
import { describe, expect, it } from 'vitest'
import type { BlockerCode, WhoActs } from './blockers.ts'
import { cyclePayStates, payState } from './pay-state.ts'

const FACTS = {
  ...{ today: '2026-11-27', pay_date: '2026-11-27', end_date: '2026-11-22' },
  ...{ approved: true, paid: false },
}

describe('what did not arrive', () => {
  const back = (...of: [BlockerCode, WhoActs][]) => {
    const blockers = of.map(([code, who]) => ({ code, who, until: null }))
    const parts = [{ status: 'RETURNED', arrives: null }] as const
    const { state, acts, because } = payState({ ...FACTS, parts, blockers })
    return [state, acts, because]
  }
  it('waits for another account, and first for operators where something keeps it wherever it goes', () => {
    expect(back()).toEqual(['RETURNED', 'CONTRACTOR', null])
    expect(back(['SUSPENDED', 'CORRIDOR'])).toEqual(['RETURNED', 'CORRIDOR', 'SUSPENDED'])
    expect(back(['COMPLIANCE', 'CORRIDOR'])).toEqual(['RETURNED', 'CORRIDOR', 'COMPLIANCE'])
    // What its contractor mends beside it, and what another account ends, is no reason not to ask for one.
    for (const own of ['UNVERIFIED_CONTRACTOR', 'DESTINATION_DEACTIVATED'] as const)
      expect(back([own, 'CONTRACTOR'])).toEqual(['RETURNED', 'CONTRACTOR', null])
  })

  it('is said apart of a cycle: of how many operators act, and of the rest who else', () => {
    const back = (payments: number) => ({
      ...({ status: 'RETURNED', hold_reason: null, currency: 'USD', payments } as const),
      ...{ total_minor: BigInt(payments * 100), unfunded_minor: 0n },
    })
    const blockers = [{ code: 'SUSPENDED', who: 'CORRIDOR', until: null }] as const
    const found = cyclePayStates({
      ...{ ...FACTS, cools_until: null, short: [], announced: false },
      ...{ waiting: { count: 0, totals: [] }, employer_verification: 'VERIFIED' },
      counted: [back(2), { ...back(1), blockers }],
    })
    expect(found.map(({ state, acts, because, count }) => [state, acts, because, count])).toEqual([
      ['RETURNED', 'CONTRACTOR', null, 2],
      ['RETURNED', 'CORRIDOR', 'SUSPENDED', 1],
    ])
  })
})
