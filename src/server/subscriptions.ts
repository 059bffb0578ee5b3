/**
 * How contexts react to each other, on one page. At once: in the same transaction. Later: by the worker, each reaction by itself,
 * repeated until done.
 */
import type { Reaction, Reactions } from './kernel/unit-of-work.ts'
import { notificationReactions } from './notifications/index.ts'
import { lookAtHoldsOf, releaseFundsOfItems } from './payments/index.ts'
import { fitCyclesOfContract, settleLineItems, unsettleLineItems } from './payroll/index.ts'

export const reactions: Reactions = {
  atOnce: {
    'payroll.items_withdrawn': [releaseFundsOfItems],
    'ledger.funding_booked': [lookAtHoldsOf],
    'payments.items_settled': [settleLineItems],
    'payments.items_unsettled': [unsettleLineItems],
    'people.verification_changed': [lookAtHoldsOf],
    'people.standing_changed': [lookAtHoldsOf],
    'payments.destination_changed': [lookAtHoldsOf],
  },
  later: merged(notificationReactions, {
    'contracts.contract_signed': [fitCyclesOfContract],
    'contracts.contract_completed': [fitCyclesOfContract],
  }),
}

type Table = Readonly<Record<string, readonly Reaction[]>>

function merged(...tables: readonly Table[]): Table {
  const all: Record<string, readonly Reaction[]> = {}
  for (const table of tables)
    for (const [type, reactions] of Object.entries(table))
      all[type] = [...(all[type] ?? []), ...reactions]
  return all
}
