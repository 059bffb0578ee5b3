/**
 * A line item's life. Approving is not paying: payments have their own machine. A cycle's status is read off its items
 * and never stored.
 */
import { machine } from '#domain/kernel/machine.ts'

export const LINE_ITEM_STATUSES = [
  'PENDING_APPROVAL',
  'APPROVED',
  'ARCHIVED',
  'PAID',
  'CANCELLED',
] as const
export type LineItemStatus = (typeof LINE_ITEM_STATUSES)[number]

export type LineItemAction =
  | 'approve'
  | 'unapprove'
  | 'archive'
  | 'unarchive'
  | 'cancel'
  | 'settle'
  | 'unsettle'

/**
 * `settle` comes when every payment of the item has settled or an operator marked it paid; `unsettle` when that was
 * marked unpaid. Unapprove, archive and cancel are also refused once a payment of the item is under way.
 */
export const lineItemMachine = machine<LineItemStatus, LineItemAction>({
  PENDING_APPROVAL: { approve: 'APPROVED', archive: 'ARCHIVED', cancel: 'CANCELLED' },
  APPROVED: {
    unapprove: 'PENDING_APPROVAL',
    archive: 'ARCHIVED',
    cancel: 'CANCELLED',
    settle: 'PAID',
  },
  ARCHIVED: { unarchive: 'PENDING_APPROVAL' },
  PAID: { unsettle: 'APPROVED' },
  CANCELLED: {},
})

/** Actions that take money back from a plan: refused while a payment of the item is executing or later. */
export const ACTIONS_STOPPED_BY_PAYMENT: readonly LineItemAction[] = [
  'unapprove',
  'archive',
  'cancel',
]

/** Whether an item in this state is a part of its cycle's pay (`app.is_live`). */
export function isLive(status: LineItemStatus): boolean {
  return status !== 'ARCHIVED' && status !== 'CANCELLED'
}

/** What still has to happen comes first: an item that waits decides for the cycle, and settled ones come last. */
export const DECIDING_ORDER: readonly LineItemStatus[] = [
  'PENDING_APPROVAL',
  'APPROVED',
  'PAID',
  'ARCHIVED',
  'CANCELLED',
]

/** A cycle's status, read off its items; EMPTY while it has none. */
export type CycleStatus = LineItemStatus | 'EMPTY'

/** The status of a cycle whose items have these: that of its item with the most left to do. */
export function cycleStatus(statuses: readonly LineItemStatus[]): CycleStatus {
  return DECIDING_ORDER.find(status => statuses.includes(status)) ?? 'EMPTY'
}
