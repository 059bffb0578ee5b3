import { describe, expect, it } from 'vitest'
import type { Blocker, BlockerCode, WhoActs } from '../payments/blockers.ts'
import {
  PAY_STATES,
  type PayState,
  type PayStateKind,
  type PayTone,
} from '../payments/pay-state.ts'
import { LATE_ROUNDS, lateRound, lateRounds, toldToCompany, toldToContractor } from './late-pay.ts'

/** A Friday. */
const PAY_DATE = '2026-11-27'
const { FUND, DAY, NEXT, LAST } = LATE_ROUNDS

const state = (kind: PayStateKind, tone: PayTone, until: string | null = null): PayState => ({
  ...{ state: kind, tone, acts: 'NOBODY', because: null, days_late: 0, until, arrives: null },
})
const blocker = (code: BlockerCode, who: WhoActs): Blocker => ({
  ...{ code, who, said: { text: `payments.blockers.${code}` } as never },
  ...{ link: '', since: null, until: null },
})

describe('the rounds', () => {
  it('are the day to send money by, the pay date, the next working day, and each week from then', () => {
    const read = (today: string) => lateRound(PAY_DATE, today)
    expect(['2026-11-23', '2026-11-24', '2026-11-26'].map(read)).toEqual([null, FUND, FUND])
    // Nobody is told on a weekend.
    expect(['2026-11-27', '2026-11-28', '2026-11-29'].map(read)).toEqual([DAY, null, null])
    expect(['2026-11-30', '2026-12-04', '2026-12-07'].map(read)).toEqual([NEXT, NEXT, NEXT + 1])
    expect(['2027-01-25', '2027-01-29', '2027-02-01'].map(read)).toEqual([LAST, LAST, null])
  })

  it('of a day are those of each pay date that has one, and contractors are not asked for money', () => {
    for (const today of ['2026-11-24', '2026-11-27', '2026-11-30', '2027-01-29'])
      for (const audience of ['COMPANY', 'CONTRACTORS'] as const) {
        const round = lateRound(PAY_DATE, today)
        const own = audience === 'CONTRACTORS' && round === FUND ? null : round
        const found = lateRounds(audience, today).find(of => of.pay_date === PAY_DATE)
        expect([today, audience, found?.round ?? null]).toEqual([today, audience, own])
      }
    expect(lateRounds('COMPANY', '2026-11-28')).toEqual([])
  })
})

/** Each state as it stands before, on and after the pay date, and who of the company hears of it then. */
const COMPANY: Readonly<Record<PayStateKind, readonly [PayTone, PayTone, PayTone, string]>> = {
  FAILED: ['WRONG', 'WRONG', 'WRONG', '- - RUNNERS'],
  RETURNED: ['WRONG', 'WRONG', 'WRONG', '- - RUNNERS'],
  UNKNOWN: ['WRONG', 'WRONG', 'WRONG', '- - RUNNERS'],
  UNAPPROVED: ['WAITS', 'WRONG', 'WRONG', '- APPROVERS APPROVERS'],
  SHORT: ['WAITS', 'WRONG', 'WRONG', 'RUNNERS RUNNERS RUNNERS'],
  BLOCKED: ['WAITS', 'WRONG', 'WRONG', '- - RUNNERS'],
  COOLING: ['WAITS', 'WAITS', 'WRONG', '- - RUNNERS'],
  DUE: ['FINE', 'FINE', 'WRONG', '- - RUNNERS'],
  ON_THE_WAY: ['FINE', 'FINE', 'WAITS', '- - -'],
  PLANNED: ['FINE', 'FINE', 'FINE', '- - -'],
  ARRIVED: ['FINE', 'FINE', 'FINE', '- - -'],
}

describe('the company', () => {
  const told = (kind: PayStateKind, tone: PayTone, round: number, approvals_told = false) => {
    const one = { ...state(kind, tone), count: 1, totals: [], people: [] }
    return toldToCompany([one], { round, approvals_told })[0]?.to ?? '-'
  }

  it.each(PAY_STATES)('hears of %s: before, on and after the day', kind => {
    const [before, on, after, read] = COMPANY[kind]
    const rounds = [told(kind, before, FUND), told(kind, on, DAY), told(kind, after, NEXT)]
    expect(rounds.join(' ')).toBe(read)
    expect(told(kind, after, LAST)).toBe(rounds[2])
  })

  it('is not told again of what waits for an approval when it was reminded today', () => {
    expect([DAY, NEXT].map(round => told('UNAPPROVED', 'WRONG', round, true))).toEqual(['-', '-'])
    expect(told('SHORT', 'WRONG', DAY, true)).toBe('RUNNERS')
  })
})

/** Of which states its contractor hears on and after the pay date. */
const CONTRACTOR: Readonly<Record<PayStateKind, string>> = {
  FAILED: 'told told',
  RETURNED: 'told told',
  UNKNOWN: 'told told',
  UNAPPROVED: 'told told',
  SHORT: 'told told',
  BLOCKED: 'told told',
  COOLING: 'told told',
  DUE: '- told',
  ON_THE_WAY: '- -',
  PLANNED: '- -',
  ARRIVED: '- -',
}

describe('a contractor', () => {
  const facts = { today: PAY_DATE, blockers: [], failed_today: false }
  const COOLS = '2026-11-28T09:00:00.000Z'

  it.each(PAY_STATES)('hears of %s: on and after the day', kind => {
    const blockers = kind === 'BLOCKED' ? [blocker('NO_DESTINATION', 'CONTRACTOR')] : []
    const [, on, after] = COMPANY[kind]
    const read = [on, after].map(tone => {
      const pay_state = state(kind, tone, kind === 'COOLING' ? COOLS : null)
      return toldToContractor({ ...facts, pay_state, blockers }) ? 'told' : '-'
    })
    expect(read.join(' ')).toBe(CONTRACTOR[kind])
  })

  it('hears that an account is new where it does not open today', () => {
    const told = (until: string) =>
      toldToContractor({ ...facts, pay_state: state('COOLING', 'WAITS', until) })
    expect(told(COOLS)).toEqual({ blockers: [] })
    expect(told('2026-11-27T22:00:00.000Z')).toBeNull()
  })

  it('is not told twice on a day that it did not arrive', () => {
    const pay_state = state('FAILED', 'WRONG')
    expect(toldToContractor({ ...facts, pay_state, failed_today: true })).toBeNull()
  })

  it('hears beside the state what is theirs to mend, and of a hold all that keeps it for them', () => {
    const all = [
      blocker('COMPLIANCE', 'CORRIDOR'),
      blocker('UNVERIFIED_EMPLOYER', 'EMPLOYER'),
      blocker('UNVERIFIED_CONTRACTOR', 'CONTRACTOR'),
      blocker('DESTINATION_COOLING', 'NOBODY'),
      blocker('FUNDS', 'EMPLOYER'),
    ]
    const said = (kind: PayStateKind) => {
      const told = toldToContractor({ ...facts, pay_state: state(kind, 'WRONG'), blockers: all })
      return told?.blockers.map(({ code }) => code)
    }
    expect(said('SHORT')).toEqual(['UNVERIFIED_CONTRACTOR'])
    expect(said('UNAPPROVED')).toEqual(['UNVERIFIED_CONTRACTOR'])
    expect(said('BLOCKED')).toEqual(['COMPLIANCE', 'UNVERIFIED_CONTRACTOR'])
    expect(said('DUE')).toEqual([])
  })
})
