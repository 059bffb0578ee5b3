/** What happens to people and companies that others act on later. A `secret` is the token of a link. */
import type { InvitationStatus } from './invitation.ts'

export type PeopleEvents = {
  /** An employer invited a contractor, or sent the link anew. */
  'people.contractor_invited': { readonly invitation_uuid: string; readonly secret: string }
  /** The contractor accepted or rejected. */
  'people.invitation_answered': {
    readonly invitation_uuid: string
    readonly employer_uuid: string
    readonly status: InvitationStatus
  }
  /** An operator verified or rejected a company, or a contractor by their `sub`. */
  'people.verification_decided': { readonly kind: 'employer' | 'contractor'; readonly id: string }
}
