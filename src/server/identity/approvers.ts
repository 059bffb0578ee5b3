import { APPROVING_ROLES } from '#domain/identity/team.ts'
import { personName } from '#domain/kernel/names.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listTeam } from './team.store.ts'

export type Approver = { readonly sub: string; readonly name: string; readonly email: string }

/** Everybody of a company who may approve pay now, the longest there first. */
export async function approversOf(ctx: Ctx, employer_uuid: string): Promise<Approver[]> {
  const team = await listTeam(ctx.tx, employer_uuid)
  return team
    .filter(({ role, suspended }) => !suspended && APPROVING_ROLES.some(may => may === role))
    .map(one => ({ sub: one.sub, name: personName(one), email: one.email }))
}
