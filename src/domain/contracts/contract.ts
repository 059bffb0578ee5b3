/**
 * A contract's life and terms. The employer's approval signs it, the contractor's signature makes it ACTIVE, and only an
 * ACTIVE contract earns line items (design: States, Contract).
 */

import { machine } from '#domain/kernel/machine.ts'
import type { Money } from '#domain/kernel/money.ts'
import { MAX_ROLE_LENGTH } from '#domain/kernel/names.ts'
import { addDays, isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import type { InvalidField } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'

export const CONTRACT_STATUSES = [
  'DRAFT',
  'AWAITING_SIGNATURE',
  'ACTIVE',
  'COMPLETED',
  'REJECTED',
  'EXPIRED',
  'DISCARDED',
] as const
export type ContractStatus = (typeof CONTRACT_STATUSES)[number]

/** Drawn up here, or signed elsewhere: then the terms that Corridor pays by are stated by the employer and confirmed by the contractor. */
export const CONTRACT_KINDS = ['CORRIDOR', 'OUTSIDE'] as const
export type ContractKind = (typeof CONTRACT_KINDS)[number]

/** What a contract's status is called: of an agreement that was signed elsewhere nothing is signed here, its terms are confirmed. */
export type ContractStatusWord = ContractStatus | 'AWAITING_CONFIRMATION'

/** The word for a status, which depends on what the contractor is asked for. */
export function statusWord(kind: ContractKind, status: ContractStatus): ContractStatusWord {
  return kind === 'OUTSIDE' && status === 'AWAITING_SIGNATURE' ? 'AWAITING_CONFIRMATION' : status
}

/** Whether a signed contract holds from a later day only, as a revision does before it takes the place of another; then that day. */
export function startsOn(
  status: ContractStatus,
  first: PlainDateString | undefined,
  today: PlainDateString | undefined,
): PlainDateString | undefined {
  return status === 'ACTIVE' && first && today && first > today ? first : undefined
}

/** Whether a contract that is closed still holds: today is its last day, which it pays (decision 0135). */
export function endsToday(
  status: ContractStatus,
  last: PlainDateString | null | undefined,
  today: PlainDateString | undefined,
): boolean {
  return status === 'COMPLETED' && today !== undefined && last === today
}

/** How an exhibit is read: each line as it stands, or as the Markdown of `exhibit.ts`. */
/** Whether somebody is paid for what they do: a trial or a volunteer is not, and has no rate, hours or policy. */
export const ENGAGEMENTS = ['paid', 'unpaid'] as const

export const EXHIBIT_FORMATS = ['PLAIN', 'MARKDOWN'] as const
export type ExhibitFormat = (typeof EXHIBIT_FORMATS)[number]

export type ContractAction = 'approve' | 'sign' | 'complete' | 'decline' | 'expire' | 'discard'

export const contractMachine = machine<ContractStatus, ContractAction>({
  DRAFT: { approve: 'AWAITING_SIGNATURE', discard: 'DISCARDED' },
  AWAITING_SIGNATURE: {
    sign: 'ACTIVE',
    decline: 'REJECTED',
    expire: 'EXPIRED',
    discard: 'DISCARDED',
  },
  ACTIVE: { complete: 'COMPLETED' },
  COMPLETED: {},
  REJECTED: { discard: 'DISCARDED' },
  EXPIRED: { discard: 'DISCARDED' },
  DISCARDED: {},
})

/** The notice, of either side, that an agreement drawn up here asks for; one that was signed elsewhere says its own. */
export const NOTICE_DAYS = 30

/** The first day that a notice given on a day allows as the last one of a contract; null where its agreement was signed elsewhere. */
export function noticeEnds(kind: ContractKind, given_on: PlainDateString): PlainDateString | null {
  return kind === 'OUTSIDE' ? null : addDays(given_on, NOTICE_DAYS)
}

/** How long a contract waits for the contractor's signature before it expires. */
export const SIGNATURE_DAYS = 30

/** On which days of its wait an offer's contractor is reminded; after an outage once, and not for each that was missed. */
export const OFFER_REMINDER_DAYS = [3, 7, 14, 25] as const

/** The hours of the longest period there is, a month of 31 days. */
export const MAX_SCHEDULED_HOURS_HUNDREDTHS = 31 * 24 * 100

/** So that the pay of the longest month, and the sum of thousands of them, stays a number that JSON can carry. */
export const MAX_HOURLY_RATE_MINOR = 10n ** 9n

/** The most that an exhibit may hold, in characters, so that the document stays readable and a request small. */
export const MAX_EXHIBIT_LENGTH = 10_000

export type ContractTerms = {
  readonly role: string
  readonly effective_date: PlainDateString
  readonly contract_start_date: PlainDateString
  readonly contract_end_date: PlainDateString | null
  /** Whether it is paid at all: an unpaid one needs no policy, rate or hours. */
  readonly paid: boolean
  readonly pay_policy_uuid: string | null
  readonly hourly_rate: Money | null
  readonly scheduled_hours_hundredths: number | null
  readonly exhibit_a: string | null
}

/** What is wrong with the terms, each field with its remedy; empty when a document can be made of them. */
export function checkContractTerms(terms: ContractTerms): InvalidField[] {
  return [...checkDraftTerms(terms), ...(terms.paid ? missingPay(terms) : [])]
}

/** Like `checkContractTerms`, of a draft: what is not there yet is no fault. */
export function checkDraftTerms(terms: ContractTerms): InvalidField[] {
  const found: InvalidField[] = []
  const refuse: Refuse = (field, text) => {
    if (text) found.push({ ...text, loc: ['body', field], type: 'value_error' })
  }
  const role = terms.role.trim()
  refuse('role', role === '' && textOf('contracts.terms.role'))
  refuse(
    'role',
    role.length > MAX_ROLE_LENGTH &&
      textOf('contracts.terms.roleTooLong', { most: MAX_ROLE_LENGTH }),
  )
  refuse(
    'exhibit_a',
    (terms.exhibit_a ?? '').length > MAX_EXHIBIT_LENGTH &&
      textOf('contracts.terms.exhibitTooLong', { most: MAX_EXHIBIT_LENGTH }),
  )
  checkDates(terms, refuse)
  checkPay(terms, refuse)
  return found
}

/** What a paid engagement needs before it can be offered. */
function missingPay(terms: ContractTerms): InvalidField[] {
  const missing = (field: string, text: Text) => ({
    ...text,
    loc: ['body', field],
    type: 'missing',
  })
  return [
    ...(terms.pay_policy_uuid
      ? []
      : [missing('pay_policy_uuid', textOf('contracts.terms.policyMissing'))]),
    ...(terms.hourly_rate ? [] : [missing('hourly_rate', textOf('contracts.terms.rateMissing'))]),
    ...(terms.scheduled_hours_hundredths === null
      ? [missing('scheduled_hours', textOf('contracts.terms.hoursMissing'))]
      : []),
  ]
}

type Refuse = (field: string, text: Text | false) => void

function checkDates(terms: ContractTerms, refuse: Refuse): void {
  const { effective_date, contract_start_date: start, contract_end_date: end } = terms
  const real = textOf('contracts.terms.noDate')
  refuse('effective_date', !isPlainDate(effective_date) && real)
  refuse('contract_start_date', !isPlainDate(start) && real)
  if (end === null) return
  refuse('contract_end_date', !isPlainDate(end) && real)
  if (![effective_date, start, end].every(isPlainDate)) return
  refuse('contract_end_date', end < start && textOf('contracts.terms.endsBeforeStart'))
  refuse('effective_date', effective_date > end && textOf('contracts.terms.effectiveAfterEnd'))
}

function checkPay(terms: ContractTerms, refuse: Refuse): void {
  const { hourly_rate: rate, scheduled_hours_hundredths: hours } = terms
  if (!terms.paid) {
    const none = textOf('contracts.terms.unpaid')
    refuse('pay_policy_uuid', terms.pay_policy_uuid !== null && none)
    refuse('hourly_rate', rate !== null && none)
    refuse('scheduled_hours', hours !== null && none)
    return
  }
  // Zero passes the specification's rule elsewhere; a rate and hours of nothing mean nothing (design: Other decisions).
  refuse(
    'hourly_rate',
    rate !== null && rate.minor <= 0n && textOf('contracts.terms.greaterThanZero'),
  )
  refuse(
    'hourly_rate',
    rate !== null && rate.minor > MAX_HOURLY_RATE_MINOR && textOf('contracts.terms.rateTooHigh'),
  )
  if (hours === null) return
  if (!Number.isInteger(hours) || hours <= 0)
    refuse('scheduled_hours', textOf('contracts.terms.greaterThanZero'))
  else if (hours > MAX_SCHEDULED_HOURS_HUNDREDTHS)
    refuse('scheduled_hours', textOf('contracts.terms.hoursTooMany'))
}
