import { sql } from 'kysely'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'

export type Ending = { readonly document_uuid: string; readonly expires_on: PlainDateString }

/** Documents that count and end until `soon`, of which that was not said yet, or of which it was and they have ended; at most `limit`. */
export async function selectUnannounced(
  tx: Tx,
  { soon, today, limit }: { soon: PlainDateString; today: PlainDateString; limit: number },
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select d.document_uuid, d.expires_on from identity_document d
      left join lateral (select min(days_before) said from document_notice n
        where n.document_uuid = d.document_uuid and n.expires_on = d.expires_on) n on true
      where d.superseded_at is null and d.contractor_sub is not null and d.status <> 'REJECTED' and d.expires_on <= ${soon}
        and (n.said is null or n.said > 0 and d.expires_on < ${today})
      order by d.expires_on, d.document_uuid limit ${limit}`.execute(tx)
  return rows
}

/** Notes what was announced; what was noted before stays, and is not answered. */
export async function insertNotices(
  tx: Tx,
  notices: readonly (Ending & { readonly days_before: number })[],
  announced_at: Date,
): Promise<{ document_uuid: string; days_before: number }[]> {
  const { rows } = await sql<{ document_uuid: string; days_before: number }>`
    insert into document_notice (document_uuid, expires_on, days_before, announced_at)
      select n.document_uuid, n.expires_on, n.days_before, ${announced_at} from ${rowsOf('n', notices, { document_uuid: 'uuid', expires_on: 'date', days_before: 'int' })}
      on conflict do nothing returning document_uuid, days_before`.execute(tx)
  return rows
}

/** Of which companies the people are whose documents these are, each with the documents of its own people. */
export async function companiesOfDocuments(
  tx: Tx,
  document_uuids: readonly string[],
): Promise<{ employer_uuid: string; document_uuids: string[] }[]> {
  const { rows } = await sql<{ employer_uuid: string; document_uuids: string[] }>`
    select i.employer_uuid, array_agg(distinct d.document_uuid::text) document_uuids
      from identity_document d join invitation i on i.contractor_sub = d.contractor_sub and i.status = 'ACCEPTED' and i.removed_at is null
      where d.document_uuid = any(${[...document_uuids]}::uuid[])
      group by i.employer_uuid order by i.employer_uuid`.execute(tx)
  return rows
}

/** Notes that somebody was reminded on a day; false where they were before. */
export async function insertReminder(
  tx: Tx,
  reminder: { contractor_sub: string; day: number; reminded_at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('onboarding_reminder')
    .values(reminder)
    .onConflict(conflict => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}
