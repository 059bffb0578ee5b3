import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterStop, type ConversionFacts, decideConversion, legsOf } from './conversion.ts'

const rate = {
  from_currency: 'USD',
  to_currency: 'JPY',
  rate: '150.125',
  source: 'Bank',
  as_of: '2026-03-20T09:00:00.000Z',
  stale: false,
}
const of = (fixed_side: 'from' | 'to', amount_minor: bigint) => ({
  ...{ from_currency: 'USD', to_currency: 'JPY' },
  fixed_side,
  amount_minor,
})
const facts: ConversionFacts = {
  ...{ halted: false, suspended: false, frozen: false },
  rate,
  available: 100_000n,
}

describe('the legs of a conversion', () => {
  it('fix the side that was said and round the other half to even, once', () => {
    expect(legsOf(of('from', 1_000n), rate)).toEqual({
      sold: { currency: 'USD', minor: 1_000n },
      bought: { currency: 'JPY', minor: 1_501n },
    })
    // 1501 / 150.125 = 9.99833…
    expect(legsOf(of('to', 1_501n), rate)).toEqual({
      sold: { currency: 'USD', minor: 1_000n },
      bought: { currency: 'JPY', minor: 1_501n },
    })
  })

  it('come to the same within half a unit whichever side is fixed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), minor => {
        const { bought } = legsOf(of('from', minor), rate)
        const back = legsOf(of('to', bought.minor), rate)
        const off = back.sold.minor - minor
        expect(off >= -1n && off <= 1n).toBe(true)
      }),
    )
  })
})

describe('what stops a conversion', () => {
  it.each([
    ['nothing', {}, undefined],
    ['a halt before all else', { halted: true, suspended: true, rate: undefined }, 'HALTED'],
    ['a company that is suspended', { suspended: true, frozen: true }, 'SUSPENDED'],
    ['a freeze', { frozen: true, rate: undefined }, 'FROZEN'],
    ['no rate', { rate: undefined, available: 0n }, 'RATE_MISSING'],
    ['an old rate', { rate: { ...rate, stale: true }, available: 0n }, 'RATE_STALE'],
    ['one unit too little', { available: 999n }, 'FUNDS_SHORT'],
  ] as const)('%s', (_case, more, stopped) => {
    const decided = decideConversion(of('from', 1_000n), { ...facts, ...more })
    expect('stopped' in decided ? decided.stopped : undefined).toBe(stopped)
  })

  it('a sum that comes to nothing, or to more than is told', () => {
    expect(decideConversion(of('to', 1n), { ...facts, rate: { ...rate, rate: '1500' } })).toEqual({
      stopped: 'AMOUNT',
    })
    expect(decideConversion(of('from', 10n ** 14n), { ...facts, available: 10n ** 15n })).toEqual({
      stopped: 'AMOUNT',
    })
  })

  it('is waited for until the day is over, but not what no waiting mends', () => {
    const days = { conversion_date: '2026-03-20', today: '2026-03-20' }
    expect(afterStop('FUNDS_SHORT', days)).toBe('SCHEDULED')
    expect(afterStop('AMOUNT', days)).toBe('FAILED')
    expect(afterStop('FUNDS_SHORT', { ...days, today: '2026-03-21' })).toBe('FAILED')
  })
})
