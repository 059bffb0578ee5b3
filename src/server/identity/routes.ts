import type { identity } from '#contract/identity.ts'
import { mailboxOf } from '#domain/identity/email.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import type { Handlers } from '../kernel/http.ts'
import { sha256 } from '../kernel/ids.ts'
import { fromNetwork, PACES, takeTries } from '../kernel/limits.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { acceptAgreement } from './accept-agreement.ts'
import { askForLink, askForVerification, type Mailed, requestVerification } from './ask-for-link.ts'
import { changeContactDetails } from './change-contact-details.ts'
import { cancelEmailChange, changeEmail, confirmEmailChange } from './change-email.ts'
import { forgetActor } from './find-actor.ts'
import { stopInvitations } from './invitation-mails.ts'
import { getMe } from './me.ts'
import { findPerson } from './person.report.store.ts'
import { listSessions, signOutDevices } from './sessions.ts'
import { signUp } from './sign-up.ts'
import { stopDestinationChange } from './stop-destination-change.ts'

/** Handlers of the identity calls. Mailed links lead on to pages of `origins` alone. */
export function identityHandlers(
  provider: IdentityProvider,
  origins: readonly string[],
  kernel: Kernel,
): Handlers<typeof identity> {
  const mailed: Mailed = { kernel, origins }
  return {
    getMe: (_input, ctx) => getMe(ctx),
    signUp: async ({ body }, ctx) => {
      await signUp(ctx, body)
      forgetActor(kernel, ctx.actor.sub)
      // A verified account (a provider's, or one whose mail was opened early) needs no link.
      if (!ctx.actor.email_verified) await requestVerification(ctx, kernel)
      return getMe(await refreshed(ctx))
    },
    sendEmailVerificationLink: async ({ body }, ctx) => {
      await askForVerification(ctx, mailed, body.continuation_url)
      return { ok: true as const }
    },
    sendPasswordResetLink: async ({ body }, ctx) => {
      await askForLink(ctx, mailed, 'reset link', body)
      return { ok: true as const }
    },
    sendLogInLink: async ({ body }, ctx) => {
      await askForLink(ctx, mailed, 'log-in link', body)
      return { ok: true as const }
    },
    stopInvitations: async ({ body }, ctx) => {
      await takeTries(kernel, [fromNetwork('links', ctx.address)])
      return stopInvitations(ctx, body)
    },
    stopDestinationChange: ({ body }, ctx) =>
      stopDestinationChange(ctx, kernel, provider, body.token),
    listSessions: (_input, ctx) => listSessions(ctx),
    endSession: async ({ params }, ctx) => {
      await signOutDevices(ctx, provider, { only: [params.id] })
      forgetActor(kernel, ctx.actor.sub)
      return { ok: true as const }
    },
    endOtherSessions: async ({ query }, ctx) => {
      const allBut = query.this_too === 'true' ? null : ctx.actor.session_id
      const ended = await signOutDevices(ctx, provider, { allBut })
      forgetActor(kernel, ctx.actor.sub)
      return { ended }
    },
    changeEmail: async ({ body }, ctx) => {
      requireProved(ctx)
      await takeTries(kernel, [
        { bucket: `e-mail change of ${ctx.actor.sub}`, ...PACES.addressChanges },
        { bucket: `e-mail change to ${sha256(mailboxOf(body.email))}`, ...PACES.mailsOfAll },
      ])
      await changeEmail(ctx, provider, body.email)
      return { ok: true as const }
    },
    cancelEmailChange: async (_input, ctx) => {
      await cancelEmailChange(ctx)
      return { ok: true as const }
    },
    confirmEmailChange: async ({ body }, ctx) => {
      await takeTries(kernel, [fromNetwork('links', ctx.address)])
      return confirmEmailChange(ctx, provider, body.token)
    },
    acceptAgreement: ({ params, body }, ctx) => acceptAgreement(ctx, params.id, body?.version),
    putContactDetails: async ({ body }, ctx) => {
      await changeContactDetails(ctx, body)
      return getMe(ctx)
    },
  }
}

/** An address that nobody proved cannot be moved to another one. */
function requireProved({ actor }: Ctx): void {
  if (!actor.known) throw new Problem('DETAILS_MISSING', 'identity.problems.signUpIncomplete')
  if (!actor.email_verified)
    throw new Problem('EMAIL_NOT_VERIFIED', 'identity.problems.emailNotVerified')
}

/** The actor as the sign-up made it, for the view of the same request. */
async function refreshed(ctx: Ctx): Promise<Ctx> {
  const person = await findPerson(ctx.tx, ctx.actor.sub)
  return {
    ...ctx,
    actor: {
      ...ctx.actor,
      known: true,
      employer_uuid: person?.employer_uuid ?? null,
      member_role: (person?.member_role ?? null) as Ctx['actor']['member_role'],
    },
  }
}
