/** Who stands in for an approver who is absent, and for how long. */
import { addDays, daysBetween, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { APPROVING_ROLES, runsTeam, type Teammate } from './team.ts'

/** Somebody who is away longer hands on their role. */
export const MOST_DAYS_AWAY = 60
/** So long before nobody names a substitute. */
export const MOST_DAYS_AHEAD = 366

/** Who stands in for whom, both by their `sub`, from the first day to the last. */
export type Absence = {
  readonly absent_sub: string
  readonly substitute_sub: string
  readonly from: PlainDateString
  readonly until: PlainDateString
}

export type AbsenceFault = {
  readonly field: 'substitute_sub' | 'from' | 'until'
  readonly why:
    | 'ONESELF'
    | 'NOT_APPROVER'
    | 'AWAY_TOO'
    | 'STANDS_IN'
    | 'PAST'
    | 'ORDER'
    | 'TOO_LONG'
    | 'TOO_FAR'
  /** Whose other absence is in the way. */
  readonly other?: Absence
}

/**
 * The first thing wrong with an absence, beside those that others of the company have; undefined where nothing is. Who stands in may
 * approve by themselves, so that nobody gives out access; and nobody who is away stands in for another, so that one yes is never handed
 * on twice.
 */
export function absenceFault(
  absence: Absence,
  {
    today,
    approvers,
    others,
  }: {
    readonly today: PlainDateString
    readonly approvers: readonly string[]
    readonly others: readonly Absence[]
  },
): AbsenceFault | undefined {
  const { absent_sub, substitute_sub, from, until } = absence
  if (absent_sub === substitute_sub) return { field: 'substitute_sub', why: 'ONESELF' }
  if (!approvers.includes(substitute_sub)) return { field: 'substitute_sub', why: 'NOT_APPROVER' }
  if (until < today) return { field: 'until', why: 'PAST' }
  if (until < from) return { field: 'until', why: 'ORDER' }
  if (from > addDays(today, MOST_DAYS_AHEAD)) return { field: 'from', why: 'TOO_FAR' }
  if (daysBetween(from, until) >= MOST_DAYS_AWAY) return { field: 'until', why: 'TOO_LONG' }
  const meets = others.filter(other => other.from <= until && other.until >= from)
  const away = meets.find(other => other.absent_sub === substitute_sub)
  if (away) return { field: 'substitute_sub', why: 'AWAY_TOO', other: away }
  const relied = meets.find(other => other.substitute_sub === absent_sub)
  return relied && { field: 'from', why: 'STANDS_IN', other: relied }
}

/** Whether an absence is over before a day. */
export function isOver({ until }: Pick<Absence, 'until'>, today: PlainDateString): boolean {
  return until < today
}

/** Whether somebody is absent on a day, and another stands in. */
export function isOn(
  { from, until }: Pick<Absence, 'from' | 'until'>,
  today: PlainDateString,
): boolean {
  return from <= today && today <= until
}

export const ABSENCE_ACTIONS = ['set', 'end'] as const
export type AbsenceAction = (typeof ABSENCE_ACTIONS)[number]

/**
 * What the actor may do about the absence of one of the team: of their own and, who runs the team, of others who approve they name a
 * substitute or another one; they and who stands in end it.
 */
export function absenceActions(
  team: readonly Teammate[],
  actor_sub: string,
  subject: Teammate,
  open: Pick<Absence, 'substitute_sub'> | undefined,
): AbsenceAction[] {
  const actor = team.find(({ sub }) => sub === actor_sub)
  if (!actor || actor.suspended || !APPROVING_ROLES.some(role => role === actor.role)) return []
  const theirs = subject.sub === actor_sub || runsTeam('employer', actor)
  const approves = APPROVING_ROLES.some(role => role === subject.role)
  const ends = open !== undefined && (theirs || open.substitute_sub === actor_sub)
  return [...(theirs && approves ? (['set'] as const) : []), ...(ends ? (['end'] as const) : [])]
}
