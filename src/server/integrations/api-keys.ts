/** The keys by which an employer's machines call the API (decision 0100). */
import type { z } from 'zod'
import { type ApiKey, integrations } from '#contract/integrations.ts'
import {
  daysLeft,
  endOfKey,
  endOfReplaced,
  isKeyScope,
  KEY_PREFIX_LENGTH,
  keyActions,
  keyState,
  MOST_KEYS,
  spellKey,
} from '#domain/integrations/api-key.ts'
import { assert } from '#domain/kernel/assert.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { holdCaller } from '../identity/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newToken, newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listKeys, type NamedKey } from './api-key.report.store.ts'
import { countKeys, insertKey, type KeyRow, lockKey, lockKeys, saveEnd } from './api-key.store.ts'

type Wanted = z.output<(typeof integrations)['makeApiKey']['body']>
type NewKey = z.output<(typeof integrations)['makeApiKey']['response']>
type View = z.output<typeof ApiKey>

const DAY_MS = 24 * 60 * 60 * 1000
/** For how long a key that ended is still listed. */
const LISTED_MS = 30 * DAY_MS

/** The acting employer's keys: those that work, and those that ended within the last 30 days. */
export async function listApiKeys(ctx: Ctx): Promise<{ keys: View[] }> {
  const since = new Date(ctx.now.getTime() - LISTED_MS)
  const keys = await listKeys(ctx.tx, { employer_uuid: employerOf(ctx.actor), since })
  return { keys: keys.map(key => present(key, ctx.now)) }
}

/** Makes a key, by who is an owner or an admin as the team is now; CONFLICT where as many work as may. */
export async function makeApiKey(ctx: Ctx, wanted: Wanted): Promise<NewKey> {
  await holdCaller(ctx, integrations.makeApiKey)
  const { name, sandbox, addresses, days } = wanted
  const scopes = [...new Set(wanted.scopes)].sort()
  const expires_at = endOfKey(ctx.now, days)
  return make(ctx, { name, scopes, sandbox, addresses: [...new Set(addresses)], days, expires_at })
}

/** Makes a key that may do the same for as long as the one before was made for, which ends after an overlap; CONFLICT names what took its place already, or where as many work on beside their successors as may. */
export async function replaceApiKey(ctx: Ctx, key_uuid: string): Promise<NewKey> {
  await holdCaller(ctx, integrations.replaceApiKey)
  const before = await getKey(ctx, key_uuid)
  if (!keyActions(keyState(before, ctx.now)).includes('replace'))
    throw new Problem('CONFLICT', 'integrations.problems.keyEnded')
  if (before.replaced_by) throw await replacedAlready(ctx, before.replaced_by)
  const { name, scopes, sandbox, addresses, created_at, expires_at } = before
  const lasts_ms = expires_at.getTime() - created_at.getTime()
  const days = before.days ?? Math.max(1, Math.round(lasts_ms / DAY_MS))
  const end = endOfReplaced(expires_at, ctx.now)
  const like = { name, scopes, sandbox, addresses, days, expires_at: endOfKey(ctx.now, days) }
  // As many stand afterwards as before: a key whose secret leaked is replaced also where there is room for no other.
  const made = await make(ctx, like, { replacing: true })
  const replaced_by = made.key.key_uuid
  await saveEnd(ctx.tx, key_uuid, { expires_at: end, replaced_by })
  record(ctx, 'replace', key_uuid, { expires_at: end.toISOString(), replaced_by })
  return made
}

/** Says which key took a place, where whoever lost its secret goes on. */
async function replacedAlready(ctx: Ctx, key_uuid: string): Promise<Problem> {
  const ever = { employer_uuid: employerOf(ctx.actor), since: new Date(0), key_uuid }
  const [next] = await listKeys(ctx.tx, ever)
  assert(next, 'what took a place is kept')
  const { name, prefix } = next
  return new Problem('CONFLICT', 'integrations.problems.keyReplaced', { params: { name, prefix } })
}

/** Ends a key; one that ended already stays as it is. */
export async function revokeApiKey(ctx: Ctx, key_uuid: string): Promise<{ ok: true }> {
  const key = await getKey(ctx, key_uuid)
  if (!keyActions(keyState(key, ctx.now)).includes('revoke')) return { ok: true }
  await saveEnd(ctx.tx, key_uuid, { revoked_at: ctx.now })
  record(ctx, 'revoke', key_uuid, {})
  return { ok: true }
}

async function make(
  ctx: Ctx,
  key: Pick<KeyRow, 'name' | 'scopes' | 'sandbox' | 'addresses' | 'days' | 'expires_at'>,
  { replacing = false } = {},
): Promise<NewKey> {
  const employer_uuid = employerOf(ctx.actor)
  await lockKeys(ctx.tx, employer_uuid)
  const { sandbox } = key
  const counted = { employer_uuid, sandbox, replaced: replacing }
  if ((await countKeys(ctx.tx, counted, ctx.now)) >= MOST_KEYS)
    throw new Problem('CONFLICT', 'integrations.problems.tooManyKeys', {
      params: { most: MOST_KEYS },
    })
  const secret = spellKey(sandbox, newToken())
  const key_uuid = newUuid()
  const prefix = secret.slice(0, KEY_PREFIX_LENGTH)
  await insertKey(ctx.tx, {
    ...key,
    key_uuid,
    employer_uuid,
    prefix,
    secret_hash: Buffer.from(sha256(secret), 'hex'),
    created_by: ctx.actor.sub,
    created_at: ctx.now,
  })
  const { name, scopes, addresses, expires_at } = key
  const after = { name, prefix, scopes, sandbox, addresses, expires_at: expires_at.toISOString() }
  record(ctx, 'make', key_uuid, after)
  const [made] = await listKeys(ctx.tx, { employer_uuid, since: ctx.now, key_uuid })
  assert(made, 'a key that was just made is there')
  return { key: present(made, ctx.now), secret }
}

async function getKey(ctx: Ctx, key_uuid: string): Promise<KeyRow> {
  const key = await lockKey(ctx.tx, { key_uuid, employer_uuid: employerOf(ctx.actor) })
  if (!key) throw new Problem('NOT_FOUND', 'integrations.problems.noSuchKey')
  return key
}

function record(ctx: Ctx, action: string, key_uuid: string, after: object): void {
  ctx.audit({
    action,
    entity: 'api_key',
    entity_uuids: [key_uuid],
    employer_uuid: employerOf(ctx.actor),
    after,
  })
}

function present(key: NamedKey, now: Date): View {
  const { employer_uuid: _employer, created_by: _sub, revoked_at: _end, ...shown } = key
  const state = keyState(key, now)
  return {
    ...shown,
    scopes: shown.scopes.filter(isKeyScope),
    state,
    days_left: daysLeft(key.expires_at, now),
    allowed_actions: [...keyActions(state, key.replaced_by !== null)],
  }
}
