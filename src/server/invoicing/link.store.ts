import type { Tx } from '../kernel/db.ts'

/** Keeps a further link to an invoice. It reads no digest, as no tenant may. */
export async function insertLink(
  tx: Tx,
  link: {
    readonly link_uuid: string
    readonly invoice_uuid: string
    readonly contractor_sub: string
    readonly token_hash: Buffer
    readonly made_at: Date
    /** Whether it is mailed by a reaction, which says so once it did. */
    readonly mail_waits: boolean
  },
): Promise<void> {
  await tx.insertInto('invoice_link').values(link).execute()
}

/** Notes that a link was mailed. */
export async function markMailed(tx: Tx, link_uuid: string): Promise<void> {
  await tx
    .updateTable('invoice_link')
    .set({ mail_waits: false })
    .where('link_uuid', '=', link_uuid)
    .execute()
}

/** Whether somebody may have a link to an invoice: it was mailed, or made to be given. */
export async function isOut(tx: Tx, invoice_uuid: string): Promise<boolean> {
  const link = await tx
    .selectFrom('invoice_link')
    .select('link_uuid')
    .where('invoice_uuid', '=', invoice_uuid)
    .where('mail_waits', '=', false)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

/** Stops every link to an invoice; answers how many worked until now. */
export async function revokeLinks(tx: Tx, invoice_uuid: string, at: Date): Promise<number> {
  const stopped = await tx
    .updateTable('invoice_link')
    .set({ revoked_at: at })
    .where('invoice_uuid', '=', invoice_uuid)
    .where('revoked_at', 'is', null)
    .returning('link_uuid')
    .execute()
  return stopped.length
}

/** Remembers when a link was opened last. */
export async function markOpened(tx: Tx, link_uuid: string, at: Date): Promise<void> {
  await tx
    .updateTable('invoice_link')
    .set({ opened_at: at })
    .where('link_uuid', '=', link_uuid)
    .execute()
}
