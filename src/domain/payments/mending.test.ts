import { describe, expect, it } from 'vitest'
import {
  type Heard,
  hear,
  hearTurned,
  isOverdue,
  type MendAction,
  type MendFacts,
  mendsOf,
  type Turned,
} from './mending.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from './payment.ts'

const facts = (status: PaymentStatus, more: Partial<MendFacts> = {}): MendFacts => ({
  ...{
    status,
    outside: false,
    rail_said: null,
    of_last: true,
    of_failed: true,
    by_chain: false,
    overdue: false,
    by_two: false,
    in_use: true,
    other: false,
  },
  ...more,
})

const alone: Readonly<Record<PaymentStatus, readonly MendAction[]>> = {
  SCHEDULED: [],
  HELD: [],
  FROZEN: [],
  EXECUTING: [],
  SENT: ['return', 'lose'],
  SETTLED: ['return'],
  FAILED: ['retry', 'give_back'],
  UNKNOWN: ['ask', 'left', 'not_left'],
  RETURNED: ['retry', 'give_back'],
  CANCELLED: [],
}

describe('what may be done about a payment', () => {
  it.each(PAYMENT_STATUSES)('that is %s', status => {
    expect(mendsOf(facts(status))).toEqual(alone[status])
  })

  it('goes where its contractor can be paid, and is only given back where they cannot', () => {
    expect(mendsOf(facts('RETURNED', { other: true }))).toEqual(['redirect', 'retry', 'give_back'])
    const other = { in_use: false, other: true }
    expect(mendsOf(facts('FAILED', other))).toEqual(['redirect', 'give_back'])
    expect(mendsOf(facts('FAILED', { in_use: false }))).toEqual(['give_back'])
  })

  it('is that its rail takes it no more, where it was to leave by a chain and is late', () => {
    for (const by_chain of [true, false])
      for (const overdue of [true, false])
        expect(mendsOf(facts('EXECUTING', { by_chain, overdue }))).toEqual(
          by_chain && overdue ? ['forgo'] : [],
        )
    expect(mendsOf(facts('SCHEDULED', { by_chain: true, overdue: true }))).toEqual([])
    const [at, now] = ['2026-03-20T10:00:00Z', '2026-03-20T13:00:00.001Z'].map(of => new Date(of))
    if (at && now) expect([isOverdue(at, now), isOverdue(now, now)]).toEqual([true, false])
  })

  it('is nothing about what left by a chain, until the chain says that it is dead', () => {
    for (const status of ['SENT', 'SETTLED'] as const)
      expect(mendsOf(facts(status, { by_chain: true }))).toEqual([])
    const dead = { by_chain: true, rail_said: 'FAILED' } as const
    expect(mendsOf(facts('SETTLED', dead))).toEqual(['return', 'close'])
    expect(mendsOf(facts('FAILED', { by_chain: true }))).toEqual(['retry', 'give_back'])
    const beside = { by_chain: true, by_two: true }
    expect(mendsOf(facts('FAILED', beside))).toEqual(['retry', 'retry_beside', 'give_back'])
    expect(mendsOf(facts('FAILED', { ...beside, in_use: false }))).toEqual(['give_back'])
  })

  it('is nothing about what others paid', () => {
    expect(mendsOf(facts('SETTLED', { outside: true }))).toEqual([])
  })

  it.each(PAYMENT_STATUSES)(
    'that is %s and contradicted sends nothing and gives nothing away',
    status => {
      for (const rail_said of ['SENT', 'FAILED'] as const) {
        const may = mendsOf(facts(status, { rail_said, other: true }))
        expect(may).toContain('close')
        for (const moves of ['retry', 'redirect', 'give_back', 'not_left'] as const)
          expect(may).not.toContain(moves)
      }
    },
  )

  it('agrees with the rail where the rail is right', () => {
    expect(mendsOf(facts('FAILED', { rail_said: 'SENT' }))[0]).toBe('left')
    expect(mendsOf(facts('SETTLED', { rail_said: 'FAILED' }))[0]).toBe('return')
    const before = { of_last: false, rail_said: 'SENT' } as const
    expect(mendsOf(facts('FAILED', before))).toEqual(['left', 'close'])
    expect(mendsOf(facts('FAILED', { ...before, of_failed: false }))).toEqual(['close'])
    expect(mendsOf(facts('SENT', before))).toEqual(['close'])
  })
})

describe('what a rail says of what was in doubt', () => {
  const doubt = (more: Partial<Heard> = {}): Heard => ({
    ...{ status: 'UNKNOWN', current: true, was_sent: false, word: null },
    ...more,
  })
  it.each([
    ['ends it: it left', doubt(), 'SENT', 'sent'],
    ['ends it: it did not', doubt(), 'FAILED', 'failed'],
    ['is no news where it had said so', doubt({ was_sent: true }), 'SENT', 'nothing'],
    ['is news where it had said the opposite', doubt({ was_sent: true }), 'FAILED', 'failed'],
    [
      'is of an attempt that is over',
      doubt({ current: false, status: 'SENT' }),
      'FAILED',
      'nothing',
    ],
    ['agrees with two people', doubt({ status: 'SETTLED', word: 'LEFT' }), 'SENT', 'nothing'],
    [
      'agrees with two people again',
      doubt({ status: 'FAILED', word: 'NOT_LEFT' }),
      'FAILED',
      'nothing',
    ],
    ['contradicts two people', doubt({ status: 'SETTLED', word: 'LEFT' }), 'FAILED', 'contradicts'],
    [
      'contradicts two people later',
      doubt({ status: 'SENT', word: 'NOT_LEFT', current: false }),
      'SENT',
      'contradicts',
    ],
  ] as const)('%s', (_, of, outcome, expected) => {
    expect(hear(of, outcome)).toBe(expected)
  })
})

describe('what a rail that follows its chain says otherwise by now', () => {
  const recorded = (more: Partial<Turned> = {}): Turned => ({
    ...{ status: 'SETTLED', current: true, outcome: 'SENT', word: null },
    ...{ said: null, open: false, closed_by_person: false },
    ...more,
  })
  const failed = { status: 'FAILED', outcome: 'FAILED' } as const
  const open = (said: Turned['said']) => ({ said, open: true })
  it.each([
    ['is what is recorded', recorded(), 'SETTLED', 'nothing'],
    ['is that it may not have arrived', recorded(), 'SENT', 'SENT'],
    ['is that it never will', recorded(), 'FAILED', 'FAILED'],
    ['is known', recorded(open('SENT')), 'SENT', 'nothing'],
    ['is worse than what is known', recorded(open('SENT')), 'FAILED', 'FAILED'],
    ['is over', recorded(open('SENT')), 'SETTLED', 'over'],
    [
      'is told again once it was over',
      recorded({ said: 'SENT', open: false, closed_by_person: false }),
      'SENT',
      'SENT',
    ],
    [
      'is not told again once somebody looked into it',
      recorded({ said: 'SENT', open: false, closed_by_person: true }),
      'SENT',
      'nothing',
    ],
    ['is of what is waited for', recorded({ status: 'SENT' }), 'FAILED', 'nothing'],
    ['is that it died, as is recorded', recorded(failed), 'FAILED', 'nothing'],
    ['is that what failed may arrive', recorded(failed), 'SENT', 'SENT'],
    ['is that what failed arrived', recorded({ ...failed, current: false }), 'SETTLED', 'SENT'],
    ['agrees again with what failed', recorded({ ...failed, ...open('SENT') }), 'FAILED', 'over'],
    [
      'ends no contradiction of two people',
      recorded({ ...open('FAILED'), word: 'LEFT' }),
      'SETTLED',
      'nothing',
    ],
  ] as const)('%s', (_, facts, told, does) => {
    expect(hearTurned(facts, told)).toBe(does)
  })
})
