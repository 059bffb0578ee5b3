import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/**
 * Whether somebody is known by their name: verified themselves, of a verified company, or by a signature under a contract. Whose
 * identity document, or whose company's articles, were accepted once stays known while they are reviewed again.
 */
export async function isKnownByName(tx: Tx, sub: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from contractor c where c.sub = ${sub} and c.verification = 'VERIFIED')
      or exists (select from identity_document d where d.contractor_sub = ${sub}
        and d.kind = 'identification_document' and d.verified_at is not null)
      or exists (select from employer_member m join employer e using (employer_uuid) where m.sub = ${sub} and (e.verification = 'VERIFIED'
        or exists (select from identity_document d where d.employer_uuid = e.employer_uuid
          and d.kind = 'articles_of_incorporation' and d.verified_at is not null)))
      or exists (select from contract_signature s where s.sub = ${sub}) known`.execute(tx)
  return rows[0]?.known ?? false
}
