import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type GivenUp = {
  readonly url: string
  /** How many events are sent to it no more. */
  readonly events: number
  /** What it answered last; null where it did not. */
  readonly answer_status: number | null
  readonly emails: readonly string[]
}

/** A webhook of what is real that has events which are sent no more, with who may mend it. */
export async function findGivenUp(tx: Tx, webhook_uuid: string): Promise<GivenUp | undefined> {
  const { rows } = await sql<GivenUp>`
    select w.url, n.events, n.answer_status,
        array(select p.email from employer_member m join person p using (sub)
          where m.employer_uuid = w.employer_uuid and m.role in ('owner', 'admin') order by m.created_at) emails
      from webhook w, lateral (
        select count(*)::int events, (array_agg(d.answer_status order by d.tried_at desc))[1] answer_status
          from webhook_delivery d where d.webhook_uuid = w.webhook_uuid and d.status = 'FAILED') n
      where w.webhook_uuid = ${webhook_uuid}::uuid and w.removed_at is null and not w.sandbox and n.events > 0`.execute(
    tx,
  )
  return rows[0]
}
