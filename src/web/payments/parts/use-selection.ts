import { useState } from 'react'
import type { OperatorPayment } from '../queries.ts'

/** Which rows are chosen; rows that left the page are no longer. */
export function useSelection(payments: readonly OperatorPayment[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = payments.filter(({ payment_uuid }) => ids.has(payment_uuid))
  return {
    chosen,
    has: (payment: OperatorPayment) => ids.has(payment.payment_uuid),
    toggle: (payment: OperatorPayment, on: boolean) => {
      const next = new Set(ids)
      if (on) next.add(payment.payment_uuid)
      else next.delete(payment.payment_uuid)
      setIds(next)
    },
    all: (on: boolean) =>
      setIds(new Set(on ? payments.map(({ payment_uuid }) => payment_uuid) : [])),
  }
}

/** The rows that are chosen, and how to choose. */
export type Selection = ReturnType<typeof useSelection>
