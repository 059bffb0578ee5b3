/** What an employer pays month by month, as its home shows it. */
import type { z } from 'zod'
import type { PayByMonth } from '#contract/payroll-reports.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { firstOfMonth } from '#domain/kernel/plain-date.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { payStatesOf } from './cycle-pay-states.ts'
import { listUnfinished, sumByMonth } from './pay-by-month.report.store.ts'

const MONTHS = 6

/**
 * What was approved or paid in each of the last six months, this one included, the earliest first, by currency; and what of it is late,
 * failed or came back. Of all cycles, however many there are.
 */
export async function payByMonth(ctx: Ctx): Promise<z.output<typeof PayByMonth>> {
  const employer_uuid = employerOf(ctx.actor)
  const { today } = ctx
  const from = firstOfMonth(today, 1 - MONTHS)
  const days = { employer_uuid, from, until: firstOfMonth(today, 1) }
  const sums = await sumByMonth(ctx.tx, days)
  const unfinished = await listUnfinished(ctx.tx, days)
  const byMonth = Map.groupBy(unfinished, row => firstOfMonth(row.pay_date))
  const judge = await payStatesOf(ctx, employer_uuid, unfinished)
  const months = Array.from({ length: MONTHS }, (_, at) => firstOfMonth(from, at))
  return {
    months: months.map(first_day => ({
      first_day,
      totals: totalsByCurrency(sums.filter(of => of.first_day === first_day)),
      behind: totalsByCurrency((byMonth.get(first_day) ?? []).flatMap(row => judge(row).behind)),
    })),
  }
}
