/** Who has a key: a machine that acts for its employer, and may what the key says. */

import { BlockList, isIPv6 } from 'node:net'
import { Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { SYSTEM, transact } from '../kernel/db.ts'
import { sha256 } from '../kernel/ids.ts'
import { takeTries } from '../kernel/limits.ts'
import type { Kernel } from '../kernel/unit-of-work.ts'
import { type FoundKey, findKeyByHash } from './api-key.report.store.ts'
import { noteUse } from './key-use.store.ts'

const FRESH_MS = 1000
const REMEMBERED = 1000
/** A key may call three hundred times at once, and ten times a second on and on. */
export const KEY_PACE = { burst: 300, seconds: 0.1 }

type Known = { readonly key: Promise<FoundKey | undefined>; readonly at_ms: number }
const seen = new WeakMap<Kernel, Map<string, Known>>()

/**
 * The machine that a key belongs to. UNAUTHENTICATED alike for a key that never was and one that ended; FORBIDDEN from an address that is
 * not on its list; TOO_MANY_REQUESTS. What a key is is remembered for a second, so that its end works within one. `again` is
 * the same call once its body came: it is read now, and no other try.
 */
export async function findKey(
  kernel: Kernel,
  bearer: string,
  address: string,
  { again = false }: { readonly again?: boolean } = {},
): Promise<Actor> {
  const key = await rememberedKey(kernel, bearer, { address, afresh: again })
  const now = kernel.clock.now()
  if (!key || key.revoked_at || key.expires_at <= now)
    throw new Problem('UNAUTHENTICATED', 'kernel.problems.badKey')
  if (!isFrom(key.addresses, address))
    throw new Problem('FORBIDDEN', 'kernel.problems.keyNotFromHere', { params: { address } })
  if (!again) await takeTries(kernel, [{ bucket: `key ${key.key_uuid}`, ...KEY_PACE }])
  return actorOf(key)
}

function rememberedKey(
  kernel: Kernel,
  bearer: string,
  { address, afresh }: { readonly address: string; readonly afresh: boolean },
): Promise<FoundKey | undefined> {
  const keys = seen.get(kernel) ?? new Map<string, Known>()
  seen.set(kernel, keys)
  const digest = sha256(bearer)
  const known = keys.get(digest)
  if (!afresh && known && Date.now() - known.at_ms < FRESH_MS) return known.key
  if (keys.size >= REMEMBERED) keys.clear()
  const now = kernel.clock.now()
  const key = transact(kernel.db, SYSTEM, async tx => {
    const found = await findKeyByHash(tx, Buffer.from(digest, 'hex'))
    // Whoever has it elsewhere than where it works does not use it.
    const works = found && !found.revoked_at && found.expires_at > now
    if (works && isFrom(found.addresses, address)) await noteUse(tx, found.key_uuid, now)
    return found
  })
  keys.set(digest, { key, at_ms: Date.now() })
  key.catch(() => keys.delete(digest))
  return key
}

function actorOf({ key_uuid, employer_uuid, name, scopes, sandbox, ...key }: FoundKey): Actor {
  return {
    ...SYSTEM_ACTOR,
    role: 'employer',
    // The audit log names the key, where it names people by their sub.
    sub: `key:${key_uuid}`,
    email_verified: false,
    name,
    employer_uuid,
    is_partner: key.is_partner,
    suspended: key.suspended && textOf('kernel.problems.suspended'),
    key: { key_uuid, scopes, sandbox },
  }
}

/** Whether an address lies in one of the networks; a list without any has them all. */
export function isFrom(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIPv6(base) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  // A proxy may spell an IPv4 address mapped into IPv6.
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}
