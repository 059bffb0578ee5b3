import type { TeamKind, TeamRole } from '#domain/identity/team.ts'
import type { Translator } from '#web/words/words.tsx'

/** Roles as cards to choose from: what each is called, and what it does in this kind of team. */
export function roleCards<R extends TeamRole>(
  t: Translator<'identity.roles'>,
  tNames: Translator<'identity.roleNames'>,
  kind: TeamKind,
  roles: readonly R[],
) {
  const nameOf = (role: TeamRole) => tNames(role)
  return roles.map(value => ({
    value,
    label: nameOf(value),
    sub: t(`does.${kind === 'operators' && value === 'admin' ? 'operatorAdmin' : value}`),
  }))
}
