import { type Endpoint, membersOf } from '#contract/kernel/endpoint.ts'
import { type Absence, isOn } from '#domain/identity/substitute.ts'
import { APPROVING_ROLES, runsTeam } from '#domain/identity/team.ts'
import { personName } from '#domain/kernel/names.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listAbsences } from './substitute.store.ts'
import { listTeam, lockTeam, shareTeam } from './team.store.ts'

/** Somebody who may approve pay, and until which day they stand in for others. */
export type Approver = {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly is_owner: boolean
  readonly stands_in_for: readonly {
    readonly sub: string
    readonly name: string
    readonly until: PlainDateString
  }[]
}

/** Everybody of a company who may approve pay now, the longest there first. */
export async function approversOf(ctx: Ctx, employer_uuid: string): Promise<Approver[]> {
  const [all, absences] = await Promise.all([
    listTeam(ctx.tx, employer_uuid),
    listAbsences(ctx.tx, employer_uuid),
  ])
  const team = all.filter(
    ({ role, suspended }) => !suspended && APPROVING_ROLES.some(may => may === role),
  )
  const names = new Map(team.map(one => [one.sub, personName(one)]))
  const standsIn = ({ absent_sub, until }: Absence) => {
    const name = names.get(absent_sub)
    return name === undefined ? [] : [{ sub: absent_sub, name, until }]
  }
  return team.map(one => ({
    sub: one.sub,
    name: personName(one),
    email: one.email,
    is_owner: runsTeam('employer', one),
    stands_in_for: absences
      .filter(of => of.substitute_sub === one.sub && isOn(of, ctx.today))
      .flatMap(standsIn),
  }))
}

/** Keeps the team, its rules about approving and who stands in for whom as they are until the transaction ends. */
export async function holdApprovers(ctx: Ctx, employer_uuid: string): Promise<void> {
  await shareTeam(ctx.tx, employer_uuid)
}

/**
 * Like `holdApprovers`, and FORBIDDEN where the actor may not call this there by now: what outlasts who makes it is made by nobody whose
 * request was under way while they were removed.
 */
export async function holdCaller(ctx: Ctx, entry: Endpoint): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  await shareTeam(ctx.tx, employer_uuid)
  const me = (await listTeam(ctx.tx, employer_uuid)).find(({ sub }) => sub === ctx.actor.sub)
  if (!me || me.suspended || !membersOf(entry).some(role => role === me.role))
    throw new Problem('FORBIDDEN', 'identity.problems.roleSince')
}

/** Like `holdApprovers`, for who changes one of these: nobody approves meanwhile. */
export async function lockApprovers(ctx: Ctx, employer_uuid: string): Promise<void> {
  await lockTeam(ctx.tx, employer_uuid)
}
