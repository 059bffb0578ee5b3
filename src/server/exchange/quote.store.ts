import { sql } from 'kysely'
import type { FixedSide } from '#domain/exchange/conversion.ts'
import type { Tx } from '../kernel/db.ts'

/** A rate that is promised to a company until a moment, with both sides as they will be. */
export type QuoteRow = {
  readonly quote_uuid: string
  readonly employer_uuid: string
  readonly from_currency: string
  readonly to_currency: string
  readonly fixed_side: FixedSide
  readonly sold_minor: bigint
  readonly bought_minor: bigint
  readonly rate: string
  readonly rate_source: string
  readonly rate_as_of: Date
  readonly asked_by: string
  readonly asked_at: Date
  readonly expires_at: Date
}

/** Keeps a quote. */
export async function insertQuote(tx: Tx, row: QuoteRow): Promise<void> {
  await tx.insertInto('conversion_quote').values(row).execute()
}

/** One quote, or undefined. */
export async function findQuote(tx: Tx, quote_uuid: string): Promise<QuoteRow | undefined> {
  const { rows } = await sql<QuoteRow>`
    select quote_uuid, employer_uuid, from_currency, to_currency, fixed_side, sold_minor, bought_minor, rate, rate_source, rate_as_of, asked_by, asked_at,
        expires_at from conversion_quote where quote_uuid = ${quote_uuid}::uuid`.execute(tx)
  return rows[0]
}

/** The conversion that was done by a quote, or undefined. */
export async function findConvertedBy(tx: Tx, quote_uuid: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('conversion')
    .select('conversion_uuid')
    .where('quote_uuid', '=', quote_uuid)
    .executeTakeFirst()
  return row?.conversion_uuid
}

/** Inserts the conversion that a quote became; false where it became one already. */
export async function insertQuoted(
  tx: Tx,
  conversion_uuid: string,
  quote: QuoteRow,
  by: { readonly sub: string; readonly at: Date; readonly on: string },
): Promise<boolean> {
  const { asked_by, expires_at: _, ...of } = quote
  const fixed = of.fixed_side === 'from'
  const made = await tx
    .insertInto('conversion')
    .values({
      ...{ ...of, conversion_uuid, status: 'EXECUTED', asked_by, conversion_date: by.on },
      amount_minor: fixed ? of.sold_minor : of.bought_minor,
      expected_minor: fixed ? of.bought_minor : of.sold_minor,
      ...{ expected_rate: of.rate, closed_by: by.sub, closed_at: by.at },
    })
    .onConflict(conflict => conflict.column('conversion_uuid').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}
