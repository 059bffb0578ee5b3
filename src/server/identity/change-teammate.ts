/** Changing who does what in a team: roles, removal, leaving, suspension. One who runs the team always stays. */

import {
  APPROVING_ROLES,
  type TeamAction,
  type TeamKind,
  type TeamRefusal,
  type TeamRole,
  teamRefusal,
} from '#domain/identity/team.ts'
import { assert } from '#domain/kernel/assert.ts'
import { Problem, type ProblemCode } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { presentTeammate, teamOf } from './list-team.ts'
import { endSubstitutesOf } from './substitutes.ts'
import {
  deleteMember,
  listTeam,
  lockTeam,
  saveRole,
  saveSuspension,
  type TeamId,
  type TeammateRow,
} from './team.store.ts'

/** Gives one of a team another role. Giving the one that they have answers the same and changes nothing. */
export async function changeRole<K extends TeamKind>(
  ctx: Ctx,
  kind: K,
  sub: string,
  role: TeamRole,
) {
  const { employer_uuid, team, subject, refusal } = await judge(ctx, kind, sub, 'change_role', role)
  if (refusal === 'NO_CHANGE') return presentTeammate(ctx, kind, team, subject)
  refuse(kind, refusal)
  await saveRole(ctx.tx, employer_uuid, sub, role)
  if (employer_uuid && !APPROVING_ROLES.some(may => may === role))
    await endSubstitutesOf(ctx, employer_uuid, sub)
  await record(ctx, employer_uuid, subject, 'change_role', { role })
  return afterwards(ctx, kind, sub)
}

/**
 * Removes one of the acting employer's people, or lets the actor leave. What they did stays in their name. Nothing is written of the person: nobody writes
 * of another, and that somebody may act for a company is said of those who are in its team alone.
 */
export async function removeMember(ctx: Ctx, sub: string): Promise<void> {
  const action = sub === ctx.actor.sub ? 'leave' : 'remove'
  const { employer_uuid, subject, refusal } = await judge(ctx, 'employer', sub, action)
  refuse('employer', refusal)
  assert(employer_uuid !== null, 'an employer has an id')
  await endSubstitutesOf(ctx, employer_uuid, sub)
  await deleteMember(ctx.tx, employer_uuid, sub)
  await record(ctx, employer_uuid, subject, action, null)
}

/** Suspends an operator, or reinstates one. */
export async function changeOperatorStanding(
  ctx: Ctx,
  sub: string,
  operation: 'suspend' | 'reinstate',
) {
  const { employer_uuid, subject, refusal } = await judge(ctx, 'operators', sub, operation)
  refuse('operators', refusal)
  const suspended = operation === 'suspend'
  await saveSuspension(ctx.tx, sub, suspended ? ctx.now : null)
  await record(ctx, employer_uuid, subject, operation, { suspended })
  return afterwards(ctx, 'operators', sub)
}

/** Reads the team as it is, while nobody else changes it, and judges. NOT_FOUND for who is in another team or in none. */
async function judge(
  ctx: Ctx,
  kind: TeamKind,
  sub: string,
  action: TeamAction,
  role?: TeamRole,
): Promise<{
  employer_uuid: TeamId
  team: TeammateRow[]
  subject: TeammateRow
  refusal: TeamRefusal | undefined
}> {
  const employer_uuid = teamOf(ctx.actor, kind)
  await lockTeam(ctx.tx, employer_uuid)
  const team = await listTeam(ctx.tx, employer_uuid)
  const subject = team.find(one => one.sub === sub)
  if (!subject) throw new Problem('NOT_FOUND', 'identity.problems.nobodyInTeam')
  const refusal = teamRefusal(kind, team, ctx.actor.sub, subject, action, role)
  return { employer_uuid, team, subject, refusal }
}

const CODES: Readonly<Record<TeamRefusal, ProblemCode>> = {
  NOT_IN_CHARGE: 'FORBIDDEN',
  LAST: 'LAST_OWNER',
  ONESELF: 'FORBIDDEN',
  OWN_GUEST: 'SECOND_PERSON_NEEDED',
  NO_CHANGE: 'TRANSITION_NOT_ALLOWED',
}

const TEXTS: Readonly<Record<TeamKind, Readonly<Record<TeamRefusal, TextKey>>>> = {
  employer: {
    NOT_IN_CHARGE: 'identity.problems.team.notInCharge',
    LAST: 'identity.problems.team.last',
    ONESELF: 'identity.problems.team.oneself',
    OWN_GUEST: 'identity.problems.team.oneself',
    NO_CHANGE: 'identity.problems.team.noChange',
  },
  operators: {
    NOT_IN_CHARGE: 'identity.problems.operators.notInCharge',
    LAST: 'identity.problems.operators.last',
    ONESELF: 'identity.problems.operators.oneself',
    OWN_GUEST: 'identity.problems.operators.ownGuest',
    NO_CHANGE: 'identity.problems.operators.noChange',
  },
}

function refuse(kind: TeamKind, refusal: TeamRefusal | undefined): void {
  if (refusal) throw new Problem(CODES[refusal], TEXTS[kind][refusal])
}

async function record(
  ctx: Ctx,
  employer_uuid: TeamId,
  { sub, role, suspended }: TeammateRow,
  action: TeamAction,
  after: object | null,
): Promise<void> {
  ctx.audit({
    action,
    entity: employer_uuid ? 'employer_member' : 'operator',
    entity_uuids: [sub],
    employer_uuid,
    before: { role, suspended },
    after,
  })
  const at = ctx.now.toISOString()
  ctx.announce('identity.teammate_changed', { sub, employer_uuid, action, at })
}

async function afterwards<K extends TeamKind>(ctx: Ctx, kind: K, sub: string) {
  const team = await listTeam(ctx.tx, teamOf(ctx.actor, kind))
  const row = team.find(one => one.sub === sub)
  assert(row, 'who was changed is still there')
  return presentTeammate(ctx, kind, team, row)
}
