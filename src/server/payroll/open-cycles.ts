/** Opening pay cycles: by the clock when a period starts, or by the employer ahead of it. One line item for each contractor. */
import { addDays, formatDate } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { PayPeriod } from '#domain/payroll/pay-dates.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findCycleEnding, insertCycle, lastOpened } from './cycle.store.ts'
import { fitCycle } from './fit-cycle.ts'
import { comingPeriods } from './policies.ts'
import type { PolicyRow } from './policy.report.store.ts'
import { listPoliciesToOpen, lockPolicy } from './policy.store.ts'
import { reviewSoon } from './review-items.ts'

/** After an outage as many periods of a policy are opened at once as have started, but no more than this. */
const MOST_AT_ONCE = 30
const LOOK_AHEAD_DAYS = 60

/** The approved policies of which no opened cycle reaches to today, by employer: those whose next period may have started. Of one employer alone where it is named. */
export async function policiesToOpen(
  ctx: Ctx,
  employer_uuid?: string,
): Promise<Map<string, string[]>> {
  const due = await listPoliciesToOpen(ctx.tx, ctx.today, employer_uuid)
  return new Map(
    [...Map.groupBy(due, row => row.employer_uuid)].map(([employer_uuid, rows]) => [
      employer_uuid,
      rows.map(row => row.policy_uuid),
    ]),
  )
}

/** The clock's work for one policy: opens every cycle whose period has started, also those that started while nobody was running. */
export async function openDueCycles(
  ctx: Ctx,
  employer_uuid: string,
  policy_uuid: string,
): Promise<void> {
  const policy = await lockPolicy(ctx.tx, policy_uuid, employer_uuid)
  if (!policy?.approved_at) return
  const last = (await lastOpened(ctx.tx, employer_uuid)).get(policy_uuid)
  const from = last ? addDays(last, 1) : policy.approved_at.toISOString().slice(0, 10)
  for (const period of periodsOf(policy, from, MOST_AT_ONCE))
    if (period.start_date <= ctx.today) await openCycle(ctx, policy, period)
}

/**
 * Opens the next cycle of the acting employer's policy, the one that ends on the day named; one that is open already is answered
 * as it is. A later one is refused: cycles follow each other without a gap.
 */
export async function openCycleAhead(
  ctx: Ctx,
  policy_uuid: string,
  end_date: string,
): Promise<string> {
  const employer_uuid = employerOf(ctx.actor)
  const policy = await lockPolicy(ctx.tx, policy_uuid, employer_uuid)
  if (!policy?.approved_at) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchApprovedPolicy')
  const known = await findCycleEnding(ctx.tx, policy_uuid, end_date)
  if (known) return known
  const last = (await lastOpened(ctx.tx, employer_uuid)).get(policy_uuid)
  const [next] = periodsOf(policy, last ? addDays(last, 1) : ctx.today, 1)
  if (!next || next.end_date !== end_date || !isNear(ctx, next))
    throw next
      ? invalidField('end_date', 'payroll.problems.onlyNext', {
          end_date: formatDate(next.end_date),
        })
      : invalidField('end_date', 'payroll.problems.noneAhead')
  return openCycle(ctx, policy, next)
}

/** Whether a period ends soon enough to be opened ahead. */
export function isNear({ today }: Pick<Ctx, 'today'>, { end_date }: Pick<PayPeriod, 'end_date'>) {
  return end_date <= addDays(today, LOOK_AHEAD_DAYS)
}

/** Opens the cycle of a period of a locked policy, fitted; one that is open already is answered as it is. */
export async function openCycle(ctx: Ctx, policy: PolicyRow, period: PayPeriod): Promise<string> {
  const { policy_uuid, employer_uuid, country_code, subdivision_code, company_holidays } = policy
  const wanted = { cycle_uuid: newUuid(), employer_uuid, policy_uuid, opened_at: ctx.now }
  const { cycle_uuid, fresh } = await insertCycle(ctx.tx, wanted, period)
  if (!fresh) return cycle_uuid
  ctx.audit({
    action: 'open',
    entity: 'pay_cycle',
    entity_uuids: [cycle_uuid],
    employer_uuid,
    after: { ...period },
  })
  await fitCycle(ctx, {
    cycle_uuid,
    employer_uuid,
    policy_uuid,
    period_index: period.index,
    country_code,
    subdivision_code,
    company_holidays,
    start_date: period.start_date,
    end_date: period.end_date,
  })
  await reviewSoon(ctx, { policy_uuid, cycle_uuid })
  ctx.announce('payroll.cycle_opened', { cycle_uuid })
  return cycle_uuid
}

/** The periods of a policy that end on or after a day. */
export function periodsOf(policy: PolicyRow, from: string, count: number): PayPeriod[] {
  return comingPeriods(policy, policy, from, count)
}
