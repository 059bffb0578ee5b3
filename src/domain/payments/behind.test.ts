/** What of a cycle's pay is behind: a chart of pay calls nothing paid that is late. */
import { expect, it } from 'vitest'
import type { HoldReason } from './blockers.ts'
import { behindIn } from './pay-state.ts'
import type { PaymentStatus } from './payment.ts'

const PAY_DATE = '2026-11-27'

const counted = (
  status: PaymentStatus,
  payments: number,
  hold_reason: HoldReason | null = null,
) => ({
  ...{ status, hold_reason, currency: 'USD', payments },
  total_minor: BigInt(payments * 100),
  unfunded_minor: hold_reason === 'FUNDS' ? BigInt(payments * 100) : 0n,
})

function behind(today: string, waiting: number, ...of: ReturnType<typeof counted>[]) {
  const sums = behindIn({
    ...{ today, pay_date: PAY_DATE, end_date: '2026-11-22', counted: of, cools_until: null },
    waiting: { count: waiting, totals: waiting > 0 ? [{ currency: 'EUR', minor: 5n }] : [] },
    ...{ short: [{ currency: 'USD', minor: 1n }], announced: false },
    employer_verification: 'VERIFIED',
  })
  return sums.map(({ currency, minor }) => `${minor} ${currency}`)
}

const FINE = [counted('SETTLED', 3), counted('SENT', 2), counted('CANCELLED', 9)]
const HELD = counted('HELD', 2, 'FUNDS')

it('is nothing that has time, arrived or is on its way', () => {
  expect(behind('2026-11-25', 1, ...FINE, HELD, counted('SCHEDULED', 4))).toEqual([])
  expect(behind(PAY_DATE, 0, ...FINE, counted('SCHEDULED', 4))).toEqual([])
})

it('is what is late, in whole, also where only a part of its money is missing', () => {
  expect(behind(PAY_DATE, 1, ...FINE, HELD)).toEqual(['5 EUR', '200 USD'])
  expect(behind('2026-11-30', 0, ...FINE, HELD, counted('SCHEDULED', 4))).toEqual(['600 USD'])
})

it('is what failed or came back, on any day', () => {
  const back = [counted('FAILED', 1), counted('RETURNED', 1)]
  expect(behind('2026-11-25', 0, ...FINE, ...back)).toEqual(['200 USD'])
})
