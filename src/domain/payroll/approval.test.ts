import { describe, expect, it } from 'vitest'
import { sayText } from '#server/kernel/words.ts'
import {
  approvedItem,
  approvedTerms,
  type FxPolicy,
  type ReviewDestination,
  type ReviewItem,
  type UnusualCode,
  unusualThings,
  type Written,
} from './approval.ts'
import { changesBetween } from './approval-changes.ts'
import { canonicalJson } from './canonical.ts'

const fx: FxPolicy = { tolerance_bps: 100, locked_rates: [] }
const bank: ReviewDestination = {
  destination_uuid: 'd1',
  version: 1,
  percentage_bps: 7000,
  currency: 'INR',
  network: 'fiat',
}
const wallet: ReviewDestination = {
  destination_uuid: 'd2',
  version: 1,
  percentage_bps: 3000,
  currency: 'USDC',
  network: 'solana',
}
/** Every written field has its test in edit-item.test.ts. */
const written = { hours_hundredths: 8000 } as Written

const item: ReviewItem = {
  ...written,
  line_item_uuid: 'l1',
  contractor_sub: 's1',
  contractor_name: 'Ada North',
  status: 'PENDING_APPROVAL',
  amount: { currency: 'USD', minor: 268_000n },
  sent_in_too: null,
  contract: {
    contract_uuid: 'c1',
    revision: 2,
    hourly_rate: { currency: 'USD', minor: 3350n },
    scheduled_hours_hundredths: 8000,
  },
  contract_ended_on: null,
  destinations: [bank, wallet],
  back_pay: null,
  previous_amount: { currency: 'USD', minor: 268_000n },
  first_payment: false,
  destinations_changed_at: '2026-10-01T00:00:00Z',
  shares_account_with: null,
  invoiced: null,
  time: null,
  previous_paid_at: '2026-11-13T00:00:00Z',
}
const other: ReviewItem = {
  ...item,
  line_item_uuid: 'l2',
  contractor_sub: 's2',
  contractor_name: 'Ben South',
  contract: { ...item.contract, contract_uuid: 'c2' },
}
const lines = (...items: ReviewItem[]) => items.map(approvedItem)

describe('what is approved', () => {
  it('does not depend on status or history', () => {
    expect(lines({ ...item, status: 'APPROVED', previous_amount: null })).toEqual(lines(item))
    expect(lines({ ...item, first_payment: true, previous_paid_at: null })).toEqual(lines(item))
  })

  it('names the exchange rates that were locked, in one order', () => {
    const [one, two] = ['EUR', 'INR'].map(to_currency => ({
      from_currency: 'USD',
      to_currency,
      rate: '1',
      source: 'ECB',
      as_of: '2026-11-20T15:00:00Z',
    })) as [FxPolicy['locked_rates'][number], FxPolicy['locked_rates'][number]]
    const both = approvedTerms({ ...fx, locked_rates: [one, two] })
    expect(approvedTerms({ ...fx, locked_rates: [two, one] })).toBe(both)
    expect(approvedTerms(fx)).not.toBe(both)
    expect(approvedTerms({ ...fx, tolerance_bps: 200 })).not.toBe(approvedTerms(fx))
  })

  it.each<[string, Partial<ReviewItem>, string]>([
    [
      'amount',
      { amount: { currency: 'USD', minor: 268_001n } },
      'changed from 2680.00 USD to 2680.01 USD',
    ],
    ['currency', { amount: { currency: 'EUR', minor: 268_000n } }, 'to 2680.00 EUR'],
    ['hours', { hours_hundredths: 8001 }, 'from 80.00 to 80.01'],
    ['payee', { contractor_sub: 's9' }, 'now goes to another person'],
    ['name', { contractor_name: 'Ada West' }, 'is now called Ada West'],
    ['revision', { contract: { ...item.contract, revision: 3 } }, 'now revision 3; it was 2'],
    ['contract', { contract: { ...item.contract, contract_uuid: 'c9' } }, 'by another contract'],
    [
      'rate',
      { contract: { ...item.contract, hourly_rate: { currency: 'USD', minor: 9999n } } },
      'hourly rate of Ada North changed from 33.50 USD to 99.99 USD',
    ],
    ['version', { destinations: [{ ...bank, version: 2 }, wallet] }, 'changed a INR bank account'],
    [
      'split',
      {
        destinations: [
          { ...bank, percentage_bps: 1 },
          { ...wallet, percentage_bps: 9999 },
        ],
      },
      'now sends 99.99 % to a USDC wallet on Solana; it was 30.00 %',
    ],
    ['order', { destinations: [wallet, bank] }, 'changed the order'],
    [
      'removal',
      { destinations: [{ ...bank, percentage_bps: 10_000 }] },
      'no longer has a USDC wallet',
    ],
    [
      'addition',
      { destinations: [bank, wallet, { ...wallet, destination_uuid: 'd3' }] },
      'added a USDC wallet on Solana, with 30.00 %',
    ],
  ])('a change of %s is another content and is told', (_, change, sentence) => {
    const before = lines(item, other)
    const after = lines({ ...item, ...change }, other)
    expect(after).not.toEqual(before)
    expect(changesBetween(before, after).map(sayText).join(' ')).toContain(sentence)
  })

  it('items that come and go are told', () => {
    expect(changesBetween(lines(item), lines(other)).map(sayText)).toEqual([
      'Ada North is no longer in it (2680.00 USD).',
      'Ben South was added, with 2680.00 USD.',
    ])
    expect(changesBetween(lines(item), lines(item))).toEqual([])
  })

  it('is spelled one way', () => {
    expect(canonicalJson({ b: 1n, a: [true, null, 'é"'] })).toBe('{"a":[true,null,"é\\""],"b":"1"}')
    expect(() => canonicalJson({ a: 0.1 })).toThrow('safe integer')
    expect(() => canonicalJson(2 ** 53)).toThrow('safe integer')
  })
})

describe('unusualThings', () => {
  const codes = (...items: ReviewItem[]) => unusualThings(items).map(({ code }) => code)

  it('finds nothing in usual pay', () => expect(codes(item, other)).toEqual([]))

  it('finds nothing in pay that its invoice agrees with', () =>
    expect(codes({ ...item, invoiced: { number: 'BN-2026-001', total: item.amount } })).toEqual([]))

  it.each<[UnusualCode, Partial<ReviewItem>]>([
    ['NEW_PAYEE', { first_payment: true, previous_amount: null, previous_paid_at: null }],
    ['DESTINATION_CHANGED', { destinations_changed_at: '2026-11-13T00:00:01Z' }],
    ['SHARED_ACCOUNT', { shares_account_with: 'Bo South' }],
    [
      'INVOICE_DIFFERS',
      { invoiced: { number: 'BN-2026-001', total: { currency: 'USD', minor: 268_001n } } },
    ],
    [
      'INVOICE_DIFFERS',
      { invoiced: { number: 'BN-2026-001', total: { currency: 'EUR', minor: 268_000n } } },
    ],
    ['AMOUNT_OFF_CONTRACT', { amount: { currency: 'USD', minor: 267_999n } }],
    ['AMOUNT_FAR_FROM_LAST', { previous_amount: { currency: 'USD', minor: 214_400n } }],
    ['AMOUNT_FAR_FROM_LAST', { previous_amount: { currency: 'EUR', minor: 268_000n } }],
    ['CONTRACT_ENDED', { contract_ended_on: '2026-10-31' }],
  ])('%s', (code, change) => {
    expect(codes({ ...item, ...change })).toEqual([code])
    expect(codes({ ...item, ...change, status: 'ARCHIVED' })).toEqual([])
    expect(codes({ ...item, ...change, status: 'PAID' })).toEqual([])
  })

  it('a change counts after the last payment, not at its instant, and not without one', () => {
    const changed = (destinations_changed_at: string | null, previous_paid_at: string | null) =>
      codes({ ...item, destinations_changed_at, previous_paid_at })
    const paid = '2026-11-13T00:00:00Z'
    expect(changed(paid, paid)).toEqual([])
    expect(changed('2026-11-13T01:00:00+02:00', paid)).toEqual([])
    expect(changed(paid, null)).toEqual([])
    expect(changed(null, paid)).toEqual([])
  })

  it('is far from the last pay from a quarter on', () => {
    const last = (minor: bigint) => ({ ...item, previous_amount: { currency: 'USD', minor } })
    expect(codes(last(214_401n))).toEqual([])
    expect(codes(last(0n))).toEqual(['AMOUNT_FAR_FROM_LAST'])
  })

  it('calls the second item of one contractor a duplicate, whatever its role and amount', () => {
    expect(unusualThings([item, { ...item, line_item_uuid: 'l9' }])).toEqual([
      {
        code: 'DUPLICATE',
        line_item_uuid: 'l9',
        contractor_name: 'Ada North',
        said: {
          text: 'payroll.unusual.DUPLICATE',
          params: { name: 'Ada North', amount: '2680.00 USD' },
        },
      },
    ])
    const second = {
      ...other,
      contractor_sub: 's1',
      amount: { currency: 'USD', minor: 268_000n + 1n },
    }
    expect(codes(item, second)).toContain('DUPLICATE')
    expect(codes({ ...item, status: 'CANCELLED' }, second)).not.toContain('DUPLICATE')
  })
})

describe('back pay', () => {
  const late: ReviewItem = {
    ...item,
    line_item_uuid: 'l0',
    amount: { currency: 'USD', minor: 3350n },
    contract: { ...item.contract, scheduled_hours_hundredths: 100 },
    back_pay: { first: '2026-10-05', last: '2026-10-05' },
  }
  it('is named with its days, and is neither a duplicate nor far from last time', () => {
    const said = unusualThings([late, item])
    expect(said.map(({ code, line_item_uuid }) => [code, line_item_uuid])).toEqual([
      ['BACK_PAY', 'l0'],
    ])
    expect(said.map(thing => sayText(thing.said)).join()).toBe(
      'Ada North gets 33.50 USD for October 5, 2026 to October 5, 2026, which no cycle paid.',
    )
  })
})
