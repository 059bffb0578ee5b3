import { type Exchange, legsOf } from '#domain/exchange/conversion.ts'
import { amountText, MOST_RECEIPT_MINOR } from '#domain/kernel/money.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findCurrency } from '../reference/currencies.ts'
import { loadRates, type RateInForce } from './rates.ts'

/** The rate of now for what is asked; RATE_MISSING where the pair is never quoted, or what of it is wrong. */
export async function checkExchange(ctx: Ctx, asked: Exchange): Promise<RateInForce> {
  const { from_currency, to_currency, amount_minor } = asked
  for (const field of ['from_currency', 'to_currency'] as const)
    if (!findCurrency(asked[field]))
      throw invalidField(field, 'ledger.fundingFile.noCurrency', { currency: asked[field] })
  if (from_currency === to_currency)
    throw invalidField('to_currency', 'ledger.conversion.problems.sameCurrency')
  if (amount_minor <= 0n)
    throw invalidField('amount_in_smallest_unit', 'ledger.conversion.problems.nothing')
  const rate = (await loadRates(ctx))(from_currency, to_currency)
  if (!rate)
    throw new Problem('RATE_MISSING', 'ledger.conversion.problems.noRate', {
      params: { from: from_currency, to: to_currency },
    })
  const legs = legsOf(asked, rate)
  const wrong = [legs.sold, legs.bought].find(
    ({ minor }) => minor <= 0n || minor > MOST_RECEIPT_MINOR,
  )
  if (wrong)
    throw invalidField('amount_in_smallest_unit', 'ledger.conversion.problems.amount', {
      amount: amountText(wrong),
      currency: wrong.currency,
    })
  return rate
}
