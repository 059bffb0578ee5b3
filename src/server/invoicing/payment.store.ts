import type { InvoiceStatus } from '#domain/invoicing/settlement.ts'
import type { Tx } from '../kernel/db.ts'

export type PaymentRow = {
  readonly payment_uuid: string
  readonly invoice_uuid: string
  readonly contractor_sub: string
  readonly amount_minor: bigint
  readonly received_on: string
  readonly reference: string
  readonly refund: boolean
}

/** Keeps what was paid; answers false where there is a record of this id, whoever's, also one that was taken back. */
export async function insertPayment(
  tx: Tx,
  row: PaymentRow & { readonly recorded_at: Date },
): Promise<boolean> {
  const made = await tx
    .insertInto('invoice_payment')
    .values(row)
    .onConflict(conflict => conflict.column('payment_uuid').doNothing())
    .returning('payment_uuid')
    .executeTakeFirst()
  return made !== undefined
}

/** Takes back what was recorded; answers whether its client had a receipt of it. */
export async function markRemoved(tx: Tx, payment_uuid: string, at: Date): Promise<boolean> {
  const removed = await tx
    .updateTable('invoice_payment')
    .set({ removed_at: at })
    .where('payment_uuid', '=', payment_uuid)
    .where('removed_at', 'is', null)
    .returning('receipted')
    .executeTakeFirst()
  return removed?.receipted === true
}

/** Whether a client had a receipt of a payment. */
export async function isReceipted(tx: Tx, payment_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('invoice_payment')
    .select('receipted')
    .where('payment_uuid', '=', payment_uuid)
    .executeTakeFirst()
  return row?.receipted === true
}

/** Notes that a client had a receipt of a payment. */
export async function markReceipted(tx: Tx, payment_uuid: string): Promise<void> {
  await tx
    .updateTable('invoice_payment')
    .set({ receipted: true })
    .where('payment_uuid', '=', payment_uuid)
    .execute()
}

/** What a payment came to that was taken back; undefined of one that stands. */
export async function findRemoved(tx: Tx, payment_uuid: string): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('invoice_payment')
    .select('amount_minor')
    .where('payment_uuid', '=', payment_uuid)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return row?.amount_minor
}

/** Keeps what payments and credits leave of an invoice that `lockInvoice` holds. */
export async function saveSettlement(
  tx: Tx,
  { invoice_uuid, version }: { readonly invoice_uuid: string; readonly version: number },
  settled: {
    readonly status: InvoiceStatus
    readonly paid_minor: bigint
    readonly credited_minor: bigint
    readonly saved_at: Date
  },
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ ...settled, version: version + 1 })
    .where('invoice_uuid', '=', invoice_uuid)
    .where('version', '=', version)
    .execute()
}
