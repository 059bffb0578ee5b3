/** Invitations to contractors, as they read and answer them. */
import { z } from 'zod'
import { INVITATION_STATUSES } from '#domain/people/invitation.ts'
import { ById, Instant, Said, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

export const InvitationStatus = z.enum(INVITATION_STATUSES)

export const Invitation = z.object({
  invitation_uuid: Uuid,
  employer_domain_name: z.string(),
  employer_name: z.string(),
  role: z.string(),
  status: InvitationStatus,
  datetime_invited: Instant,
  expires_at: Instant,
  expired: z.boolean(),
  /** Why it cannot be accepted as it waits: its company has no name yet, or is suspended. */
  blocked: z.object({ reason: z.string(), said: Said }).nullable(),
})

export const invitations = {
  findInvitation: endpoint({
    method: 'GET',
    path: '/contractor/invitations/by-link/:token',
    summary: "What an invitation's link is about, before signing up",
    access: 'public',
    byLink: true,
    params: z.object({ token: z.string().min(20).max(100) }),
    response: z.object({
      invitation_uuid: Uuid,
      email: z.string(),
      employer_name: z.string(),
      employer_domain_name: z.string(),
      role: z.string(),
      /** The name by which the employer invited, empty where it gave none: a beginning, which its owner corrects. */
      name: z.string(),
      /** The country that the employer named, if any: it stands first when the address is asked for. */
      country_code: z.string().nullable(),
      expires_at: Instant,
    }),
    problems: ['LINK_NOT_VALID', 'LINK_USED', 'LINK_EXPIRED', 'LINK_REPLACED'],
  }),
  askForInvitation: endpoint({
    method: 'POST',
    path: '/contractor/invitations/by-link/:token/send-again',
    summary: 'Has the newest mail of an invitation sent again, to who opened an older link of it',
    access: 'public',
    byLink: true,
    touches: { neither: 'the mail goes to the address that was invited' },
    params: z.object({ token: z.string().min(20).max(100) }),
    response: z.object({
      /** The address, all but its first letter hidden. */
      sent_to: z.string(),
      sent_at: Instant,
    }),
    problems: [
      'LINK_NOT_VALID',
      'LINK_USED',
      'LINK_EXPIRED',
      'INVITATION_TOO_SOON',
      'ADDRESS_STOPPED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/contractor/invitations',
    summary: "Invitations to the contractor's verified e-mail",
    access: ['contractor'],
    response: z.array(Invitation),
  }),
  acceptInvitation: endpoint({
    method: 'PUT',
    path: '/contractor/invitations/:id/accept',
    summary: 'Accepts an invitation',
    access: ['contractor'],
    touches: { neither: 'nobody is paid without a contract that both signed' },
    params: ById,
    response: Invitation,
    problems: ['NOT_FOUND', 'INVITATION_NOT_VALID', 'TRANSITION_NOT_ALLOWED'],
  }),
  rejectInvitation: endpoint({
    method: 'PUT',
    path: '/contractor/invitations/:id/reject',
    summary: 'Rejects an invitation',
    access: ['contractor'],
    touches: { neither: 'it only declines' },
    params: ById,
    response: Invitation,
    problems: ['NOT_FOUND', 'INVITATION_NOT_VALID', 'TRANSITION_NOT_ALLOWED'],
  }),
}
