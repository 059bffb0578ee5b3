import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '#domain/kernel/money.ts'
import type { Rate } from '#domain/kernel/rate.ts'
import { convert } from '#domain/kernel/rate.ts'
import { planParts, type RateFor, type SplitDestination, triedFirst } from './split.ts'

const RATES: Record<string, string> = { INR: '88.2140', USDC: '1', JPY: '151.37', BTC: '0.0000072' }
const rateFor: RateFor = (from, to) => {
  const rate = RATES[to]
  if (from !== 'USD' || !rate) return undefined
  return {
    from_currency: from,
    to_currency: to,
    rate,
    source: 'test',
    as_of: '2026-11-23T00:00:00Z',
  }
}
const to = (
  destination_uuid: string,
  percentage_bps: number,
  currency = 'USD',
  rail_minimum_minor = 0n,
): SplitDestination => ({
  destination_uuid,
  percentage_bps,
  currency,
  network: 'fiat',
  rail_minimum_minor,
})
const usd = (minor: bigint) => money('USD', minor)

describe('planParts', () => {
  it('splits in the contract’s currency first and converts each part', () => {
    const parts = planParts(
      usd(268_000n),
      [to('bank', 7000, 'INR'), to('wallet', 3000, 'USDC')],
      rateFor,
    )
    expect(parts.map(part => [part.source.minor, part.target])).toEqual([
      [187_600n, money('INR', 16_548_946n)],
      [80_400n, money('USDC', 804_000_000n)],
    ])
  })

  it('gives no payment for a part of nothing', () => {
    const parts = planParts(usd(1n), [to('a', 3333), to('b', 3333), to('c', 3334)], rateFor)
    expect(parts.map(part => part.destination_uuid)).toEqual(['c'])
    expect(planParts(usd(0n), [to('a', 10_000)], rateFor)).toEqual([])
    expect(planParts(usd(100n), [to('a', 0), to('b', 10_000)], rateFor)).toHaveLength(1)
  })

  it('a part below its rail’s minimum joins the first, converted once as a whole', () => {
    const parts = planParts(
      usd(10_000n),
      [to('a', 5001, 'JPY'), to('b', 9, 'INR', 10_000n), to('c', 4990, 'USD', 100n)],
      rateFor,
    )
    expect(parts).toMatchObject([
      { destination_uuid: 'a', source: usd(5010n), merged_from: ['b'], percentage_bps: 5001 },
      { destination_uuid: 'c', source: usd(4990n), merged_from: [] },
    ])
    expect(parts[0]?.target).toEqual(convert(usd(5010n), rateFor('USD', 'JPY') as Rate))
  })

  it('a part that meets the minimum exactly stays; one that would arrive as 0 joins', () => {
    const at = (minimum: bigint) =>
      planParts(usd(10_000n), [to('a', 9900), to('b', 100, 'USD', minimum)], rateFor).length
    expect(at(100n)).toBe(2)
    expect(at(101n)).toBe(1)
    expect(planParts(usd(200n), [to('a', 9950), to('b', 50, 'JPY')], rateFor)).toHaveLength(2)
    // 0.01 USD is 1.51 JPY, so it is a tenth of a cent's worth of Bitcoin that arrives as nothing.
    const low: RateFor = (from, into) => {
      const rate = rateFor(from, into)
      return rate && { ...rate, rate: '0.000000001' }
    }
    expect(planParts(usd(200n), [to('a', 9950), to('b', 50, 'BTC')], low)).toHaveLength(1)
  })

  it('the first part stays and says so when it is too small itself', () => {
    const parts = planParts(usd(50n), [to('a', 10_000, 'USD', 100n)], rateFor)
    expect(parts).toMatchObject([{ below_minimum: true, source: usd(50n) }])
  })

  it('keeps a part whose rate is missing, without a target', () => {
    const parts = planParts(usd(100n), [to('a', 5000), to('b', 5000, 'EUR', 10_000n)], rateFor)
    expect(parts[1]).toMatchObject({ target: null, rate: null, source: usd(50n), merged_from: [] })
  })

  it('refuses percentages that are not 100', () => {
    expect(() => planParts(usd(100n), [to('a', 9999)], rateFor)).toThrow('add up to 100')
  })

  it('loses no unit, pays nobody twice and answers the same again', () => {
    const destinations = fc
      .array(
        fc.record({
          weight: fc.integer({ min: 0, max: 10_000 }),
          currency: fc.constantFrom('USD', 'INR', 'USDC', 'JPY', 'BTC', 'EUR'),
          minimum: fc.bigInt({ min: 0n, max: 5_000n }),
        }),
        { minLength: 1, maxLength: 6 },
      )
      .map(list => {
        let left = 10_000
        return list.map(({ weight, currency, minimum }, i) => {
          const bps = i === list.length - 1 ? left : Math.min(weight, left)
          left -= bps
          return to(`d${i}`, bps, currency, minimum)
        })
      })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), destinations, (minor, list) => {
        const parts = planParts(usd(minor), list, rateFor)
        expect(parts.reduce((sum, part) => sum + part.source.minor, 0n)).toBe(minor)
        expect(parts.every(part => part.source.minor > 0n)).toBe(true)
        const named = parts.flatMap(part => [part.destination_uuid, ...part.merged_from])
        expect(new Set(named).size).toBe(named.length)
        expect(parts.slice(1).every(part => !part.below_minimum)).toBe(true)
        for (const { source, target, rate } of parts)
          if (target && source.currency === target.currency) expect(target).toEqual(source)
          else if (target) expect(target).toEqual(convert(source, rate as Rate))
        expect(planParts(usd(minor), list, rateFor)).toEqual(parts)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('triedFirst', () => {
  const part = (minor: bigint, currency = 'USDC', rail_minimum_minor = 0n) => {
    const [planned] = planParts(
      usd(minor),
      [to('w', 10_000, currency, rail_minimum_minor)],
      rateFor,
    )
    if (!planned) throw new Error('a part')
    return planned
  }
  const cut = (minor: bigint, currency = 'USDC', rail_minimum_minor = 0n, under_way = false) =>
    triedFirst(part(minor, currency, rail_minimum_minor), { rail_minimum_minor, under_way }).map(
      ({ first_part, source, target }) => [first_part, source.minor, target?.minor],
    )

  it('sends one unit, or what the rail carries at least, before the rest', () => {
    expect(cut(268_000n)).toEqual([
      ['FIRST', 100n, 1_000_000n],
      ['REST', 267_900n, 2_679_000_000n],
    ])
    expect(cut(268_000n, 'USDC', 5_000_000n).map(([, minor]) => minor)).toEqual([500n, 267_500n])
  })

  it('sends all of it first where as much again would not be left, and all of it later while one is under way', () => {
    expect(cut(200n)).toEqual([['FIRST', 200n, 2_000_000n]])
    expect(cut(99n)).toEqual([['FIRST', 99n, 990_000n]])
    expect(cut(201n)).toEqual([
      ['FIRST', 100n, 1_000_000n],
      ['REST', 101n, 1_010_000n],
    ])
    expect(cut(268_000n, 'USDC', 0n, true)).toEqual([['REST', 268_000n, 2_680_000_000n]])
    // Nobody knows what would arrive: it is planned anew once there is a rate.
    expect(cut(268_000n, 'NGN')).toEqual([['REST', 268_000n, undefined]])
  })

  it('loses no unit, and sends first what its rail carries', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10_000_000n),
        fc.constantFrom('USD', 'USDC', 'INR', 'JPY', 'BTC'),
        fc.bigInt(0n, 10_000_000n),
        (minor, currency, least) => {
          const [whole] = planParts(usd(minor), [to('w', 10_000, currency, least)], rateFor)
          if (!whole) return
          const parts = triedFirst(whole, { rail_minimum_minor: least, under_way: false })
          expect(parts.reduce((sum, { source }) => sum + source.minor, 0n)).toBe(minor)
          expect(parts.reduce((sum, { percentage_bps }) => sum + percentage_bps, 0)).toBe(10_000)
          if (parts.length === 1) return
          for (const { target } of parts) expect(target?.minor).toBeGreaterThanOrEqual(least)
          expect(parts[0]?.source.minor).toBeLessThan(parts[1]?.source.minor ?? 0n)
        },
      ),
      { numRuns: 500 },
    )
  })
})
