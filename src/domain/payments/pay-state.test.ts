import { describe, expect, it } from 'vitest'
import type { BlockerCode, HoldReason, WhoActs } from './blockers.ts'
import {
  byUrgency,
  cyclePayStates,
  leavesPast,
  PAY_STATES,
  type PayFacts,
  payState,
} from './pay-state.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from './payment.ts'

const PAY_DATE = '2026-11-27'
const DAYS = { before: '2026-11-25', on: PAY_DATE, after: '2026-12-04' } as const
type Day = keyof typeof DAYS

function facts(day: Day, given: Partial<PayFacts> = {}): PayFacts {
  return {
    today: DAYS[day],
    pay_date: PAY_DATE,
    end_date: '2026-11-22',
    approved: true,
    paid: false,
    parts: [{ status: 'SCHEDULED', arrives: '2026-11-30' }],
    blockers: [],
    ...given,
  }
}

const parts = (...statuses: (PaymentStatus | null)[]) =>
  statuses.map(status => ({ status, arrives: '2026-11-30' }))
const blocked = (code: BlockerCode, who: WhoActs, until: string | null = null) => [
  { code, who, until },
]
const COOLS = '2026-11-28T09:00:00.000Z'

/** A pay in each state, and how it reads before, on and a week after its pay date. */
const TABLE: readonly [string, Partial<PayFacts>, WhoActs, Readonly<Record<Day, string>>][] = [
  [
    'FAILED',
    { parts: parts('FAILED', 'SETTLED') },
    'CONTRACTOR',
    { before: 'WRONG 0', on: 'WRONG 0', after: 'WRONG 7' },
  ],
  [
    'RETURNED',
    { parts: parts('SETTLED', 'RETURNED') },
    'CONTRACTOR',
    { before: 'WRONG 0', on: 'WRONG 0', after: 'WRONG 7' },
  ],
  [
    'UNKNOWN',
    { parts: parts('UNKNOWN') },
    'CORRIDOR',
    { before: 'WRONG 0', on: 'WRONG 0', after: 'WRONG 7' },
  ],
  [
    'UNAPPROVED',
    { approved: false, parts: parts(null) },
    'EMPLOYER',
    { before: 'WAITS 0', on: 'WRONG 0', after: 'WRONG 7' },
  ],
  [
    'SHORT',
    { parts: parts('HELD'), blockers: blocked('FUNDS', 'EMPLOYER') },
    'EMPLOYER',
    { before: 'WAITS 0', on: 'WRONG 0', after: 'WRONG 7' },
  ],
  [
    'BLOCKED',
    { parts: parts('HELD'), blockers: blocked('NO_DESTINATION', 'CONTRACTOR') },
    'CONTRACTOR',
    { before: 'WAITS 0', on: 'WRONG 0', after: 'WRONG 7' },
  ],
  [
    'COOLING',
    { parts: parts('HELD'), blockers: blocked('DESTINATION_COOLING', 'NOBODY', COOLS) },
    'NOBODY',
    { before: 'WAITS 0', on: 'WAITS 0', after: 'WRONG 7' },
  ],
  ['DUE', {}, 'CORRIDOR', { before: 'FINE 0', on: 'FINE 0', after: 'WRONG 7' }],
  [
    'ON_THE_WAY',
    { parts: parts('SENT', 'SETTLED') },
    'NOBODY',
    { before: 'FINE 0', on: 'FINE 0', after: 'WAITS 0' },
  ],
  [
    'ARRIVED',
    { paid: true, parts: parts('SETTLED', 'SETTLED') },
    'NOBODY',
    { before: 'FINE 0', on: 'FINE 0', after: 'FINE 0' },
  ],
]

describe('a pay', () => {
  it('asks a company that is not verified for no money, since none is taken in', () => {
    const blockers = [
      ...blocked('UNVERIFIED_EMPLOYER', 'CORRIDOR'),
      ...blocked('FUNDS', 'EMPLOYER'),
    ]
    const { state, acts, because } = payState(facts('on', { parts: parts('HELD'), blockers }))
    expect([state, acts, because]).toEqual(['BLOCKED', 'CORRIDOR', 'UNVERIFIED_EMPLOYER'])
  })

  it('arrives when the last part does that is still on its way', () => {
    const [day] = Object.keys(DAYS) as [Day]
    const sent = { status: 'SENT', arrives: '2026-11-27' } as const
    const settled = { status: 'SETTLED', arrives: '2026-11-30' } as const
    expect(payState(facts(day, { parts: [settled, sent] })).arrives).toBe('2026-11-27')
    const none = parts('UNKNOWN', 'FAILED', 'RETURNED')
    expect(payState(facts(day, { parts: none })).arrives).toBeNull()
  })

  it('has a row for each state', () => {
    expect(TABLE.map(([state]) => state)).toEqual(PAY_STATES.filter(one => one !== 'PLANNED'))
  })

  it.each(
    TABLE.flatMap(([state, given, acts, reads]) =>
      (Object.keys(DAYS) as Day[]).map(day => [state, day, reads[day], given, acts] as const),
    ),
  )('that is %s reads, %s its pay date, as %s', (state, day, read, given, acts) => {
    const found = payState(facts(day, given))
    expect({ ...found, read: `${found.tone} ${found.days_late}` }).toMatchObject({
      state,
      acts,
      read,
    })
  })

  it('is planned while its period runs and its day has not come, and then waits to be approved', () => {
    const unapproved = { approved: false, parts: parts(null) }
    const read = (day: Day, end_date: string) => {
      const { state, tone, days_late } = payState(facts(day, { ...unapproved, end_date }))
      return `${state} ${tone} ${days_late}`
    }
    expect(read('before', '2026-11-25')).toBe('PLANNED FINE 0')
    expect(read('before', '2026-11-24')).toBe('UNAPPROVED WAITS 0')
    // Paid on the last day of its period, or before.
    expect(read('on', PAY_DATE)).toBe('UNAPPROVED WRONG 0')
    expect(read('after', '2026-12-31')).toBe('UNAPPROVED WRONG 7')
  })

  it.each([
    ['UNVERIFIED_EMPLOYER', 'CORRIDOR'],
    ['NO_DESTINATION', 'CONTRACTOR'],
    ['SUSPENDED', 'CORRIDOR'],
  ] as const)(
    'is held back before it is approved where %s keeps it and no approval ends that',
    (code, who) => {
      const planned = { approved: false, parts: parts(null), end_date: '2026-11-25' }
      const kept = {
        ...planned,
        blockers: [...blocked('FUNDS', 'EMPLOYER'), ...blocked(code, who)],
      }
      expect(payState(facts('before', kept))).toMatchObject({
        ...{ state: 'BLOCKED', tone: 'WAITS', acts: who, because: code },
      })
      // What money, time or the approval itself ends is no reason to say that nothing comes.
      for (const passes of [
        'NOT_APPROVED',
        'FUNDS',
        'DESTINATION_COOLING',
        'RATE_STALE',
      ] as const) {
        const blockers = blocked(passes, 'EMPLOYER')
        expect(payState(facts('before', { ...planned, blockers })).state).toBe('PLANNED')
      }
    },
  )

  it('is fine only with nothing wrong about any part, whatever the others are', () => {
    const wrong: readonly PaymentStatus[] = ['FAILED', 'RETURNED', 'UNKNOWN']
    for (const one of wrong)
      for (const other of PAYMENT_STATUSES)
        expect(payState(facts('before', { parts: parts(other, one) })).tone).toBe('WRONG')
  })

  it('is not on its way while a part of it has not left', () => {
    expect(payState(facts('on', { parts: parts('SENT', 'SCHEDULED') })).state).toBe('DUE')
    expect(payState(facts('on', { parts: parts('SETTLED', 'EXECUTING') })).state).toBe('ON_THE_WAY')
  })

  it('tells of money that is missing before what else blocks, and of that before what only cools off', () => {
    const three = [
      ...blocked('DESTINATION_COOLING', 'NOBODY', COOLS),
      ...blocked('UNVERIFIED_CONTRACTOR', 'CONTRACTOR'),
      ...blocked('FUNDS', 'EMPLOYER'),
    ]
    const state = (blockers: PayFacts['blockers']) =>
      payState(facts('on', { parts: parts('HELD'), blockers })).state
    expect([state(three), state(three.slice(0, 2)), state(three.slice(0, 1))]).toEqual([
      'SHORT',
      'BLOCKED',
      'COOLING',
    ])
  })

  it('opens by itself when the last part has cooled off', () => {
    const blockers = [
      ...blocked('DESTINATION_COOLING', 'NOBODY', COOLS),
      ...blocked('DESTINATION_COOLING', 'NOBODY', '2026-11-28T11:00:00.000Z'),
    ]
    const { until } = payState(facts('on', { parts: parts('HELD', 'HELD'), blockers }))
    expect(until).toBe('2026-11-28T11:00:00.000Z')
  })

  it('that was approved and has no payment yet is due, and has not arrived', () => {
    expect(payState(facts('on', { parts: [] })).state).toBe('DUE')
  })
})

describe('a cycle', () => {
  const DATES = { pay_date: PAY_DATE, end_date: '2026-11-22' }
  const NOTHING = {
    ...{ cools_until: null, short: [], announced: false },
    employer_verification: 'VERIFIED',
  } as const
  const NONE = { count: 0, totals: [] }
  const counted = (
    status: PaymentStatus,
    payments: number,
    hold_reason: HoldReason | null = null,
    unfunded_minor = hold_reason === 'FUNDS' ? BigInt(payments * 100) : 0n,
  ) => ({
    status,
    hold_reason,
    currency: 'USD',
    payments,
    total_minor: BigInt(payments * 100),
    unfunded_minor,
  })
  const read = (day: Day, waiting: number, ...of: ReturnType<typeof counted>[]) => {
    const totals = waiting > 0 ? [{ currency: 'EUR', minor: 5n }] : []
    const [found] = cyclePayStates({
      ...DATES,
      today: DAYS[day],
      waiting: { count: waiting, totals },
      counted: of,
      ...NOTHING,
    })
    const sums = found?.totals.map(({ currency, minor }) => `${minor} ${currency}`)
    return found && [found.state, found.tone, found.days_late, found.count, ...(sums ?? [])]
  }

  it('without pays has none, nor one whose payments were all cancelled', () => {
    expect(
      cyclePayStates({ ...DATES, today: PAY_DATE, waiting: NONE, counted: [], ...NOTHING }),
    ).toEqual([])
    expect(read('on', 0, counted('CANCELLED', 3))).toBeUndefined()
  })

  it('says till when what goes to new accounts waits, and that Corridor acts once money was announced', () => {
    const state = (
      hold: HoldReason,
      told: Partial<Pick<Parameters<typeof cyclePayStates>[0], 'cools_until' | 'announced'>>,
    ) => {
      const [found] = cyclePayStates({
        ...{ ...DATES, today: DAYS.after, waiting: NONE },
        ...{ counted: [counted('SCHEDULED', 4), counted('HELD', 2, hold)], ...NOTHING, ...told },
      })
      return found && [found.state, found.acts, found.until, found.count]
    }
    expect(state('DESTINATION_COOLING', { cools_until: COOLS })).toEqual([
      ...['COOLING', 'NOBODY', COOLS, 2],
    ])
    expect(state('FUNDS', {})).toEqual(['SHORT', 'EMPLOYER', null, 2])
    expect(state('FUNDS', { announced: true })).toEqual(['SHORT', 'CORRIDOR', null, 2])
  })

  it('whose money is missing says so, whatever else it waits for', () => {
    const cooling = counted('HELD', 2, 'DESTINATION_COOLING', 100n)
    expect(read('before', 0, cooling, counted('SCHEDULED', 4))).toEqual([
      ...['SHORT', 'WAITS', 0, 2, '200 USD'],
    ])
    expect(read('on', 0, cooling, counted('HELD', 3, 'FUNDS'))).toEqual([
      ...['SHORT', 'WRONG', 0, 5, '500 USD'],
    ])
    expect(read('on', 0, counted('HELD', 1, 'UNVERIFIED', 100n))?.[0]).toBe('SHORT')
    // What is said to be missing is what everybody is asked for, not all that waits for it.
    const [missing] = cyclePayStates({
      ...{ ...DATES, ...NOTHING, today: PAY_DATE, waiting: NONE, counted: [cooling] },
      short: [{ currency: 'USD', minor: 70n }],
    })
    expect(missing?.totals).toEqual([{ currency: 'USD', minor: 70n }])
  })

  it('says the worst of its pays, of how many, and what they come to', () => {
    expect(read('on', 0, counted('SETTLED', 8), counted('FAILED', 2))).toEqual([
      ...['FAILED', 'WRONG', 0, 2, '200 USD'],
    ])
    expect(read('after', 3, counted('SENT', 5))).toEqual(['UNAPPROVED', 'WRONG', 7, 3, '5 EUR'])
    expect(read('on', 0, counted('HELD', 4, 'FUNDS'), counted('SENT', 6))).toEqual([
      ...['SHORT', 'WRONG', 0, 4, '400 USD'],
    ])
    expect(read('before', 0, counted('HELD', 1, 'UNVERIFIED'), counted('FROZEN', 2))).toEqual([
      ...['BLOCKED', 'WAITS', 0, 3, '300 USD'],
    ])
    expect(read('after', 0, counted('SCHEDULED', 9))).toEqual(['DUE', 'WRONG', 7, 9, '900 USD'])
    expect(read('after', 0, counted('SETTLED', 9))).toEqual(['ARRIVED', 'FINE', 0, 9, '900 USD'])
  })

  it.each([
    ['VERIFIED', 'CONTRACTOR'],
    ['PENDING_REVIEW', 'CORRIDOR'],
    ['REJECTED', 'EMPLOYER'],
    ['UNVERIFIED', 'EMPLOYER'],
  ] as const)('held for papers, of an employer that is %s, is up to %s', (status, who) => {
    const [found] = cyclePayStates({
      ...{ ...DATES, ...NOTHING, today: PAY_DATE, waiting: NONE },
      counted: [counted('HELD', 2, 'UNVERIFIED')],
      employer_verification: status,
    })
    expect([found?.state, found?.acts]).toEqual(['BLOCKED', who])
  })

  it('names whose payments went wrong where that is known of all of them, and nobody otherwise', () => {
    const named = (of: ReturnType<typeof counted>, people: readonly string[] | undefined) =>
      cyclePayStates({
        ...{ ...DATES, ...NOTHING, today: PAY_DATE, waiting: NONE },
        counted: [{ ...of, ...(people && { people }) }, counted('SETTLED', 3)],
      }).map(({ state, people: said }) => [state, ...said])
    const failed = counted('FAILED', 2)
    expect(named(counted('FAILED', 4), ['Amara Okafor'])).toEqual([['FAILED'], ['ARRIVED']])
    expect(named(failed, ['Amara Okafor', '张伟'])).toEqual([
      ['FAILED', 'Amara Okafor', '张伟'],
      ['ARRIVED'],
    ])
    expect(named(failed, undefined)).toEqual([['FAILED'], ['ARRIVED']])
  })

  it('hides nothing that is wrong behind something worse', () => {
    const found = cyclePayStates({
      ...{ ...DATES, ...NOTHING, today: DAYS.after },
      waiting: { count: 1, totals: [{ currency: 'USD', minor: 5n }] },
      counted: [
        counted('SCHEDULED', 4),
        counted('HELD', 2, 'FUNDS'),
        counted('FAILED', 1),
        counted('SETTLED', 3),
        counted('HELD', 1, 'COMPLIANCE'),
      ],
    })
    expect(found.map(({ state, tone, count }) => [state, tone, count])).toEqual([
      ['FAILED', 'WRONG', 1],
      ['UNAPPROVED', 'WRONG', 1],
      ['SHORT', 'WRONG', 2],
      ['BLOCKED', 'WRONG', 1],
      ['DUE', 'WRONG', 4],
      ['ARRIVED', 'FINE', 3],
    ])
  })

  it('whose money failed and whose rest waits too long says what is later', () => {
    expect(read('after', 1, counted('FAILED', 1))?.[0]).toBe('FAILED')
    expect(read('on', 1, counted('FAILED', 1))?.[0]).toBe('FAILED')
    expect(read('before', 1, counted('SENT', 1))?.[0]).toBe('UNAPPROVED')
  })
})

describe('several pays', () => {
  const at = (day: Day, given: Partial<PayFacts> = {}) => payState(facts(day, given))

  it('stand with what is wrong first, the latest of it before the rest, and else as they were', () => {
    const fine = at('on')
    const waits = at('before', { approved: false, parts: parts(null) })
    const failed = at('on', { parts: parts('FAILED') })
    const late = at('after', { approved: false, parts: parts(null) })
    const came_back = at('on', { parts: parts('RETURNED') })
    const given = [fine, waits, came_back, failed, late]
    expect([...given].sort(byUrgency)).toEqual([late, failed, came_back, fine, waits])
  })
})

describe('when a pay leaves at the earliest', () => {
  const days = { pay_date: PAY_DATE, today: DAYS.on }
  const until = (...ends: (string | null)[]) => ends.map(end => ({ until: end }))
  it.each([
    ['its pay date', { ...days, today: DAYS.before }, until(), PAY_DATE],
    ['today, once that is over', { ...days, today: DAYS.after }, until(), DAYS.after],
    [
      'the day on which the last hold ends',
      days,
      until('2026-11-28T09:00:00Z', COOLS),
      '2026-11-28',
    ],
    ['its pay date where a hold ends before', days, until('2026-11-20T09:00:00Z'), PAY_DATE],
    ['no day that anybody could name', days, until(COOLS, null), null],
    [
      'its pay date while there is time to mend it',
      { ...days, today: DAYS.before },
      until(null),
      PAY_DATE,
    ],
  ])('is %s', (_name, dates, blockers, day) => {
    expect(leavesPast(dates, blockers)).toBe(day)
  })
})
