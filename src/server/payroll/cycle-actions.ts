/** What the actor may do to a cycle and to its items: what their state allows, of that what the role within the team allows. */

import type { z } from 'zod'
import { cycleSelection, SELECTION_VERBS } from '#contract/cycle-selection.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { payroll } from '#contract/payroll.ts'
import type { Cycle, LineItem } from '#contract/payroll-shapes.ts'
import type { CountedPayments } from '#domain/payments/pay-state.ts'
import { hasNotLeft, isBegun } from '#domain/payments/payment.ts'
import { isOfBatch } from '#domain/payroll/entries.ts'
import {
  ACTIONS_STOPPED_BY_PAYMENT,
  type LineItemStatus,
  lineItemMachine,
} from '#domain/payroll/line-item.ts'
import type { CycleKind } from '#domain/payroll/pay-policy.ts'
import type { Actor } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { PaymentFactsRow } from '../payments/index.ts'
import type { ReviewRow } from './review.report.store.ts'

type CycleAction = z.output<typeof Cycle>['allowed_actions'][number]
type ItemAction = z.output<typeof LineItem>['allowed_actions'][number]

const OF_CYCLE: Readonly<Record<CycleAction, Endpoint>> = {
  approve: payroll.approveCycle,
  unapprove: payroll.unapproveCycle,
  archive: payroll.archiveCycle,
  unarchive: payroll.unarchiveCycle,
  cancel: payroll.cancelCycle,
  edit_hours: cycleSelection.saveHours,
}

const OF_ITEM: Readonly<Record<ItemAction, Endpoint>> = {
  approve: payroll.approveLineItem,
  unapprove: payroll.unapproveLineItem,
  archive: payroll.archiveLineItem,
  unarchive: payroll.unarchiveLineItem,
  cancel: payroll.cancelLineItem,
  edit: payroll.editLineItem,
  accept_rates: payroll.acceptRates,
}

/**
 * The verbs on a whole cycle that at least one of its items allows, by the states that they are in. Once all its payments left, also
 * those that failed, nothing that was approved is taken back. What pays rows of a batch has no hours.
 */
export function cycleActions(
  actor: Actor,
  statuses: readonly LineItemStatus[],
  counted: readonly CountedPayments[],
  kind: CycleKind,
): CycleAction[] {
  const unsent = counted.some(of => of.payments > 0 && hasNotLeft(of.status))
  const movable = statuses.filter(status => status !== 'APPROVED' || unsent)
  const verbs = SELECTION_VERBS.filter(verb => selectionActions(actor, movable, verb) > 0)
  const edits =
    kind === 'CALENDAR' &&
    statuses.includes('PENDING_APPROVAL') &&
    mayCall(actor, OF_CYCLE.edit_hours)
  return [...verbs, ...(edits ? (['edit_hours'] as const) : [])]
}

/** On how many items in these states the actor may act so. */
export function selectionActions(
  actor: Actor,
  statuses: readonly LineItemStatus[],
  verb: (typeof SELECTION_VERBS)[number],
): number {
  if (!mayCall(actor, OF_CYCLE[verb])) return 0
  return statuses.filter(status => lineItemMachine.next(status, verb) !== undefined).length
}

/** The verbs on one item; those that a payment under way stops are left out. `asked`: a rate of it waits to be accepted. */
export function itemActions(
  actor: Actor,
  row: ReviewRow,
  payments: readonly PaymentFactsRow[],
  asked: boolean,
): ItemAction[] {
  const underWay = payments.some(isBegun)
  const offered = lineItemMachine
    .actions(row.status)
    .filter(action => !(underWay && ACTIONS_STOPPED_BY_PAYMENT.includes(action)))
    .filter(action => action !== 'settle' && action !== 'unsettle')
  const edit =
    row.status === 'PENDING_APPROVAL' && !isOfBatch(row.entries) ? (['edit'] as const) : []
  const accept = asked ? (['accept_rates'] as const) : []
  return [...offered, ...edit, ...accept].filter(action => mayCall(actor, OF_ITEM[action]))
}
