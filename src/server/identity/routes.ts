import type { identity } from '#contract/identity.ts'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import type { Handlers } from '../kernel/http.ts'
import { sha256 } from '../kernel/ids.ts'
import { afterTheAnswer, fromNetwork, mayMail, PACES, takeTries } from '../kernel/limits.ts'
import { networkOf } from '../kernel/network.ts'
import { ownPath } from '../kernel/own-path.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { checkAddress } from '../people/index.ts'
import { cancelEmailChange, changeEmail, confirmEmailChange } from './change-email.ts'
import { forgetActor } from './find-actor.ts'
import { stopInvitations } from './invitation-mails.ts'
import type { LinkKind } from './mail-link.ts'
import { getMe } from './me.ts'
import { findPerson } from './person.report.store.ts'
import { getPersonDetails, insertAgreement, saveContactDetails } from './person.store.ts'
import { listSessions, signOutDevices } from './sessions.ts'
import { signUp } from './sign-up.ts'

/** Handlers of the identity calls. Mailed links lead on to pages of `origins` alone. */
export function identityHandlers(
  provider: IdentityProvider,
  origins: readonly string[],
  kernel: Kernel,
): Handlers<typeof identity> {
  /** By a job: the answer is the same, and takes the same time, whether or not there is such an account. */
  const askForLink = async (
    ctx: Ctx,
    kind: LinkKind,
    { email, continuation_url }: { email: string; continuation_url?: string | undefined },
  ) => {
    const go_on_to = ownPathOf(origins, continuation_url)
    await takeTries(kernel, [fromNetwork(kind, ctx.address)])
    const link = { kind, email, network: networkOf(ctx.address), go_on_to }
    await ctx.enqueue('send_link', link, { run_at: afterTheAnswer() })
    return { ok: true as const }
  }
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
      const go_on_to = ownPathOf(origins, body.continuation_url)
      if (ctx.actor.email_verified) return { ok: true as const }
      await takeTries(kernel, [{ bucket: `verification of ${ctx.actor.sub}`, ...PACES.mails }])
      await requestVerification(ctx, kernel, go_on_to)
      return { ok: true as const }
    },
    sendPasswordResetLink: ({ body }, ctx) => askForLink(ctx, 'reset link', body),
    sendLogInLink: ({ body }, ctx) => askForLink(ctx, 'log-in link', body),
    stopInvitations: async ({ body }, ctx) => {
      await takeTries(kernel, [fromNetwork('links', ctx.address)])
      return stopInvitations(ctx, body)
    },
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
        { bucket: `e-mail change of ${ctx.actor.sub}`, ...PACES.mails },
        { bucket: `e-mail change to ${sha256(body.email)}`, ...PACES.mailsOfAll },
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
    acceptAgreement: async ({ params, body }, ctx) => {
      const version = LEGAL_VERSIONS[params.id]
      if (body?.version !== undefined && body.version !== version)
        throw invalidField(
          'version',
          `The version in force is ${version}. Load the page again and read it.`,
        )
      const accepted_at = ctx.now
      const made = await insertAgreement(ctx.tx, {
        sub: ctx.actor.sub,
        kind: params.id,
        version,
        accepted_at,
        address: ctx.address,
      })
      if (!made)
        throw new Problem('AGREEMENT_ALREADY_ACCEPTED', 'You accepted this version before.')
      ctx.audit({
        action: 'accept',
        entity: 'agreement',
        entity_uuids: [ctx.actor.sub],
        employer_uuid: ctx.actor.employer_uuid,
        after: { kind: params.id, version },
      })
      return { kind: params.id, version, accepted_at }
    },
    putContactDetails: async ({ body }, ctx) => {
      const { has_authorization, mailing_address, ...names } = body
      if (has_authorization) await requireAuthority(ctx)
      await saveContactDetails(ctx, ctx.actor.sub, {
        ...names,
        mailing_address: mailing_address && checkAddress(mailing_address, ['mailing_address']),
        has_authorization_to_act_for_employer: has_authorization,
        contact_info_at: ctx.now,
      })
      ctx.audit({
        action: 'change_contact_details',
        entity: 'person',
        entity_uuids: [ctx.actor.sub],
        employer_uuid: ctx.actor.employer_uuid,
      })
      return getMe(ctx)
    },
  }
}

/** Has the link mailed that proves the address, unless too many went there. */
async function requestVerification(
  { actor, address, enqueue }: Ctx,
  kernel: Kernel,
  go_on_to?: string,
): Promise<void> {
  const from = { network: networkOf(address), known: false }
  if (await mayMail(kernel, 'verification', actor.email, from))
    await enqueue('send_verification_link', { sub: actor.sub, go_on_to })
}

/** Nobody gives themselves the authority to act for the company; it comes with the role, or with the invitation. */
async function requireAuthority(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.member_role === 'owner' || actor.member_role === 'admin') return
  const person = await getPersonDetails(ctx, actor.sub)
  if (person?.has_authorization_to_act_for_employer) return
  throw new Problem(
    'FORBIDDEN',
    'Only owners and admins may say that they act for the company. Ask an owner to change your role.',
  )
}

/** An address that nobody proved cannot be moved to another one. */
function requireProved({ actor }: Ctx): void {
  if (!actor.known) throw new Problem('DETAILS_MISSING', 'Complete the sign-up first.')
  if (!actor.email_verified)
    throw new Problem('EMAIL_NOT_VERIFIED', 'Verify your e-mail first: open the link in the mail.')
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

/**
 * The path of ours that an address leads to; undefined for the usual one. Refuses what is not plainly an address of ours: other
 * origins, user names, and spellings that browsers read another way.
 */
function ownPathOf(origins: readonly string[], address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const plain =
    /^https?:\/\/[\w.:[\]-]+(\/[^\\\s\p{Cc}]*)?$/u.test(address) && URL.canParse(address)
  if (!plain || !origins.includes(new URL(address).origin))
    throw invalidField(
      'continuation_url',
      'Give an address of this Corridor: links lead nowhere else.',
    )
  const { pathname, search, hash } = new URL(address)
  return pathname === '/' ? undefined : ownPath(`${pathname}${search}${hash}`)
}
