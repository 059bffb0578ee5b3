import { exponentOf } from '#domain/kernel/currency.ts'
import { parseMinor } from '#domain/kernel/money.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { Amount, type AmountProps, formatAmount } from '#web/ui/amount.tsx'

/** Money of the wire as an Amount with its currency's decimals. */
export function MoneyAmount({
  of,
  ...rest
}: { of: WireMoney } & Omit<AmountProps, 'minor' | 'currency' | 'exponent'>) {
  return (
    <Amount
      minor={of.amount_in_smallest_unit}
      currency={of.currency}
      exponent={exponentOf(of.currency)}
      {...rest}
    />
  )
}

/** One sum for each currency. */
function byCurrency(sums: readonly WireMoney[]): WireMoney[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([currency, same]) => ({
      currency,
      amount_in_smallest_unit: same.reduce((sum, of) => sum + of.amount_in_smallest_unit, 0),
    }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** Several sums, one per currency and in their order, set apart by commas; nothing for none. */
export function MoneyList({ of, strong }: { of: readonly WireMoney[]; strong?: boolean }) {
  return byCurrency(of).map((money, at) => (
    <span key={money.currency}>
      {at > 0 && ', '}
      <span className="nowrap">
        <MoneyAmount of={money} strong={strong} />
      </span>
    </span>
  ))
}

/** Several sums under one another, for the cells of tables. */
export function MoneyStack({ of, strong }: { of: readonly WireMoney[]; strong?: boolean }) {
  return byCurrency(of).map(money => (
    <div key={money.currency} className="nowrap">
      <MoneyAmount of={money} strong={strong} />
    </div>
  ))
}

/** Money as plain text, such as `36648.85 USD`, for what takes no markup; everything else draws a `MoneyAmount`. */
export function moneyText({ currency, amount_in_smallest_unit }: WireMoney): string {
  return `${formatAmount(amount_in_smallest_unit, exponentOf(currency))} ${currency}`
}

/**
 * A typed decimal as smallest units of a currency, without floating point. Undefined when it is no number, has too many
 * decimals, or is more than JSON can carry.
 */
export function minorOf(typed: string, currency: string): number | undefined {
  const minor = Number(parseMinor(typed.trim().replace(/\.$/, ''), exponentOf(currency)) ?? -1n)
  return Number.isSafeInteger(minor) && minor >= 0 ? minor : undefined
}

/** Smallest units as an editable decimal, such as `33.50`. */
export function decimalOf({ currency, amount_in_smallest_unit }: WireMoney): string {
  return formatAmount(amount_in_smallest_unit, exponentOf(currency))
}
