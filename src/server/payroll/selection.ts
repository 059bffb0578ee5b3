/** A selection of a cycle's line items: whose it is, and what a verb did to each of them. */
import { Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { LineItemAction, LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { Changed, RefusedItem } from './cycle-change.ts'
import { type Chosen, listChosen } from './selection.store.ts'

export type ChosenItem = { readonly line_item_uuid: string; readonly status: LineItemStatus }

/** So many of the refused items of a selection are named. */
export const MOST_REFUSED = 200

/** The items that were chosen, in id order, each once; NOT_FOUND where one is none of the cycle. */
export async function getChosen(
  ctx: Ctx,
  cycle_uuid: string,
  line_item_uuids: readonly string[],
): Promise<ChosenItem[]> {
  const own = await listChosen(ctx.tx, cycle_uuid, line_item_uuids)
  if (own.length < new Set(line_item_uuids).size)
    throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
  return own
}

/** What approving did: of a selection item by item, where it was one. */
export function changedOf(
  {
    line_item_uuid,
    chosen,
    others,
  }: {
    readonly line_item_uuid: string | null
    readonly chosen: Chosen
    readonly others: readonly ChosenItem[]
  },
  changed: readonly string[],
  action: LineItemAction,
): Changed {
  if (!chosen || line_item_uuid) return { changed: changed.length }
  const done = new Set(changed)
  const rest = others.filter(row => !done.has(row.line_item_uuid))
  const already = rest.filter(({ status }) => status === 'APPROVED').map(row => row.line_item_uuid)
  const refused = rest.filter(({ status }) => status !== 'APPROVED')
  return {
    changed: changed.length + already.length,
    items_refused: refused.length,
    refused: refused.slice(0, MOST_REFUSED).map(row => cannot(row, action)),
    selection: { changed: [...changed], already },
  }
}

/** Why an item does not allow a verb: the state that it is in. */
export function cannot({ line_item_uuid, status }: ChosenItem, action: string): RefusedItem {
  const label = textOf(`payroll.status.${status}`)
  return { line_item_uuid, said: textOf('payroll.reasons.cannot', { label, action }) }
}
