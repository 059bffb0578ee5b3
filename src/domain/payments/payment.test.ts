import { describe, expect, it } from 'vitest'
import { transition } from '#domain/kernel/machine.ts'
import { Problem } from '#domain/kernel/problem.ts'
import {
  HISTORY_STATUSES,
  isUnderWay,
  PAYMENT_STATUSES,
  type PaymentAction,
  type PaymentStatus,
  paymentMachine,
  UNPAID_STATUSES,
} from './payment.ts'

/** The design's paragraph on payments, written out as every pair that is allowed. */
const allowed: [PaymentStatus, PaymentAction, PaymentStatus][] = [
  ['SCHEDULED', 'execute', 'EXECUTING'],
  ['SCHEDULED', 'hold', 'HELD'],
  ['SCHEDULED', 'freeze', 'FROZEN'],
  ['SCHEDULED', 'cancel', 'CANCELLED'],
  ['SCHEDULED', 'pay_outside', 'SETTLED'],
  ['HELD', 'release', 'SCHEDULED'],
  ['HELD', 'pay_outside', 'SETTLED'],
  ['HELD', 'cancel', 'CANCELLED'],
  ['FROZEN', 'unfreeze', 'SCHEDULED'],
  ['FROZEN', 'cancel', 'CANCELLED'],
  ['EXECUTING', 'send', 'SENT'],
  ['EXECUTING', 'fail', 'FAILED'],
  ['EXECUTING', 'lose', 'UNKNOWN'],
  ['SENT', 'confirm', 'SETTLED'],
  ['SENT', 'return', 'RETURNED'],
  ['SENT', 'lose', 'UNKNOWN'],
  ['SETTLED', 'return', 'RETURNED'],
  ['SETTLED', 'unsettle', 'SCHEDULED'],
  ['SETTLED', 'reopen', 'HELD'],
  ['FAILED', 'retry', 'SCHEDULED'],
  ['FAILED', 'reconcile_settled', 'SETTLED'],
  ['FAILED', 'cancel', 'CANCELLED'],
  ['UNKNOWN', 'reconcile_sent', 'SENT'],
  ['UNKNOWN', 'reconcile_settled', 'SETTLED'],
  ['UNKNOWN', 'reconcile_failed', 'FAILED'],
  ['RETURNED', 'retry', 'SCHEDULED'],
  ['RETURNED', 'cancel', 'CANCELLED'],
]
const actions = [...new Set(allowed.map(([, action]) => action))]
const pairs = PAYMENT_STATUSES.flatMap(status => actions.map(action => [status, action] as const))

describe('paymentMachine', () => {
  it.each(pairs)('%s %s', (status, action) => {
    const expected = allowed.find(([from, by]) => from === status && by === action)?.[2]
    expect(paymentMachine.next(status, action)).toBe(expected)
    if (!expected)
      expect(() => transition(paymentMachine, 'payment', status, action)).toThrow(Problem)
  })

  it('executes from SCHEDULED alone, and never blindly repeats an unknown one', () => {
    expect(paymentMachine.sources('execute')).toEqual(['SCHEDULED'])
    expect(paymentMachine.sources('retry')).toEqual(['FAILED', 'RETURNED'])
    expect(paymentMachine.actions('UNKNOWN')).toEqual([
      'reconcile_sent',
      'reconcile_settled',
      'reconcile_failed',
    ])
  })

  it('parts the statuses into unpaid and history', () => {
    expect([...UNPAID_STATUSES, ...HISTORY_STATUSES].sort()).toEqual([...PAYMENT_STATUSES].sort())
    expect(HISTORY_STATUSES).toEqual(['SETTLED', 'CANCELLED'])
  })

  it('knows which are out or have arrived, and cancels none of those', () => {
    expect(PAYMENT_STATUSES.filter(isUnderWay)).toEqual(['EXECUTING', 'SENT', 'SETTLED', 'UNKNOWN'])
    for (const status of PAYMENT_STATUSES.filter(isUnderWay))
      expect(paymentMachine.next(status, 'cancel')).toBeUndefined()
  })
})
