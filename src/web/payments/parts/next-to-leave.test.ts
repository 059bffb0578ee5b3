import { expect, test } from 'vitest'
import type { PayStateKind } from '#domain/payments/pay-state.ts'
import type { NextPay } from '../queries.ts'
import { nextToLeave } from './next-to-leave.ts'

const pay = (state: PayStateKind, status = 'SCHEDULED') =>
  ({ pay_state: { state }, parts: [{ status }] }) as unknown as NextPay

test('the next pay has neither left nor arrived, and nothing of it is kept', () => {
  const next = pay('PLANNED')
  const others = [pay('ARRIVED', 'SETTLED'), pay('ON_THE_WAY', 'SENT'), pay('FAILED', 'FAILED')]
  expect(nextToLeave([...others, next])).toBe(next)
  expect(nextToLeave(others)).toBeUndefined()
})
