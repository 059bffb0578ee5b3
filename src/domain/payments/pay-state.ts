/**
 * Where a pay stands, in one place: what is wrong, what waits, what is fine, and who acts. Home, cycle, funds, checklist, mails and
 * payslips say it in words of their own reader, and none decides it anew.
 */
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { BlockerCode, HoldReason, PartyFacts, WhoActs } from './blockers.ts'
import { daysLate } from './lateness.ts'
import { hasLeft, isKept, KEPT_STATUSES } from './lost.ts'
import type { PaymentStatus } from './payment.ts'

/** The worst first: of a pay in parts, and of a cycle of many pays, the first that holds is said. */
export const PAY_STATES = [
  'FAILED',
  'RETURNED',
  'UNKNOWN',
  'UNAPPROVED',
  'SHORT',
  'BLOCKED',
  'COOLING',
  'DUE',
  'ON_THE_WAY',
  'PLANNED',
  'ARRIVED',
] as const
export type PayStateKind = (typeof PAY_STATES)[number]

/** How it reads: in red, as something to wait for, or as fine. */
export const PAY_TONES = ['WRONG', 'WAITS', 'FINE'] as const
export type PayTone = (typeof PAY_TONES)[number]

export type PayState = {
  readonly state: PayStateKind
  readonly tone: PayTone
  /** Who takes the next step; NOBODY where time alone passes, or nothing is left to do. */
  readonly acts: WhoActs
  /** What keeps it, where something does that is named; of several the weightiest. */
  readonly because: BlockerCode | null
  /** Whole days since the pay date on which nothing had left; 0 in time. */
  readonly days_late: number
  /** When it opens by itself, where a hold has an end; else null. */
  readonly until: string | null
  /** The last day on which a part of it arrives, where one is on its way or to leave; else null. */
  readonly arrives: PlainDateString | null
}

export type PayFacts = {
  readonly today: PlainDateString
  readonly pay_date: PlainDateString
  /** The last day of the period that it pays. */
  readonly end_date: PlainDateString
  /** Whether its employer approved it. */
  readonly approved: boolean
  /** Whether all of it arrived, or was marked paid by hand. */
  readonly paid: boolean
  /** Its payments, or those that approving it would make (`status` null). */
  readonly parts: readonly {
    readonly status: PaymentStatus | null
    readonly arrives: PlainDateString | null
  }[]
  /** What keeps them from leaving (`paymentBlockers`). */
  readonly blockers: readonly {
    readonly code: BlockerCode
    readonly who: WhoActs
    readonly until: string | null
  }[]
}

/** The state of a live pay on a day. */
export function payState({ parts, ...of }: PayFacts): PayState {
  // What was taken back or given back is no part of it any more.
  const facts = { ...of, parts: parts.filter(part => part.status !== 'CANCELLED') }
  const { state, acts, because = null, until = null } = standing(facts)
  const { pay_date, today } = facts
  const days_late = hasLeft(state) ? 0 : daysLate(pay_date, { due: pay_date, on: today })
  return {
    state,
    // Who wished that it waits for a small first payment has until the day is over.
    tone: toneOf(because === 'FIRST_PAYMENT' ? 'COOLING' : state, facts),
    acts,
    because,
    days_late,
    until,
    arrives: state === 'ARRIVED' ? null : lastArrival(facts),
  }
}

type Standing = {
  readonly state: PayStateKind
  readonly acts: WhoActs
  readonly because?: BlockerCode | null
  readonly until?: string | null
}

function standing({
  today,
  pay_date,
  end_date,
  approved,
  paid,
  parts,
  blockers,
}: PayFacts): Standing {
  const some = (...statuses: PaymentStatus[]) =>
    parts.some(part => part.status !== null && statuses.includes(part.status))
  const kept = KEPT_STATUSES.find(status => some(status))
  if (kept) return { state: kept, ...keptBy(blockers) }
  if (some('UNKNOWN')) return { state: 'UNKNOWN', acts: 'CORRIDOR' }
  if (!approved)
    return today <= end_date && today < pay_date
      ? planned(blockers)
      : { state: 'UNAPPROVED', acts: 'EMPLOYER' }
  if (paid || (parts.length > 0 && parts.every(of => of.status === 'SETTLED')))
    return { state: 'ARRIVED', acts: 'NOBODY' }
  return some('EXECUTING', 'SENT') && !some('SCHEDULED', 'HELD', 'FROZEN')
    ? { state: 'ON_THE_WAY', acts: 'NOBODY' }
    : unsent(blockers.filter(of => !isOverBefore(of, pay_date)))
}

/** A new account whose wait is over before the pay date keeps nothing: the pay comes on its day. */
function isOverBefore(
  { code, until }: PayFacts['blockers'][number],
  pay_date: PlainDateString,
): boolean {
  return code === 'DESTINATION_COOLING' && until !== null && until.slice(0, 10) < pay_date
}

/** What keeps a payment whatever account is named, and operators alone end: who is suspended is let in nowhere. */
const KEEPS_ANYWHERE: readonly BlockerCode[] = ['SUSPENDED', 'COMPLIANCE']

/** Who takes the next step about what did not arrive: whose account it is, unless something keeps it wherever it goes. */
export function keptBy(
  blockers: readonly { readonly code: BlockerCode; readonly who: WhoActs }[],
): Pick<PayState, 'acts' | 'because'> {
  const keeps = blockers.find(({ code }) => KEEPS_ANYWHERE.includes(code))
  return keeps ? { acts: keeps.who, because: keeps.code } : { acts: 'CONTRACTOR', because: null }
}

/** What no approval, money or day ends: nobody can say of a pay that it comes while one of these keeps it. */
const KEEPS_ANYWAY: readonly BlockerCode[] = [
  'SUSPENDED',
  'COMPLIANCE',
  'UNVERIFIED_EMPLOYER',
  'UNVERIFIED_CONTRACTOR',
  'NO_DESTINATION',
  'DESTINATION_DEACTIVATED',
  'DESTINATION_REFUSED',
]

/** To be approved once its period is over. */
function planned(blockers: PayFacts['blockers']): Standing {
  const keeps = blockers.find(({ code }) => KEEPS_ANYWAY.includes(code))
  if (!keeps) return { state: 'PLANNED', acts: 'NOBODY' }
  return { state: 'BLOCKED', acts: keeps.who, because: keeps.code, until: keeps.until }
}

/** Approved, and something of it has not left. */
function unsent(blockers: PayFacts['blockers']): Standing {
  const [first] = blockers
  if (!first) return { state: 'DUE', acts: 'CORRIDOR' }
  const funds = blockers.find(({ code }) => code === 'FUNDS')
  // Of a company that is not verified no money is taken in: it is not asked for any.
  if (funds && !blockers.some(({ code }) => code === 'UNVERIFIED_EMPLOYER'))
    return { state: 'SHORT', acts: funds.who, because: funds.code }
  const lasting = blockers.find(({ code }) => code !== 'DESTINATION_COOLING' && code !== 'FUNDS')
  if (lasting) {
    const { code: because, who: acts, until } = lasting
    return { state: 'BLOCKED', acts, because, until }
  }
  const until =
    blockers
      .flatMap(blocker => blocker.until ?? [])
      .sort()
      .at(-1) ?? null
  return { state: 'COOLING', acts: 'NOBODY', because: first.code, until }
}

const WRONG_AT_ONCE: readonly PayStateKind[] = [...KEPT_STATUSES, 'UNKNOWN']
/** Wrong once the pay date has come; before, there is time. */
const WRONG_ON_THE_DAY: readonly PayStateKind[] = ['UNAPPROVED', 'SHORT', 'BLOCKED']
/** Wrong once the pay date is over. */
const WRONG_AFTER: readonly PayStateKind[] = ['COOLING', 'DUE']

function toneOf(state: PayStateKind, { today, pay_date, ...facts }: PayFacts): PayTone {
  if (WRONG_AT_ONCE.includes(state)) return 'WRONG'
  if (WRONG_ON_THE_DAY.includes(state)) return today >= pay_date ? 'WRONG' : 'WAITS'
  if (WRONG_AFTER.includes(state) && today > pay_date) return 'WRONG'
  if (state === 'COOLING') return 'WAITS'
  // What should have arrived and nobody confirmed waits for a word of its bank.
  const late = state === 'ON_THE_WAY' && (lastArrival(facts) ?? today) < today
  return late ? 'WAITS' : 'FINE'
}

const NEVER_TOLD: readonly PaymentStatus[] = ['SETTLED', 'UNKNOWN', ...KEPT_STATUSES]

function lastArrival({ parts }: Pick<PayFacts, 'parts'>): PlainDateString | null {
  return (
    parts
      // What arrived already does not arrive once more, and of what came back or is lost nobody knows a day.
      .filter(({ status }) => status === null || !NEVER_TOLD.includes(status))
      .flatMap(part => part.arrives ?? [])
      .sort()
      .at(-1) ?? null
  )
}

/** How many payments of a cycle stand where, and what they come to in the smallest unit of `currency`. */
export type CountedPayments = {
  readonly status: PaymentStatus
  readonly hold_reason: HoldReason | null
  readonly currency: string
  readonly payments: number
  readonly total_minor: bigint
  /** How much of it has no money yet, whatever it is held for. */
  readonly unfunded_minor: bigint
  /** What keeps it, where its payments were looked at by themselves; else it is told by what it is held for. */
  readonly blockers?: PayFacts['blockers']
  /** Whose they are, of `FEW_PAYMENTS` at most. */
  readonly people?: readonly string[]
}

/** What is said of some pays of a cycle, of how many, and what they come to. */
export type CyclePayState = PayState & {
  readonly count: number
  readonly totals: Money[]
  /** Whose they are, where they are few; all of them or none. */
  readonly people: string[]
}

/** How many payments of a state are few: whose they are is said by name. */
export const FEW_PAYMENTS = 3

export type CycleFacts = Pick<PayFacts, 'today' | 'pay_date' | 'end_date'> & {
  /** The pays that wait for their approval. */
  readonly waiting: { readonly count: number; readonly totals: Money[] }
  /** The payments of those that were approved. */
  readonly counted: readonly CountedPayments[]
  /** When the last of those that wait for a new account may leave; null where none does. */
  readonly cools_until: string | null
  /** What the balance lacks for it (`shortageOf`). */
  readonly short: Money[]
  /** Whether the employer said that all it lacks is on its way. */
  readonly announced: boolean
  /** Of the employer: what waits for it is not its contractors' to mend. */
  readonly employer_verification: PartyFacts['verification_status']
}

/**
 * Where the pays of a cycle stand, the worst first: those that wait for their approval, and the payments of those that were approved by the
 * state of each. One that is wrong hides no other. Empty for a cycle without pays.
 */
export function cyclePayStates({
  waiting,
  counted,
  cools_until,
  short,
  announced,
  employer_verification,
  ...dates
}: CycleFacts): CyclePayState[] {
  const holds = { cools_until, announced, employer_verification }
  const stateOf = (of: readonly CountedPayments[]) => stateOfCounted(of, { ...dates, ...holds })
  const approved = [...Map.groupBy(living(counted), of => saidAs(stateOf([of]))).values()].map(
    same => {
      const of = stateOf(same)
      return {
        ...of,
        count: countOf(same),
        people: namedAll(same),
        // Of pay that is short, what is missing; between a receipt and its booking nothing is, and it is what waits.
        totals: of.state === 'SHORT' && short.length > 0 ? short : totalOf(same),
      }
    },
  )
  const waits =
    waiting.count > 0
      ? [{ ...payState({ ...dates, ...NOT_APPROVED }), ...waiting, people: [] }]
      : []
  const bySeverity = (a: CyclePayState, b: CyclePayState) =>
    PAY_STATES.indexOf(a.state) - PAY_STATES.indexOf(b.state)
  return [...waits, ...approved.sort(bySeverity)].sort(byUrgency)
}

/**
 * What of a cycle's pay is behind: late, failed, returned or lost, whoever acts. In whole also where only a part of its money is missing;
 * what is on its way or has time is none of it.
 */
export function behindIn({ waiting, counted, ...facts }: CycleFacts): Money[] {
  const wrong = living(counted).filter(of => stateOfCounted([of], facts).tone === 'WRONG')
  const unapproved = payState({ ...facts, ...NOT_APPROVED }).tone === 'WRONG' ? waiting.totals : []
  return totalsByCurrency([...totalOf(wrong), ...unapproved])
}

type Holds = Pick<CycleFacts, 'cools_until' | 'announced' | 'employer_verification'>
type Dates = Pick<CycleFacts, 'today' | 'pay_date' | 'end_date'>

function stateOfCounted(
  of: readonly CountedPayments[],
  { today, pay_date, end_date, ...holds }: Dates & Holds,
): PayState {
  return payState({
    ...{ today, pay_date, end_date, approved: true, paid: false },
    parts: of.map(({ status }) => ({ status, arrives: null })),
    blockers: of.flatMap(one => one.blockers ?? blockersOf(one, holds)),
  })
}

function living(counted: readonly CountedPayments[]): CountedPayments[] {
  return counted.filter(of => of.payments > 0 && of.status !== 'CANCELLED')
}

function totalOf(counted: readonly CountedPayments[]): Money[] {
  return totalsByCurrency(counted.map(of => ({ currency: of.currency, minor: of.total_minor })))
}

/** What is said by itself: a state, and of what did not arrive who acts. */
function saidAs({ state, acts }: PayState): string {
  return isKept(state) ? `${state} ${acts}` : state
}

function countOf(counted: readonly CountedPayments[]): number {
  return counted.reduce((sum, of) => sum + of.payments, 0)
}

/** Whose payments these are, where they are few and it is known of all of them. */
function namedAll(counted: readonly CountedPayments[]): string[] {
  if (countOf(counted) > FEW_PAYMENTS || counted.some(of => !of.people)) return []
  return [...new Set(counted.flatMap(of => of.people ?? []))].toSorted()
}

const NOT_APPROVED = { approved: false, paid: false, parts: [], blockers: [] } as const

const ACTS: Readonly<Record<HoldReason, { code: BlockerCode; who: WhoActs }>> = {
  COMPLIANCE: { code: 'COMPLIANCE', who: 'CORRIDOR' },
  UNVERIFIED: { code: 'UNVERIFIED_CONTRACTOR', who: 'CONTRACTOR' },
  NO_DESTINATION: { code: 'NO_DESTINATION', who: 'CONTRACTOR' },
  DESTINATION_COOLING: { code: 'DESTINATION_COOLING', who: 'NOBODY' },
  FIRST_PAYMENT: { code: 'FIRST_PAYMENT', who: 'CONTRACTOR' },
  FUNDS: { code: 'FUNDS', who: 'EMPLOYER' },
}

function blockersOf(
  { status, hold_reason, unfunded_minor }: CountedPayments,
  { cools_until, announced, employer_verification: verified }: Holds,
): PayFacts['blockers'] {
  if (status === 'FROZEN') return [{ code: 'FROZEN', who: 'CORRIDOR', until: null }]
  if (!hold_reason) return []
  const until = hold_reason === 'DESTINATION_COOLING' ? cools_until : null
  // Who was told that money is on its way books it once it is here.
  const funds = { ...ACTS.FUNDS, ...(announced && { who: 'CORRIDOR' as const }), until: null }
  const unverified: WhoActs = verified === 'PENDING_REVIEW' ? 'CORRIDOR' : 'EMPLOYER'
  const company = { code: 'UNVERIFIED_EMPLOYER', who: unverified, until: null } as const
  if (hold_reason === 'FUNDS') return verified === 'VERIFIED' ? [funds] : [company, funds]
  const acts = hold_reason === 'UNVERIFIED' && verified !== 'VERIFIED' ? company : ACTS[hold_reason]
  const own = { ...acts, until }
  return unfunded_minor > 0n ? [own, funds] : [own]
}

/** When what has not left leaves at the earliest: on its pay date, or on the day once that is over. */
export function leavesOn(pay_date: PlainDateString, today: PlainDateString): PlainDateString {
  return pay_date < today ? today : pay_date
}

/**
 * When it leaves at the earliest by what is known: not before the last hold with an end is over. Null once its day has come and something
 * without an end keeps it, since nobody can promise a day then.
 */
export function leavesPast(
  { pay_date, today }: Pick<PayFacts, 'pay_date' | 'today'>,
  blockers: readonly { readonly until: string | null }[],
): PlainDateString | null {
  if (pay_date <= today && blockers.some(({ until }) => until === null)) return null
  const opens = blockers.map(({ until }) => until?.slice(0, 10) ?? '')
  return [leavesOn(pay_date, today), ...opens].sort().at(-1) ?? null
}

/** Sorts what is wrong first, the latest of it before the rest, and leaves all else in its order. */
export function byUrgency(a: PayState, b: PayState): number {
  if (a.tone !== 'WRONG' || b.tone !== 'WRONG')
    return Number(b.tone === 'WRONG') - Number(a.tone === 'WRONG')
  return b.days_late - a.days_late || PAY_STATES.indexOf(a.state) - PAY_STATES.indexOf(b.state)
}
