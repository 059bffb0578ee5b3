/**
 * Euro foreign exchange reference rates of the European Central Bank, published on TARGET days at about 16:00 CET
 * (https://www.ecb.europa.eu, eurofxref-daily.xml).
 */
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import type { Rate } from '#domain/kernel/rate.ts'
import { GatewayError } from '../gateway-error.ts'
import { type FxSource, readPublished } from './fx-source.ts'

const URL_DAILY = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

/** What its quotations name as their source. */
export const ECB = 'ECB'

/** The rates of the European Central Bank, fetched over HTTPS. */
export function ecbRates(url = URL_DAILY): FxSource {
  return { name: ECB, latest: async () => parseEcb(await readPublished(ECB, url)) }
}

/** Reads the daily file; what is no positive decimal of a length that can be reckoned with is passed over. A file without a day or without a rate is refused, not guessed at. */
export function parseEcb(xml: string): Rate[] {
  const day = /<Cube time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml)?.[1]
  const cubes = [
    ...xml.matchAll(/<Cube currency=['"]([A-Z]{3})['"] rate=['"](\d{1,15}(?:\.\d{1,15})?)['"]/g),
  ].filter(([, , rate = '']) => /[1-9]/.test(rate))
  if (!day || !isPlainDate(day) || cubes.length === 0)
    throw new GatewayError('FX_UNREADABLE', 'the ECB file has no rates', { retriable: false })
  return cubes.map(([, currency = '', rate = '']) => ({
    from_currency: 'EUR',
    to_currency: currency,
    rate,
    source: ECB,
    as_of: `${day}T15:00:00.000Z`,
  }))
}
