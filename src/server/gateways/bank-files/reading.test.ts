import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMinor } from '#domain/kernel/money.ts'
import { amountOf, isoDate } from './reading.ts'

describe('amounts of banks', () => {
  it.each([
    ['12.50', 'EUR', 1_250n],
    ['+12.5', 'EUR', 1_250n],
    ['12.500', 'EUR', 1_250n],
    ['12.505', 'EUR', undefined],
    ['.5', 'EUR', 50n],
    ['5.', 'EUR', 500n],
    ['1200.00', 'JPY', 1_200n],
    ['1200.50', 'JPY', undefined],
    ['1.234', 'BHD', 1_234n],
    ['0', 'EUR', 0n],
    ['-1', 'EUR', undefined],
    ['1e3', 'EUR', undefined],
    ['1,000.00', 'EUR', undefined],
    ['.', 'EUR', undefined],
    ['', 'EUR', undefined],
    ['１２', 'EUR', undefined],
    ['9'.repeat(16), 'EUR', undefined],
  ])('%j %s', (text, currency, minor) => {
    expect(amountOf(text, currency)?.minor).toBe(minor)
  })

  it('are read as they were written', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 15n - 1n),
        fc.constantFrom('EUR', 'JPY', 'BHD'),
        (minor, currency) => {
          const decimals = { EUR: 2, JPY: 0, BHD: 3 }[currency] ?? 2
          expect(amountOf(formatMinor(minor, decimals), currency)).toEqual({ currency, minor })
        },
      ),
    )
  })
})

describe('dates of banks', () => {
  it.each([
    ['2026-11-25', '2026-11-25'],
    ['2026-11-25Z', '2026-11-25'],
    ['2026-11-25T23:59:59.999+14:00', '2026-11-25'],
    ['2026-11-25T08:00:00', '2026-11-25'],
    ['2026-02-30', undefined],
    ['26-11-25', undefined],
    ['2026-11-25 08:00', undefined],
    ['', undefined],
  ])('%j', (text, date) => {
    expect(isoDate(text)).toBe(date)
  })
})
