import { expect, it } from 'vitest'
import { arrivalOf } from './present-part.ts'

const there = (currency: string, country_code: string | null, leaves: string, network = 'fiat') =>
  arrivalOf({ network, currency, country_code }, leaves)

it('is on a day on which banks of the country and of the currency are open', () => {
  // Morocco works on Christmas Day; TARGET is closed on it and on the next, and then it is the weekend.
  expect(there('EUR', 'MA', '2026-12-24')).toBe('2026-12-28')
  expect(there('MAD', 'MA', '2026-12-24')).toBe('2026-12-25')
  // Thanksgiving keeps dollars from Manila, and no euros.
  expect(there('USD', 'PH', '2026-11-25')).toBe('2026-11-27')
  expect(there('EUR', 'PH', '2026-11-25')).toBe('2026-11-26')
  // Sunday is a working day in Egypt, on which no bank sends dollars on.
  expect(there('EGP', 'EG', '2026-11-19')).toBe('2026-11-22')
  expect(there('USD', 'EG', '2026-11-19')).toBe('2026-11-23')
})

it('is the same day by a chain, and a weekday where nothing is known', () => {
  expect(there('USDC', 'EG', '2026-11-20', 'solana')).toBe('2026-11-20')
  expect(there('XAF', null, '2026-11-20')).toBe('2026-11-23')
  expect(there('', 'ZZ', '2026-11-20')).toBe('2026-11-23')
})
