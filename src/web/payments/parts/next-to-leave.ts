import { hasLeft, isKept } from '#domain/payments/lost.ts'
import type { NextPay } from '../queries.ts'

/** The pay that another split would change: the first that has still to leave, of which nothing is kept. */
export function nextToLeave(pays: readonly NextPay[]): NextPay | undefined {
  return pays.find(
    ({ pay_state, parts }) =>
      !hasLeft(pay_state.state) && !parts.some(({ status }) => isKept(status)),
  )
}
