import { sql } from 'kysely'
import type { PriceList } from '#domain/billing/fees.ts'
import type { Tx } from '../kernel/db.ts'

export type PriceListRow = PriceList & { readonly employer_uuid: string; readonly set_at: Date }

const COLUMNS = sql`employer_uuid, currency, contractor_minor, payment_prices, margin_bps, tax_bps, set_at`

/** The price lists in force of these employers, by employer; none for whom nothing costs anything. */
export async function listInForce(
  tx: Tx,
  employer_uuids: readonly string[],
): Promise<Map<string, PriceListRow>> {
  const { rows } = await sql<PriceListRow>`
    select distinct on (employer_uuid) ${COLUMNS} from price_list where employer_uuid = any(${[...employer_uuids]}::uuid[])
      order by employer_uuid, set_at desc, price_list_uuid desc`.execute(tx)
  return new Map(rows.map(row => [row.employer_uuid, row]))
}

/** Keeps a price list, which is in force from here on. */
export async function insertPriceList(
  tx: Tx,
  {
    payment_prices,
    ...list
  }: PriceListRow & {
    readonly price_list_uuid: string
    readonly set_by: string
  },
): Promise<void> {
  await tx
    .insertInto('price_list')
    .values({ ...list, payment_prices: JSON.stringify(payment_prices) })
    .execute()
}

/** Held until the transaction ends: one change of an employer's prices and receipts comes after the other. */
export async function lockBilling(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing of ${employer_uuid}`}, 0))`.execute(
    tx,
  )
}
