import { sql } from 'kysely'
import { type PaymentStatus, UNSENT_STATUSES } from '#domain/payments/payment.ts'
import type { Tx } from '../kernel/db.ts'
import { anyOf } from '../kernel/rows.ts'

/** A payment that was handed to what pays on its network, by its last attempt. */
export type HandedOver = {
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly attempt_uuid: string
  readonly network: string
  readonly status: PaymentStatus
}

/** Those of the payments that the caller sees, of which something left or is to leave on a chain. */
export async function listHandedOver(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<HandedOver[]> {
  const { rows } = await sql<HandedOver>`
    select payment_uuid, employer_uuid, attempt_uuid, network, status from payment
      where payment_uuid = ${anyOf(payment_uuids)} and network <> 'fiat' and attempt_uuid is not null and not outside
        and status <> all(${[...UNSENT_STATUSES]}::text[])
      order by payment_uuid`.execute(tx)
  return rows
}
