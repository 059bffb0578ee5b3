/** The people of an employer, the operators, and the invitations by which both join. */

import { z } from 'zod'
import { MAX_PASSWORD_LENGTH } from '#domain/identity/password.ts'
import { ABSENCE_ACTIONS } from '#domain/identity/substitute.ts'
import { APPROVING_ROLES, MEMBER_ROLES, OPERATOR_ROLES } from '#domain/identity/team.ts'
import { words } from '#domain/kernel/words.ts'
import { PhoneNumber } from './identity.ts'
import { ById, Email, Instant, Ok, PlainDate, requiredName, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const MemberRole = z.enum(MEMBER_ROLES, words('identity.problems.chooseRole'))
const OperatorRole = z.enum(OPERATOR_ROLES, words('identity.problems.chooseRole'))

const Person = z.object({
  sub: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  joined_at: Instant,
  /** Whether it is who asks. */
  is_me: z.boolean(),
})

export const Member = Person.extend({
  role: MemberRole,
  has_authorization_to_act_for_employer: z.boolean(),
  allowed_actions: z.array(z.enum(['change_role', 'remove', 'leave'])),
  /** The roles that may be given instead of the present one. */
  allowed_roles: z.array(MemberRole),
  /** Who stands in for them when pay is approved, `now` or on days to come; null while they are there. */
  absence: z
    .object({
      substitute_sub: z.string(),
      substitute_name: z.string(),
      from: PlainDate,
      until: PlainDate,
      now: z.boolean(),
    })
    .nullable(),
  absence_actions: z.array(z.enum(ABSENCE_ACTIONS)),
})

export const Operator = Person.extend({
  role: OperatorRole,
  suspended: z.boolean(),
  allowed_actions: z.array(z.enum(['change_role', 'suspend', 'reinstate'])),
  allowed_roles: z.array(OperatorRole),
})

const Invited = z.object({
  invitation_uuid: Uuid,
  email: z.string(),
  inviter_name: z.string(),
  link_sent_at: Instant,
  expires_at: Instant,
  expired: z.boolean(),
})
export const MemberInvitation = Invited.extend({
  role: MemberRole,
  allowed_actions: z.array(z.enum(['resend', 'withdraw'])),
  /** Why its link lets nobody in any more; null while it does. */
  waits: z.string().nullable(),
})
export const OperatorInvitation = Invited.extend({
  role: OperatorRole,
  allowed_actions: z.array(z.enum(['confirm', 'resend', 'withdraw'])),
  /** Why no link was sent yet, and who acts, or why the one that was lets nobody in; null while it does. */
  waits: z.string().nullable(),
})

/** Who stands in for somebody, and on which days. */
const Away = z.strictObject({
  substitute_sub: z.string().min(1, words('identity.problems.substitute.missing')).max(255),
  from: PlainDate,
  until: PlainDate,
})

const Sub = z.object({ sub: z.string().min(1).max(255) })
const Token = z.string().min(20).max(100)
const Names = z.object({
  first_name: requiredName(100, 'identity.problems.firstNameRequired'),
  last_name: requiredName(100, 'identity.problems.lastNameRequired'),
  preferred_name: requiredName(100, 'identity.problems.preferredNameRequired'),
  phone_number: PhoneNumber,
})

const OWNERS = { access: ['employer'], members: ['owner'] } as const
const ADMINS = { access: ['operator'], operators: ['admin'] } as const

export const team = {
  listMembers: endpoint({
    method: 'GET',
    path: '/employer/members',
    summary: 'The people of the employer and the invitations that wait',
    access: ['employer'],
    response: z.object({ members: z.array(Member), invitations: z.array(MemberInvitation) }),
  }),
  inviteMember: endpoint({
    method: 'POST',
    path: '/employer/members',
    summary: 'Invites somebody to act for the employer; the link lasts 30 days',
    ...OWNERS,
    touches: 'access',
    body: z.strictObject({ email: Email, role: MemberRole }),
    response: MemberInvitation,
    problems: [
      'ADDRESS_STOPPED',
      'ALREADY_INVITED',
      'ALREADY_MEMBER',
      'STEP_UP_REQUIRED',
      'TOO_MANY_REQUESTS',
      'VALIDATION',
    ],
  }),
  resendMemberInvitation: endpoint({
    method: 'POST',
    path: '/employer/members/invitations/:id/resend',
    summary: 'Sends a new link, at most once a minute; the old one stops working',
    ...OWNERS,
    touches: 'access',
    params: ById,
    response: MemberInvitation,
    problems: ['NOT_FOUND', 'ADDRESS_STOPPED', 'INVITATION_TOO_SOON', 'TOO_MANY_REQUESTS'],
  }),
  withdrawMemberInvitation: endpoint({
    method: 'DELETE',
    path: '/employer/members/invitations/:id',
    summary: 'Withdraws an invitation; its link stops working',
    ...OWNERS,
    touches: { neither: 'it only ends access' },
    params: ById,
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
  changeMemberRole: endpoint({
    method: 'PUT',
    path: '/employer/members/:sub',
    summary: 'Gives one of the people another role; one owner stays',
    ...OWNERS,
    touches: 'access',
    params: Sub,
    body: z.strictObject({ role: MemberRole }),
    response: Member,
    problems: ['NOT_FOUND', 'LAST_OWNER', 'STEP_UP_REQUIRED', 'VALIDATION'],
  }),
  putSubstitute: endpoint({
    method: 'PUT',
    path: '/employer/members/:sub/substitute',
    summary: 'Names who stands in for an absent approver for some days, or with null ends it',
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: 'access',
    params: Sub,
    body: z.strictObject({
      absence: Away.nullable(),
      /** The absence that was looked at, null for none; another one means CONFLICT. */
      seen: Away.nullable().optional(),
    }),
    response: Member,
    problems: ['NOT_FOUND', 'FORBIDDEN', 'STEP_UP_REQUIRED', 'VALIDATION', 'CONFLICT'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/employer/members/:sub',
    summary: 'Removes one of the people; their next call is refused within a second',
    ...OWNERS,
    touches: 'access',
    params: Sub,
    response: Ok,
    problems: ['NOT_FOUND', 'LAST_OWNER', 'STEP_UP_REQUIRED'],
  }),
  leaveEmployer: endpoint({
    method: 'DELETE',
    path: '/employer/members/me',
    summary: 'Leaves the employer; its last owner stays',
    access: ['employer'],
    members: MEMBER_ROLES,
    touches: { neither: 'it only ends access' },
    response: Ok,
    problems: ['LAST_OWNER'],
  }),
  listOperators: endpoint({
    method: 'GET',
    path: '/operations/operators',
    summary: 'The operators and the invitations that wait',
    ...ADMINS,
    response: z.object({ members: z.array(Operator), invitations: z.array(OperatorInvitation) }),
  }),
  inviteOperator: endpoint({
    method: 'POST',
    path: '/operations/operators',
    summary: 'Invites an operator. Nothing is sent until another admin confirms it',
    ...ADMINS,
    touches: 'access',
    body: z.strictObject({ email: Email, role: OperatorRole }),
    response: OperatorInvitation,
    problems: [
      'ADDRESS_STOPPED',
      'ALREADY_INVITED',
      'ALREADY_MEMBER',
      'STEP_UP_REQUIRED',
      'TOO_MANY_REQUESTS',
      'VALIDATION',
    ],
  }),
  confirmOperatorInvitation: endpoint({
    method: 'POST',
    path: '/operations/operators/invitations/:id/confirm',
    summary: 'Says yes to what another admin invites: the link is sent, and lasts 7 days',
    ...ADMINS,
    touches: 'access',
    params: ById,
    response: OperatorInvitation,
    problems: [
      'NOT_FOUND',
      'ADDRESS_STOPPED',
      'SECOND_PERSON_NEEDED',
      'TRANSITION_NOT_ALLOWED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  resendOperatorInvitation: endpoint({
    method: 'POST',
    path: '/operations/operators/invitations/:id/resend',
    summary: 'Sends a new link, at most once a minute; the old one stops working',
    ...ADMINS,
    touches: 'access',
    params: ById,
    response: OperatorInvitation,
    problems: [
      'NOT_FOUND',
      'ADDRESS_STOPPED',
      'INVITATION_TOO_SOON',
      'SECOND_PERSON_NEEDED',
      'TOO_MANY_REQUESTS',
      'TRANSITION_NOT_ALLOWED',
    ],
  }),
  withdrawOperatorInvitation: endpoint({
    method: 'DELETE',
    path: '/operations/operators/invitations/:id',
    summary: 'Withdraws an invitation; its link stops working',
    ...ADMINS,
    touches: { neither: 'it only ends access' },
    params: ById,
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
  changeOperatorRole: endpoint({
    method: 'PUT',
    path: '/operations/operators/:sub',
    summary: 'Gives an operator another role; one active admin stays',
    ...ADMINS,
    touches: 'access',
    params: Sub,
    body: z.strictObject({ role: OperatorRole }),
    response: Operator,
    problems: ['NOT_FOUND', 'LAST_OWNER', 'SECOND_PERSON_NEEDED', 'STEP_UP_REQUIRED', 'VALIDATION'],
  }),
  changeOperatorStanding: endpoint({
    method: 'PATCH',
    path: '/operations/operators/:sub/:operation',
    summary: 'Suspends an operator at once, or reinstates one; one active admin stays',
    ...ADMINS,
    touches: 'access',
    params: Sub.extend({ operation: z.enum(['suspend', 'reinstate']) }),
    response: Operator,
    problems: [
      'NOT_FOUND',
      'LAST_OWNER',
      'SECOND_PERSON_NEEDED',
      'STEP_UP_REQUIRED',
      'TRANSITION_NOT_ALLOWED',
    ],
  }),
  findTeamInvitation: endpoint({
    method: 'GET',
    path: '/user/team-invitations/by-link/:token',
    summary: 'What the link of an invitation into a team is about, for whoever has it',
    access: 'public',
    byLink: true,
    params: z.object({ token: Token }),
    response: z.object({
      kind: z.enum(['employer', 'operators']),
      organisation: z.string(),
      inviter_name: z.string(),
      email: z.string(),
      role: z.enum([...MEMBER_ROLES, ...OPERATOR_ROLES]),
      expires_at: Instant,
      /** Whether somebody of this address is here already: then they log in to accept. */
      has_account: z.boolean(),
    }),
    problems: ['LINK_NOT_VALID', 'LINK_USED', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
  }),
  joinTeam: endpoint({
    method: 'POST',
    path: '/user/team-invitations/join',
    summary: 'Makes the account of who was invited, whose address the link proves, and accepts',
    access: 'public',
    byLink: true,
    touches: { neither: 'the mailed link is the proof' },
    body: z.strictObject({
      token: Token,
      password: z.string().max(MAX_PASSWORD_LENGTH * 4),
      ...Names.shape,
      /** Operators need none. */
      phone_number: PhoneNumber.optional(),
    }),
    response: z.object({ email: z.string() }),
    problems: [
      'LINK_NOT_VALID',
      'LINK_USED',
      'LINK_EXPIRED',
      'CONFLICT',
      'FORBIDDEN',
      'TOO_MANY_REQUESTS',
      'VALIDATION',
    ],
  }),
  acceptTeamInvitation: endpoint({
    method: 'POST',
    path: '/user/team-invitations/accept',
    summary:
      'Accepts with the account of the invited address; names are needed where none are known',
    access: 'signed-in',
    byLink: true,
    touches: { neither: 'the mailed link is the proof' },
    body: z.strictObject({ token: Token, ...Names.partial().shape }),
    response: Ok,
    problems: [
      'LINK_NOT_VALID',
      'LINK_USED',
      'LINK_EXPIRED',
      'ALREADY_MEMBER',
      'CONFLICT',
      'EMAIL_NOT_VERIFIED',
      'FORBIDDEN',
      'TOO_MANY_REQUESTS',
      'VALIDATION',
    ],
  }),
}
