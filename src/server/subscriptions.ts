/** How contexts react to each other, on one page. At once: in the same transaction. Later: by the worker, repeated until done. */
import type { Reaction, Reactions } from './kernel/unit-of-work.ts'
import { notificationReactions } from './notifications/index.ts'
import {
  coverWaitingItems,
  holdFundsForItems,
  releaseFundsOfItems,
  releaseHeldPayments,
} from './payments/index.ts'
import {
  joinOpenCycles,
  refitOpenItems,
  settleLineItems,
  unsettleLineItems,
} from './payroll/index.ts'

export const reactions: Reactions = {
  atOnce: {
    'payroll.items_approved': [holdFundsForItems],
    'payroll.items_withdrawn': [releaseFundsOfItems],
    'ledger.funding_booked': [coverWaitingItems],
    'payments.items_settled': [settleLineItems],
    'payments.items_unsettled': [unsettleLineItems],
  },
  later: merged(notificationReactions, {
    'contracts.contract_signed': [refitOpenItems, joinOpenCycles],
    'contracts.contract_completed': [refitOpenItems],
    'people.verification_changed': [releaseHeldPayments],
    'people.standing_changed': [releaseHeldPayments],
    'payments.destination_changed': [releaseHeldPayments],
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
