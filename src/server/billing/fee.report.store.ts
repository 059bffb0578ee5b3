/** Fees beside the payments, companies and balances that they are of. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { FeeKind } from '#domain/billing/fees.ts'
import type { Tx } from '../kernel/db.ts'
import { saying } from '../kernel/paging.ts'
import { withAvailable } from '../ledger/index.ts'

export const DomainKey = z.tuple([z.string().max(255)])

/** Employers by domain, after one of them; those that match a search alone. */
export async function listBilled(
  tx: Tx,
  {
    after,
    search,
    limit,
  }: {
    readonly after: string | undefined
    readonly search: string | undefined
    readonly limit: number
  },
) {
  const said = saying(sql`concat_ws(' ', business_name, corporation_name, domain)`, search)
  const { rows } = await sql<{ employer_uuid: string; domain: string; company_name: string }>`
    select employer_uuid, domain, app.employer_name(business_name, corporation_name, domain) company_name from employer
      where domain is not null ${after === undefined ? sql`` : sql`and domain > ${after}`}
        ${said ? sql`and ${said}` : sql``}
      order by domain limit ${limit}`.execute(tx)
  return rows
}

/** Whether there is an employer of this id. */
export async function isEmployer(tx: Tx, employer_uuid: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from employer where employer_uuid = ${employer_uuid}::uuid`.execute(tx)
  return rows.length > 0
}

export type ArrivedPayment = {
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly contractor_sub: string
  readonly network: string
  readonly source_currency: string
  readonly source_minor: bigint
  readonly converted: boolean
}

/** The payments of these items that arrived, of employers who have prices, in id order. */
export async function listArrived(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<ArrivedPayment[]> {
  const { rows } = await sql<ArrivedPayment>`
    select p.payment_uuid, p.employer_uuid, p.contractor_sub, p.network, p.source_currency, p.source_minor,
        p.currency <> p.source_currency and p.rate_source is distinct from 'at par' converted
      from payment p where p.line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and p.status = 'SETTLED' and not p.outside
        and exists (select from price_list l where l.employer_uuid = p.employer_uuid)
      order by p.payment_uuid`.execute(tx)
  return rows
}

/** The earliest fee that was not taken of each employer and currency, from one of them on: each is looked up where the one before ended, however many fees stand between. */
const EARLIEST_OWED = (from: RawBuilder<unknown>) => sql`
  select f.employer_uuid, f.currency, f.net_minor + f.tax_minor minor from fee f where f.taken_at is null ${from}
    order by f.employer_uuid, f.currency, f.earned_on, f.fee_uuid limit 1`

/** Employers with fees to bill that were earned before a day, and those with fees whose earliest the balance covers. */
export async function listEmployersWithFees(tx: Tx, before: string): Promise<string[]> {
  const balance = withAvailable(sql`f.employer_uuid`, sql`f.currency`)
  const { rows } = await sql<{ employer_uuid: string }>`
    with recursive earliest as (
      (${EARLIEST_OWED(sql``)})
      union all
      select n.employer_uuid, n.currency, n.minor from earliest e
        cross join lateral (${EARLIEST_OWED(sql`and (f.employer_uuid, f.currency) > (e.employer_uuid, e.currency)`)}) n
    )
    select distinct f.employer_uuid from fee f where f.billing_invoice_uuid is null and f.earned_on < ${before}::date
        and not exists (select from billing_invoice b where b.employer_uuid = f.employer_uuid and b.currency = f.currency and b.invoice_date = ${before}::date)
    union
    select employer_uuid from (
      select f.employer_uuid, f.minor, ${balance.available} from earliest f ${balance.join}
      ) owed where available >= minor`.execute(tx)
  return rows.map(row => row.employer_uuid)
}

/** Whom a receipt is addressed to: a legal name and the lines of an address. */
export type Addressee = { readonly name: string; readonly address_lines: readonly string[] }

export type InvoiceRow = {
  readonly billing_invoice_uuid: string
  readonly employer_uuid: string
  readonly year: number
  readonly number: number
  readonly month: string
  readonly invoice_date: string
  readonly currency: string
  readonly net_minor: bigint
  readonly tax_minor: bigint
  readonly taken_minor: bigint
  /** The company as it was called on the day of the invoice; null where that was not kept yet. */
  readonly addressed_to: Addressee | null
}

const INVOICE = sql`select billing_invoice_uuid, employer_uuid, year, number, month, invoice_date, currency, net_minor, tax_minor, taken_minor, addressed_to
  from billing_invoice`

/** A page of an employer's invoices, newest first. */
export async function listInvoices(
  tx: Tx,
  employer_uuid: string,
  after: { readonly year: number; readonly number: number } | undefined,
  limit: number,
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`${INVOICE} where employer_uuid = ${employer_uuid}::uuid
      ${after ? sql`and (year, number) < (${after.year}, ${after.number})` : sql``}
      order by year desc, number desc limit ${limit}`.execute(tx)
  return rows
}

/** One invoice of an employer, or undefined. */
export async function findInvoice(
  tx: Tx,
  employer_uuid: string,
  billing_invoice_uuid: string,
): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`${INVOICE}
    where employer_uuid = ${employer_uuid}::uuid and billing_invoice_uuid = ${billing_invoice_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]
}

export type InvoiceLine = {
  readonly kind: FeeKind
  readonly network: string
  readonly price_minor: bigint
  readonly margin_bps: number
  readonly tax_bps: number
  readonly quantity: number
  readonly base_minor: bigint
  readonly net_minor: bigint
  readonly tax_minor: bigint
}

/** What an invoice bills: of each kind of fee at each price how many. */
export async function listLines(tx: Tx, billing_invoice_uuid: string): Promise<InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`
    select kind, case kind when 'PAYMENT' then network else '' end network, price_minor, margin_bps, tax_bps, count(*)::int quantity,
        sum(base_minor)::bigint base_minor, sum(net_minor)::bigint net_minor, sum(tax_minor)::bigint tax_minor
      from fee where billing_invoice_uuid = ${billing_invoice_uuid}::uuid
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(tx)
  return rows
}

/** What an employer's fees come to with tax, that were not billed, and that were not taken; by currency. */
export async function sumOpen(tx: Tx, employer_uuid: string) {
  const { rows } = await sql<{ currency: string; unbilled_minor: bigint; owed_minor: bigint }>`
    select currency, coalesce(sum(net_minor + tax_minor) filter (where billing_invoice_uuid is null), 0)::bigint unbilled_minor,
        coalesce(sum(net_minor + tax_minor) filter (where taken_at is null), 0)::bigint owed_minor
      from fee where employer_uuid = ${employer_uuid}::uuid and (billing_invoice_uuid is null or taken_at is null)
      group by currency order by currency`.execute(tx)
  return rows
}

/** What payments cost with tax, by payment and currency. */
export async function listFeesOfPayments(tx: Tx, payment_uuids: readonly string[]) {
  if (payment_uuids.length === 0) return []
  const { rows } = await sql<{ payment_uuid: string; currency: string; minor: bigint }>`
    select payment_uuid, currency, sum(net_minor + tax_minor)::bigint minor from fee
      where payment_uuid = any(${[...payment_uuids]}::uuid[]) group by 1, 2 order by 1, 2`.execute(
    tx,
  )
  return rows
}
