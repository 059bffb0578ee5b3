/** Fixed sample rates for the demo and for tests, where no outside source is asked. Their source says that they are samples. */
import type { Rate } from '#domain/kernel/rate.ts'
import type { FxSource } from './fx-source.ts'

const PER_EUR: Readonly<Record<string, string>> = {
  USD: '1.1584',
  CAD: '1.6197',
  GBP: '0.8712',
  JPY: '177.89',
  INR: '102.18',
  MXN: '21.42',
  UAH: '48.91',
  AED: '4.2543',
  CNY: '8.2486',
  EGP: '55.03',
  PLN: '4.2320',
  BRL: '6.2514',
  CHF: '0.9308',
  AUD: '1.7821',
  NGN: '1687.40',
  BTC: '0.0000108',
}

/** What sample rates name as their source. */
export const SAMPLE_RATE = 'Sample rate'

/** Sample rates, as of the instant given. */
export function demoRates(now: () => Date): FxSource {
  return {
    name: SAMPLE_RATE,
    latest: async (): Promise<Rate[]> =>
      Object.entries(PER_EUR).map(([to_currency, rate]) => ({
        from_currency: 'EUR',
        to_currency,
        rate,
        source: SAMPLE_RATE,
        as_of: `${now().toISOString().slice(0, 10)}T00:00:00.000Z`,
      })),
  }
}
