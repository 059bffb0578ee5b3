import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Whether somebody is known by their name: verified themselves, of a verified company, or by a signature under a contract. */
export async function isKnownByName(tx: Tx, sub: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from contractor c where c.sub = ${sub} and c.verification = 'VERIFIED')
      or exists (select from employer_member m join employer e using (employer_uuid) where m.sub = ${sub} and e.verification = 'VERIFIED')
      or exists (select from contract_signature s where s.sub = ${sub}) known`.execute(tx)
  return rows[0]?.known ?? false
}
