import { type RawBuilder, sql } from 'kysely'
import { currenciesOf } from '#domain/kernel/currency.ts'
import type { TypedAmount } from '#domain/kernel/typed-amount.ts'

/** Whether a payment `p` is of a typed amount: what was sent, what was promised, or what it is of in its contract's currency. */
export function isOfAmount({ currency, minors }: TypedAmount): RawBuilder<boolean> {
  const all = minors.map(({ minor }) => minor)
  const fits = (code: RawBuilder<unknown>, amount: RawBuilder<unknown>) => {
    const each = minors.map(({ exponent, minor }) => {
      const of = currency
        ? sql`${code} = ${currency}`
        : exponent === 2
          ? sql`${code} <> all(${currenciesOf('other')}::text[])`
          : sql`${code} = any(${currenciesOf(exponent)}::text[])`
      return sql`(${amount} = ${minor} and ${of})`
    })
    return sql`(${amount} = any(${all}::bigint[]) and (${sql.join(each, sql` or `)}))`
  }
  return sql<boolean>`(${fits(sql`p.source_currency`, sql`p.source_minor`)}
    or ${fits(sql`p.currency`, sql`p.promised_minor`)} or ${fits(sql`p.currency`, sql`p.amount_minor`)})`
}
