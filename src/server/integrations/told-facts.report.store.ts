import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type PaymentFact = {
  readonly employer_uuid: string
  readonly payment_uuid: string
  readonly line_item_uuid: string
  readonly cycle_uuid: string
  readonly contractor_sub: string
  readonly status: string
  readonly currency: string
  readonly amount_minor: bigint | null
  readonly source_currency: string
  readonly source_minor: bigint
  readonly pay_date: string
  readonly reference: string | null
  readonly simulated: boolean
}

/** Payments, by their own ids or by the items of which they are parts. */
export async function paymentFacts(
  tx: Tx,
  {
    payment_uuids = [],
    line_item_uuids = [],
  }: { readonly payment_uuids?: readonly string[]; readonly line_item_uuids?: readonly string[] },
): Promise<PaymentFact[]> {
  const { rows } = await sql<PaymentFact>`
    select employer_uuid, payment_uuid, line_item_uuid, cycle_uuid, contractor_sub, status, currency,
        coalesce(amount_minor, promised_minor) amount_minor, source_currency, source_minor, pay_date, reference, simulated
      from payment where payment_uuid = any(${payment_uuids}::uuid[]) or line_item_uuid = any(${line_item_uuids}::uuid[])
      order by payment_uuid`.execute(tx)
  return rows
}

/** Whose a contract is. */
export async function contractFact(tx: Tx, contract_uuid: string) {
  return tx
    .selectFrom('contract')
    .select(['employer_uuid', 'contractor_sub'])
    .where('contract_uuid', '=', contract_uuid)
    .executeTakeFirst()
}

/** Whose a cycle is, and when it pays. */
export async function cycleFact(tx: Tx, cycle_uuid: string) {
  return tx
    .selectFrom('pay_cycle')
    .select(['employer_uuid', 'policy_uuid', 'pay_date'])
    .where('cycle_uuid', '=', cycle_uuid)
    .executeTakeFirst()
}

/** Who was asked for money, for how much and by when. */
export async function requestFact(tx: Tx, request_uuid: string) {
  return tx
    .selectFrom('funding_request')
    .select(['employer_uuid', 'currency', 'amount_minor', 'needed_on'])
    .where('request_uuid', '=', request_uuid)
    .executeTakeFirst()
}
