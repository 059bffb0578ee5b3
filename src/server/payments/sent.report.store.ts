import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { Tx } from '../kernel/db.ts'

type Sent = Money & {
  readonly network: string
  readonly country_code: string | null
  /** The day on which they left; one that left ahead of its pay date is due from that on. */
  readonly leaves: string
  readonly payments: number
}

/** What was sent and is not confirmed, by the day and the way that it left and the country that it goes to. */
export async function countSent(tx: Tx): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    select p.network, coalesce(d.country_code, person.country_code) country_code, p.source_currency currency,
        greatest(p.pay_date, (p.sent_at at time zone 'UTC')::date) leaves, count(*)::int payments, sum(p.source_minor)::bigint minor
      from payment p left join destination d using (destination_uuid) join person_seen person on person.sub = p.contractor_sub
      where not p.is_over and p.status = 'SENT' group by 1, 2, 3, 4`.execute(tx)
  return rows
}
