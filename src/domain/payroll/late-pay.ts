/**
 * Whom it is told by mail, and when, that pay has not left although its date has come. What is told is the state that every screen shows
 * (`payState`, `cyclePayStates`); here is only who hears of which, in which rhythm.
 */
import {
  addDays,
  daysBetween,
  isWeekend,
  nextWorkingDay,
  type PlainDateString,
} from '#domain/kernel/plain-date.ts'
import type { Blocker } from '#domain/payments/blockers.ts'
import { isKept } from '#domain/payments/lost.ts'
import type { CyclePayState, PayState, PayStateKind } from '#domain/payments/pay-state.ts'
import { type PaymentStatus, UNSENT_STATUSES } from '#domain/payments/payment.ts'
import { fundedThrough } from './deadlines.ts'

/** Who is told: those of the company who can act or run its payroll, and the people whose pay it is. */
export const LATE_AUDIENCES = ['COMPANY', 'CONTRACTORS'] as const
export type LateAudience = (typeof LATE_AUDIENCES)[number]

/** The hour, UTC, from which each is told on a day. Who can mend it comes first, so that what is mended by noon worries nobody. */
export const TOLD_FROM: Readonly<Record<LateAudience, number>> = { COMPANY: 8, CONTRACTORS: 16 }

/**
 * The rounds of a pay date: the day by which money is to be sent, for the company alone; the pay date; the first working day after it; and
 * each week from then, eight times.
 */
export const LATE_ROUNDS = { FUND: 0, DAY: 1, NEXT: 2, LAST: 10 } as const

/** The round of a pay date on a day; null where nobody is told: before, after the last, and on weekends. */
export function lateRound(pay_date: PlainDateString, today: PlainDateString): number | null {
  if (isWeekend(today) || pay_date > fundedThrough(today)) return null
  if (today < pay_date) return LATE_ROUNDS.FUND
  const next = nextWorkingDay(pay_date)
  if (today < next) return LATE_ROUNDS.DAY
  const round = LATE_ROUNDS.NEXT + Math.floor(daysBetween(next, today) / 7)
  return round > LATE_ROUNDS.LAST ? null : round
}

export type RoundOfDate = { readonly pay_date: PlainDateString; readonly round: number }

/** The pay dates of which an audience is told on a day, each with its round. */
export function lateRounds(audience: LateAudience, today: PlainDateString): RoundOfDate[] {
  const since = addDays(today, -7 * (LATE_ROUNDS.LAST - LATE_ROUNDS.NEXT + 2))
  const days = Array.from({ length: daysBetween(since, fundedThrough(today)) + 1 }, (_, at) =>
    addDays(since, at),
  )
  return days.flatMap(pay_date => {
    const round = lateRound(pay_date, today)
    const theirs = round !== LATE_ROUNDS.FUND || audience === 'COMPANY'
    return round !== null && theirs ? [{ pay_date, round }] : []
  })
}

/** Where payments stand that have not left, or of which nobody knows whether they did. */
export const LATE_STATUSES = [...UNSENT_STATUSES, 'UNKNOWN'] as const satisfies PaymentStatus[]

/** Of the company: who may approve, or its owners and admins, who fund and run the payroll. */
export type CompanyReader = 'APPROVERS' | 'RUNNERS'

export type ToldToCompany = CyclePayState & { readonly to: CompanyReader }

/**
 * What of a cycle the company is told in a round, the most urgent first. On the day only what somebody of theirs can mend; after it also what
 * is late without them: also what did not arrive and is still kept, of which they were told when it failed. `approvals_told` is whether
 * somebody was reminded today of what waits for an approval.
 */
export function toldToCompany(
  states: readonly CyclePayState[],
  { round, approvals_told }: { readonly round: number; readonly approvals_told: boolean },
): ToldToCompany[] {
  const isTold = ({ state, tone }: CyclePayState) => {
    if (round === LATE_ROUNDS.FUND) return state === 'SHORT'
    if (tone !== 'WRONG') return false
    if (state === 'UNAPPROVED') return !approvals_told
    return round > LATE_ROUNDS.DAY || state === 'SHORT'
  }
  return states
    .filter(isTold)
    .map(of => ({ ...of, to: of.state === 'UNAPPROVED' ? 'APPROVERS' : 'RUNNERS' }))
}

export type ToldToContractor = {
  /** What keeps it, said beside the state or in its place: what holds it, and what is theirs to mend. */
  readonly blockers: Blocker[]
}

export type LateFacts = {
  readonly today: PlainDateString
  readonly pay_state: PayState
  readonly blockers: readonly Blocker[]
  /** Whether they were told today already that it did not arrive. */
  readonly failed_today: boolean
  /** Whether their employer asks them to see to it. */
  readonly asked?: boolean
}

/**
 * What a contractor is told of a pay whose date has come; null where nothing is wrong with it, or they know it since today. Asked by their
 * employer they are told what waits for them, whenever it is, and of nothing else.
 */
export function toldToContractor(facts: LateFacts): ToldToContractor | null {
  const { state, tone, until, acts } = facts.pay_state
  if (facts.asked)
    return acts === 'CONTRACTOR' ? { blockers: saidBlockers(state, facts.blockers) } : null
  // A new account opens by itself: it is told where that is not today any more.
  const opensLater = state === 'COOLING' && (until ?? '').slice(0, 10) > facts.today
  if (tone !== 'WRONG' && !opensLater) return null
  if (isKept(state)) return facts.failed_today ? null : { blockers: [] }
  return { blockers: saidBlockers(state, facts.blockers) }
}

function saidBlockers(state: PayStateKind, all: readonly Blocker[]): Blocker[] {
  const distinct = [...new Map(all.map(of => [of.code, of])).values()]
  const lasting = distinct.filter(({ code }) => code !== 'DESTINATION_COOLING')
  if (state === 'BLOCKED') return lasting.filter(({ who }, at) => at === 0 || who === 'CONTRACTOR')
  // What waits for others may wait for them as well.
  return state === 'SHORT' || state === 'UNAPPROVED'
    ? lasting.filter(({ who }) => who === 'CONTRACTOR')
    : []
}
