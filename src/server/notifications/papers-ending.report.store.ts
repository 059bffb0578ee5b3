import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Of these documents those that still count, of people who still work for a company, the earliest first; and whom of the company to tell. */
export async function findPapersEnding(
  tx: Tx,
  employer_uuid: string,
  document_uuids: readonly string[],
): Promise<{ emails: string[]; ending: { name: string; expires_on: string }[] }> {
  const { rows: people } = await sql<{ email: string }>`
    select p.email from employer_member m join person p using (sub)
      where m.employer_uuid = ${employer_uuid}::uuid and m.role in ('owner', 'admin') order by m.created_at`.execute(
    tx,
  )
  const { rows: ending } = await sql<{ name: string; expires_on: string }>`
    select app.person_name(p.first_name, p.last_name, p.email) name, d.expires_on
      from identity_document d join person p on p.sub = d.contractor_sub
      where d.document_uuid = any(${[...document_uuids]}::uuid[]) and d.superseded_at is null and d.expires_on is not null
        and exists (select from invitation i where i.contractor_sub = d.contractor_sub and i.employer_uuid = ${employer_uuid}::uuid
          and i.status = 'ACCEPTED' and i.removed_at is null)
      order by d.expires_on, name`.execute(tx)
  return { emails: people.map(({ email }) => email), ending }
}
