import type { z } from 'zod'
import type { CycleChange as Wire } from '#contract/payroll-shapes.ts'
import type { Text } from '#domain/kernel/words.ts'
import { cycleStatus } from '#domain/payroll/line-item.ts'
import { statusesIn } from '#domain/payroll/review-marks.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { countsOf } from './cycle-count.store.ts'

export type CycleChange = z.output<typeof Wire>
export type RefusedItem = { readonly line_item_uuid: string; readonly said: Text }

/** What a verb did to a cycle, with the status that follows; of those that it refused some are named. */
export async function presentChange(
  ctx: Ctx,
  cycle: CycleRecord,
  changed: number,
  refused: readonly RefusedItem[],
  items_refused: number,
): Promise<CycleChange> {
  return {
    cycle_uuid: cycle.cycle_uuid,
    status: cycleStatus(statusesIn(await countsOf(ctx.tx, cycle.cycle_uuid))),
    changed,
    kept_as_first_yes: false,
    items_refused,
    refused: refused.map(withReason),
  }
}
