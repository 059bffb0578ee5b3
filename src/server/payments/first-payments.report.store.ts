import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'

/** What has come to a destination: whether anything is under way to it or arrived there, and whether a small first payment has left for it. */
export type CameThere = { readonly paid: boolean; readonly left: boolean }

/** What has come to the wallets of a contractor, by destination; those to which nothing went are not named. */
export async function firstPaymentsOf(
  { tx }: Pick<Ctx, 'tx'>,
  contractor_sub: string,
): Promise<Map<string, CameThere>> {
  const { rows } = await sql<CameThere & { destination_uuid: string }>`
    select p.destination_uuid, bool_or(p.status in ('EXECUTING', 'SENT', 'UNKNOWN', 'SETTLED')) paid,
        bool_or(p.first_part = 'FIRST' and p.status in ('SENT', 'SETTLED')) is true "left"
      from line_item i join payment p using (line_item_uuid)
      where i.contractor_sub = ${contractor_sub} and p.destination_uuid is not null and p.network <> 'fiat' and p.attempt > 0
      group by 1`.execute(tx)
  return new Map(rows.map(({ destination_uuid, ...came }) => [destination_uuid, came]))
}

/** A small first payment of an employer that is sent, is to be, or did not arrive and has somebody act on it; `begun` once a rail was asked for it. */
export type FirstSent = {
  readonly destination_uuid: string
  readonly pay_date: string
  readonly begun: boolean
}

/** The small first payments of an employer to wallets, but for those that are over without having been sent: taken back, given back, or paid by others. */
export async function listFirstSent(
  tx: Tx,
  employer_uuid: string,
  destination_uuids: readonly string[],
): Promise<FirstSent[]> {
  const { rows } = await sql<FirstSent>`
    select destination_uuid, pay_date, attempt > 0 begun from payment
      where destination_uuid = any(${[...destination_uuids]}::uuid[]) and first_part = 'FIRST' and employer_uuid = ${employer_uuid}::uuid
        and status <> 'CANCELLED' and not outside and hold_reason is distinct from 'FUNDS'`.execute(
    tx,
  )
  return rows
}

/** What waits for a word, and the small first payment that it waits for: since how many days that arrived, and the last of these on which its contractor was asked again. */
export type WaitsForWord = {
  readonly rest_uuid: string
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly days: number
  readonly last_asked: number | null
  readonly asked_at: Date | null
}

/** Those of some payments that wait for their contractor's word about a small first one which arrived, as far as anybody knows. */
export async function listWaitingForWord(
  tx: Tx,
  payment_uuids: readonly string[],
  now: Date,
): Promise<WaitsForWord[]> {
  if (payment_uuids.length === 0) return []
  const { rows } = await sql<WaitsForWord>`
    select distinct on (r.payment_uuid) r.payment_uuid rest_uuid, p.payment_uuid, p.employer_uuid,
        floor(extract(epoch from ${now}::timestamptz - p.settled_at) / 86400)::int days, m.after_days last_asked, m.reminded_at asked_at
      from payment r join destination d on d.destination_uuid = r.destination_uuid and d.first_payment = 'WANTED'
        join payment p on p.destination_uuid = r.destination_uuid and p.employer_uuid = r.employer_uuid
          and p.first_part = 'FIRST' and p.status = 'SETTLED' and not p.outside
        left join lateral (select after_days, reminded_at from first_payment_reminder f
          where f.payment_uuid = p.payment_uuid order by reminded_at desc, after_days desc limit 1) m on true
      where not r.is_over and r.status = 'HELD' and r.hold_reason = 'FIRST_PAYMENT'
        and r.payment_uuid = any(${[...payment_uuids]}::uuid[])
      order by r.payment_uuid, p.settled_at desc, p.payment_uuid`.execute(tx)
  return rows
}

/** The small first payments of an employer that arrived, as far as anybody knows, for which something waits and of which their contractor said nothing; the last of each wallet, and since how many days. */
export async function listUnanswered(
  tx: Tx,
  employer_uuid: string,
  now: Date,
): Promise<{ payment_uuid: string; days: number }[]> {
  const { rows } = await sql<{ payment_uuid: string; days: number }>`
    select distinct on (p.destination_uuid) p.payment_uuid, floor(extract(epoch from ${now}::timestamptz - p.settled_at) / 86400)::int days
      from payment r join destination d on d.destination_uuid = r.destination_uuid and d.first_payment = 'WANTED'
        join payment p on p.destination_uuid = r.destination_uuid and p.employer_uuid = r.employer_uuid
          and p.first_part = 'FIRST' and p.status = 'SETTLED' and not p.outside
      where not r.is_over and r.status = 'HELD' and r.hold_reason = 'FIRST_PAYMENT' and r.employer_uuid = ${employer_uuid}::uuid
      order by p.destination_uuid, p.settled_at desc, p.payment_uuid`.execute(tx)
  return rows
}

/** Whether there is a payment of this id. */
export async function isPayment(tx: Tx, payment_uuid: string): Promise<boolean> {
  const { rows } =
    await sql`select from payment where payment_uuid = ${payment_uuid}::uuid`.execute(tx)
  return rows.length > 0
}
