import { APPROVING_ROLES } from '#domain/identity/team.ts'
import { personName } from '#domain/kernel/names.ts'
import type { ClientOutput } from '#web/kernel/types.ts'

export type Member = ClientOutput<'listMembers'>['members'][number]

/** Those of a team who may approve pay, as options of a choice. */
export function approverOptions(members: readonly Member[]) {
  return members
    .filter(({ role }) => APPROVING_ROLES.some(may => may === role))
    .map(one => ({ value: one.sub, label: personName(one, one.email) }))
}

export type Band = ClientOutput<'getEmployer'>['approval_bands'][number]
