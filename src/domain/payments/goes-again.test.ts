import { expect, it } from 'vitest'
import { type PayFacts, payState } from './pay-state.ts'
import type { PaymentStatus } from './payment.ts'

/** Approved, and a week past its pay date. */
const read = (parts: PayFacts['parts'], blockers: PayFacts['blockers'] = []) => {
  const days = { today: '2026-12-04', pay_date: '2026-11-27', end_date: '2026-11-22' }
  const { state, tone, days_late } = payState({
    ...{ ...days, approved: true, paid: false },
    ...{ parts, blockers },
  })
  return `${state} ${tone} ${days_late}`
}
const part = (status: PaymentStatus, again: boolean) => ({ status, arrives: null, again })

it('a pay that goes again after it did not arrive waits for its next day, and is late no less', () => {
  const cooling = [
    {
      code: 'DESTINATION_COOLING' as const,
      who: 'NOBODY' as const,
      until: '2026-12-05T09:00:00.000Z',
    },
  ]
  expect(read([part('HELD', true)], cooling)).toBe('COOLING WAITS 7')
  expect(read([part('HELD', false)], cooling)).toBe('COOLING WRONG 7')
  expect(read([part('SCHEDULED', true), part('SETTLED', false)])).toBe('DUE WAITS 7')
  expect(read([part('SCHEDULED', true), part('SCHEDULED', false)])).toBe('DUE WRONG 7')
  expect(read([part('FAILED', true)])).toBe('FAILED WRONG 7')
})
