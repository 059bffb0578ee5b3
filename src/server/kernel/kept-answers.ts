/**
 * Answers kept under idempotency keys: sealed, bound to whoever asked, and forgotten after 30 days. What must not happen twice
 * is known by an id of its own besides (docs/decisions/0011).
 */
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problem.ts'
import { SYSTEM, transact } from './db.ts'
import type { Ctx, Kernel } from './unit-of-work.ts'

const KEPT_DAYS = 30
const BATCH = 1000

/** The answer that a mutation gave under a key, or a claim on the key that `keep` fills. */
export type Replay = { readonly status: number; readonly response: unknown }

/**
 * Claims an idempotency key for this transaction. Answers what the key's first use answered, waiting for a use that is under
 * way; IDEMPOTENCY_KEY_REUSED when its input was another.
 */
export async function claimKey(
  ctx: Ctx,
  key: string,
  endpoint: string,
  input: string,
): Promise<Replay | undefined> {
  if (key.length > 255) throw new Problem('VALIDATION', 'kernel.problems.keyTooLong')
  // Keyed, or whoever reads the table could try account numbers until one fits.
  const input_hash = ctx.fields.blindIndex('idempotency_key.input_hash', `${endpoint}\0${input}`)
  const claimed = await ctx.tx
    .insertInto('idempotency_key')
    .values({ actor_sub: ctx.actor.sub, key, endpoint, input_hash, created_at: ctx.now })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const first = await ctx.tx
    .selectFrom('idempotency_key')
    .select(['input_hash', 'status', 'response'])
    .where('actor_sub', '=', ctx.actor.sub)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!first?.status) throw new Problem('CONFLICT', 'kernel.problems.keyRunning')
  if (!first.input_hash.equals(input_hash))
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'kernel.problems.keyReused')
  const answer = ctx.fields.open('idempotency_key.response', idOf(ctx, key), first.response ?? '')
  return { status: first.status, response: JSON.parse(answer || 'null') as unknown }
}

/** Keeps the answer of a mutation, sealed, under the key that this transaction claimed. */
export async function keepAnswer(
  ctx: Ctx,
  key: string,
  status: number,
  response: unknown,
): Promise<void> {
  const text = JSON.stringify(response)
  const sealed = ctx.fields.seal('idempotency_key.response', idOf(ctx, key), text)
  await ctx.tx
    .updateTable('idempotency_key')
    .set({ status, response: sealed })
    .where('actor_sub', '=', ctx.actor.sub)
    .where('key', '=', key)
    .execute()
}

function idOf(ctx: Ctx, key: string): string {
  return `${ctx.actor.sub}/${key}`
}

/** Forgets answers that were kept for 30 days, in batches that each hold their rows for a moment; answers how many. */
export async function forgetAnswers(kernel: Pick<Kernel, 'db' | 'clock'>): Promise<number> {
  const before = new Date(kernel.clock.now().getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000)
  for (let forgotten = 0; ; ) {
    const batch = await transact(kernel.db, SYSTEM, async tx => {
      const { numAffectedRows = 0n } = await sql`
        delete from idempotency_key where (actor_sub, key) in (
          select actor_sub, key from idempotency_key where created_at < ${before}
            order by created_at limit ${BATCH} for update skip locked)`.execute(tx)
      return Number(numAffectedRows)
    })
    forgotten += batch
    if (batch < BATCH) return forgotten
  }
}
