import { type Text, textOf } from '#domain/kernel/words.ts'
import { loadRates } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'

/**
 * Answers why no account in a currency is paid now, or undefined: without an exchange rate every pay to it would wait. While no rate of
 * any currency is known nothing is said against one.
 */
export async function unpaidCurrencies(
  ctx: Pick<Ctx, 'tx' | 'now'>,
): Promise<(currency: string) => Text | undefined> {
  const rateFor = await loadRates(ctx)
  const quoted = rateFor('USD', 'EUR') !== undefined
  return currency =>
    quoted && !rateFor('USD', currency)
      ? textOf('payments.problems.noRateOf', { currency })
      : undefined
}
