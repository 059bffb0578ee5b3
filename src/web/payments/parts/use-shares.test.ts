import { expect, it } from 'vitest'
import type { Destination, NextPay, PaymentPart } from '../queries.ts'
import { previewOf } from './use-shares.ts'

const money = (currency: string, amount_in_smallest_unit: number) => ({
  currency,
  amount_in_smallest_unit,
})
const destination = (id: string, currency: string) =>
  ({ destination_uuid: id, label: id, network: 'fiat', currency }) as Destination
const part = (
  id: string,
  source: number,
  promised: ReturnType<typeof money>,
  rate: string | null,
) =>
  ({
    ...{ destination_uuid: id, source: money('USD', source), promised, rate, rate_source: 'ECB' },
    rate_as_of: '2026-11-23',
  }) as PaymentPart

const pay = {
  amount: money('USD', 268_001),
  parts: [
    part('bank', 187_601, money('INR', 16_549_029), '88.214'),
    part('wallet', 80_400, money('USDC', 804_000_000), '1'),
  ],
} as NextPay
const known = [destination('bank', 'INR'), destination('wallet', 'USDC')]

it('a pay is parted as it is typed, exactly, and converted at the rates that it shows', () => {
  const parts = previewOf(pay, known, [6_000, 4_000])
  expect(parts.map(({ source, promised }) => [source, promised])).toEqual([
    [money('USD', 160_801), money('INR', 14_184_899)],
    [money('USD', 107_200), money('USDC', 1_072_000_000)],
  ])
  expect(parts.map(({ percentage }) => percentage)).toEqual([60, 40])
})

it('what has no share is left out, and what no rate is shown for is told before its conversion', () => {
  const fresh = [...known, destination('new', 'CAD'), destination('own', 'USD')]
  const parts = previewOf(pay, fresh, [0, 5_000, 2_500, 2_500])
  expect(
    parts.map(({ destination_uuid, promised, rate }) => [destination_uuid, promised, rate]),
  ).toEqual([
    ['wallet', money('USDC', 1_340_010_000), '1'],
    ['new', null, null],
    ['own', money('USD', 67_000), null],
  ])
  const sum = parts.reduce((total, { source }) => total + source.amount_in_smallest_unit, 0)
  expect(sum).toBe(268_001)
})
