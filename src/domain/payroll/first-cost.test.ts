import { describe, expect, it } from 'vitest'
import { EXAMPLE_RATE, exampleTerms, firstCost } from './first-cost.ts'

const eur = (minor: bigint) => ({ currency: 'EUR', minor })
const usd = (minor: bigint) => ({ currency: 'USD', minor })

describe('what a first pay would cost', () => {
  it('is the pay and the fees, together where they are of one currency', () => {
    const terms = { hours_hundredths: 8_000, rate: eur(4_000n) }
    expect(firstCost(terms, true, [eur(540n)])).toEqual({
      ...terms,
      ...{ example: true, pay: eur(320_000n), fees: [eur(540n)], funds: [eur(320_540n)] },
    })
    expect(firstCost(terms, false, [usd(540n)]).funds).toEqual([eur(320_000n), usd(540n)])
    expect(firstCost(terms, false, []).funds).toEqual([eur(320_000n)])
  })

  it('is of an example that people would name, whatever its currency is worth', () => {
    const rates = [4_000n, 3_684n, 336_213n, 605_480n, 9_600n, 1n, 0n].map(
      minor => exampleTerms(eur(minor)).rate.minor,
    )
    expect(rates).toEqual([4_000n, 4_000n, 300_000n, 600_000n, 10_000n, 1n, 0n])
    expect(exampleTerms(EXAMPLE_RATE)).toEqual({ hours_hundredths: 8_000, rate: EXAMPLE_RATE })
  })
})
