/** Exchange rates in force: what the source said last, crossed through its base; dollar tokens are at par with the dollar. */
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import { crossRate, type Rate } from '#domain/kernel/rate.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { latestRates, saveRates } from './rate.store.ts'

/** A rate in force; `stale` when it is too old to pay by. */
export type RateInForce = Rate & { readonly stale: boolean }
export type RateFor = (from: CurrencyCode, to: CurrencyCode) => RateInForce | undefined

/**
 * By when a rate is too old to pay by: five days. Central banks publish none from Maundy Thursday's afternoon to Easter Tuesday's
 * (docs/rules/fx.md).
 */
const MOST_AGE_MS = 5 * 24 * 60 * 60_000

/** Reads the rates of the moment once; answers a function that finds the rate of any pair, or undefined where none is known. */
export async function loadRates({ tx, now }: Pick<Ctx, 'tx' | 'now'>): Promise<RateFor> {
  const quotes = await latestRates(tx, now)
  const found = new Map<string, RateInForce | undefined>()
  return (from, to) => {
    const key = `${from}/${to}`
    if (!found.has(key)) {
      const rate = rateBetween(quotes, from, to)
      const age_ms = rate && rate.source !== AT_PAR ? now.getTime() - Date.parse(rate.as_of) : 0
      found.set(key, rate && { ...rate, stale: age_ms > MOST_AGE_MS })
    }
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
  ctx.audit({
    action: 'keep',
    entity: 'fx_rate',
    entity_uuids: await saveRates(ctx.tx, rates),
    employer_uuid: null,
  })
}

const AT_PAR = 'at par'

/**
 * The rate of a pair from the quotes of one base, the base with the fresher pair first. Made of two quotes it is as old as the older
 * one.
 */
function rateBetween(
  quotes: readonly Rate[],
  from: CurrencyCode,
  to: CurrencyCode,
): Rate | undefined {
  const [a, b] = [dollarOf(from), dollarOf(to)]
  if (a === b) return atPar(from, to)
  const candidates = [...Map.groupBy(quotes, quote => quote.from_currency)].flatMap(
    ([base, group]) => {
      const [perFrom, perTo] = [perBase(base, group, a), perBase(base, group, b)]
      if (!perFrom || !perTo) return []
      // The base itself is worth one of itself at any time.
      const told = [perFrom, perTo].filter(quote => quote.source !== AT_PAR)
      const source = [...new Set(told.map(quote => quote.source))].join(' and ')
      const as_of = told.map(quote => quote.as_of).sort()[0] ?? perFrom.as_of
      const rate = crossRate(perFrom.rate, perTo.rate)
      return { from_currency: from, to_currency: to, rate, source, as_of }
    },
  )
  return candidates.toSorted((one, other) => (one.as_of > other.as_of ? -1 : 1))[0]
}

function perBase(
  base: CurrencyCode,
  quotes: readonly Rate[],
  currency: CurrencyCode,
): Pick<Rate, 'rate' | 'source' | 'as_of'> | undefined {
  return currency === base
    ? atPar(base, base)
    : quotes.find(quote => quote.to_currency === currency)
}

function dollarOf(currency: CurrencyCode): CurrencyCode {
  return currency === 'USDC' || currency === 'USDT' ? 'USD' : currency
}

function atPar(from_currency: CurrencyCode, to_currency: CurrencyCode): Rate {
  return {
    from_currency,
    to_currency,
    rate: '1',
    source: AT_PAR,
    as_of: '1970-01-01T00:00:00.000Z',
  }
}
