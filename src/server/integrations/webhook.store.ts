import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import type { Told } from './told-event.store.ts'

export type NewWebhook = Told & {
  readonly webhook_uuid: string
  readonly url: string
  readonly events: string[]
  readonly secret: string
  readonly created_by: string
  readonly created_at: Date
}

/** Keeps a webhook, its secret sealed. */
export async function insertWebhook({ tx, fields }: PrivateTx, hook: NewWebhook): Promise<void> {
  await tx
    .insertInto('webhook')
    .values({
      ...hook,
      secret: fields.seal('webhook.secret', hook.webhook_uuid, hook.secret),
      secret_since: hook.created_at,
    })
    .execute()
}

/** Gives a webhook another secret; the one before goes on signing for as long as who reads it says. */
export async function saveSecret(
  { tx, fields }: PrivateTx,
  webhook_uuid: string,
  {
    secret,
    previous,
    since,
  }: { readonly secret: string; readonly previous: string; readonly since: Date },
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({
      secret: fields.seal('webhook.secret', webhook_uuid, secret),
      previous_secret: fields.seal('webhook.previous_secret', webhook_uuid, previous),
      secret_since: since,
    })
    .where('webhook_uuid', '=', webhook_uuid)
    .execute()
}

/** The secrets of a webhook and since when it has the first, held against changes; undefined for one that is not there. */
export async function lockWebhook(
  { tx, fields }: PrivateTx,
  {
    webhook_uuid,
    employer_uuid,
  }: { readonly webhook_uuid: string; readonly employer_uuid: string },
): Promise<{ secret: string; secret_since: Date; removed_at: Date | null } | undefined> {
  const row = await tx
    .selectFrom('webhook')
    .select(['secret', 'secret_since', 'removed_at'])
    .where('webhook_uuid', '=', webhook_uuid)
    .where('employer_uuid', '=', employer_uuid)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, secret: fields.open('webhook.secret', webhook_uuid, row.secret) }
}

/** Ends a webhook. */
export async function saveRemoval(tx: Tx, webhook_uuid: string, removed_at: Date): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ removed_at })
    .where('webhook_uuid', '=', webhook_uuid)
    .execute()
}

/** Holds the webhooks of a company, so that two who add one at once count each other's; answers how many there are. */
export async function lockWebhooks(tx: Tx, { employer_uuid, sandbox }: Told): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${employer_uuid}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ hooks: number }>`select count(*)::int hooks from webhook
    where employer_uuid = ${employer_uuid}::uuid and sandbox = ${sandbox} and removed_at is null`.execute(
    tx,
  )
  return rows[0]?.hooks ?? 0
}

/** What signs for a webhook: its secret, and the one before where that still does. */
export type Signing = { readonly url: string; readonly secrets: readonly string[] }

/** Where a webhook is sent to and by what it is signed at an instant; undefined for one that was removed. */
export async function findSigning(
  { tx, fields }: PrivateTx,
  webhook_uuid: string,
  overlap_since: Date,
): Promise<Signing | undefined> {
  const row = await tx
    .selectFrom('webhook')
    .select(['url', 'secret', 'previous_secret', 'secret_since'])
    .where('webhook_uuid', '=', webhook_uuid)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const before = row.previous_secret && row.secret_since > overlap_since
  return {
    url: row.url,
    secrets: [
      fields.open('webhook.secret', webhook_uuid, row.secret),
      ...(before
        ? [fields.open('webhook.previous_secret', webhook_uuid, row.previous_secret)]
        : []),
    ],
  }
}

/** Notes whether a webhook takes what is sent to it: since when it does not, the earliest of what it did not take since it last did. */
export async function saveHealth(
  tx: Tx,
  webhook_uuid: string,
  failing_since: Date | null,
): Promise<void> {
  await sql`update webhook set failing_since = case when ${failing_since}::timestamptz is null then null
      else coalesce(failing_since, ${failing_since}) end
    where webhook_uuid = ${webhook_uuid}::uuid
      and (failing_since is null) <> (${failing_since}::timestamptz is null)`.execute(tx)
}

/**
 * Holds webhooks before any of their deliveries changes, so that what is noted of them is what they have: one that is named, or that of a
 * delivery; answers whether it is there still.
 */
export async function holdWebhook(
  tx: Tx,
  which: { readonly webhook_uuid: string } | { readonly delivery_uuid: string },
): Promise<boolean> {
  const id = 'webhook_uuid' in which ? which.webhook_uuid : null
  const of = 'delivery_uuid' in which ? which.delivery_uuid : null
  const { rows } = await sql<{ there: boolean }>`
    select removed_at is null there from webhook
      where webhook_uuid = coalesce(${id}::uuid, (select webhook_uuid from webhook_delivery where delivery_uuid = ${of}::uuid))
      for no key update`.execute(tx)
  return rows[0]?.there ?? false
}

/** Notes whether a webhook that is held has events which are sent no more, and since when; whether it has them anew. */
export async function saveGivenUp(tx: Tx, webhook_uuid: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ given_up: boolean }>`
    update webhook w set given_up_at = case when n.failed then ${at}::timestamptz end
      from (select exists (select from webhook_delivery where webhook_uuid = ${webhook_uuid}::uuid and status = 'FAILED') failed) n
      where w.webhook_uuid = ${webhook_uuid}::uuid and (w.given_up_at is not null) <> n.failed
      returning n.failed given_up`.execute(tx)
  return rows[0]?.given_up ?? false
}
