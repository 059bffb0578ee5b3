/** What a reader sees change when a cycle is loaded again, in sentences: the answer to APPROVAL_STALE on the screen. */

import type { ApiName } from '#web/kernel/types.ts'
import { moneyText } from '#web/parts/money.tsx'
import type { LineItemView } from './pay-chips.tsx'

/** What becomes stale when a line item changes. */
export const CYCLE_CHANGES: readonly ApiName[] = [
  'getCycle',
  'listCycles',
  'listReports',
  'getEmployerBalances',
]

/** Every difference between the line items that were shown and those that are there now; empty when none is seen. */
export function changesSeen(
  shown: readonly LineItemView[],
  now: readonly LineItemView[],
): string[] {
  const before = new Map(shown.map(item => [item.line_item_uuid, item]))
  const after = new Set(now.map(item => item.line_item_uuid))
  const gone = shown.filter(item => !after.has(item.line_item_uuid))
  return [
    ...gone.map(item => `${item.contractor_name} is no longer in it.`),
    ...now.flatMap(item => {
      const was = before.get(item.line_item_uuid)
      return was
        ? changesOf(was, item)
        : [`${item.contractor_name} was added, ${moneyText(item.amount)}.`]
    }),
  ]
}

function changesOf(was: LineItemView, is: LineItemView): string[] {
  const name = is.contractor_name
  const said: string[] = []
  if (was.status !== is.status) said.push(`The pay of ${name} was approved or withdrawn meanwhile.`)
  if (moneyText(was.amount) !== moneyText(is.amount))
    said.push(`The pay of ${name} was ${moneyText(was.amount)} and is now ${moneyText(is.amount)}.`)
  if (was.contract_revision !== is.contract_revision)
    said.push(`The contract of ${name} is now revision ${is.contract_revision}.`)
  if (whereOf(was) !== whereOf(is)) said.push(`${name} changed where the pay goes.`)
  return said
}

function whereOf({ parts }: LineItemView): string {
  return parts.map(part => `${part.destination_uuid} ${part.percentage}`).join()
}
