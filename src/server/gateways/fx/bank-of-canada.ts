/**
 * Daily average exchange rates of the Bank of Canada, Canadian dollars for one unit of each currency, published on banking days at about
 * 16:30 of Ottawa (https://www.bankofcanada.ca/valet/docs, group FX_RATES_DAILY).
 */
import { z } from 'zod'
import type { Rate } from '#domain/kernel/rate.ts'
import { GatewayError } from '../gateway-error.ts'
import { type FxSource, readPublished } from './fx-source.ts'

const URL_DAILY =
  'https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json?recent=1'
/** What its quotations name as their source. */
export const BANK_OF_CANADA = 'Bank of Canada'

/** The rates of the Bank of Canada, fetched over HTTPS. */
export function bankOfCanadaRates(url = URL_DAILY): FxSource {
  return {
    name: BANK_OF_CANADA,
    latest: async () => parseValet(await readPublished(BANK_OF_CANADA, url)),
  }
}

const Observation = z.object({ d: z.iso.date() }).catchall(z.unknown())
const Valet = z.object({ observations: z.array(Observation).min(1) })
const Value = z.object({ v: z.string().regex(/^\d{1,15}(\.\d{1,15})?$/) })

/** Reads the answer. One without a day or without a positive decimal rate is refused, not guessed at. */
export function parseValet(text: string): Rate[] {
  const rates = observed(text).flatMap(({ d, ...series }) =>
    Object.entries(series).flatMap(([name, value]): Rate[] => {
      const currency = /^FX([A-Z]{3})CAD$/.exec(name)?.[1]
      const { v } = Value.safeParse(value).data ?? {}
      if (!currency || !v || !/[1-9]/.test(v)) return []
      // 16:30 of Ottawa is 20:30 or 21:30 of UTC: a rate counts from the earlier on.
      const as_of = `${d}T20:30:00.000Z`
      return [
        { from_currency: currency, to_currency: 'CAD', rate: v, source: BANK_OF_CANADA, as_of },
      ]
    }),
  )
  if (rates.length > 0) return rates
  throw unreadable()
}

function observed(text: string): z.output<typeof Observation>[] {
  try {
    return Valet.parse(JSON.parse(text)).observations
  } catch {
    throw unreadable()
  }
}

function unreadable() {
  return new GatewayError('FX_UNREADABLE', `the answer of the ${BANK_OF_CANADA} has no rates`, {
    retriable: false,
  })
}
