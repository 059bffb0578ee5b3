/** Whose turn each step of a first pay is and since when, for both sides and in every state that it comes to. */
import { describe, expect, it } from 'vitest'
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
  type ContractorWay,
  contractorWay,
  type EmployerWay,
  employerWay,
  type FirstPayStep,
} from './first-pay.ts'

/** `done`; `who since day`; or what it takes, of what is not open yet: `who minutes after step`. */
function turnOf({ state, who, since, minutes, after, done_at }: FirstPayStep): string {
  const day = (of: Date | null) => of?.toISOString().slice(5, 10) ?? '?'
  if (state === 'DONE') return done_at ? `done ${day(done_at)}` : 'done'
  if (state === 'BEHIND')
    return [who, minutes && `${minutes} min`, 'after', after].filter(Boolean).join(' ')
  return since ? `${who} since ${day(since)}` : `${who} now`
}
const turns = (steps: readonly FirstPayStep[]) =>
  Object.fromEntries(steps.map(step => [step.key, turnOf(step)]))

const REFUSED: EmployerWay = {
  ...HANDED_IN,
  verification: 'REJECTED',
  refused_at: at('2026-11-24'),
}
const SENT_BACK: EmployerWay = { ...REFUSED, documents: NAMED.documents }
const INVITED: EmployerWay = { ...VERIFIED, invited_at: at('2026-11-21') }
const DRAFTED: EmployerWay = { ...ENGAGED, contract: contract('DRAFT') }
const OFFERED: EmployerWay = {
  ...ENGAGED,
  contract: contract('AWAITING_SIGNATURE'),
  funding: { received_at: null, announced_at: at('2026-11-24') },
}
const READY: EmployerWay = {
  ...ENGAGED,
  contract: contract('ACTIVE'),
  funding: { received_at: at('2026-11-25'), announced_at: at('2026-11-24') },
}

const COMPANIES: readonly [string, EmployerWay, Record<string, string>][] = [
  [
    'signed up',
    NEW,
    {
      agreements: 'EMPLOYER since 11-18',
      company: 'EMPLOYER 4 min after agreements',
      documents: 'EMPLOYER 4 min after agreements',
      verification: 'CORRIDOR after documents',
      payroll: 'EMPLOYER 2 min after agreements',
      invitation: 'EMPLOYER 1 min after company',
      contract: 'EMPLOYER 5 min after invitation',
      funding: 'EMPLOYER 3 min after verification',
      first_pay: 'EMPLOYER 2 min after funding',
    },
  ],
  [
    'agreed, and nothing else',
    { ...NEW, agreements: done('/terms'), agreed_at: at('2026-11-19') },
    {
      agreements: 'done 11-19',
      company: 'EMPLOYER since 11-19',
      documents: 'EMPLOYER since 11-19',
      verification: 'CORRIDOR after documents',
      payroll: 'EMPLOYER since 11-19',
      invitation: 'EMPLOYER 1 min after company',
      contract: 'EMPLOYER 5 min after invitation',
      funding: 'EMPLOYER 3 min after verification',
      first_pay: 'EMPLOYER 2 min after funding',
    },
  ],
  [
    'handed in: Corridor’s turn, and what needs no answer goes on',
    HANDED_IN,
    {
      agreements: 'done 11-19',
      company: 'done 11-20',
      documents: 'done 11-20',
      verification: 'CORRIDOR since 11-20',
      payroll: 'EMPLOYER since 11-19',
      invitation: 'EMPLOYER since 11-20',
      contract: 'EMPLOYER 5 min after invitation',
      funding: 'EMPLOYER 3 min after verification',
      first_pay: 'EMPLOYER 2 min after funding',
    },
  ],
  ['refused', REFUSED, { verification: 'EMPLOYER since 11-24' }],
  ['refused, and a paper is missing', SENT_BACK, { documents: 'EMPLOYER since 11-19' }],
  [
    'verified, and nobody is invited',
    VERIFIED,
    {
      verification: 'done 11-23',
      payroll: 'done 11-20',
      invitation: 'EMPLOYER since 11-20',
      contract: 'EMPLOYER 5 min after invitation',
      funding: 'EMPLOYER since 11-23',
      first_pay: 'EMPLOYER 2 min after funding',
    },
  ],
  [
    'invited: the contractor’s turn',
    INVITED,
    { invitation: 'CONTRACTOR since 11-21', contract: 'EMPLOYER 5 min after invitation' },
  ],
  ['accepted', ENGAGED, { invitation: 'done 11-21', contract: 'EMPLOYER since 11-21' }],
  ['a contract is drafted', DRAFTED, { contract: 'EMPLOYER since 11-22' }],
  [
    'a contract is offered and money announced',
    OFFERED,
    {
      contract: 'CONTRACTOR since 11-22',
      funding: 'CORRIDOR since 11-24',
      first_pay: 'EMPLOYER 2 min after funding',
    },
  ],
  [
    'all but the pay is done, and its period is not over',
    { ...READY, pay: pay('PLANNED', 'NOBODY') },
    { contract: 'done 11-23', funding: 'done 11-25', first_pay: 'EMPLOYER now' },
  ],
  [
    'the pay waits for its approval',
    { ...READY, pay: pay('UNAPPROVED', 'EMPLOYER') },
    { first_pay: 'EMPLOYER now' },
  ],
  ['the pay is to leave', { ...READY, pay: pay('DUE', 'CORRIDOR') }, { first_pay: 'CORRIDOR now' }],
  [
    'the pay failed',
    { ...READY, pay: pay('FAILED', 'CONTRACTOR') },
    { first_pay: 'CONTRACTOR now' },
  ],
  [
    'the pay is on its way',
    { ...READY, pay: pay('ON_THE_WAY', 'NOBODY') },
    { first_pay: 'NOBODY now' },
  ],
  [
    'a partner, which has neither calendar nor contracts',
    { ...VERIFIED, is_partner: true },
    { invitation: 'EMPLOYER since 11-20', first_pay: 'EMPLOYER 2 min after funding' },
  ],
]

const AGREED: ContractorWay = { ...PERSON, agreements: done('/terms'), agreed_at: at('2026-11-19') }
const KNOWN: ContractorWay = {
  ...AGREED,
  personal_information: { ...done('/profile'), done_at: at('2026-11-20') },
}
const SENT: ContractorWay = {
  ...KNOWN,
  documents: done('/profile'),
  handed_in: { at: at('2026-11-21'), on: '2026-11-21' },
  verification: 'PENDING_REVIEW',
}
const JOINED: ContractorWay = {
  ...SENT,
  verification: 'VERIFIED',
  verified_at: at('2026-11-23'),
  payment_method: { ...done('/methods'), done_at: at('2026-11-20') },
  accepted: { contractor_sub: 'amara', at: at('2026-11-21') },
}

const PEOPLE: readonly [string, ContractorWay, Record<string, string>][] = [
  [
    'signed up, and nobody has invited them',
    PERSON,
    {
      agreements: 'CONTRACTOR since 11-18',
      personal_information: 'CONTRACTOR 3 min after agreements',
      documents: 'CONTRACTOR 3 min after personal_information',
      verification: 'CORRIDOR after documents',
      payment_method: 'CONTRACTOR 2 min after agreements',
      invitation: 'EMPLOYER since 11-18',
      contract: 'EMPLOYER 5 min after invitation',
      first_pay: 'EMPLOYER after contract',
    },
  ],
  [
    'agreed, and invited',
    { ...AGREED, invited_at: at('2026-11-17'), invitation_link: '/invitation' },
    {
      agreements: 'done 11-19',
      personal_information: 'CONTRACTOR since 11-19',
      documents: 'CONTRACTOR 3 min after personal_information',
      verification: 'CORRIDOR after documents',
      payment_method: 'CONTRACTOR since 11-19',
      invitation: 'CONTRACTOR since 11-17',
      contract: 'EMPLOYER 5 min after invitation',
      first_pay: 'EMPLOYER after contract',
    },
  ],
  [
    'said who they are',
    KNOWN,
    { personal_information: 'done 11-20', documents: 'CONTRACTOR since 11-20' },
  ],
  ['handed in', SENT, { documents: 'done 11-21', verification: 'CORRIDOR since 11-21' }],
  [
    'refused',
    { ...SENT, verification: 'REJECTED', refused_at: at('2026-11-24') },
    { verification: 'CONTRACTOR since 11-24' },
  ],
  [
    'joined: the employer writes the contract',
    JOINED,
    {
      verification: 'done 11-23',
      payment_method: 'done 11-20',
      invitation: 'done 11-21',
      contract: 'EMPLOYER since 11-21',
      first_pay: 'EMPLOYER after contract',
    },
  ],
  [
    'offered a contract before they agreed to anything',
    { ...PERSON, accepted: JOINED.accepted, contract: contract('AWAITING_SIGNATURE') },
    { contract: 'CONTRACTOR 5 min after agreements' },
  ],
  [
    'offered a contract',
    { ...JOINED, contract: contract('AWAITING_SIGNATURE') },
    { contract: 'CONTRACTOR since 11-22', first_pay: 'EMPLOYER after contract' },
  ],
  [
    'signed, and their pay waits for its approval',
    { ...JOINED, contract: contract('ACTIVE'), pay: pay('UNAPPROVED', 'EMPLOYER', 'CONTRACTOR') },
    { contract: 'done 11-23', first_pay: 'EMPLOYER now' },
  ],
  [
    'their account refused it',
    { ...JOINED, contract: contract('ACTIVE'), pay: pay('FAILED', 'CONTRACTOR', 'CONTRACTOR') },
    { first_pay: 'CONTRACTOR now' },
  ],
  [
    'paid by a partner, without a contract',
    { ...KNOWN, by_partner: true },
    { first_pay: 'EMPLOYER after invitation' },
  ],
]

const WAYS = [
  ...COMPANIES.map(
    ([name, facts, says]) => [`a company ${name}`, employerWay(facts), says] as const,
  ),
  ...PEOPLE.map(([name, facts, says]) => [`a person ${name}`, contractorWay(facts), says] as const),
]

describe('whose turn a step is', () => {
  it.each(WAYS)('%s', (_name, steps, says) => {
    expect(turns(steps)).toMatchObject(says)
  })

  it.each(WAYS)(
    'waits since a day only where it is open, and leads nowhere behind another: %s',
    (_name, steps) => {
      for (const { state, since, by, until, link, after } of steps) {
        if (state !== 'OPEN')
          expect({ since, by, until }).toEqual({ since: null, by: null, until: null })
        if (state === 'BEHIND') expect(link).toBeNull()
        expect(after !== null).toBe(state === 'BEHIND')
      }
    },
  )

  it('is said here of every step in every state that it comes to', () => {
    const seen = (ways: readonly FirstPayStep[][]) =>
      [...Map.groupBy(ways.flat(), ({ key }) => key)].map(([key, steps]) =>
        [
          key,
          ...['BEHIND', 'OPEN', 'DONE'].filter(of => steps.some(({ state }) => state === of)),
        ].join(' '),
      )
    // Nothing comes before the agreements; who is paid is asked for no more once the pay is settled; an invitation needs nothing of who gets it.
    expect(seen(COMPANIES.map(([, facts]) => employerWay(facts)))).toEqual([
      'agreements OPEN DONE',
      'company BEHIND OPEN DONE',
      'documents BEHIND OPEN DONE',
      'verification BEHIND OPEN DONE',
      'payroll BEHIND OPEN DONE',
      'invitation BEHIND OPEN DONE',
      'contract BEHIND OPEN DONE',
      'funding BEHIND OPEN DONE',
      'first_pay BEHIND OPEN',
    ])
    expect(seen(PEOPLE.map(([, facts]) => contractorWay(facts)))).toEqual([
      'agreements OPEN DONE',
      'personal_information BEHIND OPEN DONE',
      'documents BEHIND OPEN DONE',
      'verification BEHIND OPEN DONE',
      'payment_method BEHIND OPEN DONE',
      'invitation OPEN DONE',
      'contract BEHIND OPEN DONE',
      'first_pay BEHIND OPEN',
    ])
  })
})
