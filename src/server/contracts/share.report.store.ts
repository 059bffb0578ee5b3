import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type LinkedShare = {
  readonly share_uuid: string
  readonly contract_uuid: string
  readonly employer_uuid: string
  readonly contractor_sub: string
  readonly expires_at: Date
  readonly revoked_at: Date | null
}

/** The share whose newest link has this token, unless its company is suspended; ask with the sight of all employers. */
export async function findShareByLink(
  tx: Tx,
  token_hash: Buffer,
): Promise<LinkedShare | undefined> {
  const { rows } = await sql<LinkedShare>`
    select s.share_uuid, s.contract_uuid, s.employer_uuid, s.contractor_sub, s.expires_at, s.revoked_at
      from contract_share s join employer e using (employer_uuid)
      where s.token_hash = ${token_hash} and e.suspended_at is null`.execute(tx)
  return rows[0]
}
