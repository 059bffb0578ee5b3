/** What happens to people and companies that others act on later. A `secret` is the token of a link. */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
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
  /** An operator suspended a company or a contractor at that instant, or reinstated them. */
  'people.standing_changed': {
    readonly kind: 'employer' | 'contractor'
    readonly id: string
    readonly suspended: boolean
    readonly at: string
  }
  /** An operator rejected one document, of a company or of a contractor. */
  'people.document_rejected': { readonly document_uuid: string }
  /** Papers of a contractor were erased; others stay until a day, which is null where none is left. */
  'people.papers_erased': {
    readonly contractor_sub: string
    readonly kept_until: PlainDateString | null
  }
  /** A document of a contractor ends in so many days, or did: 0. */
  'people.document_expiring': { readonly document_uuid: string; readonly days_before: number }
  /** Of people who work for a company. */
  'people.papers_expiring': {
    readonly employer_uuid: string
    readonly document_uuids: readonly string[]
  }
  /** An owner changed the sum above which two people approve a pay. */
  'people.approvers_rule_changed': { readonly employer_uuid: string; readonly by: string }
  /** An invitation was not answered, so many days on; the secret is that of its new link. */
  'people.invitation_waits': {
    readonly invitation_uuid: string
    readonly secret: string
    readonly day: number
  }
  /** A contractor's onboarding is open, so many days on. */
  'people.onboarding_open': { readonly contractor_sub: string; readonly day: number }
}
