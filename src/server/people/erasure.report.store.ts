/** Whether somebody left, read over all companies, and which of their papers are still there. Ask with the sight of everyone. */
import { sql } from 'kysely'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Ended, KeptPaper } from '#domain/people/erasure.ts'
import type { Tx } from '../kernel/db.ts'

export type StoredPaper = KeptPaper & { readonly file_uuid: string }

const ENGAGED = sql`exists(select from invitation i where i.contractor_sub = c.sub and i.status = 'ACCEPTED' and i.removed_at is null)`
const OWED = sql`exists(select from line_item l where l.contractor_sub = c.sub and l.status in ('PENDING_APPROVAL', 'APPROVED'))`
const LAST_DAY = sql`greatest(c.created_at,
  (select max(r.ended_at) from ended_relation r where r.contractor_sub = c.sub),
  (select max(p.settled_at) from line_item i join payment p using (line_item_uuid) where i.contractor_sub = c.sub),
  (select max(d.verified_at) from identity_document d where d.contractor_sub = c.sub))::date`

/** How a contractor stands to everybody; undefined for nobody. */
export async function selectEnded(tx: Tx, sub: string): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    select ${ENGAGED} engaged, ${OWED} owed, ${LAST_DAY} last_day from contractor c where c.sub = ${sub}`.execute(
    tx,
  )
  return rows[0]
}

/** Every paper of a contractor whose file is there, also those that were replaced. */
export async function selectKeptPapers(tx: Tx, sub: string): Promise<StoredPaper[]> {
  const { rows } = await sql<StoredPaper>`
    select d.document_uuid, d.file_uuid, d.verified_at is not null was_verified
      from identity_document d join stored_file f using (file_uuid)
      where d.contractor_sub = ${sub} and f.removed_at is null
      order by d.document_uuid`.execute(tx)
  return rows
}

/** At most so many contractors who left, did their last business before a day and still have papers here, after one and in the order of their ids. */
export async function selectOutlived(
  tx: Tx,
  before: PlainDateString,
  { after = '', limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ sub: string }>`
    select c.sub from contractor c
      where c.sub > ${after} and exists(select from identity_document d join stored_file f using (file_uuid)
          where d.contractor_sub = c.sub and f.removed_at is null)
        and not ${ENGAGED} and not ${OWED} and ${LAST_DAY} < ${before}
      order by c.sub limit ${limit}`.execute(tx)
  return rows.map(row => row.sub)
}
