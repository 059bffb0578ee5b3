import { ROLE_LABELS, type TeamKind, type TeamRole } from '#domain/identity/team.ts'

const WORDS: Readonly<Record<TeamKind, Readonly<Partial<Record<TeamRole, string>>>>> = {
  employer: {
    owner: 'Runs the team, and does all that admins do',
    admin: 'Invites contractors, makes contracts, sets up and approves payroll',
    approver: 'Approves pay and takes approvals back',
    viewer: 'Looks at everything and changes nothing',
  },
  operators: {
    admin: 'Runs the team, and does all that the others do',
    verifier: 'Opens documents, verifies and suspends people and companies',
    treasurer: 'Books funding, executes and settles payments',
  },
}

/** Roles as cards to choose from: what each is called, and what it does in this kind of team. */
export function roleCards<R extends TeamRole>(kind: TeamKind, roles: readonly R[]) {
  return roles.map(value => ({ value, label: ROLE_LABELS[value], sub: WORDS[kind][value] }))
}
