/** Events that wait for their later reactions. */
import { sql } from 'kysely'
import type { Tx } from './db.ts'
import type { FailingRow } from './queue.store.ts'

const MAX_ATTEMPTS = 10

export type Claim = {
  /** What this version can deliver, as `type reaction`; rows of before each reaction had its own are `type `. */
  readonly known: readonly string[]
  /** What was announced before then is taken whether known or not. */
  readonly older_than: Date
  readonly except: readonly string[]
}

/** The oldest event that waits and may be claimed, held until the transaction ends; undefined where none does or others hold them. */
export async function claimEvent(tx: Tx, { known, older_than, except }: Claim) {
  return tx
    .selectFrom('outbox_event')
    .select(['event_uuid', 'type', 'reaction', 'payload', 'secret', 'attempts'])
    .where('delivered_at', 'is', null)
    .where('dead', '=', false)
    .where(row =>
      row.or([
        sql<boolean>`type || ' ' || coalesce(reaction, '') = any(${known})`,
        row('created_at', '<', older_than),
      ]),
    )
    .$if(except.length > 0, query => query.where('event_uuid', 'not in', except))
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Whether an event of these, announced before an instant, was tried by nobody yet. */
export async function hasUntried(
  tx: Tx,
  { known, older_than }: Omit<Claim, 'except'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('outbox_event')
    .select('event_uuid')
    .where('delivered_at', 'is', null)
    .where('dead', '=', false)
    .where('attempts', '=', 0)
    .where('created_at', '<', older_than)
    .where(sql<boolean>`type || ' ' || coalesce(reaction, '') = any(${known})`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes down that an event was delivered. What opens a link was needed until the mail was made of it, and does not lie about. */
export async function saveDelivery(
  tx: Tx,
  { event_uuid, attempts }: { readonly event_uuid: string; readonly attempts: number },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('outbox_event')
    .set({ delivered_at: at, attempts: attempts + 1, secret: null })
    .where('event_uuid', '=', event_uuid)
    .execute()
}

/** Writes down that a reaction failed; after ten times it is tried no more. */
export async function saveFailure(tx: Tx, event_uuid: string, error: string): Promise<void> {
  await tx
    .updateTable('outbox_event')
    .set(row => ({
      attempts: row('attempts', '+', 1),
      last_error: error.slice(0, 2000),
      dead: sql<boolean>`attempts >= ${MAX_ATTEMPTS - 1}`,
    }))
    .where('event_uuid', '=', event_uuid)
    .execute()
}

/** Forgets at most `limit` events that were delivered before an instant, the oldest first; answers how many. Dead ones stay. */
export async function deleteDelivered(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from outbox_event where event_uuid in (
      select event_uuid from outbox_event where delivered_at < ${before} order by delivered_at limit ${limit} for update skip locked)`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Events that are delivered no more, by `type reaction`. */
export async function deadEvents(tx: Tx): Promise<FailingRow[]> {
  const { rows } = await sql<FailingRow>`
    select type || ' ' || coalesce(reaction, '') as name, count(*)::int as count, count(*)::int as over, min(created_at) as since,
        null::timestamptz as next_at, (array_agg(last_error order by created_at desc))[1] as reason
      from outbox_event where dead group by 1 order by min(created_at), 1`.execute(tx)
  return rows
}

/** Has dead events of a `type reaction` delivered again, with all their tries; answers how many. */
export async function reviveEvents(tx: Tx, name: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update outbox_event set dead = false, attempts = 0
      where dead and type || ' ' || coalesce(reaction, '') = ${name}`.execute(tx)
  return Number(numAffectedRows)
}

/** Forgets dead events of a `type reaction`; answers which. */
export async function forgetDead(tx: Tx, name: string): Promise<string[]> {
  const { rows } = await sql<{ event_uuid: string }>`
    delete from outbox_event where dead and type || ' ' || coalesce(reaction, '') = ${name}
      returning event_uuid`.execute(tx)
  return rows.map(({ event_uuid }) => event_uuid)
}
