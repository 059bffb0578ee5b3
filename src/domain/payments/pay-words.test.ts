import { describe, expect, it } from 'vitest'
import payroll from '#messages/en/payroll.json' with { type: 'json' }
import { type BlockerCode, WHO_ACTS, type WhoActs } from './blockers.ts'
import { PAY_STATES, type PayState, type PayStateKind, type PayTone } from './pay-state.ts'
import {
  PAY_CODES,
  PAY_READERS,
  PAY_STEPS,
  type PayCode,
  type PayReader,
  type PayTold,
  paySays,
} from './pay-words.ts'

const PAY_DATE = '2026-11-27'
const CYCLE = '/employer/payroll-run/paycycle/p/c/APPROVED'
const PLACES = { cycle: CYCLE, employer: 'acme.test', failed_at: 'd1' }

function pay(
  state: PayStateKind,
  acts: WhoActs,
  given: Partial<PayState> & { tone?: PayTone } = {},
): PayState {
  return {
    ...{ state, tone: 'WRONG', acts, because: null, days_late: 0, until: null, arrives: null },
    ...given,
  }
}

function told(reader: PayReader, given: Partial<PayTold> = {}): PayTold {
  return { reader, today: PAY_DATE, pay_date: PAY_DATE, places: PLACES, ...given }
}

/** The code, who acts and the step of each state, for an employer, a contractor and an operator. */
type Read = readonly [code: PayCode, who: string, step: string]
const TABLE: readonly (readonly [PayStateKind, WhoActs, BlockerCode | null, Read, Read, Read])[] = [
  [
    ...(['FAILED', 'CONTRACTOR', null] as const),
    ['FAILED', 'CONTRACTOR', 'SEE'],
    ['FAILED', 'YOU', 'OTHER_ACCOUNT'],
    ['FAILED', 'CONTRACTOR', 'PAYMENTS'],
  ],
  [
    ...(['RETURNED', 'CONTRACTOR', null] as const),
    ['RETURNED', 'CONTRACTOR', 'SEE'],
    ['RETURNED', 'YOU', 'OTHER_ACCOUNT'],
    ['RETURNED', 'CONTRACTOR', 'PAYMENTS'],
  ],
  [
    ...(['RETURNED', 'CORRIDOR', 'SUSPENDED'] as const),
    ['RETURNED', 'CORRIDOR', 'SEE'],
    ['RETURNED', 'CORRIDOR', 'none'],
    ['RETURNED', 'YOU', 'PAYMENTS'],
  ],
  [
    ...(['UNKNOWN', 'CORRIDOR', null] as const),
    ['UNKNOWN', 'CORRIDOR', 'SEE'],
    ['UNKNOWN', 'CORRIDOR', 'none'],
    ['UNKNOWN', 'YOU', 'PAYMENTS'],
  ],
  [
    ...(['UNAPPROVED', 'EMPLOYER', null] as const),
    ['UNAPPROVED', 'YOU', 'APPROVE'],
    ['UNAPPROVED', 'EMPLOYER', 'none'],
    ['UNAPPROVED', 'EMPLOYER', 'SEE'],
  ],
  [
    ...(['SHORT', 'EMPLOYER', 'FUNDS'] as const),
    ['SHORT', 'YOU', 'FUND'],
    ['SHORT', 'EMPLOYER', 'none'],
    ['SHORT', 'EMPLOYER', 'SEE'],
  ],
  [
    ...(['SHORT', 'CORRIDOR', 'FUNDS'] as const),
    ['ANNOUNCED', 'CORRIDOR', 'SEE'],
    ['ANNOUNCED', 'CORRIDOR', 'none'],
    ['ANNOUNCED', 'YOU', 'BOOK'],
  ],
  [
    ...(['BLOCKED', 'EMPLOYER', 'UNVERIFIED_EMPLOYER'] as const),
    ['BLOCKED', 'YOU', 'DOCUMENTS'],
    ['BLOCKED', 'EMPLOYER', 'none'],
    ['BLOCKED', 'EMPLOYER', 'PAYMENTS'],
  ],
  [
    ...(['BLOCKED', 'EMPLOYER', 'RATE_MOVED'] as const),
    ['BLOCKED', 'YOU', 'ACCEPT_RATES'],
    ['BLOCKED', 'EMPLOYER', 'none'],
    ['BLOCKED', 'EMPLOYER', 'PAYMENTS'],
  ],
  [
    ...(['BLOCKED', 'CONTRACTOR', 'UNVERIFIED_CONTRACTOR'] as const),
    ['BLOCKED', 'CONTRACTOR', 'SEE'],
    ['BLOCKED', 'YOU', 'DOCUMENTS'],
    ['BLOCKED', 'CONTRACTOR', 'PAYMENTS'],
  ],
  [
    ...(['BLOCKED', 'CONTRACTOR', 'NO_DESTINATION'] as const),
    ['BLOCKED', 'CONTRACTOR', 'SEE'],
    ['BLOCKED', 'YOU', 'DESTINATION'],
    ['BLOCKED', 'CONTRACTOR', 'PAYMENTS'],
  ],
  [
    ...(['BLOCKED', 'CONTRACTOR', 'FIRST_PAYMENT'] as const),
    ['BLOCKED', 'CONTRACTOR', 'SEE'],
    ['BLOCKED', 'YOU', 'FIRST_PAYMENT'],
    ['BLOCKED', 'CONTRACTOR', 'PAYMENTS'],
  ],
  [
    ...(['BLOCKED', 'CORRIDOR', 'FROZEN'] as const),
    ['BLOCKED', 'CORRIDOR', 'SEE'],
    ['BLOCKED', 'CORRIDOR', 'none'],
    ['BLOCKED', 'YOU', 'PAYMENTS'],
  ],
  [
    ...(['COOLING', 'NOBODY', 'DESTINATION_COOLING'] as const),
    ['COOLING', 'NOBODY', 'SEE'],
    ['COOLING', 'NOBODY', 'none'],
    ['COOLING', 'NOBODY', 'SEE'],
  ],
  [
    ...(['DUE', 'CORRIDOR', null] as const),
    ['DUE', 'CORRIDOR', 'SEE'],
    ['DUE', 'CORRIDOR', 'none'],
    ['DUE', 'YOU', 'SEND'],
  ],
  [
    ...(['ON_THE_WAY', 'NOBODY', null] as const),
    ['ON_THE_WAY', 'NOBODY', 'SEE'],
    ['ON_THE_WAY', 'NOBODY', 'none'],
    ['ON_THE_WAY', 'NOBODY', 'PAYMENTS'],
  ],
  [
    ...(['PLANNED', 'NOBODY', null] as const),
    ['PLANNED', 'NOBODY', 'SEE'],
    ['PLANNED', 'NOBODY', 'none'],
    ['PLANNED', 'NOBODY', 'SEE'],
  ],
  [
    ...(['ARRIVED', 'NOBODY', null] as const),
    ['ARRIVED', 'NOBODY', 'SEE'],
    ['ARRIVED', 'NOBODY', 'PAYSLIP'],
    ['ARRIVED', 'NOBODY', 'SEE'],
  ],
]

const rows = TABLE.flatMap(([state, acts, because, ...reads]) =>
  PAY_READERS.map((reader, at) => [state, because ?? acts, reader, acts, reads[at]] as const),
)

describe('what is told of a pay', () => {
  it('has a row for each state', () => {
    expect([...new Set(TABLE.map(([state]) => state))]).toEqual([...PAY_STATES])
  })

  it.each(rows)('that is %s (%s), to the %s', (state, because, reader, acts, read) => {
    const given = {
      because: WHO_ACTS.some(one => one === because) ? null : (because as BlockerCode),
      tone: 'FINE' as const,
    }
    const { code, who, next } = paySays(pay(state, acts, given), told(reader))
    expect([code, who, next?.step ?? 'none']).toEqual(read)
  })

  it('names no step that nobody takes, and each leads to a page of its reader', () => {
    const roots = {
      EMPLOYER: /^\/(?:employer|dashboard\/employer)\//,
      CONTRACTOR: /^\/(?:contractor|dashboard\/contractor)\//,
      OPERATOR: /^\/operations\//,
    }
    const taken = new Set<string>()
    for (const [state, acts, because] of TABLE)
      for (const reader of PAY_READERS) {
        const { next } = paySays(pay(state, acts, { because }), told(reader))
        if (!next) continue
        taken.add(next.step)
        expect(next.link).toMatch(roots[reader])
      }
    expect([...taken].toSorted()).toEqual([...PAY_STEPS].toSorted())
  })

  it.each([
    ['FROZEN', '/operations/transactions?status=FROZEN'],
    // Scheduled before somebody was suspended, it is not held: a list of what is would lack it.
    ['SUSPENDED', '/operations/transactions'],
    ['COMPLIANCE', '/operations/transactions'],
    ['RATE_MOVED', '/operations/transactions'],
  ] as const)(
    'leads operators to payments among which one that is kept by %s is',
    (because, link) => {
      const { next } = paySays(pay('BLOCKED', 'CORRIDOR', { because }), told('OPERATOR'))
      expect(next?.link).toBe(link)
    },
  )

  it('is looked at by who may not mend it, and is up to others of theirs then', () => {
    const may = () => false
    for (const [state, because] of [
      ['UNAPPROVED', null],
      ['SHORT', 'FUNDS'],
      ['BLOCKED', 'UNVERIFIED_EMPLOYER'],
    ] as const) {
      const said = paySays(pay(state, 'EMPLOYER', { because }), told('EMPLOYER', { may }))
      expect(said).toMatchObject({ who: 'EMPLOYER', next: { step: 'SEE', link: CYCLE } })
    }
  })

  it('that waits for others as well says what its contractor can mend meanwhile', () => {
    const step = (state: PayStateKind, acts: WhoActs, ...own: BlockerCode[]) =>
      paySays(pay(state, acts), told('CONTRACTOR', { own })).next?.step
    expect(step('SHORT', 'EMPLOYER', 'NO_DESTINATION')).toBe('DESTINATION')
    const two = ['BELOW_MINIMUM', 'UNVERIFIED_CONTRACTOR'] as const
    expect(step('UNAPPROVED', 'EMPLOYER', ...two)).toBe('DOCUMENTS')
    // What did not arrive waits for another account, whatever else is open.
    expect(step('FAILED', 'CONTRACTOR', 'UNVERIFIED_CONTRACTOR')).toBe('OTHER_ACCOUNT')
  })

  it('says that an approval was lost, and that nobody confirmed what was sent', () => {
    const code = (of: PayState, given: Partial<PayTold> = {}) =>
      paySays(of, told('CONTRACTOR', given)).code
    expect(code(pay('UNAPPROVED', 'EMPLOYER'), { again: true })).toBe('AGAIN')
    expect(code(pay('PLANNED', 'NOBODY'), { again: true })).toBe('AGAIN')
    expect(code(pay('DUE', 'CORRIDOR'), { again: true })).toBe('DUE')
    expect(code(pay('ON_THE_WAY', 'NOBODY', { tone: 'WAITS' }))).toBe('UNCONFIRMED')
  })

  it.each([
    ['ahead', pay('DUE', 'CORRIDOR'), '2026-11-25'],
    ['today', pay('DUE', 'CORRIDOR'), PAY_DATE],
    ['late', pay('DUE', 'CORRIDOR', { days_late: 3 }), '2026-11-30'],
    ['ahead', pay('ON_THE_WAY', 'NOBODY', { tone: 'FINE', arrives: '2026-11-30' }), PAY_DATE],
    ['today', pay('ON_THE_WAY', 'NOBODY', { tone: 'FINE', arrives: '2026-11-30' }), '2026-11-30'],
    ['late', pay('ON_THE_WAY', 'NOBODY', { tone: 'WAITS', arrives: '2026-11-30' }), '2026-12-01'],
  ] as const)('reads as %s', (when, of, today) => {
    expect(paySays(of, told('EMPLOYER', { today })).when).toBe(when)
  })
})

describe('the words', () => {
  const { employer, contractor, operator, steps } = payroll.pay
  const { actors, ...ofEmployer } = employer
  const { beside: _, ...ofContractor } = contractor

  it.each([
    ['employer', ofEmployer],
    ['contractor', ofContractor],
    ['operator', operator],
  ])('of each case stand in the catalogue of the %s', (_, cases) => {
    expect(Object.keys(cases).toSorted()).toEqual([...PAY_CODES].toSorted())
    for (const words of Object.values(cases))
      expect(Object.keys(words).slice(0, 3)).toEqual(['title', 'lead', 'brief'])
  })

  it('of each step and of each who acts stand there too', () => {
    expect(Object.keys(steps)).toEqual([...PAY_STEPS])
    expect(Object.keys(actors).toSorted()).toEqual(['YOU', ...WHO_ACTS].toSorted())
  })
})
