/** Deductions give way where days that a pay loses would leave nothing of it: something is always left to be paid (decision 0064). */
import { writtenOf } from '#domain/payroll/approval.ts'
import { amountWith, withinPay } from '#domain/payroll/entries.ts'
import type { Fit } from '#domain/payroll/fit.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { listDeducted } from './line-item.store.ts'
import { writeItems } from './write-item.ts'

/**
 * Takes off items of a locked cycle that are about to be fitted those deductions that their share does not bear. Who asked is told that the pay
 * goes on without it, as where a deduction is agreed to off a pay that became less.
 */
export async function keepWithinPay(
  ctx: Ctx,
  cycle: Pick<CycleRecord, 'cycle_uuid' | 'employer_uuid'>,
  change: Fit['change'],
): Promise<void> {
  const shares = new Map(change.map(({ line_item_uuid, share }) => [line_item_uuid, share]))
  const rows = await listDeducted(ctx.tx, cycle.cycle_uuid, [...shares.keys()])
  const writes = rows.flatMap(row => {
    const time_minor = shares.get(row.line_item_uuid)?.amount_minor ?? 0n
    const { kept, left_off } = withinPay(row.entries, time_minor)
    if (left_off.length === 0) return []
    const before = writtenOf(row)
    const rate = { currency: row.currency, minor: row.hourly_rate_minor }
    const amount_minor = amountWith(rate, row.hours_hundredths, kept).minor
    return [{ row, before, after: { ...before, entries: kept }, amount_minor, left_off }]
  })
  if (writes.length === 0) return
  await writeItems(ctx, cycle, writes)
  for (const { left_off } of writes)
    for (const { entry_uuid } of left_off)
      ctx.announce('payroll.deduction_ended', { deduction_uuid: entry_uuid })
}
