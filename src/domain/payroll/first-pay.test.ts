import { describe, expect, it } from 'vitest'
import type { WhoActs } from '../payments/blockers.ts'
import type { PayStateKind } from '../payments/pay-state.ts'
import {
  at,
  contract,
  done,
  ENGAGED,
  HANDED_IN,
  NAMED,
  NEW,
  PERSON,
  pay,
  VERIFIED,
} from './first-pay.test-data.ts'
import {
  contractorWay,
  type EmployerWay,
  employerWay,
  type FirstPayActor,
  type FirstPayStep,
  firstPayDate,
  firstPayPlan,
} from './first-pay.ts'

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
      'invitation BEHIND EMPLOYER after company',
      'contract BEHIND EMPLOYER after invitation',
      'funding BEHIND EMPLOYER after verification',
      'first_pay BEHIND EMPLOYER after funding',
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
        contract: contract('AWAITING_SIGNATURE'),
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
      'documents BEHIND CONTRACTOR after personal_information',
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
      contract: contract('AWAITING_SIGNATURE'),
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
