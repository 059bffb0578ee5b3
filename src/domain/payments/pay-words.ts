/**
 * What each reader is told of a state of pay: the code of its words, how they read on the day, who takes the next step and where. Homes,
 * cycles, lists, mails and the way to a first pay take it from here; a screen picks none of it.
 */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { BLOCKER_CODES, type BlockerCode, WHO_ACTS, type WhoActs } from './blockers.ts'
import { PAY_STATES, type PayState } from './pay-state.ts'

export const PAY_READERS = ['EMPLOYER', 'CONTRACTOR', 'OPERATOR'] as const
export type PayReader = (typeof PAY_READERS)[number]

/**
 * By which its words are found: the states, and three that read otherwise. AGAIN: its approval was lost with a change of where it goes.
 * ANNOUNCED: short, and its employer said that the money is on its way. UNCONFIRMED: sent, and the day of its arrival is over.
 */
export const PAY_CODES = [...PAY_STATES, 'AGAIN', 'ANNOUNCED', 'UNCONFIRMED'] as const
export type PayCode = (typeof PAY_CODES)[number]

/** Whether the day that its words name is ahead, today or over: the pay date, and of what has left the day of its arrival. */
export const PAY_WHEN = ['ahead', 'today', 'late'] as const
export type PayWhen = (typeof PAY_WHEN)[number]

/** Whether the money for it is there, is said to be on its way, or is still to be sent. */
export const PAY_FUNDS = ['covered', 'announced', 'short'] as const
export type PayFunds = (typeof PAY_FUNDS)[number]

/** What a reader can do about it. */
export const PAY_STEPS = [
  'APPROVE',
  'FUND',
  'ACCEPT_RATES',
  'DOCUMENTS',
  'DESTINATION',
  'FIRST_PAYMENT',
  'OTHER_ACCOUNT',
  'PAYSLIP',
  'BOOK',
  'SEND',
  'PAYMENTS',
  'SEE',
] as const
export type PayStep = (typeof PAY_STEPS)[number]

/** Who acts, as the reader reads it. */
export const PAY_ACTORS = ['YOU', ...WHO_ACTS] as const
export type PayActor = (typeof PAY_ACTORS)[number]

export type PaySays = {
  readonly code: PayCode
  readonly when: PayWhen
  readonly funds: PayFunds
  readonly who: PayActor
  /** Null where time alone passes, or nobody of theirs can do anything. */
  readonly next: { readonly step: PayStep; readonly link: string } | null
}

/** What is told, to whom and on which day. */
export type PayTold = {
  readonly today: PlainDateString
  readonly pay_date: PlainDateString
  readonly reader: PayReader
  /** Whether its approval was lost with a change of where it goes. */
  readonly again?: boolean
  readonly funds?: PayFunds
  /** Everything that keeps it and that the reader acts on, beside what the state tells. */
  readonly own?: readonly BlockerCode[]
  /** Whether the reader may take a step themselves; one who may not looks at it. */
  readonly may?: (step: PayStep) => boolean
  readonly places: PayPlaces
}

/** Where its steps are taken, as far as they depend on the pay. */
export type PayPlaces = {
  /** The web path of its cycle. */
  readonly cycle?: string
  readonly is_partner?: boolean
  /** As operators' pages of its employer are addressed: its domain, else its id. */
  readonly employer?: string
  /** The destination at which it failed. */
  readonly failed_at?: string | null
}

/** What a reader can do in each case, where nothing of their own keeps it. */
const STEPS: Readonly<Record<PayReader, Readonly<Record<PayCode, PayStep | null>>>> = {
  EMPLOYER: {
    FAILED: 'SEE',
    RETURNED: 'SEE',
    UNKNOWN: 'SEE',
    UNAPPROVED: 'APPROVE',
    AGAIN: 'APPROVE',
    SHORT: 'FUND',
    ANNOUNCED: 'SEE',
    BLOCKED: 'SEE',
    COOLING: 'SEE',
    DUE: 'SEE',
    ON_THE_WAY: 'SEE',
    UNCONFIRMED: 'SEE',
    PLANNED: 'SEE',
    ARRIVED: 'SEE',
  },
  CONTRACTOR: {
    FAILED: 'OTHER_ACCOUNT',
    RETURNED: 'OTHER_ACCOUNT',
    UNKNOWN: null,
    UNAPPROVED: null,
    AGAIN: null,
    SHORT: null,
    ANNOUNCED: null,
    BLOCKED: null,
    COOLING: null,
    DUE: null,
    ON_THE_WAY: null,
    UNCONFIRMED: null,
    PLANNED: null,
    ARRIVED: 'PAYSLIP',
  },
  OPERATOR: {
    FAILED: 'PAYMENTS',
    RETURNED: 'PAYMENTS',
    UNKNOWN: 'PAYMENTS',
    UNAPPROVED: 'SEE',
    AGAIN: 'SEE',
    SHORT: 'SEE',
    ANNOUNCED: 'BOOK',
    BLOCKED: 'PAYMENTS',
    COOLING: 'SEE',
    DUE: 'SEND',
    ON_THE_WAY: 'PAYMENTS',
    UNCONFIRMED: 'PAYMENTS',
    PLANNED: 'SEE',
    ARRIVED: 'SEE',
  },
}

/** What ends a blocker, for whoever acts on it. */
const MENDS: Readonly<Partial<Record<BlockerCode, PayStep>>> = {
  UNVERIFIED_EMPLOYER: 'DOCUMENTS',
  UNVERIFIED_CONTRACTOR: 'DOCUMENTS',
  NO_DESTINATION: 'DESTINATION',
  DESTINATION_DEACTIVATED: 'DESTINATION',
  DESTINATION_REFUSED: 'DESTINATION',
  FIRST_PAYMENT: 'FIRST_PAYMENT',
  BELOW_MINIMUM: 'DESTINATION',
  TOO_LARGE: 'DESTINATION',
  RATE_UNSEEN: 'ACCEPT_RATES',
  RATE_MOVED: 'ACCEPT_RATES',
}

/** A blocker keeps no pay that has left, and of one that did not arrive the account is first. */
const HAS_LEFT: readonly PayCode[] = [
  'FAILED',
  'RETURNED',
  'UNKNOWN',
  'ON_THE_WAY',
  'UNCONFIRMED',
  'ARRIVED',
]

/** What a reader is told of a pay in a state on a day, with the step that is theirs. */
export function paySays(of: PayState, told: PayTold): PaySays {
  const { reader, may = () => true, funds = 'covered' } = told
  const code = codeOf(of, told)
  const wanted = ownStep(of, code, told) ?? stepOf(of, code, reader)
  const step = wanted && !may(wanted) ? 'SEE' : wanted
  const mine = of.acts === ACTOR[reader] && step === wanted
  return {
    code,
    when: whenOf(code, of, told),
    funds,
    who: mine ? 'YOU' : of.acts,
    next: step && { step, link: LINKS[reader](step, of, told.places) },
  }
}

/** Of what something keeps wherever it goes no other account is asked for. */
function stepOf({ acts }: PayState, code: PayCode, reader: PayReader): PayStep | null {
  const step = STEPS[reader][code]
  return step === 'OTHER_ACCOUNT' && acts !== 'CONTRACTOR' ? null : step
}

const ACTOR: Readonly<Record<PayReader, WhoActs>> = {
  EMPLOYER: 'EMPLOYER',
  CONTRACTOR: 'CONTRACTOR',
  OPERATOR: 'CORRIDOR',
}

function codeOf({ state, acts, tone }: PayState, { again = false }: PayTold): PayCode {
  if (again && (state === 'UNAPPROVED' || state === 'PLANNED')) return 'AGAIN'
  if (state === 'SHORT' && acts === 'CORRIDOR') return 'ANNOUNCED'
  return state === 'ON_THE_WAY' && tone !== 'FINE' ? 'UNCONFIRMED' : state
}

/** What ends the first thing that keeps it and that the reader acts on. */
function ownStep(
  { acts, because }: PayState,
  code: PayCode,
  { reader, own = [] }: PayTold,
): PayStep | undefined {
  if (HAS_LEFT.includes(code)) return undefined
  const theirs = because && acts === ACTOR[reader] ? [because, ...own] : own
  return BLOCKER_CODES.filter(blocker => theirs.includes(blocker)).flatMap(
    blocker => MENDS[blocker] ?? [],
  )[0]
}

function whenOf(
  code: PayCode,
  { arrives, days_late }: PayState,
  { today, pay_date }: PayTold,
): PayWhen {
  if (code === 'UNCONFIRMED') return 'late'
  if (code === 'ON_THE_WAY') return arrives === null || arrives === today ? 'today' : 'ahead'
  if (days_late > 0) return 'late'
  return pay_date === today ? 'today' : 'ahead'
}

type LinkOf = (step: PayStep, of: PayState, places: PayPlaces) => string

const LINKS: Readonly<Record<PayReader, LinkOf>> = {
  EMPLOYER: (step, _, { cycle, is_partner }) => {
    if (step === 'DOCUMENTS') return '/dashboard/employer/kyc'
    if (step === 'FUND') return is_partner ? '/employer/partner/payments' : '/employer/fund-payroll'
    return cycle ?? '/employer/payroll-run'
  },
  CONTRACTOR: (step, _, { failed_at }) => {
    if (step === 'DOCUMENTS') return '/dashboard/contractor/complete-profile'
    if (step === 'PAYSLIP') return '/contractor/payroll/historical'
    const methods = '/contractor/payment-methods'
    return step === 'OTHER_ACCOUNT' && failed_at ? `${methods}/replace/${failed_at}` : methods
  },
  OPERATOR: (step, { state, because }, { employer }) => {
    const payments = '/operations/transactions'
    if (step === 'BOOK') return '/operations/funds'
    if (step === 'SEND') return `${payments}/checklist`
    if (step === 'SEE') return `/operations/employers/${encodeURIComponent(employer ?? '')}/payroll`
    if (state === 'ON_THE_WAY') return `${payments}?status=SENT`
    // What else keeps it may have been found after it was scheduled, so that no one status names it.
    if (state === 'BLOCKED') return because === 'FROZEN' ? `${payments}?status=FROZEN` : payments
    return `${payments}?tab=work&kind=${state}`
  },
}
