import { sql } from 'kysely'
import type { Fee } from '#domain/billing/fees.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import type { Addressee } from './fee.report.store.ts'

export type NewFee = Fee & {
  readonly fee_uuid: string
  readonly employer_uuid: string
  readonly earned_on: string
}

const FEE: Columns<NewFee> = {
  fee_uuid: 'uuid',
  employer_uuid: 'uuid',
  kind: 'text',
  contractor_sub: 'text',
  payment_uuid: 'uuid',
  network: 'text',
  currency: 'text',
  price_minor: 'bigint',
  margin_bps: 'int',
  base_minor: 'bigint',
  net_minor: 'bigint',
  tax_bps: 'int',
  tax_minor: 'bigint',
  earned_on: 'date',
}

/** Keeps fees; one that is there stays as it is. */
export async function insertFees(tx: Tx, fees: readonly NewFee[]): Promise<void> {
  if (fees.length === 0) return
  await sql`insert into fee (${namesOf(FEE)}) select ${namesOf(FEE)} from ${rowsOf('f', fees, FEE)}
    on conflict (fee_uuid) do nothing`.execute(tx)
}

export type OwedFee = {
  readonly fee_uuid: string
  readonly currency: string
  readonly total_minor: bigint
}

/** The earliest fees of an employer that were not taken yet, held until the transaction ends. */
export async function lockOwed(tx: Tx, employer_uuid: string, limit: number): Promise<OwedFee[]> {
  const { rows } = await sql<OwedFee>`
    select fee_uuid, currency, net_minor + tax_minor total_minor from fee where employer_uuid = ${employer_uuid}::uuid and taken_at is null
      order by currency, earned_on, fee_uuid limit ${limit} for update`.execute(tx)
  return rows
}

/** Notes that fees were taken from the balance. */
export async function noteTaken(tx: Tx, fee_uuids: readonly string[], at: Date): Promise<void> {
  await sql`update fee set taken_at = ${at} where fee_uuid = any(${[...fee_uuids]}::uuid[]) and taken_at is null`.execute(
    tx,
  )
}

export type Billed = {
  readonly currency: string
  readonly net_minor: bigint
  readonly tax_minor: bigint
  readonly taken_minor: bigint
}

/** What an employer's fees of before a day come to that were not billed, by currency; one of which an invoice of that day stands is left out. */
export async function sumUnbilled(
  tx: Tx,
  employer_uuid: string,
  before: string,
): Promise<Billed[]> {
  const { rows } = await sql<Billed>`
    select currency, sum(net_minor)::bigint net_minor, sum(tax_minor)::bigint tax_minor,
        coalesce(sum(net_minor + tax_minor) filter (where taken_at is not null), 0)::bigint taken_minor
      from fee f where employer_uuid = ${employer_uuid}::uuid and billing_invoice_uuid is null and earned_on < ${before}::date
        and not exists (select from billing_invoice b where b.employer_uuid = f.employer_uuid and b.currency = f.currency and b.invoice_date = ${before}::date)
      group by currency order by currency`.execute(tx)
  return rows
}

export type NewInvoice = Billed & {
  readonly billing_invoice_uuid: string
  readonly employer_uuid: string
  readonly year: number
  readonly number: number
  readonly month: string
  readonly invoice_date: string
  readonly addressed_to: Addressee
}

/** Keeps an invoice, and notes of all unbilled fees of before its day in its currency that it bills them. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<void> {
  const addressed_to = JSON.stringify(invoice.addressed_to)
  await tx
    .insertInto('billing_invoice')
    .values({ ...invoice, addressed_to })
    .execute()
  await tx
    .updateTable('fee')
    .set({ billing_invoice_uuid: invoice.billing_invoice_uuid })
    .where('employer_uuid', '=', invoice.employer_uuid)
    .where('currency', '=', invoice.currency)
    .where('billing_invoice_uuid', 'is', null)
    .where('earned_on', '<', invoice.invoice_date)
    .execute()
}

/** The last number of an employer's invoices of a year; 0 before the first. */
export async function lastNumber(tx: Tx, employer_uuid: string, year: number): Promise<number> {
  const row = await tx
    .selectFrom('billing_invoice')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('employer_uuid', '=', employer_uuid)
    .where('year', '=', year)
    .executeTakeFirst()
  return row?.number ?? 0
}

/** Holds an employer's fees that an invoice of a day would bill, so that none is taken between being summed and billed. */
export async function lockUnbilled(tx: Tx, employer_uuid: string, before: string): Promise<void> {
  await sql`select fee_uuid from fee where employer_uuid = ${employer_uuid}::uuid and billing_invoice_uuid is null and earned_on < ${before}::date
    order by fee_uuid for update`.execute(tx)
}
