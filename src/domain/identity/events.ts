/** What happens to accounts and teams that others act on later. A `secret` is the token of a link. */
import type { TeamAction } from './team.ts'

export type IdentityEvents = {
  /** An address was invited into a team, or its link was made anew. */
  'identity.teammate_invited': { readonly invitation_uuid: string; readonly secret: string }
  /** Somebody's place in a team changed; without an employer it is the operators'. */
  'identity.teammate_changed': {
    readonly sub: string
    readonly employer_uuid: string | null
    readonly action: TeamAction
    /** When, in ISO 8601. A process of before does not say it. */
    readonly at?: string
  }
  /** Somebody stands in for an approver who is absent; `by` whom it was set. */
  'identity.substitute_set': { readonly substitution_uuid: string; readonly by: string }
  /** They do no longer; `by` is null where the time was over. */
  'identity.substitute_ended': { readonly substitution_uuid: string; readonly by: string | null }
  /** The identity provider wants a mail sent. */
  'identity.mail_requested':
    | {
        readonly kind: 'verify-email' | 'reset-password' | 'log-in-link'
        readonly email: string
        readonly secret: string
        /** The path where the page behind the link goes on to. */
        readonly go_on_to?: string | undefined
      }
    | { readonly kind: 'account-exists'; readonly email: string }
    | { readonly kind: 'security-notice'; readonly email: string; readonly text: string }
  /** Somebody asked for another address: one event for each of the two, with a link of its own. */
  'identity.email_change_asked': {
    readonly email: string
    readonly old_email: string
    readonly new_email: string
    readonly secret: string
  }
  /** Both addresses agreed, and the account has the new one. */
  'identity.email_changed': { readonly old_email: string; readonly new_email: string }
}
