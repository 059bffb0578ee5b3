/** Who does what within a team: the people of an employer, and the operators. */

/** Owners run the team, admins the work, approvers approve pay, viewers look. */
export const MEMBER_ROLES = ['owner', 'admin', 'approver', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** Who approves pay. */
export const APPROVING_ROLES = ['owner', 'admin', 'approver'] as const satisfies MemberRole[]

/** Admins run the team of operators, verifiers look at people and papers, treasurers move money. */
export const OPERATOR_ROLES = ['admin', 'verifier', 'treasurer'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export type TeamRole = MemberRole | OperatorRole

export type TeamKind = 'employer' | 'operators'

/** The roles of each kind of team, and the one that runs it. */
export const TEAMS = {
  employer: { roles: MEMBER_ROLES, runs: 'owner' },
  operators: { roles: OPERATOR_ROLES, runs: 'admin' },
} as const satisfies Record<TeamKind, { roles: readonly TeamRole[]; runs: TeamRole }>

/** How many days the link of an invitation works: less for those who may move everybody's money. */
export const TEAM_LINK_DAYS: Readonly<Record<TeamKind, number>> = { employer: 30, operators: 7 }

export type Teammate = {
  readonly sub: string
  readonly role: TeamRole
  readonly suspended: boolean
  /** Who invited an operator; null for whom a command on the server made, and for an employer's people. */
  readonly inviter_sub: string | null
}

/** Employers' people are removed or leave; operators are suspended, since the audit log goes on naming them. */
const ACTIONS = {
  employer: ['change_role', 'remove', 'leave'],
  operators: ['change_role', 'suspend', 'reinstate'],
} as const

export type RoleOf<K extends TeamKind> = (typeof TEAMS)[K]['roles'][number]
export type ActionOf<K extends TeamKind> = (typeof ACTIONS)[K][number]
export type TeamAction = ActionOf<TeamKind>

/**
 * Why an action is refused: the actor does not run the team, nobody would run it any more, operators do not do this to
 * themselves or to whom they invited, or it would change nothing.
 */
export type TeamRefusal = 'NOT_IN_CHARGE' | 'LAST' | 'ONESELF' | 'OWN_GUEST' | 'NO_CHANGE'

/**
 * Judges what one of a team does to one of them; undefined when it is allowed. `role` is what a change of role gives. Who runs
 * the team is judged by the team as it is, not by what the actor was when the request came.
 */
export function teamRefusal(
  kind: TeamKind,
  team: readonly Teammate[],
  actor_sub: string,
  subject: Teammate,
  action: TeamAction,
  role?: TeamRole,
): TeamRefusal | undefined {
  const oneself = subject.sub === actor_sub
  const runs = (one: Teammate) => runsTeam(kind, one)
  const inCharge = team.some(one => one.sub === actor_sub && runs(one))
  const offered: readonly TeamAction[] = ACTIONS[kind]
  if (!offered.includes(action) || !(inCharge || (action === 'leave' && oneself)))
    return 'NOT_IN_CHARGE'
  if (isNoChange(subject, action, role)) return 'NO_CHANGE'
  const takesAway = action !== 'reinstate' && role !== TEAMS[kind].runs
  const others = team.filter(one => one.sub !== subject.sub)
  if (takesAway && runs(subject) && !others.some(runs)) return 'LAST'
  if (kind !== 'operators') return undefined
  if (oneself) return 'ONESELF'
  // Another admin confirmed them as what they are: more takes another admin again.
  return subject.inviter_sub === actor_sub && action !== 'suspend' ? 'OWN_GUEST' : undefined
}

/** Whether somebody runs the team now. */
export function runsTeam(kind: TeamKind, { role, suspended }: Teammate): boolean {
  return role === TEAMS[kind].runs && !suspended
}

function isNoChange(subject: Teammate, action: TeamAction, role?: TeamRole): boolean {
  if (action === 'change_role') return subject.role === role
  if (action === 'suspend') return subject.suspended
  return action === 'reinstate' && !subject.suspended
}

/** The roles that the actor may give to one of the team instead of the present one. */
export function rolesToGive<K extends TeamKind>(
  kind: K,
  team: readonly Teammate[],
  actor_sub: string,
  subject: Teammate,
): RoleOf<K>[] {
  const roles: readonly RoleOf<K>[] = TEAMS[kind].roles
  return roles.filter(role => !teamRefusal(kind, team, actor_sub, subject, 'change_role', role))
}

/** What the actor may do to one of the team: on their own row they leave, on others' they remove. */
export function teamActions<K extends TeamKind>(
  kind: K,
  team: readonly Teammate[],
  actor_sub: string,
  subject: Teammate,
): ActionOf<K>[] {
  const pointless = subject.sub === actor_sub ? 'remove' : 'leave'
  const actions: readonly ActionOf<K>[] = ACTIONS[kind]
  return actions.filter(action => {
    if (action === pointless) return false
    if (action === 'change_role') return rolesToGive(kind, team, actor_sub, subject).length > 0
    return !teamRefusal(kind, team, actor_sub, subject, action)
  })
}

export type InvitationAction = 'confirm' | 'resend' | 'withdraw'

export type InvitationFacts = {
  /** Null for what a command on the server invited. */
  readonly inviter_sub: string | null
  readonly confirmed: boolean
  /** Whether it can still be confirmed, or its link sent again as it is (`isVouchedFor`). */
  readonly stands: boolean
}

/**
 * What the actor may do about an invitation that waits. An operator who makes operators alone would be their own second person
 * (design: Promises, 7): what one of them invites, another confirms, and the link is sent only then.
 */
export function invitationActions(
  kind: TeamKind,
  invitation: InvitationFacts,
  actor_sub: string,
): InvitationAction[] {
  const { inviter_sub, stands } = invitation
  // Into a company's team who sends it again invites; operators are invited, and confirmed, anew.
  if (!waitsForConfirmation(kind, invitation))
    return stands || kind === 'employer' ? ['resend', 'withdraw'] : ['withdraw']
  return inviter_sub === actor_sub || !stands ? ['withdraw'] : ['confirm', 'withdraw']
}

/**
 * Whether who invited still runs the team, and who confirmed it too: an invitation lets nobody in by the word of who was removed, suspended
 * or given less to do since. What a command on the server invited has nobody's word but that.
 */
export function isVouchedFor(
  kind: TeamKind,
  { inviter_sub, confirmed_by }: { inviter_sub: string | null; confirmed_by: string | null },
  team: readonly Teammate[],
): boolean {
  const runs = (sub: string) => team.some(one => one.sub === sub && runsTeam(kind, one))
  return [inviter_sub, confirmed_by].every(sub => sub === null || runs(sub))
}

/** Whether a second operator has to say yes first; not to what a command on the server invited. */
export function waitsForConfirmation(
  kind: TeamKind,
  { inviter_sub, confirmed }: Pick<InvitationFacts, 'inviter_sub' | 'confirmed'>,
): boolean {
  return kind === 'operators' && inviter_sub !== null && !confirmed
}
