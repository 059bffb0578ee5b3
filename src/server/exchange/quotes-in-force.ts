import { isStale } from '#domain/exchange/business-time.ts'
import type { Rate } from '#domain/kernel/rate.ts'
import type { Tx } from '../kernel/db.ts'
import { latestRates } from './rate.store.ts'
import { ageOf } from './source-days.ts'

/** A quotation with its age in the business time of its source, in milliseconds. */
export type Quotation = Rate & { readonly age_ms: number }

/** Of every pair the newest quotation that is not too old to pay by, whichever source has it; where all are too old the newest. */
export async function quotesInForce(tx: Tx, now: Date): Promise<Quotation[]> {
  const quotes = (await latestRates(tx, now)).map(rate => ({ ...rate, age_ms: ageOf(rate, now) }))
  const pairs = Map.groupBy(quotes, of => `${of.from_currency}/${of.to_currency}`)
  return [...pairs.values()].flatMap(
    of => of.find(({ age_ms }) => !isStale(age_ms)) ?? of.slice(0, 1),
  )
}
