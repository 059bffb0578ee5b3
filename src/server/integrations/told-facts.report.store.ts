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
  readonly batch: BatchRowFact | null
}

/** A row of a batch, by the reference that its sender gave it. */
export type BatchRowFact = {
  readonly batch_uuid: string
  readonly row: number
  readonly reference: string
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
    select p.employer_uuid, p.payment_uuid, p.line_item_uuid, p.cycle_uuid, p.contractor_sub, p.status, p.currency,
        coalesce(p.amount_minor, p.promised_minor) amount_minor, p.source_currency, p.source_minor, p.pay_date, p.reference, p.simulated,
        case when r.row_number is not null then
          jsonb_build_object('batch_uuid', r.batch_uuid, 'row', r.row_number, 'reference', r.reference) end batch
      from payment p left join payment_batch_row r on r.line_item_uuid = p.line_item_uuid
      where p.payment_uuid = any(${payment_uuids}::uuid[]) or p.line_item_uuid = any(${line_item_uuids}::uuid[])
      order by p.payment_uuid`.execute(tx)
  return rows
}

/** Who answered an invitation, with the first rows of batches that stand and waited for it. */
export async function answerFact(
  tx: Tx,
  invitation_uuid: string,
): Promise<{ contractor_sub: string | null; payments: BatchRowFact[] }> {
  const { rows } = await sql<{ contractor_sub: string | null; payments: BatchRowFact[] }>`
    select case when i.status = 'ACCEPTED' then i.contractor_sub end contractor_sub, coalesce((
        select jsonb_agg(jsonb_build_object('batch_uuid', w.batch_uuid, 'row', w.row_number, 'reference', w.reference) order by w.batch_uuid, w.row_number)
          from (select r.batch_uuid, r.row_number, r.reference from payment_batch_row r join payment_batch b using (batch_uuid)
            where r.employer_uuid = i.employer_uuid and r.email = i.email and not b.sandbox and b.cancelled_at is null
            order by r.batch_uuid, r.row_number limit ${MOST_ROWS_TOLD}) w), '[]') payments
      from invitation i where i.invitation_uuid = ${invitation_uuid}::uuid`.execute(tx)
  return rows[0] ?? { contractor_sub: null, payments: [] }
}

const MOST_ROWS_TOLD = 100

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
