import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** The invoice whose link has this token, unless it was stopped or its contractor is suspended; ask with the sight of all. */
export async function findByLink(
  tx: Tx,
  token_hash: Buffer,
): Promise<
  | {
      readonly link_uuid: string
      readonly invoice_uuid: string
      readonly verified: boolean
    }
  | undefined
> {
  const { rows } = await sql<{ link_uuid: string; invoice_uuid: string; verified: boolean }>`
    select l.link_uuid, l.invoice_uuid, c.verification = 'VERIFIED' verified
      from invoice_link l join person p on p.sub = l.contractor_sub join contractor c on c.sub = l.contractor_sub
      where l.token_hash = ${token_hash} and l.revoked_at is null and p.suspended_at is null`.execute(
    tx,
  )
  return rows[0]
}
