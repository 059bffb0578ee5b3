/** Exchange rates in force: what the source said last, crossed through its base; dollar tokens are at par with the dollar. */

import { isStale } from '#domain/exchange/business-time.ts'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import { crossRate, type Rate } from '#domain/kernel/rate.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { quotesInForce } from './quotes-in-force.ts'
import { saveRates } from './rate.store.ts'
import { ageOf } from './source-days.ts'

/** A rate in force: its age in the business time of who said it, and `stale` when it is too old to pay by. */
export type RateInForce = Rate & { readonly stale: boolean; readonly age_ms: number }
export type RateFor = (from: CurrencyCode, to: CurrencyCode) => RateInForce | undefined

/** Reads the rates of the moment once; answers a function that finds the rate of any pair, or undefined where none is known. */
export async function loadRates({ tx, now }: Pick<Ctx, 'tx' | 'now'>): Promise<RateFor> {
  const quotes = await quotesInForce(tx, now)
  const found = new Map<string, RateInForce | undefined>()
  return (from, to) => {
    const key = `${from}/${to}`
    if (!found.has(key)) {
      found.set(key, rateBetween(quotes, from, to, now))
    }
    return found.get(key)
  }
}

/** The job that asks each source for its latest rates. One that does not answer keeps no other from being kept; the job then fails. */
export async function fetchRates(_payload: unknown, { kernel, unit }: JobContext): Promise<void> {
  const answers = await Promise.allSettled(kernel.gateways.fx.map(source => source.latest()))
  const rates = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  await unit(ctx => keepRates(ctx, rates))
  const failed = answers.find(answer => answer.status === 'rejected')
  if (failed) throw failed.reason
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
 * The rate of a pair from the quotes of one base: what is too old comes last, and before that the base with the fresher pair first. Made of two quotes it is as old as the older
 * one, each by the days of its own source.
 */
function rateBetween(
  quotes: readonly Rate[],
  from: CurrencyCode,
  to: CurrencyCode,
  now: Date,
): RateInForce | undefined {
  const [a, b] = [dollarOf(from), dollarOf(to)]
  if (a === b) return { ...atPar(from, to), stale: false, age_ms: 0 }
  const candidates = [
    ...crossed(quotes, ['from_currency', 'to_currency'], [a, b]),
    // Where a source says what each currency is worth in its base, the pair is the same division the other way round.
    ...crossed(quotes, ['to_currency', 'from_currency'], [b, a]),
  ].map(({ rate, told }) => {
    // The base itself is worth one of itself at any time.
    const source = [...new Set(told.map(quote => quote.source))].join(' and ')
    const as_of = told.map(quote => quote.as_of).sort()[0] ?? now.toISOString()
    const age_ms = Math.max(...told.map(quote => ageOf(quote, now)))
    const pair = { from_currency: from, to_currency: to }
    return { ...pair, rate, source, as_of, stale: isStale(age_ms), age_ms }
  })
  return candidates.toSorted(
    (one, other) => Number(one.stale) - Number(other.stale) || (one.as_of > other.as_of ? -1 : 1),
  )[0]
}

type Side = 'from_currency' | 'to_currency'

/** What the second currency is for one of the first by each base that has both, and the quotes that say it. */
function crossed(
  quotes: readonly Rate[],
  [baseSide, otherSide]: readonly [Side, Side],
  [a, b]: readonly [CurrencyCode, CurrencyCode],
) {
  return [...Map.groupBy(quotes, quote => quote[baseSide])].flatMap(([base, group]) => {
    const one = perBase(base, group, a, otherSide)
    const other = perBase(base, group, b, otherSide)
    if (!one || !other) return []
    const told = [one, other].filter(quote => quote.source !== AT_PAR)
    return [{ rate: crossRate(one.rate, other.rate), told }]
  })
}

function perBase(
  base: CurrencyCode,
  quotes: readonly Rate[],
  currency: CurrencyCode,
  side: Side,
): Pick<Rate, 'rate' | 'source' | 'as_of'> | undefined {
  return currency === base ? atPar(base, base) : quotes.find(quote => quote[side] === currency)
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
