/** A change of somebody's e-mail. Both addresses confirm it, so that neither a stolen session nor a typing error moves an account. */
import { deadLink, linkEnd } from '#domain/identity/mailed-links.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import type { FieldCipher } from '../kernel/field-cipher.ts'
import { newToken, newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  confirmChange,
  endOpenChange,
  findSubByLink,
  insertEmailChange,
  lockChangeByLink,
  type ProvenChange,
  savePersonEmail,
  wasMovedFrom,
} from './email-change.store.ts'
import { holdPerson } from './person.store.ts'
import { endEverywhere } from './sessions.ts'

const HOURS = 24

const hashOf = (token: string) => Buffer.from(sha256(token), 'hex')

/** What a row that we wrote carries: whoever can write into the database, and no more, cannot make a link that moves an account. */
function proofOf(fields: FieldCipher, change: ProvenChange): Buffer {
  const { change_uuid, sub, old_email, new_email, old_token_hash, new_token_hash } = change
  const hashes = [old_token_hash, new_token_hash].map(hash => hash.toString('hex'))
  const parts = [change_uuid, sub, old_email, new_email, ...hashes]
  return fields.blindIndex('email_change.proof', JSON.stringify(parts))
}

/**
 * Begins a change to another address; one that waited is withdrawn. Says nothing of whether the address has an account.
 * FORBIDDEN where addresses are kept elsewhere.
 */
export async function changeEmail(
  ctx: Ctx,
  provider: IdentityProvider,
  new_email: string,
): Promise<void> {
  const { actor, now } = ctx
  if (provider.kind !== 'embedded')
    throw new Problem('FORBIDDEN', 'identity.problems.emailKeptElsewhere', {
      params: { provider: provider.name },
    })
  if (new_email === actor.email) throw new Problem('CONFLICT', 'identity.problems.sameEmail')
  // Of two at once the second ends the first; whoever confirmed one meanwhile moved the account, and this would begin at its former address.
  await holdPerson(ctx.tx, actor.sub)
  if (await wasMovedFrom(ctx.tx, actor.sub, actor.email))
    throw new Problem('CONFLICT', 'identity.problems.emailMoved')
  await endOpenChange(ctx.tx, actor.sub, now)
  const [old_token, new_token] = [newToken(), newToken()]
  const change = {
    change_uuid: newUuid(),
    sub: actor.sub,
    old_email: actor.email,
    new_email,
    old_token_hash: hashOf(old_token),
    new_token_hash: hashOf(new_token),
    created_at: now,
    expires_at: new Date(now.getTime() + HOURS * 3_600_000),
  }
  await insertEmailChange(ctx.tx, { ...change, proof: proofOf(ctx.fields, change) })
  ctx.audit({
    action: 'ask_to_change_email',
    entity: 'person',
    entity_uuids: [actor.sub],
    employer_uuid: actor.employer_uuid,
  })
  const { old_email } = change
  const asked = { old_email, new_email }
  ctx.announce('identity.email_change_asked', { ...asked, email: old_email, secret: old_token })
  ctx.announce('identity.email_change_asked', { ...asked, email: new_email, secret: new_token })
}

/** Withdraws a change that waits; without one nothing happens. */
export async function cancelEmailChange(ctx: Ctx): Promise<void> {
  if (!(await endOpenChange(ctx.tx, ctx.actor.sub, ctx.now))) return
  ctx.audit({
    action: 'cancel_change_of_email',
    entity: 'person',
    entity_uuids: [ctx.actor.sub],
    employer_uuid: ctx.actor.employer_uuid,
  })
}

/**
 * Confirms a change by the link of one address. The second one moves the account and ends its sessions. The provider is moved
 * last in the transaction; if that is cut off, the link does it again. For a link that ended the problem of `deadLink`, and
 * LINK_NOT_VALID where the address got an account meanwhile.
 */
export async function confirmEmailChange(
  ctx: Ctx,
  provider: IdentityProvider,
  token: string,
): Promise<{ confirmed: 'old' | 'new'; done: boolean }> {
  const token_hash = hashOf(token)
  const change = await holdChange(ctx, token_hash)
  if (!change?.proof.equals(proofOf(ctx.fields, change))) throw deadLink('unknown')
  const whole = change.old_confirmed_at !== null && change.new_confirmed_at !== null
  const ended = change.ended_at !== null
  const kept = { used: ended && whole, withdrawn: ended, ends_at: change.expires_at }
  const end = linkEnd(kept, ctx.now)
  if (end) throw deadLink(end)
  const confirmed = change.old_token_hash.equals(token_hash) ? 'old' : 'new'
  const other = confirmed === 'old' ? change.new_confirmed_at : change.old_confirmed_at
  const done = other !== null
  await confirmChange(ctx.tx, change.change_uuid, confirmed, ctx.now, done)
  if (!done) return { confirmed, done }
  await savePersonEmail(ctx.tx, change.sub, change.new_email)
  ctx.audit({
    action: 'change_email',
    entity: 'person',
    entity_uuids: [change.sub],
    employer_uuid: null,
    before: { email: change.old_email },
    after: { email: change.new_email },
  })
  const { sub, old_email, new_email } = change
  ctx.announce('identity.email_changed', { old_email, new_email })
  if (!(await provider.changeEmail(sub, new_email)))
    throw new Problem('LINK_NOT_VALID', 'identity.problems.addressTaken')
  await endEverywhere(ctx, provider, sub, { allBut: null })
  return { confirmed, done }
}

/** The change of a link, and nobody else begins or confirms one of the same person until the transaction ends: the person is held before it. */
async function holdChange(ctx: Ctx, token_hash: Buffer) {
  const sub = await findSubByLink(ctx.tx, token_hash)
  if (sub === undefined) return undefined
  await holdPerson(ctx.tx, sub)
  return lockChangeByLink(ctx.tx, token_hash)
}
