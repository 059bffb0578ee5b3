import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponentOf, factorOf, isToken } from './currency.ts'
import { formatHours, payFor } from './hours.ts'
import {
  divideHalfEven,
  formatMinor,
  formatMoney,
  money,
  parseMinor,
  totalsByCurrency,
} from './money.ts'

describe('money', () => {
  it('is summed by currency, and none is mixed', () => {
    const amounts = [money('USD', 5n), money('JPY', 7n), money('USD', -2n)]
    expect(totalsByCurrency(amounts)).toEqual([money('JPY', 7n), money('USD', 3n)])
    expect(totalsByCurrency([])).toEqual([])
  })

  it('knows the factors of the design', () => {
    expect(['JPY', 'CAD', 'KWD', 'BTC', 'USDC', 'USDT'].map(factorOf)).toEqual([
      1, 100, 1000, 100_000_000, 1_000_000, 1_000_000,
    ])
    expect([isToken('BTC'), isToken('USD')]).toEqual([true, false])
  })

  it('is written by moving the point, without grouping', () => {
    expect(formatMinor(268_000n, 2)).toBe('2680.00')
    expect(formatMinor(5n, 2)).toBe('0.05')
    expect(formatMinor(-5n, 2)).toBe('-0.05')
    expect(formatMinor(0n, 8)).toBe('0.00000000')
    expect(formatMinor(1_234_567n, 0)).toBe('1234567')
    expect(formatMoney(money('BTC', 335_648n))).toBe('0.00335648 BTC')
    expect(formatMinor(9_007_199_254_740_993n, 2)).toBe('90071992547409.93')
  })

  it('reads what it writes, exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.constantFrom(0, 2, 3, 6, 8),
        (minor, exponent) => {
          expect(parseMinor(formatMinor(minor, exponent), exponent)).toBe(minor)
        },
      ),
    )
  })

  it.each(['', '1.', '.5', '1,5', '1e3', ' 1', '+1', '1.234', '0x1', '1 000', '١', '--1'])(
    'refuses %j as an amount of two decimals',
    text => expect(parseMinor(text, 2)).toBeUndefined(),
  )

  it('reads fewer decimals than the currency has', () => {
    expect(parseMinor('1234.5', 2)).toBe(123_450n)
    expect(parseMinor('-0.05', 2)).toBe(-5n)
    expect(parseMinor('7', 0)).toBe(7n)
  })
})

describe('divideHalfEven', () => {
  it('rounds halves to the even neighbour', () => {
    const halves = [-5n, -3n, -1n, 1n, 3n, 5n, 7n].map(n => divideHalfEven(n, 2n))
    expect(halves).toEqual([-2n, -2n, 0n, 0n, 2n, 2n, 4n])
    expect(divideHalfEven(7n, 3n)).toBe(2n)
    expect(divideHalfEven(8n, 3n)).toBe(3n)
    expect(() => divideHalfEven(1n, 0n)).toThrow('positive')
  })

  it('is never further than half a unit, and symmetric', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }), (n, d) => {
        const q = divideHalfEven(n, d)
        const error = 2n * (n - q * d)
        expect(error <= d && error >= -d).toBe(true)
        if (error === d || error === -d) expect(q % 2n).toBe(0n)
        expect(divideHalfEven(-n, d)).toBe(-q)
      }),
    )
  })
})

describe('hours', () => {
  it('pay rate x hours, rounded once', () => {
    expect(payFor(money('USD', 3350n), 8000)).toEqual(money('USD', 268_000n))
    expect(payFor(money('USD', 50n), 1)).toEqual(money('USD', 0n))
    expect(payFor(money('USD', 150n), 1)).toEqual(money('USD', 2n))
    expect(payFor(money('JPY', 3333n), 733)).toEqual(money('JPY', 24_431n))
    expect(formatHours(8000)).toBe('80.00')
    expect(exponentOf('XYZ')).toBe(2)
  })
})
