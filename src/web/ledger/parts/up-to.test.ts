/** What is sent for several pay dates at once, the first of them first. */
import { expect, it } from 'vitest'
import { upTo } from './up-to.ts'

const money = (amount_in_smallest_unit: number) => ({ currency: 'USD', amount_in_smallest_unit })
const needs = (pay_date: string, amount: number, left: number | undefined) => ({
  ...{ id: pay_date, pay_date, fund_by: pay_date, amount: money(amount) },
  left: left === undefined ? undefined : money(left),
})

it('is what each still needs with those before it, and nothing of what is on its way', () => {
  const options = upTo([
    needs('2026-12-04', 500, undefined),
    needs('2026-12-11', 300, 200),
    needs('2026-12-24', 1000, 1000),
    needs('2026-12-31', 400, 400),
  ])
  expect(options.map(({ send, more }) => [send.amount_in_smallest_unit, more])).toEqual([
    [500, false],
    [200, false],
    [1200, true],
    [1600, true],
  ])
})
