/** Naming who stands in for an approver who is absent, and ending that. Whoever changes it holds the team, as whoever changes a role does. */
import {
  type AbsenceAction,
  type AbsenceFault,
  absenceActions,
  absenceFault,
  isOver,
} from '#domain/identity/substitute.ts'
import { APPROVING_ROLES } from '#domain/identity/team.ts'
import { personName } from '#domain/kernel/names.ts'
import { formatDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { type Ctx, toJson } from '../kernel/unit-of-work.ts'
import { requireSeen } from '../kernel/version-of.ts'
import { getMember } from './list-team.ts'
import {
  type AbsenceRow,
  endAbsences,
  insertAbsence,
  listAbsences,
  listEmployersWithPast,
} from './substitute.store.ts'
import { listTeam, lockTeam, type TeammateRow } from './team.store.ts'

/** Who stands in, and for how long. */
export type Away = {
  readonly substitute_sub: string
  readonly from: PlainDateString
  readonly until: PlainDateString
}

/**
 * Names who stands in for one of the team, instead of who did, or with null ends it. Whoever is absent says so themselves, or an owner for
 * them; who stands in may end it too. The same said again changes nothing; CONFLICT where it is not as it was `seen`.
 */
export async function changeSubstitute(
  ctx: Ctx,
  absent_sub: string,
  away: Away | null,
  seen?: Away | null,
) {
  const employer_uuid = employerOf(ctx.actor)
  await lockTeam(ctx.tx, employer_uuid)
  const team = await listTeam(ctx.tx, employer_uuid)
  const absent = team.find(one => one.sub === absent_sub)
  if (!absent) throw new Problem('NOT_FOUND', 'identity.problems.nobodyInTeam')
  const all = await listAbsences(ctx.tx, employer_uuid)
  const open = all.find(one => one.absent_sub === absent_sub)
  if (away || open) requireMay(ctx, team, absent, open, away ? 'set' : 'end')
  const wanted = away && { ...away, absent_sub }
  // What is over and was not ended yet is shown to nobody.
  const now = open && !isOver(open, ctx.today) ? open : undefined
  const same = wanted ? now && isSame(wanted, now) : !open
  if (!same) {
    requireSeen(seen && awayOf(seen), now ? awayOf(now) : null)
    if (wanted) requireSound(ctx, wanted, { team, all: all.filter(one => one !== open) })
    if (open) await end(ctx, employer_uuid, [open], ctx.actor.sub)
    if (wanted) await begin(ctx, employer_uuid, { ...wanted, substitution_uuid: newUuid() })
  }
  return getMember(ctx, absent_sub)
}

/** Ends what somebody has to do with as absent or as substitute, because they may not approve any more. The team is held. */
export async function endSubstitutesOf(
  ctx: Ctx,
  employer_uuid: string,
  sub: string,
): Promise<void> {
  const all = await listAbsences(ctx.tx, employer_uuid)
  const own = all.filter(one => one.absent_sub === sub || one.substitute_sub === sub)
  await end(ctx, employer_uuid, own, ctx.actor.sub)
}

/** The employers of whom somebody is back. */
export function employersWithSomebodyBack(ctx: Ctx): Promise<string[]> {
  return listEmployersWithPast(ctx.tx, ctx.today)
}

/** The clock's work for one employer: ends what was over before today. It counts for nothing from that day on; this tells of it. */
export async function endPastSubstitutes(ctx: Ctx, employer_uuid: string): Promise<void> {
  await lockTeam(ctx.tx, employer_uuid)
  const all = await listAbsences(ctx.tx, employer_uuid)
  await end(
    ctx,
    employer_uuid,
    all.filter(one => isOver(one, ctx.today)),
    null,
  )
}

function isSame(one: Away, other: Away): boolean {
  return toJson(awayOf(one)) === toJson(awayOf(other))
}

function awayOf({ substitute_sub, from, until }: Away): Away {
  return { substitute_sub, from, until }
}

function requireMay(
  ctx: Ctx,
  team: readonly TeammateRow[],
  absent: TeammateRow,
  open: AbsenceRow | undefined,
  action: AbsenceAction,
): void {
  // Judged by the team as it is, and not as it was when the request came.
  if (!absenceActions(team, ctx.actor.sub, absent, open).includes(action))
    throw new Problem('FORBIDDEN', 'identity.problems.substitute.notYours')
}

const WRONG: Readonly<Record<AbsenceFault['why'], TextKey>> = {
  ONESELF: 'identity.problems.substitute.oneself',
  NOT_APPROVER: 'identity.problems.substitute.notApprover',
  AWAY_TOO: 'identity.problems.substitute.awayToo',
  STANDS_IN: 'identity.problems.substitute.standsIn',
  PAST: 'identity.problems.substitute.past',
  ORDER: 'identity.problems.substitute.order',
  TOO_LONG: 'identity.problems.substitute.tooLong',
  TOO_FAR: 'identity.problems.substitute.tooFar',
}

function requireSound(
  { today }: Pick<Ctx, 'today'>,
  wanted: Away & { readonly absent_sub: string },
  { team, all }: { readonly team: readonly TeammateRow[]; readonly all: readonly AbsenceRow[] },
): void {
  const approvers = team
    .filter(({ role, suspended }) => !suspended && APPROVING_ROLES.some(may => may === role))
    .map(({ sub }) => sub)
  const fault = absenceFault(wanted, { today, approvers, others: all })
  if (!fault) return
  const { field, why, other } = fault
  const name = (sub?: string) => {
    const found = team.find(one => one.sub === sub)
    return found ? personName(found, found.email) : ''
  }
  throw invalidField(`absence.${field}`, WRONG[why], {
    absent: name(other?.absent_sub ?? wanted.absent_sub),
    substitute: name(other?.substitute_sub ?? wanted.substitute_sub),
    until: other ? formatDate(other.until) : '',
  })
}

async function begin(ctx: Ctx, employer_uuid: string, absence: AbsenceRow): Promise<void> {
  const { substitution_uuid, ...after } = absence
  const { sub: set_by } = ctx.actor
  await insertAbsence(ctx.tx, { ...absence, employer_uuid, set_by, set_at: ctx.now })
  record(ctx, employer_uuid, 'set_substitute', substitution_uuid, after)
  ctx.announce('identity.substitute_set', { substitution_uuid, by: set_by })
}

async function end(
  ctx: Ctx,
  employer_uuid: string,
  absences: readonly AbsenceRow[],
  ended_by: string | null,
): Promise<void> {
  if (absences.length === 0) return
  const uuids = absences.map(one => one.substitution_uuid)
  await endAbsences(ctx.tx, uuids, { ended_by, ended_at: ctx.now })
  for (const { substitution_uuid, ...before } of absences) {
    record(ctx, employer_uuid, 'end_substitute', substitution_uuid, { ...before, ended: true })
    ctx.announce('identity.substitute_ended', { substitution_uuid, by: ended_by })
  }
}

function record(
  ctx: Ctx,
  employer_uuid: string,
  action: string,
  substitution_uuid: string,
  after: object,
): void {
  ctx.audit({
    action,
    entity: 'approval_substitute',
    entity_uuids: [substitution_uuid],
    employer_uuid,
    after,
  })
}
