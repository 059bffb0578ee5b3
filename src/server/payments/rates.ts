/** Exchange rates in force: what the source said last, crossed through its base; dollar tokens are at par with the dollar. */
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import { crossRate, type Rate } from '#domain/kernel/rate.ts'
import type { Tx } from '../kernel/db.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { latestRates, saveRates } from './rate.store.ts'

export type RateFor = (from: CurrencyCode, to: CurrencyCode) => Rate | undefined

/** Reads the rates once; answers a function that finds the rate of any pair, or undefined where none is known. */
export async function loadRates(tx: Tx): Promise<RateFor> {
  const rates = new Map((await latestRates(tx)).map(rate => [rate.to_currency, rate]))
  const found = new Map<string, Rate | undefined>()
  return (from, to) => {
    const key = `${from}/${to}`
    if (!found.has(key)) found.set(key, rateBetween(rates, from, to))
    return found.get(key)
  }
}

/** The job that asks the source for its latest rates. */
export async function fetchRates(_payload: unknown, { kernel, unit }: JobContext): Promise<void> {
  const rates = await kernel.gateways.fx.latest()
  await unit(ctx => keepRates(ctx, rates))
}

/** Keeps rates; one that is kept already is passed over. */
export async function keepRates(ctx: Ctx, rates: readonly Rate[]): Promise<void> {
  await saveRates(ctx.tx, rates)
}

function rateBetween(
  rates: ReadonlyMap<string, Rate>,
  from: CurrencyCode,
  to: CurrencyCode,
): Rate | undefined {
  const [a, b] = [dollarOf(from), dollarOf(to)]
  if (a === b) return atPar(from, to)
  const [perFrom, perTo] = [perBase(rates, a), perBase(rates, b)]
  if (!perFrom || !perTo) return undefined
  const newest = perFrom.as_of > perTo.as_of ? perFrom : perTo
  return {
    from_currency: from,
    to_currency: to,
    rate: crossRate(perFrom.rate, perTo.rate),
    source: newest.source,
    as_of: newest.as_of,
  }
}

function perBase(
  rates: ReadonlyMap<string, Rate>,
  currency: CurrencyCode,
): Pick<Rate, 'rate' | 'source' | 'as_of'> | undefined {
  const rate = rates.get(currency)
  if (rate) return rate
  // All rates are from one base: any of them says which, and from whom.
  const [first] = rates.values()
  return first && currency === first.from_currency
    ? { rate: '1', source: first.source, as_of: first.as_of }
    : undefined
}

function dollarOf(currency: CurrencyCode): CurrencyCode {
  return currency === 'USDC' || currency === 'USDT' ? 'USD' : currency
}

function atPar(from_currency: CurrencyCode, to_currency: CurrencyCode): Rate {
  return {
    from_currency,
    to_currency,
    rate: '1',
    source: 'at par',
    as_of: '1970-01-01T00:00:00.000Z',
  }
}
