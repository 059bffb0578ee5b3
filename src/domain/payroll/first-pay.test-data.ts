/** Companies and people on their way to a first pay, for the tests of it. */
import type { WhoActs } from '../payments/blockers.ts'
import type { PayStateKind } from '../payments/pay-state.ts'
import { type PayReader, type PayStep, paySays } from '../payments/pay-words.ts'
import type { ContractFact, ContractorWay, EmployerWay } from './first-pay.ts'

/** Ten in the morning of a day. */
export const at = (day: string) => new Date(`${day}T10:00:00Z`)
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
export const open = (link: string) => ({ done: false, link })
export const done = (link: string) => ({ done: true, link })
/** A company that has only signed up. */
export const NEW: EmployerWay = {
  ...NOTHING,
  is_partner: false,
  agreements: open('/terms'),
  company: { ...open('/company'), done_at: null },
  documents: open('/documents'),
  payroll: { ...open('/policy'), done_at: null },
  funding: { received_at: null, announced_at: null },
}
/** It agreed, and said who it is. */
export const NAMED: EmployerWay = {
  ...NEW,
  agreements: done('/terms'),
  agreed_at: at('2026-11-19'),
  company: { ...done('/company'), done_at: at('2026-11-20') },
}
/** Its papers are with Corridor. */
export const HANDED_IN: EmployerWay = {
  ...NAMED,
  documents: done('/documents'),
  handed_in: { at: at('2026-11-20'), on: '2026-11-20' },
  verification: 'PENDING_REVIEW',
}
/** It is verified, and has a calendar. */
export const VERIFIED: EmployerWay = {
  ...HANDED_IN,
  verification: 'VERIFIED',
  verified_at: at('2026-11-23'),
  payroll: { ...done('/policy'), done_at: at('2026-11-20') },
}
/** Somebody accepted its invitation. */
export const ENGAGED: EmployerWay = {
  ...VERIFIED,
  invited_at: at('2026-11-20'),
  accepted: { contractor_sub: 'amara', at: at('2026-11-21') },
}
/** A contractor who has only signed up. */
export const PERSON: ContractorWay = {
  ...NOTHING,
  agreements: open('/terms'),
  personal_information: { ...open('/profile'), done_at: null },
  documents: open('/profile'),
  payment_method: { ...open('/methods'), done_at: null },
  invitation_link: null,
  by_partner: false,
}

/** A contract of Amara's as it stands since November 22. */
export function contract(status: ContractFact['status']): ContractFact {
  const signed_at = status === 'ACTIVE' ? at('2026-11-23') : null
  return {
    contract_uuid: 'c1',
    contractor_sub: 'amara',
    status,
    since: at('2026-11-22'),
    signed_at,
  }
}

/** A pay of December 11 in a state, as one of both sides is told of it. */
export function pay(state: PayStateKind, acts: WhoActs, reader: PayReader = 'EMPLOYER') {
  const [today, pay_date] = ['2026-11-22', '2026-12-11']
  const until = state === 'COOLING' ? '2026-12-12T09:00:00.000Z' : null
  const of = { tone: 'WAITS', because: null, days_late: 0, arrives: null } as const
  const found = { ...of, state, acts, until }
  // Adding funds is a step of its own.
  const may = (step: PayStep) => step !== 'FUND'
  const places = { cycle: '/cycle', failed_at: 'd1' }
  return { pay_date, state: found, says: paySays(found, { reader, today, pay_date, may, places }) }
}
