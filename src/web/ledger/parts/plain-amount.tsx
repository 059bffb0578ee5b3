import { exponentOf } from '#domain/kernel/currency.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { Amount, type AmountProps } from '#web/ui/amount.tsx'

/** Money whose currency is said elsewhere, as in a list that is of one. */
export function PlainAmount({
  of,
  ...rest
}: { of: WireMoney } & Omit<AmountProps, 'minor' | 'currency' | 'exponent'>) {
  return <Amount minor={of.amount_in_smallest_unit} exponent={exponentOf(of.currency)} {...rest} />
}
