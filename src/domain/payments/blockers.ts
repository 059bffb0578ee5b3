/**
 * "Why isn't this paid?" One function lists every blocker of a payment. The executor refuses exactly by it, and employer,
 * contractor and operator read the same answer (design: Promise 3).
 */

import { formatMoney, type Money } from '#domain/kernel/money.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import { KEPT_STATUSES } from './lost.ts'

export const BLOCKER_CODES = [
  'HALTED',
  'NOT_APPROVED',
  'SUSPENDED',
  'FROZEN',
  'COMPLIANCE',
  'UNVERIFIED_EMPLOYER',
  'UNVERIFIED_CONTRACTOR',
  'NO_DESTINATION',
  'DESTINATION_DEACTIVATED',
  'DESTINATION_REFUSED',
  'DESTINATION_COOLING',
  'FIRST_PAYMENT',
  'FUNDS',
  'RATE_MISSING',
  'RATE_STALE',
  'RATE_UNSEEN',
  'RATE_MOVED',
  'BELOW_MINIMUM',
  'TOO_LARGE',
] as const
export type BlockerCode = (typeof BLOCKER_CODES)[number]

/** Why a payment stays behind when others leave: what blocks it, or that it failed or came back and nobody retried it. */
export const STAY_CODES = [...BLOCKER_CODES, ...KEPT_STATUSES] as const
export type StayCode = (typeof STAY_CODES)[number]

/** Why a payment that was asked for is not executed: what blocks it, or that it is unknown, not due, or first to be retried. */
export const REFUSAL_CODES = [...BLOCKER_CODES, 'NOT_FOUND', 'NOT_DUE', 'NOT_SCHEDULED'] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** The reasons for a HELD payment (design: States, Payment). */
export const HOLD_REASONS = [
  'COMPLIANCE',
  'UNVERIFIED',
  'NO_DESTINATION',
  'DESTINATION_COOLING',
  'FIRST_PAYMENT',
  'FUNDS',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Who must act; NOBODY where only time must pass. */
export const WHO_ACTS = ['EMPLOYER', 'CONTRACTOR', 'CORRIDOR', 'NOBODY'] as const
export type WhoActs = (typeof WHO_ACTS)[number]

export type Blocker = {
  readonly code: BlockerCode
  readonly said: Text
  readonly who: WhoActs
  /** The web path where that is done. */
  readonly link: string
  readonly since: string | null
  readonly until: string | null
}

/** How far a rate may have moved since the approval: 1 %, in basis points (design: Executing payments). */
export const RATE_TOLERANCE_BPS = 100

export type PartyFacts = {
  readonly name: string
  readonly verification_status: VerificationStatus
  readonly verification_since: string | null
  readonly suspended_at: string | null
  /** Since when operators look at something about them before they are paid. */
  readonly compliance_since: string | null
}

export type PaymentFacts = {
  /** The instant at which the question is asked. */
  readonly now: string
  readonly contractor: PartyFacts
  readonly employer: PartyFacts & { readonly is_partner: boolean }
  /** Whether the line item is APPROVED and goes where it was approved to. One that does not any more is soon taken back by payroll. */
  readonly approved: boolean
  readonly approved_since: string | null
  readonly destination: {
    /** The last change of the account, of the wallet or of its percentage. */
    readonly changed_at: string
    /** Nothing is paid there before. */
    readonly usable_from: string
    readonly deactivated_at: string | null
    /** Whether something did not arrive there and is kept, so that what was never tried would not arrive either. */
    readonly refused: boolean
    /** Whether it waits until its contractor says that a small first payment is there. */
    readonly awaits_first: boolean
  } | null
  /** What is missing in the employer's account for this payment, or null when its money is reserved. */
  readonly missing_funds: Money | null
  readonly missing_funds_since: string | null
  /** The pair for which a rate is needed and not to be had, such as `USD to INR`; else null. */
  readonly missing_rate: string | null
  /** The pair whose newest rate is too old to pay by, with its time; else null. */
  readonly stale_rate: { readonly pair: string; readonly as_of: string } | null
  /** The pair of which no rate was known when it was approved, so that nobody saw what arrives; else null. */
  readonly rate_unseen: string | null
  /** The pair whose rate moved further than the tolerance since the approval. */
  readonly rate_moved: string | null
  /** The rail and currency whose minimum the payment does not reach; else null. */
  readonly below_minimum: string | null
  /** The currency in which the payment comes to more than one can be; else null. */
  readonly too_large: string | null
  readonly frozen_since: string | null
  /** Since when execution is halted for everyone, after a broken invariant; else null. */
  readonly halted_since: string | null
}

type Answer = Omit<Blocker, 'since' | 'until'> & Partial<Pick<Blocker, 'since' | 'until'>>

/** Every reason why the payment cannot be executed now, in the order of `BLOCKER_CODES`; empty when it can. */
export function paymentBlockers(facts: PaymentFacts): Blocker[] {
  const answers: (Answer | false)[] = [
    ...platformBlockers(facts),
    ...partyBlockers(facts),
    ...destinationBlockers(facts),
    ...moneyBlockers(facts),
  ]
  return answers
    .filter(answer => answer !== false)
    .map(answer => ({ since: null, until: null, ...answer }))
    .sort((a, b) => BLOCKER_CODES.indexOf(a.code) - BLOCKER_CODES.indexOf(b.code))
}

function platformBlockers(facts: PaymentFacts): (Answer | false)[] {
  const { halted_since, frozen_since } = facts
  return [
    halted_since !== null && {
      code: 'HALTED',
      said: textOf('payments.blockers.HALTED'),
      who: 'CORRIDOR',
      link: '/operations/transactions',
      since: halted_since,
    },
    !facts.approved && {
      code: 'NOT_APPROVED',
      said: textOf('payments.blockers.NOT_APPROVED', { employer: facts.employer.name }),
      who: 'EMPLOYER',
      link: '/employer/payroll-run',
      since: facts.approved_since,
    },
    frozen_since !== null && {
      code: 'FROZEN',
      said: textOf('payments.blockers.FROZEN'),
      who: 'CORRIDOR',
      link: '/operations/transactions',
      since: frozen_since,
    },
  ]
}

function partyBlockers({ contractor, employer }: PaymentFacts): (Answer | false)[] {
  const suspended = (party: PartyFacts, link: string): Answer | false =>
    party.suspended_at !== null && {
      code: 'SUSPENDED',
      said: textOf('payments.blockers.SUSPENDED', { name: party.name }),
      who: 'CORRIDOR',
      link,
      since: party.suspended_at,
    }
  // The same words for either, and for whoever reads them: nobody is told what is looked at, or of whom.
  const waits_since = [contractor.compliance_since, employer.compliance_since]
    .filter(since => since !== null)
    .sort()[0]
  return [
    waits_since !== undefined && {
      code: 'COMPLIANCE',
      said: textOf('payments.blockers.COMPLIANCE'),
      who: 'CORRIDOR',
      link: '/operations/transactions',
      since: waits_since,
    },
    suspended(employer, '/operations/employers'),
    suspended(contractor, '/operations/contractors'),
    ...employerBlockers(employer),
    unverified(contractor, {
      code: 'UNVERIFIED_CONTRACTOR',
      who: 'CONTRACTOR',
      link: '/dashboard/contractor/complete-profile',
      review: '/operations/contractors',
    }),
  ]
}

function employerBlockers(employer: PartyFacts): Answer[] {
  const found = unverified(employer, {
    code: 'UNVERIFIED_EMPLOYER',
    who: 'EMPLOYER',
    link: '/dashboard/employer/kyc',
    review: '/operations/employers',
  })
  return found ? [found] : []
}

type VerificationWords = Pick<Blocker, 'code' | 'who' | 'link'> & { review: string }

function unverified(
  { name, verification_status: status, verification_since: since }: PartyFacts,
  { review, ...own }: VerificationWords,
): Answer | false {
  switch (status) {
    case 'VERIFIED':
      return false
    case 'PENDING_REVIEW': {
      const said = textOf('payments.blockers.PENDING_REVIEW', { name })
      return { code: own.code, said, who: 'CORRIDOR', link: review, since }
    }
    case 'REJECTED':
      return { ...own, said: textOf('payments.blockers.REJECTED', { name }), since }
    case 'UNVERIFIED':
      return { ...own, said: textOf('payments.blockers.UNVERIFIED', { name }), since }
  }
}

function destinationBlockers({ destination, contractor, now }: PaymentFacts): (Answer | false)[] {
  const link = '/contractor/payment-methods'
  if (!destination)
    return [
      {
        code: 'NO_DESTINATION',
        said: textOf('payments.blockers.NO_DESTINATION', { contractor: contractor.name }),
        who: 'CONTRACTOR',
        link,
      },
    ]
  return [
    destination.deactivated_at !== null && {
      code: 'DESTINATION_DEACTIVATED',
      said: textOf('payments.blockers.DESTINATION_DEACTIVATED', { contractor: contractor.name }),
      who: 'CONTRACTOR',
      link,
      since: destination.deactivated_at,
    },
    destination.refused && {
      code: 'DESTINATION_REFUSED',
      said: textOf('payments.blockers.DESTINATION_REFUSED', { contractor: contractor.name }),
      who: 'CONTRACTOR',
      link,
    },
    Date.parse(now) < Date.parse(destination.usable_from) && {
      code: 'DESTINATION_COOLING',
      said: textOf('payments.blockers.DESTINATION_COOLING'),
      who: 'NOBODY',
      link,
      since: destination.changed_at,
      until: new Date(destination.usable_from).toISOString(),
    },
    destination.awaits_first && {
      code: 'FIRST_PAYMENT',
      said: textOf('payments.blockers.FIRST_PAYMENT', { contractor: contractor.name }),
      who: 'CONTRACTOR',
      link,
    },
  ]
}

function moneyBlockers(facts: PaymentFacts): (Answer | false)[] {
  const { missing_funds, missing_rate, stale_rate, rate_unseen, rate_moved, below_minimum } = facts
  const { employer, too_large } = facts
  return [
    missing_funds !== null && fundsBlocker(facts, missing_funds),
    missing_rate !== null && {
      code: 'RATE_MISSING',
      said: textOf('payments.blockers.RATE_MISSING', { pair: missing_rate }),
      who: 'CORRIDOR',
      link: '/operations/funds',
    },
    stale_rate !== null && {
      code: 'RATE_STALE',
      said: textOf('payments.blockers.RATE_STALE', {
        pair: stale_rate.pair,
        date: formatDate(stale_rate.as_of.slice(0, 10)),
      }),
      who: 'CORRIDOR',
      link: '/operations/funds',
      since: stale_rate.as_of,
    },
    rate_unseen !== null && {
      code: 'RATE_UNSEEN',
      said: textOf('payments.blockers.RATE_UNSEEN', { pair: rate_unseen, employer: employer.name }),
      who: 'EMPLOYER',
      link: '/employer/payroll-run',
    },
    rate_moved !== null && {
      code: 'RATE_MOVED',
      said: textOf('payments.blockers.RATE_MOVED', { pair: rate_moved, employer: employer.name }),
      who: 'EMPLOYER',
      link: '/employer/payroll-run',
    },
    below_minimum !== null && {
      code: 'BELOW_MINIMUM',
      said: textOf('payments.blockers.BELOW_MINIMUM', {
        rail: below_minimum,
        contractor: facts.contractor.name,
      }),
      who: 'CONTRACTOR',
      link: '/contractor/payment-methods',
    },
    too_large !== null && {
      code: 'TOO_LARGE',
      said: textOf('payments.blockers.TOO_LARGE', {
        currency: too_large,
        contractor: facts.contractor.name,
      }),
      who: 'CONTRACTOR',
      link: '/contractor/payment-methods',
    },
  ]
}

/** Of a company that is not verified no money is taken in: that comes first, and is done elsewhere. */
function fundsBlocker({ employer, missing_funds_since }: PaymentFacts, missing: Money): Answer {
  const [unknown] = employerBlockers(employer)
  const text = unknown ? 'FUNDS_UNVERIFIED' : 'FUNDS'
  const said = textOf(`payments.blockers.${text}`, {
    employer: employer.name,
    amount: formatMoney(missing),
  })
  const funds = employer.is_partner ? '/employer/partner/payments' : '/employer/fund-payroll'
  const { who, link } = unknown ?? { who: 'EMPLOYER', link: funds }
  return { code: 'FUNDS', said, who, link, since: missing_funds_since }
}

/** What is said of a contractor by name, and to that contractor as "you". */
const TO_CONTRACTOR = {
  SUSPENDED: 'payments.blockers.yourSUSPENDED',
  PENDING_REVIEW: 'payments.blockers.yourPENDING_REVIEW',
  REJECTED: 'payments.blockers.yourREJECTED',
  UNVERIFIED: 'payments.blockers.yourUNVERIFIED',
  NO_DESTINATION: 'payments.blockers.yourNO_DESTINATION',
  DESTINATION_DEACTIVATED: 'payments.blockers.yourDESTINATION_DEACTIVATED',
  DESTINATION_REFUSED: 'payments.blockers.yourDESTINATION_REFUSED',
  FIRST_PAYMENT: 'payments.blockers.yourFIRST_PAYMENT',
  BELOW_MINIMUM: 'payments.blockers.yourBELOW_MINIMUM',
  TOO_LARGE: 'payments.blockers.yourTOO_LARGE',
} as const

/** A blocker as its contractor reads it: what is about them says "you"; what is about their employer stays as it is. */
export function toContractor(blocker: Blocker): Blocker {
  const { code, said, link } = blocker
  const key = said.text.slice(said.text.lastIndexOf('.') + 1)
  const ofEmployer = code === 'UNVERIFIED_EMPLOYER' || link === '/operations/employers'
  const own = Object.entries(TO_CONTRACTOR).find(([of]) => of === key)?.[1]
  return own && !ofEmployer ? { ...blocker, said: textOf(own, said.params) } : blocker
}

/** A blocker as operators read it: they alone are told of lists and freezes, and where to answer. */
export function toOperator(blocker: Blocker): Blocker {
  if (blocker.code === 'FROZEN')
    return { ...blocker, said: textOf('payments.blockers.operatorFROZEN') }
  if (blocker.code !== 'COMPLIANCE') return blocker
  const said = textOf('payments.blockers.operatorCOMPLIANCE')
  return { ...blocker, said, link: '/operations/screening' }
}

const HOLD_REASON_OF: Readonly<Partial<Record<BlockerCode, HoldReason>>> = {
  COMPLIANCE: 'COMPLIANCE',
  SUSPENDED: 'COMPLIANCE',
  UNVERIFIED_EMPLOYER: 'UNVERIFIED',
  UNVERIFIED_CONTRACTOR: 'UNVERIFIED',
  NO_DESTINATION: 'NO_DESTINATION',
  DESTINATION_DEACTIVATED: 'NO_DESTINATION',
  DESTINATION_REFUSED: 'NO_DESTINATION',
  DESTINATION_COOLING: 'DESTINATION_COOLING',
  FIRST_PAYMENT: 'FIRST_PAYMENT',
  FUNDS: 'FUNDS',
}

/**
 * The one reason with which a payment is HELD, the weightiest first; null when no blocker is a hold. Not approved, frozen,
 * halted, what is wrong with a rate and too small a sum are no holds: they have their own states, or pass at the next run.
 */
export function holdReason(blockers: readonly Blocker[]): HoldReason | null {
  const found = new Set(blockers.map(({ code }) => HOLD_REASON_OF[code]))
  return HOLD_REASONS.find(reason => found.has(reason)) ?? null
}
