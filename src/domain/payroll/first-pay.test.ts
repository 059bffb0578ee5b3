import { describe, expect, it } from 'vitest'
import type { WhoActs } from '../payments/blockers.ts'
import type { PayStateKind } from '../payments/pay-state.ts'
import { type PayReader, type PayStep, paySays } from '../payments/pay-words.ts'
import {
  type ContractorWay,
  contractorWay,
  type EmployerWay,
  employerWay,
  type FirstPayActor,
  type FirstPayStep,
  firstPayDate,
  firstPayPlan,
} from './first-pay.ts'

const at = (day: string) => new Date(`${day}T10:00:00Z`)
const NOTHING = {
  today: '2026-11-20',
  began_at: at('2026-11-18'),
  refused_at: null,
  handed_in: null,
  verification: 'UNVERIFIED',
  verified_at: null,
  agreed_at: null,
  invited_at: null,
  accepted: null,
  contract: null,
  pay: null,
} as const
const open = (link: string) => ({ done: false, link })
const done = (link: string) => ({ done: true, link })
const NEW: EmployerWay = {
  ...NOTHING,
  is_partner: false,
  agreements: open('/terms'),
  company: { ...open('/company'), done_at: null },
  documents: open('/documents'),
  payroll: { ...open('/policy'), done_at: null },
  funding: { received_at: null, announced_at: null },
}
const NAMED: EmployerWay = {
  ...NEW,
  agreements: done('/terms'),
  agreed_at: at('2026-11-19'),
  company: { ...done('/company'), done_at: at('2026-11-20') },
}
const HANDED_IN: EmployerWay = {
  ...NAMED,
  documents: done('/documents'),
  handed_in: { at: at('2026-11-20'), on: '2026-11-20' },
  verification: 'PENDING_REVIEW',
}
const VERIFIED: EmployerWay = {
  ...HANDED_IN,
  verification: 'VERIFIED',
  verified_at: at('2026-11-23'),
  payroll: { ...done('/policy'), done_at: at('2026-11-20') },
}
const ENGAGED: EmployerWay = {
  ...VERIFIED,
  invited_at: at('2026-11-20'),
  accepted: { contractor_sub: 'amara', at: at('2026-11-21') },
}
const PERSON: ContractorWay = {
  ...NOTHING,
  agreements: open('/terms'),
  personal_information: { ...open('/profile'), done_at: null },
  documents: open('/profile'),
  payment_method: { ...open('/methods'), done_at: null },
  invitation_link: null,
  by_partner: false,
}

/** Each step as `key state who`, with the step that it is behind. */
const said = (steps: readonly FirstPayStep[]) =>
  steps.map(({ key, state, who, after }) =>
    [key, state, who, ...(after ? [`after ${after}`] : [])].join(' '),
  )
const of = (steps: readonly FirstPayStep[], key: FirstPayStep['key']) =>
  steps.find(step => step.key === key)

describe('the way of an employer', () => {
  it('begins with the agreements, and everything else is behind something', () => {
    expect(said(employerWay(NEW))).toEqual([
      'agreements OPEN EMPLOYER',
      'company BEHIND EMPLOYER after agreements',
      'documents BEHIND EMPLOYER after agreements',
      'verification BEHIND CORRIDOR after documents',
      'payroll BEHIND EMPLOYER after agreements',
      'invitation BEHIND EMPLOYER after agreements',
      'contract BEHIND EMPLOYER after payroll',
      'funding BEHIND EMPLOYER after verification',
      'first_pay BEHIND EMPLOYER after contract',
    ])
  })

  it.each<[string, EmployerWay, string[]]>([
    [
      'while Corridor looks at the documents, all that needs no answer goes on',
      HANDED_IN,
      ['verification OPEN CORRIDOR', 'payroll OPEN EMPLOYER', 'invitation OPEN EMPLOYER'],
    ],
    [
      'after an invitation the contractor acts',
      { ...VERIFIED, invited_at: at('2026-11-20') },
      ['invitation OPEN CONTRACTOR', 'funding OPEN EMPLOYER'],
    ],
    [
      'an accepted one leads to the contract',
      ENGAGED,
      ['contract OPEN EMPLOYER', 'funding OPEN EMPLOYER'],
    ],
    [
      'a contract that was sent waits for the contractor, money that was announced for Corridor',
      {
        ...ENGAGED,
        contract: {
          contract_uuid: 'c1',
          contractor_sub: 'amara',
          status: 'AWAITING_SIGNATURE',
          since: at('2026-11-22'),
          signed_at: null,
        },
        funding: { received_at: null, announced_at: at('2026-11-23') },
      },
      ['contract OPEN CONTRACTOR', 'funding OPEN CORRIDOR'],
    ],
    [
      'pay that is open is approved, whether or not its money is there',
      { ...ENGAGED, pay: pay('UNAPPROVED', 'EMPLOYER') },
      ['contract OPEN EMPLOYER', 'funding OPEN EMPLOYER', 'first_pay OPEN EMPLOYER'],
    ],
    [
      'pay that is approved is Corridor’s',
      { ...ENGAGED, pay: pay('DUE', 'CORRIDOR') },
      ['contract OPEN EMPLOYER', 'funding OPEN EMPLOYER', 'first_pay OPEN CORRIDOR'],
    ],
  ])('%s', (_name, facts, expected) => {
    const now = said(employerWay(facts)).filter(step => step.split(' ')[1] === 'OPEN')
    expect(now).toEqual(expected)
  })

  it('does not say that Corridor reviews what was sent without the details of the company', () => {
    const half = employerWay({ ...HANDED_IN, documents: { done: false, link: '/documents' } })
    expect(of(half, 'verification')).toMatchObject({
      state: 'BEHIND',
      after: 'documents',
      by: null,
    })
  })

  it('says until when Corridor reviews, a working day after the documents came, and since when it does', () => {
    expect(of(employerWay(HANDED_IN), 'verification')).toMatchObject({
      since: at('2026-11-20'),
      by: '2026-11-23',
      link: null,
    })
    expect(of(employerWay(VERIFIED), 'verification')).toMatchObject({
      state: 'DONE',
      done_at: at('2026-11-23'),
      by: null,
    })
  })

  it('says of each step whom it waits for and since when, also of what is behind another', () => {
    const waits = (facts: EmployerWay) =>
      employerWay(facts).map(({ key, state, who, since, after, meanwhile }) =>
        [
          key,
          ...(state === 'DONE' ? [] : [who, since?.toISOString().slice(0, 10) ?? '?']),
          ...(meanwhile ? [after, meanwhile.who, meanwhile.since?.toISOString().slice(0, 10)] : []),
        ].join(' '),
      )
    expect(waits(NEW).slice(0, 4)).toEqual([
      'agreements EMPLOYER 2026-11-18',
      'company EMPLOYER ? agreements EMPLOYER 2026-11-18',
      'documents EMPLOYER ? agreements EMPLOYER 2026-11-18',
      'verification CORRIDOR ? documents EMPLOYER 2026-11-18',
    ])
    expect(waits(NAMED)).toEqual([
      'agreements',
      'company',
      'documents EMPLOYER 2026-11-19',
      'verification CORRIDOR ? documents EMPLOYER 2026-11-19',
      'payroll EMPLOYER 2026-11-19',
      'invitation EMPLOYER 2026-11-20',
      'contract EMPLOYER ? payroll EMPLOYER 2026-11-19',
      'funding EMPLOYER ? verification EMPLOYER 2026-11-19',
      'first_pay EMPLOYER ? contract EMPLOYER 2026-11-19',
    ])
    expect(waits(HANDED_IN)).toContain('funding EMPLOYER ? verification CORRIDOR 2026-11-20')
    expect(waits(VERIFIED)).toContain('funding EMPLOYER 2026-11-23')
    expect(waits(ENGAGED)).toContain('contract EMPLOYER 2026-11-21')
    const refused = {
      ...HANDED_IN,
      verification: 'REJECTED',
      refused_at: at('2026-11-24'),
    } as const
    expect(waits(refused)).toContain('verification EMPLOYER 2026-11-24')
  })

  it('gives a refused review back to who handed in', () => {
    const refused = employerWay({ ...HANDED_IN, verification: 'REJECTED' })
    expect(of(refused, 'verification')).toMatchObject({
      state: 'OPEN',
      who: 'EMPLOYER',
      link: '/documents',
    })
  })

  it('has a link at every step that somebody may open, and none behind another', () => {
    for (const facts of [NEW, NAMED, HANDED_IN, VERIFIED, ENGAGED])
      for (const step of employerWay(facts)) {
        if (step.state === 'BEHIND') expect(step.link).toBeNull()
        if (step.state === 'OPEN' && step.who === 'EMPLOYER') expect(step.link).toMatch(/^\//)
        expect(step.state === 'BEHIND').toBe(step.after !== null)
      }
  })

  it('of a partner has no calendar and no contracts', () => {
    const keys = employerWay({ ...NEW, is_partner: true }).map(({ key }) => key)
    expect(keys).toEqual([
      'agreements',
      'company',
      'documents',
      'verification',
      'invitation',
      'funding',
      'first_pay',
    ])
  })
})

describe('the way of a contractor', () => {
  it('waits for an employer where nobody invited', () => {
    expect(said(contractorWay(PERSON))).toEqual([
      'agreements OPEN CONTRACTOR',
      'personal_information BEHIND CONTRACTOR after agreements',
      'documents BEHIND CONTRACTOR after agreements',
      'verification BEHIND CORRIDOR after documents',
      'payment_method BEHIND CONTRACTOR after agreements',
      'invitation OPEN EMPLOYER',
      'contract BEHIND EMPLOYER after invitation',
      'first_pay BEHIND EMPLOYER after contract',
    ])
  })

  it('answers an invitation and signs a contract itself', () => {
    const invited = contractorWay({
      ...PERSON,
      agreements: done('/terms'),
      invited_at: at('2026-11-20'),
      invitation_link: '/contractor/invitations/northwind.test',
    })
    expect(of(contractorWay(PERSON), 'invitation')?.since).toEqual(at('2026-11-18'))
    expect(of(invited, 'invitation')).toMatchObject({
      state: 'OPEN',
      who: 'CONTRACTOR',
      link: '/contractor/invitations/northwind.test',
      since: at('2026-11-20'),
    })
    const offered = contractorWay({
      ...PERSON,
      agreements: done('/terms'),
      accepted: { contractor_sub: 'amara', at: at('2026-11-21') },
      contract: {
        contract_uuid: 'c1',
        contractor_sub: 'amara',
        status: 'AWAITING_SIGNATURE',
        since: at('2026-11-22'),
        signed_at: null,
      },
    })
    expect(of(offered, 'contract')).toMatchObject({
      state: 'OPEN',
      who: 'CONTRACTOR',
      link: '/contractor/contracts?contract=c1',
      since: at('2026-11-22'),
    })
  })

  it.each<[PayStateKind, WhoActs, FirstPayActor]>([
    // It will wait for its employer once its period is over.
    ['PLANNED', 'NOBODY', 'EMPLOYER'],
    ['UNAPPROVED', 'EMPLOYER', 'EMPLOYER'],
    ['SHORT', 'EMPLOYER', 'EMPLOYER'],
    ['SHORT', 'CORRIDOR', 'CORRIDOR'],
    ['BLOCKED', 'CONTRACTOR', 'CONTRACTOR'],
    ['BLOCKED', 'CORRIDOR', 'CORRIDOR'],
    ['COOLING', 'NOBODY', 'NOBODY'],
    ['DUE', 'CORRIDOR', 'CORRIDOR'],
    ['ON_THE_WAY', 'NOBODY', 'NOBODY'],
    ['FAILED', 'CONTRACTOR', 'CONTRACTOR'],
  ])('waits, %s (%s), for the same as every screen says: %s', (state, acts, who) => {
    const facts = pay(state, acts, 'CONTRACTOR')
    expect(of(contractorWay({ ...PERSON, pay: facts }), 'first_pay')).toMatchObject({
      ...{ state: 'OPEN', who, by: '2026-12-11', until: facts.state.until },
      link: facts.says.next?.link ?? null,
      minutes: who === 'CONTRACTOR' ? 2 : null,
    })
    const own = pay(state, acts)
    expect(of(employerWay({ ...ENGAGED, pay: own }), 'first_pay')).toMatchObject({
      ...{ who, until: own.state.until, link: '/cycle', minutes: who === 'EMPLOYER' ? 2 : null },
    })
  })
})

/** A pay of December 11 in a state, as one of both sides is told of it. */
function pay(state: PayStateKind, acts: WhoActs, reader: PayReader = 'EMPLOYER') {
  const [today, pay_date] = ['2026-11-22', '2026-12-11']
  const until = state === 'COOLING' ? '2026-12-12T09:00:00.000Z' : null
  const of = { tone: 'WAITS', because: null, days_late: 0, arrives: null } as const
  const found = { ...of, state, acts, until }
  // Adding funds is a step of its own.
  const may = (step: PayStep) => step !== 'FUND'
  const places = { cycle: '/cycle', failed_at: 'd1' }
  return { pay_date, state: found, says: paySays(found, { reader, today, pay_date, may, places }) }
}

describe('the first pay date', () => {
  const dates = ['2026-11-20', '2026-11-22', '2026-11-27']

  it('leaves time for what is still ahead, and none where nothing is', () => {
    expect(firstPayDate(dates, employerWay(NAMED), '2026-11-20')).toBe('2026-11-27')
    expect(firstPayDate(dates, [], '2026-11-20')).toBe('2026-11-20')
    expect(firstPayDate(['2026-11-21'], employerWay(NAMED), '2026-11-20')).toBeUndefined()
  })

  it('says by when what is left has to be done, on working days, and today at the earliest', () => {
    const plan = (facts: EmployerWay, pay_date: string, today = '2026-11-20') =>
      firstPayPlan(employerWay(facts), pay_date, today).map(({ key, date }) => `${date} ${key}`)
    expect(plan(HANDED_IN, '2026-12-11')).toEqual([
      '2026-11-23 verification',
      '2026-12-08 contract',
      '2026-12-08 funding',
      '2026-12-09 first_pay',
      '2026-12-11 leaves',
    ])
    // A pay date after a weekend, and one that is near.
    expect(plan(VERIFIED, '2026-12-07')).toContain('2026-12-02 funding')
    expect(plan(NAMED, '2026-11-23')).toEqual([
      '2026-11-20 documents',
      '2026-11-23 verification',
      '2026-11-20 contract',
      '2026-11-20 funding',
      '2026-11-20 first_pay',
      '2026-11-23 leaves',
    ])
  })
})
