import { describe, expect, it } from 'vitest'
import { DESTINATION_COOLING_MS } from '#domain/destinations/destination.ts'
import { sayText } from '#server/kernel/words.ts'
import {
  BLOCKER_CODES,
  type Blocker,
  type BlockerCode,
  type HOLD_REASONS,
  holdReason,
  type PaymentFacts,
  paymentBlockers,
  toContractor,
  toOperator,
} from './blockers.ts'

const ready: PaymentFacts = {
  now: '2026-11-27T12:00:00.000Z',
  contractor: {
    name: 'Ada North',
    verification_status: 'VERIFIED',
    verification_since: null,
    suspended_at: null,
    compliance_since: null,
  },
  employer: {
    name: 'North Works',
    verification_status: 'VERIFIED',
    verification_since: null,
    suspended_at: null,
    compliance_since: null,
    is_partner: false,
  },
  approved: true,
  approved_since: '2026-11-20T00:00:00.000Z',
  destination: {
    changed_at: '2026-11-26T12:00:00.000Z',
    usable_from: '2026-11-27T12:00:00.000Z',
    deactivated_at: null,
    refused: false,
    awaits_first: false,
  },
  missing_funds: null,
  missing_funds_since: null,
  missing_rate: null,
  stale_rate: null,
  rate_unseen: null,
  rate_moved: null,
  below_minimum: null,
  too_large: null,
  frozen_since: null,
  halted_since: null,
}
const then = '2026-11-25T00:00:00.000Z'
const destination = {
  changed_at: '2026-11-01T00:00:00.000Z',
  usable_from: '2026-11-02T00:00:00.000Z',
  deactivated_at: null,
  refused: false,
  awaits_first: false,
}

/** One fact that blocks, for each code, and the hold that follows. */
const cases: [BlockerCode, Partial<PaymentFacts>, (typeof HOLD_REASONS)[number] | null][] = [
  ['HALTED', { halted_since: then }, null],
  ['NOT_APPROVED', { approved: false }, null],
  ['SUSPENDED', { employer: { ...ready.employer, suspended_at: then } }, 'COMPLIANCE'],
  ['SUSPENDED', { contractor: { ...ready.contractor, suspended_at: then } }, 'COMPLIANCE'],
  ['FROZEN', { frozen_since: then }, null],
  ['COMPLIANCE', { employer: { ...ready.employer, compliance_since: then } }, 'COMPLIANCE'],
  ['COMPLIANCE', { contractor: { ...ready.contractor, compliance_since: then } }, 'COMPLIANCE'],
  [
    'UNVERIFIED_EMPLOYER',
    { employer: { ...ready.employer, verification_status: 'UNVERIFIED' } },
    'UNVERIFIED',
  ],
  [
    'UNVERIFIED_CONTRACTOR',
    { contractor: { ...ready.contractor, verification_status: 'REJECTED' } },
    'UNVERIFIED',
  ],
  ['NO_DESTINATION', { destination: null }, 'NO_DESTINATION'],
  [
    'DESTINATION_DEACTIVATED',
    { destination: { ...destination, deactivated_at: then } },
    'NO_DESTINATION',
  ],
  ['DESTINATION_REFUSED', { destination: { ...destination, refused: true } }, 'NO_DESTINATION'],
  [
    'DESTINATION_COOLING',
    { destination: { ...destination, usable_from: '2026-11-27T12:00:00.001Z' } },
    'DESTINATION_COOLING',
  ],
  ['FIRST_PAYMENT', { destination: { ...destination, awaits_first: true } }, 'FIRST_PAYMENT'],
  ['FUNDS', { missing_funds: { currency: 'USD', minor: 1n } }, 'FUNDS'],
  ['RATE_MISSING', { missing_rate: 'USD to INR' }, null],
  ['RATE_STALE', { stale_rate: { pair: 'USD to INR', as_of: then } }, null],
  ['RATE_UNSEEN', { rate_unseen: 'USD to INR' }, null],
  ['RATE_MOVED', { rate_moved: 'USD to INR' }, null],
  ['BELOW_MINIMUM', { below_minimum: 'bitcoin, BTC' }, null],
  ['TOO_LARGE', { too_large: 'BTC' }, null],
]

describe('paymentBlockers', () => {
  it('lets a ready payment go, 24 hours after the last change to the millisecond', () => {
    expect(paymentBlockers(ready)).toEqual([])
    expect(DESTINATION_COOLING_MS).toBe(86_400_000)
  })

  it.each(cases)('%s is found, alone, with its remedy', (code, change, hold) => {
    const found = paymentBlockers({ ...ready, ...change })
    expect(found.map(blocker => blocker.code)).toEqual([code])
    expect(found[0]?.link).toMatch(/^\/[a-z]/)
    expect(found.map(({ said }) => sayText(said))).toEqual([expect.stringMatching(/^[A-Z].+\.$/)])
    expect(holdReason(found)).toBe(hold)
  })

  it('has a case here for every code', () => {
    expect([...new Set(cases.map(([code]) => code))]).toEqual([...BLOCKER_CODES])
  })

  it('tells operators alone of a list, and the others the same of either side', () => {
    const about = ['contractor', 'employer'] as const
    const said = about.map(side => {
      const [blocker] = paymentBlockers({
        ...ready,
        [side]: { ...ready[side], compliance_since: then },
      })
      return blocker as Blocker
    })
    expect(said[0]).toEqual(said[1])
    for (const blocker of said) {
      expect(JSON.stringify([sayText(toContractor(blocker).said), blocker.link])).not.toMatch(
        /list|sanction|screening/i,
      )
      expect(sayText(toOperator(blocker).said)).toMatch(/sanctions list/)
    }
  })

  it('lists all blockers at once, and holds for the weightiest', () => {
    const last = Object.assign({}, ready, ...cases.map(([, change]) => change)) as PaymentFacts
    const cooling = { ...destination, usable_from: '2026-11-27T12:00:00.001Z', awaits_first: true }
    const contractor = { ...last.contractor, compliance_since: then }
    const all = { ...last, contractor, destination: cooling }
    const found = paymentBlockers(all)
    expect(found.map(blocker => blocker.code)).toEqual([
      'HALTED',
      'NOT_APPROVED',
      'FROZEN',
      'COMPLIANCE',
      'UNVERIFIED_EMPLOYER',
      'UNVERIFIED_CONTRACTOR',
      'DESTINATION_COOLING',
      'FIRST_PAYMENT',
      'FUNDS',
      'RATE_MISSING',
      'RATE_STALE',
      'RATE_UNSEEN',
      'RATE_MOVED',
      'BELOW_MINIMUM',
      'TOO_LARGE',
    ])
    expect(holdReason(found)).toBe('COMPLIANCE')
    expect(holdReason(found.filter(({ code }) => code === 'FUNDS'))).toBe('FUNDS')
    expect(holdReason([])).toBeNull()
  })

  it.each([
    ['UNVERIFIED', 'EMPLOYER', '/dashboard/employer/kyc'],
    ['PENDING_REVIEW', 'CORRIDOR', '/operations/employers'],
    ['VERIFIED', 'EMPLOYER', '/employer/fund-payroll'],
  ] as const)(
    'sends a company that is %s for the money to what comes first',
    (status, who, link) => {
      const found = paymentBlockers({
        ...ready,
        employer: { ...ready.employer, verification_status: status },
        missing_funds: { currency: 'USD', minor: 1n },
      })
      const funds = found.find(({ code }) => code === 'FUNDS')
      expect(funds).toMatchObject({ who, link })
      expect(funds && sayText(funds.said)).toContain(
        status === 'VERIFIED' ? 'are short' : 'once Corridor has verified',
      )
    },
  )

  it('says who must act: the person while documents are missing, Corridor while it reviews', () => {
    const who = (verification_status: 'UNVERIFIED' | 'PENDING_REVIEW') =>
      paymentBlockers({ ...ready, contractor: { ...ready.contractor, verification_status } })[0]
    expect(who('UNVERIFIED')).toMatchObject({
      who: 'CONTRACTOR',
      link: '/dashboard/contractor/complete-profile',
    })
    expect(who('PENDING_REVIEW')).toMatchObject({
      who: 'CORRIDOR',
      link: '/operations/contractors',
    })
  })

  it('says until when a destination cools, and where a partner adds funds', () => {
    const cooling = paymentBlockers({
      ...ready,
      destination: {
        changed_at: '2026-11-27T11:00:00.000Z',
        usable_from: '2026-11-28T11:00:00.000Z',
        deactivated_at: null,
        refused: false,
        awaits_first: false,
      },
    })
    expect(cooling[0]).toMatchObject({
      who: 'NOBODY',
      since: '2026-11-27T11:00:00.000Z',
      until: '2026-11-28T11:00:00.000Z',
    })
    const short = paymentBlockers({
      ...ready,
      employer: { ...ready.employer, is_partner: true },
      missing_funds: { currency: 'EUR', minor: 239_600n },
    })
    expect(short.map(({ said, link }) => [sayText(said), link])).toEqual([
      [
        'Its 2396.00 EUR are not covered: the funds of North Works are short.',
        '/employer/partner/payments',
      ],
    ])
  })

  it('never tells a contractor of themselves by name, and of their employer as before', () => {
    const mine = cases.flatMap(([, facts]) => paymentBlockers({ ...ready, ...facts }))
    for (const blocker of mine) expect(sayText(toContractor(blocker).said)).not.toContain('Ada')
    const of = (facts: Partial<PaymentFacts>) =>
      paymentBlockers({ ...ready, ...facts }).map(one => sayText(toContractor(one).said))
    const suspended_at = then
    expect(of({ contractor: { ...ready.contractor, suspended_at } })).toEqual([
      'Corridor has suspended your account.',
    ])
    expect(of({ employer: { ...ready.employer, suspended_at } })).toEqual([
      'Corridor has suspended the account of North Works.',
    ])
    const verification_status = 'UNVERIFIED'
    expect(of({ employer: { ...ready.employer, verification_status } })).toEqual([
      'North Works has not sent all documents yet.',
    ])
    expect(of({ contractor: { ...ready.contractor, verification_status } })).toEqual([
      'You have not sent all your documents yet.',
    ])
  })
})
