import type { z } from 'zod'
import type { CycleChange as Wire } from '#contract/payroll-shapes.ts'
import type { Text } from '#domain/kernel/words.ts'
import { cycleStatus } from '#domain/payroll/line-item.ts'
import { statusesIn } from '#domain/payroll/review-marks.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { countsOf } from './cycle-count.store.ts'
import type { LeftOff } from './left-off.ts'
import { namesOfItems } from './review.report.store.ts'

export type CycleChange = z.output<typeof Wire>
export type RefusedItem = { readonly line_item_uuid: string; readonly said: Text }

/** What a verb did: how many items are where it leads, of those that it refused and of what it left off some by name; and of a selection which changed. */
export type Changed = {
  readonly changed: number
  readonly refused?: readonly RefusedItem[]
  readonly items_refused?: number
  readonly left_off?: readonly LeftOff[]
  readonly selection?: CycleChange['selection']
}

/** What a verb did to a cycle, with the status that follows. */
export async function presentChange(
  ctx: Ctx,
  cycle: CycleRecord,
  { changed, refused = [], items_refused = 0, left_off = [], selection = null }: Changed,
): Promise<CycleChange> {
  const names = await namesOfItems(
    ctx.tx,
    [...refused, ...left_off].map(row => row.line_item_uuid),
  )
  const named = (row: RefusedItem) => ({
    ...withReason(row),
    contractor_name: names.get(row.line_item_uuid) ?? '',
  })
  return {
    cycle_uuid: cycle.cycle_uuid,
    status: cycleStatus(statusesIn(await countsOf(ctx.tx, cycle.cycle_uuid))),
    changed,
    kept_as_first_yes: false,
    items_refused,
    refused: refused.map(named),
    left_off: left_off.map(named),
    selection,
  }
}
