/** Opening pay cycles: by a job when a period starts, or by the employer ahead of it. One line item for each contractor. */

import { payFor } from '#domain/kernel/hours.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { PayPeriod } from '#domain/payroll/pay-dates.ts'
import { prorate } from '#domain/payroll/proration.ts'
import { contractsOnPolicy } from '../contracts/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx, DomainEvent } from '../kernel/unit-of-work.ts'
import { isHolidayIn } from '../reference/holidays.ts'
import {
  type CycleRecord,
  findCycleEnding,
  insertCycle,
  lastOpened,
  listOpenCyclesOfContract,
  lockCycle,
} from './cycle.store.ts'
import { changeItems, insertLineItems } from './line-item.store.ts'
import { comingPeriods } from './policies.ts'
import { findPolicy, listApprovedPolicies, type PolicyRow } from './policy.store.ts'
import { listWaitingOfContract, refitItem } from './refit.store.ts'

/** After an outage as many periods of a policy are opened at once as have started, but no more than this. */
const MOST_AT_ONCE = 30
const LOOK_AHEAD = 60

/** The job: opens every cycle whose period has started, also those that started while nobody was running. */
export async function openDueCycles(ctx: Ctx): Promise<void> {
  const opened = await lastOpened(ctx.tx)
  for (const policy of await listApprovedPolicies(ctx.tx)) {
    const last = opened.get(policy.policy_uuid)
    const from = last
      ? addDays(last, 1)
      : (policy.approved_at ?? ctx.now).toISOString().slice(0, 10)
    const due = periodsOf(policy, from, MOST_AT_ONCE).filter(
      period => period.start_date <= ctx.today,
    )
    for (const period of due) await openCycle(ctx, policy, period)
  }
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
  const policy = await findPolicy(ctx.tx, policy_uuid, employerOf(ctx.actor))
  if (!policy?.approved_at) throw new Problem('NOT_FOUND', 'There is no such approved policy.')
  const known = await findCycleEnding(ctx.tx, policy_uuid, end_date)
  if (known) return known
  const last = (await lastOpened(ctx.tx)).get(policy_uuid)
  const [next] = periodsOf(policy, last ? addDays(last, 1) : ctx.today, 1)
  if (!next || next.end_date !== end_date || end_date > addDays(ctx.today, LOOK_AHEAD))
    throw invalidField(
      'end_date',
      `Only the next period can be opened ahead${next ? `: the one that ends on ${next.end_date}` : ''}, at most 60 days before its end.`,
    )
  return openCycle(ctx, policy, next)
}

/** A later reaction: a contract that was signed joins the open cycles of its policy that it earns in. */
export async function joinOpenCycles(ctx: Ctx, event: DomainEvent): Promise<void> {
  const cycles = await listOpenCyclesOfContract(ctx.tx, String(event.contract_uuid), ctx.today)
  for (const cycle of cycles) {
    await lockCycle(ctx.tx, cycle.policy_uuid, cycle.cycle_uuid)
    await fillCycle(ctx, cycle)
  }
}

/**
 * A later reaction: a contract got an end, by completing it or by a revision that supersedes it. What waits of it in open cycles
 * is prorated anew; items whose hours somebody edited are left to them.
 */
export async function refitOpenItems(ctx: Ctx, event: DomainEvent): Promise<void> {
  for (const item of await listWaitingOfContract(ctx.tx, String(event.contract_uuid))) {
    const isHoliday = isHolidayIn(item.country_code, item.subdivision_code)
    const period = { start_date: item.start_date, end_date: item.end_date }
    const share = shareOf(
      { ...item, scheduled_hours_hundredths: item.contract_hours_hundredths },
      period,
      isHoliday,
    )
    if (share.hours_hundredths === item.hours_hundredths) continue
    if (share.hours_hundredths === 0) {
      await archiveUnearned(ctx, item)
      continue
    }
    const rate = { currency: item.currency, minor: item.hourly_rate_minor }
    const hours = {
      hours_hundredths: share.hours_hundredths,
      amount_minor: payFor(rate, share.hours_hundredths).minor,
    }
    if (!(await refitItem(ctx.tx, item.line_item_uuid, { ...hours, proration: share.text })))
      continue
    const { employer_uuid, line_item_uuid } = item
    ctx.audit({
      action: 'refit',
      entity: 'line_item',
      entity_uuids: [line_item_uuid],
      employer_uuid,
      after: { status: 'PENDING_APPROVAL', ...hours },
    })
  }
}

/** An item of nothing would be approved and never paid: the contract no longer reaches into the period. */
async function archiveUnearned(
  ctx: Ctx,
  item: { line_item_uuid: string; employer_uuid: string },
): Promise<void> {
  const { line_item_uuid, employer_uuid } = item
  const changed = await changeItems(ctx.tx, [line_item_uuid], ['PENDING_APPROVAL'], 'ARCHIVED')
  ctx.audit({
    action: 'archive',
    entity: 'line_item',
    entity_uuids: [...changed.keys()],
    employer_uuid,
    after: { status: 'ARCHIVED' },
  })
}

async function openCycle(ctx: Ctx, policy: PolicyRow, period: PayPeriod): Promise<string> {
  const { policy_uuid, employer_uuid, country_code, subdivision_code } = policy
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
  await fillCycle(ctx, {
    cycle_uuid,
    employer_uuid,
    policy_uuid,
    country_code,
    subdivision_code,
    start_date: period.start_date,
    end_date: period.end_date,
  })
  await ctx.announce({ type: 'payroll.cycle_opened', cycle_uuid })
  return cycle_uuid
}

type Fillable = Pick<
  CycleRecord,
  | 'cycle_uuid'
  | 'employer_uuid'
  | 'policy_uuid'
  | 'country_code'
  | 'subdivision_code'
  | 'start_date'
  | 'end_date'
>

/** Gives a cycle a line item for every contract that earns in its period and has none there, prorated by business days. */
async function fillCycle(ctx: Ctx, cycle: Fillable): Promise<void> {
  const period = { start_date: cycle.start_date, end_date: cycle.end_date }
  const isHoliday = isHolidayIn(cycle.country_code, cycle.subdivision_code)
  const contracts = await contractsOnPolicy(ctx, cycle.policy_uuid, period)
  const items = contracts.flatMap(contract => {
    const share = shareOf(contract, period, isHoliday)
    if (share.hours_hundredths === 0) return []
    const rate = { currency: contract.currency, minor: contract.hourly_rate_minor }
    return {
      line_item_uuid: newUuid(),
      contractor_sub: contract.contractor_sub,
      contract_uuid: contract.contract_uuid,
      role: contract.role,
      currency: contract.currency,
      hourly_rate_minor: contract.hourly_rate_minor,
      scheduled_hours_hundredths: share.hours_hundredths,
      hours_hundredths: share.hours_hundredths,
      amount_minor: payFor(rate, share.hours_hundredths).minor,
      proration: share.prorated ? share.text : '',
    }
  })
  const entity_uuids = await insertLineItems(ctx.tx, cycle, items, ctx.now)
  ctx.audit({
    action: 'create',
    entity: 'line_item',
    entity_uuids,
    employer_uuid: cycle.employer_uuid,
    after: { status: 'PENDING_APPROVAL' },
  })
}

type Earning = {
  scheduled_hours_hundredths: number
  contract_start_date: string
  contract_end_date: string | null
}

function shareOf(
  contract: Earning,
  period: { start_date: string; end_date: string },
  isHoliday: (date: string) => boolean,
) {
  const whole =
    contract.contract_start_date <= period.start_date &&
    (contract.contract_end_date ?? period.end_date) >= period.end_date
  if (whole)
    return { hours_hundredths: contract.scheduled_hours_hundredths, prorated: false, text: '' }
  return prorate({ ...contract, period, isHoliday })
}

function periodsOf(policy: PolicyRow, from: string, count: number): PayPeriod[] {
  return comingPeriods(policy, policy.country_code, policy.subdivision_code, from, count)
}
