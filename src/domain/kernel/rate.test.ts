import { describe, expect, it } from 'vitest'
import { money } from './money.ts'
import { convert, crossRate, type Rate, ratioOf, shortRate } from './rate.ts'

const rate = (from_currency: string, to_currency: string, text: string): Rate => ({
  from_currency,
  to_currency,
  rate: text,
  source: 'test',
  as_of: '2026-11-23T00:00:00Z',
})

describe('ratioOf', () => {
  it('reads a decimal exactly', () => {
    expect(ratioOf('1.3647')).toEqual({ numerator: 13_647n, denominator: 10_000n })
    expect(ratioOf('88')).toEqual({ numerator: 88n, denominator: 1n })
  })

  it.each(['0', '0.000', '-1', '1e3', '', '1.', '.5', 'NaN', '1,2', '1.2.3'])('refuses %j', text =>
    expect(() => ratioOf(text)).toThrow(),
  )
})

describe('convert', () => {
  it('goes from exponent to exponent', () => {
    expect(convert(money('USD', 187_600n), rate('USD', 'INR', '88.2140'))).toEqual(
      money('INR', 16_548_946n),
    )
    expect(convert(money('USD', 100_000n), rate('USD', 'JPY', '151.37'))).toEqual(
      money('JPY', 151_370n),
    )
    expect(convert(money('JPY', 151_370n), rate('JPY', 'KWD', '0.002'))).toEqual(
      money('KWD', 302_740n),
    )
    expect(convert(money('USD', 80_400n), rate('USD', 'USDC', '1'))).toEqual(
      money('USDC', 804_000_000n),
    )
  })

  it('rounds half to even once, in the target currency', () => {
    const half = rate('USD', 'CAD', '0.5')
    expect([1n, 3n, 5n].map(minor => convert(money('USD', minor), half).minor)).toEqual([
      0n,
      2n,
      2n,
    ])
    expect(convert(money('USD', -3n), half).minor).toBe(-2n)
  })

  it('refuses another currency’s rate', () => {
    expect(() => convert(money('CAD', 1n), rate('USD', 'INR', '88'))).toThrow('a USD rate for CAD')
  })
})

describe('crossRate', () => {
  it('divides two quotations against one base, half-even, without trailing zeros', () => {
    expect(crossRate('1.0857', '1.5012')).toBe('1.382702403979')
    expect(crossRate('2', '1')).toBe('0.5')
    expect(crossRate('1', '100')).toBe('100')
    expect(crossRate('1.5', '1.5')).toBe('1')
    expect(crossRate('3', '1')).toBe('0.333333333333333')
    expect(crossRate('3', '2')).toBe('0.666666666666667')
  })

  it('is a rate that can be used, and refuses one too small to be written', () => {
    expect(
      convert(money('USD', 100_000n), rate('USD', 'CAD', crossRate('1.0857', '1.5012'))),
    ).toEqual(money('CAD', 138_270n))
    expect(() => crossRate('10000000000000', '0.001')).toThrow('positive')
  })
})

describe('shortRate', () => {
  it('keeps six significant digits and never rounds to nothing', () => {
    expect(shortRate('1.398221685082873')).toBe('1.39822')
    expect(shortRate('88.2140')).toBe('88.214')
    expect(shortRate('0.000009323204420')).toBe('0.0000093232')
    expect(shortRate('1')).toBe('1')
    expect(shortRate('153.5653')).toBe('153.565')
    expect(shortRate('1234567.8')).toBe('1234567')
  })
})
