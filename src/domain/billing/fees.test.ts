import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChargedPayment, feeOfOnePay, feesOf, marginOn, plannedFees, taxOn } from './fees.ts'

const prices = {
  currency: 'USD',
  contractor_minor: 900n,
  payment_prices: { fiat: 250, solana: 20 },
  margin_bps: 50,
  tax_bps: 1300,
}
const payment = (of: Partial<ChargedPayment>): ChargedPayment => ({
  payment_uuid: 'p',
  contractor_sub: 'amara',
  network: 'fiat',
  source: { currency: 'EUR', minor: 100_000n },
  converted: false,
  ...of,
})

describe('what a pay costs', () => {
  it('is one month of each contractor, each payment by its network, and a margin on what is exchanged', () => {
    const fees = feesOf(prices, [
      payment({ payment_uuid: 'one', converted: true }),
      payment({ payment_uuid: 'two', network: 'solana' }),
      payment({ payment_uuid: 'three', contractor_sub: 'kofi', network: 'bitcoin' }),
    ])
    expect(fees.map(fee => [fee.payment_uuid, fee.kind, fee.currency, fee.net_minor])).toEqual([
      ['one', 'CONTRACTOR', 'USD', 900n],
      ['one', 'PAYMENT', 'USD', 250n],
      ['one', 'CONVERSION', 'EUR', 500n],
      ['two', 'PAYMENT', 'USD', 20n],
      ['three', 'CONTRACTOR', 'USD', 900n],
    ])
    expect(fees.map(fee => fee.tax_minor)).toEqual([117n, 33n, 65n, 3n, 117n])
  })

  it('is nothing where nothing has a price', () => {
    const free = { ...prices, contractor_minor: 0n, payment_prices: {}, margin_bps: 0 }
    expect(feeOfOnePay(free)).toEqual({ currency: 'USD', minor: 0n })
    expect(feeOfOnePay(prices)).toEqual({ currency: 'USD', minor: 900n + 117n + 250n + 33n })
    expect(feesOf(free, [payment({ converted: true })])).toEqual([])
  })

  it('rounds a tax half up and a margin half to even', () => {
    expect([taxOn(50n, 100), taxOn(49n, 100), taxOn(150n, 100)]).toEqual([1n, 0n, 2n])
    expect([marginOn(50n, 100), marginOn(150n, 100), marginOn(151n, 100)]).toEqual([0n, 2n, 2n])
  })

  it('is never negative, and a tax never more than half', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 0, max: 5000 }), (net, bps) => {
        const tax = taxOn(net, bps)
        expect(tax >= 0n && tax <= net / 2n + 1n).toBe(true)
      }),
    )
  })
})

it('says before approving what the payments cost with their tax', () => {
  const kinds = [
    { network: 'fiat', payments: 3 },
    { network: 'solana', payments: 2 },
    { network: 'hedera', payments: 9 },
  ]
  expect(plannedFees(prices, kinds)).toEqual({ currency: 'USD', minor: 3n * 283n + 2n * 23n })
})
