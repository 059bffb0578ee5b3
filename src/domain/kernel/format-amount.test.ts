import { describe, expect, test } from 'vitest'
import { cutAtThousands, formatAmount } from './money.ts'

describe('formatAmount', () => {
  test.each([
    [3664885, 2, '36648.85'],
    [5, 2, '0.05'],
    [0, 2, '0.00'],
    [496000, 0, '496000'],
    [1500, 3, '1.500'],
    [48210339, 8, '0.48210339'],
    [100000000, 8, '1.00'],
    [804000000, 6, '804.00'],
    [804120000, 6, '804.12'],
    [1, 6, '0.000001'],
    [-63017, 2, '-630.17'],
    [12345678901234567890n, 2, '123456789012345678.90'],
    [1234567890123456789n, 18, '1.23456789'],
  ])('writes %s with exponent %s as %s', (minor, exponent, text) => {
    expect(formatAmount(minor, exponent)).toBe(text)
  })
})

describe('cutAtThousands', () => {
  test.each([
    ['1234567.89 USD', '1|234|567.89 USD'],
    ['496000 JPY', '496|000 JPY'],
    ['999.00 USD', '999.00 USD'],
    ['0.00335210 BTC', '0.00335210 BTC'],
    [
      'Short of 12000.00 USDC and 3400.00 USD by 2026.',
      'Short of 12|000.00 USDC and 3|400.00 USD by 2026.',
    ],
    ['Invoice 20260916 of November 27, 2026', 'Invoice 20260916 of November 27, 2026'],
    ['', ''],
  ])('cuts "%s" as %s, and adds nothing', (text, cut) => {
    expect(cutAtThousands(text).join('|')).toBe(cut)
    expect(cutAtThousands(text).join('')).toBe(text)
  })
})
