import { ROLE_LABELS, type TeamKind, type TeamRole } from '#domain/identity/team.ts'
import type { Translator } from '#web/words/words.tsx'

/** Roles as cards to choose from: what each is called, and what it does in this kind of team. */
export function roleCards<R extends TeamRole>(
  t: Translator<'identity.roles'>,
  kind: TeamKind,
  roles: readonly R[],
) {
  return roles.map(value => ({
    value,
    label: ROLE_LABELS[value],
    sub: t(`does.${kind === 'operators' && value === 'admin' ? 'operatorAdmin' : value}`),
  }))
}
