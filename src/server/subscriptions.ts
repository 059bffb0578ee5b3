/** How contexts react to each other, on one page. At once: in the same transaction. Later: by the worker, repeated until done. */
import type { Reactions } from './kernel/unit-of-work.ts'
import { notificationReactions } from './notifications/index.ts'
import { coverWaitingItems, holdFundsForItems, releaseFundsOfItems } from './payments/index.ts'
import { settleLineItems, unsettleLineItems } from './payroll/index.ts'

export const reactions: Reactions = {
  atOnce: {
    'payroll.items_approved': [holdFundsForItems],
    'payroll.items_withdrawn': [releaseFundsOfItems],
    'ledger.funding_booked': [coverWaitingItems],
    'payments.items_settled': [settleLineItems],
    'payments.items_unsettled': [unsettleLineItems],
  },
  later: notificationReactions,
}
