import { sql } from 'kysely'
import type { DeliveryStatus } from '#domain/integrations/told-events.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'
import type { ToldRow } from './told-event.store.ts'

/** Has events sent to every webhook of their company that asks for them; answers those webhooks. */
export async function insertDeliveries(
  tx: Tx,
  event_uuids: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ webhook_uuid: string }>`
    with made as (
      insert into webhook_delivery (delivery_uuid, webhook_uuid, employer_uuid, event_uuid, status, next_at)
        select gen_random_uuid(), w.webhook_uuid, w.employer_uuid, e.event_uuid, 'WAITING', ${now}
          from told_event e join webhook w on w.employer_uuid = e.employer_uuid and w.sandbox = e.sandbox and w.removed_at is null
          where e.event_uuid = any(${event_uuids}::uuid[])
            and w.events && array['*', e.type, split_part(e.type, '.', 1) || '.*']
        returning webhook_uuid)
    select distinct webhook_uuid from made`.execute(tx)
  return rows.map(({ webhook_uuid }) => webhook_uuid)
}

/** A try of a delivery: how often it was asked for anew before, and how often it will have been sent since then. */
type Try = { readonly delivery_uuid: string; readonly round: number; readonly tries: number }

/** An event that is to be sent. */
export type DueDelivery = ToldRow & Try

/**
 * Takes what is due for a webhook, the earliest first. Until `held_until` nobody else takes it; after that whoever took it is gone, and it
 * is sent again.
 */
export async function claimDeliveries(
  tx: Tx,
  webhook_uuid: string,
  {
    now,
    held_until,
    limit,
  }: { readonly now: Date; readonly held_until: Date; readonly limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select delivery_uuid from webhook_delivery where webhook_uuid = ${webhook_uuid}::uuid and status = 'WAITING' and next_at <= ${now}
        order by next_at, event_uuid limit ${limit} for update skip locked),
      taken as (
        update webhook_delivery d set next_at = ${held_until}, tries = d.tries + 1 from due where d.delivery_uuid = due.delivery_uuid
          returning d.delivery_uuid, d.event_uuid, d.round, d.tries)
    select t.delivery_uuid, t.round, t.tries, e.event_uuid, e.type, e.version_date, e.sequence, e.sandbox, e.created_at, e.data
      from taken t join told_event e using (event_uuid) order by e.sequence`.execute(tx)
  return rows
}

export type Outcome = Try & {
  readonly status: DeliveryStatus
  readonly next_at: Date
  readonly tried_at: Date
  readonly took_ms: number
  readonly answer_status: number | null
  readonly answer: string
}

/**
 * Writes down what became of what was sent; answers what counts. A try of before it was asked for anew counts for nothing any more, and one that another
 * took over only where it arrived: what was delivered stays so.
 */
export async function saveOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const { rows } = await sql<{ delivery_uuid: string }>`
    update webhook_delivery d set status = o.status, next_at = o.next_at, tried_at = o.tried_at, took_ms = o.took_ms,
        answer_status = o.answer_status, answer = o.answer
      from ${rowsOf('o', outcomes, {
        delivery_uuid: 'uuid',
        round: 'int',
        tries: 'int',
        status: 'text',
        next_at: 'timestamptz',
        tried_at: 'timestamptz',
        took_ms: 'int',
        answer_status: 'int',
        answer: 'text',
      })}
      where d.delivery_uuid = o.delivery_uuid and d.round = o.round and d.status <> 'DELIVERED'
        and (o.status = 'DELIVERED' or (d.status = 'WAITING' and d.tries = o.tries))
      returning d.delivery_uuid`.execute(tx)
  const saved = new Set(rows.map(({ delivery_uuid }) => delivery_uuid))
  return outcomes.filter(({ delivery_uuid }) => saved.has(delivery_uuid))
}

/** Has sent anew, at once and with all its tries, what a company names: one delivery, or all that a webhook did not take. */
export async function sendAgain(
  tx: Tx,
  employer_uuid: string,
  which: { readonly delivery_uuid: string } | { readonly webhook_uuid: string },
  now: Date,
): Promise<string[]> {
  const one = 'delivery_uuid' in which ? which.delivery_uuid : null
  const all = 'webhook_uuid' in which ? which.webhook_uuid : null
  const { rows } = await sql<{ webhook_uuid: string }>`
    update webhook_delivery d set status = 'WAITING', round = d.round + 1, tries = 0, next_at = ${now} from webhook w
      where w.webhook_uuid = d.webhook_uuid and w.removed_at is null and d.employer_uuid = ${employer_uuid}::uuid
        and (d.delivery_uuid = ${one}::uuid or (d.webhook_uuid = ${all}::uuid and d.status <> 'DELIVERED'))
      returning d.webhook_uuid`.execute(tx)
  return rows.map(({ webhook_uuid }) => webhook_uuid)
}

/** The webhooks for which something is due. */
export async function webhooksWithDue(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ webhook_uuid: string }>`
    select w.webhook_uuid from webhook w where w.removed_at is null and exists (
      select from webhook_delivery d where d.webhook_uuid = w.webhook_uuid and d.status = 'WAITING' and d.next_at <= ${now})`.execute(
    tx,
  )
  return rows.map(({ webhook_uuid }) => webhook_uuid)
}

/**
 * Forgets up to `limit` of what arrived before a moment, and of what was for webhooks that were removed before it; how many. The last that arrived at a webhook stays: by it its
 * company knows that it ever worked. What a webhook did not take waits for its company.
 */
export async function deleteDeliveries(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_delivery where delivery_uuid in (
      (select d.delivery_uuid from webhook_delivery d where d.status = 'DELIVERED' and d.tried_at < ${before}
        and exists (select from webhook_delivery n where n.webhook_uuid = d.webhook_uuid and n.status = 'DELIVERED' and n.tried_at > d.tried_at)
        order by d.tried_at limit ${limit})
      union
      (select d.delivery_uuid from webhook w join webhook_delivery d using (webhook_uuid) where w.removed_at < ${before} limit ${limit}))`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
