/**
 * A payment's life: one destination's part of a line item. Only reconciliation leads out of UNKNOWN, because the bank may
 * have acted even though its answer was lost; a repeat is a new attempt with a new key.
 */
import { machine } from '#domain/kernel/machine.ts'
import { KEPT_STATUSES } from './lost.ts'

export const PAYMENT_STATUSES = [
  'SCHEDULED',
  'HELD',
  'FROZEN',
  'EXECUTING',
  'SENT',
  'SETTLED',
  'FAILED',
  'UNKNOWN',
  'RETURNED',
  'CANCELLED',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export type PaymentAction =
  | 'execute'
  | 'hold'
  | 'release'
  | 'freeze'
  | 'unfreeze'
  | 'send'
  | 'confirm'
  | 'reject'
  | 'fail'
  | 'lose'
  | 'reconcile_sent'
  | 'reconcile_settled'
  | 'reconcile_failed'
  | 'return'
  | 'retry'
  | 'cancel'
  | 'unsettle'
  | 'pay_outside'
  | 'reopen'

/**
 * `reject` is a bank that took an order and will not pay it after all: nothing left. `unsettle` undoes a settlement that was recorded by hand and never happened (an operator's mark-unpaid): the line item
 * goes from PAID to APPROVED, so its payment is SCHEDULED again and may be paid by a new attempt. Money that did arrive
 * and came back is a `return`. A HELD or FROZEN payment is released or unfrozen before it can run, so that nothing leaves
 * past a hold; one that is released under a freeze is frozen in the same step. What was paid by others than Corridor is SETTLED without
 * having left (`pay_outside`), and waits for its money again where that turns out wrong (`reopen`). What was called FAILED by the word of two
 * operators is SETTLED where its rail says later that it left (decision 0080).
 */
export const paymentMachine = machine<PaymentStatus, PaymentAction>({
  SCHEDULED: {
    execute: 'EXECUTING',
    hold: 'HELD',
    freeze: 'FROZEN',
    cancel: 'CANCELLED',
    pay_outside: 'SETTLED',
  },
  HELD: { release: 'SCHEDULED', cancel: 'CANCELLED', pay_outside: 'SETTLED' },
  FROZEN: { unfreeze: 'SCHEDULED', cancel: 'CANCELLED' },
  EXECUTING: { send: 'SENT', fail: 'FAILED', lose: 'UNKNOWN' },
  SENT: { confirm: 'SETTLED', reject: 'FAILED', return: 'RETURNED', lose: 'UNKNOWN' },
  SETTLED: { return: 'RETURNED', unsettle: 'SCHEDULED', reopen: 'HELD' },
  FAILED: { retry: 'SCHEDULED', cancel: 'CANCELLED', reconcile_settled: 'SETTLED' },
  UNKNOWN: { reconcile_sent: 'SENT', reconcile_settled: 'SETTLED', reconcile_failed: 'FAILED' },
  RETURNED: { retry: 'SCHEDULED', cancel: 'CANCELLED' },
  CANCELLED: {},
})

/** What may leave yet, or leave again: nothing of it is under way, and it is not over. */
export const UNSENT_STATUSES = [
  'SCHEDULED',
  'HELD',
  'FROZEN',
  ...KEPT_STATUSES,
] as const satisfies readonly PaymentStatus[]

/** What waits to leave for the first time, or again: nothing of it is out. */
export const NOT_LEFT_STATUSES = [
  'SCHEDULED',
  'HELD',
  'FROZEN',
] as const satisfies readonly PaymentStatus[]

/** What has not left and nothing of it is out: what an attempt before this one was told by its bank says nothing of it. */
export function hasNotLeft(status: PaymentStatus): boolean {
  return NOT_LEFT_STATUSES.some(of => of === status)
}

/** 'History' lists these two; 'unpaid' lists all others (design: States, Payment). */
export const HISTORY_STATUSES: readonly PaymentStatus[] = ['SETTLED', 'CANCELLED']
export const UNPAID_STATUSES: readonly PaymentStatus[] = PAYMENT_STATUSES.filter(
  status => !HISTORY_STATUSES.includes(status),
)

/** Statuses in which an attempt is out: executing or later and not proven undone. */
export const UNDER_WAY_STATUSES: readonly PaymentStatus[] = [
  'EXECUTING',
  'SENT',
  'SETTLED',
  'UNKNOWN',
]

/** Whether a payment is out or has arrived, so that asking for it again answers the same. */
export function isUnderWay(status: PaymentStatus): boolean {
  return UNDER_WAY_STATUSES.includes(status)
}

/**
 * Whether a rail was ever asked for it, whatever came of that: its line item cannot be taken back, and what it converted stays
 * converted.
 */
export function wasAttempted(payment: { readonly attempt: number }): boolean {
  return payment.attempt > 0
}

/** Whether a rail was asked for it, or others paid it: the line item that it is a part of cannot be taken back any more. */
export function isBegun(payment: {
  readonly attempt: number
  readonly status: PaymentStatus | null
}): boolean {
  return wasAttempted(payment) || payment.status === 'SETTLED'
}
