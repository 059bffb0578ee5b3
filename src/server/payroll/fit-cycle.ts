/** Keeps the items of open cycles in line with what was signed: joined, prorated anew, or archived when nothing is left to pay. */
import {
  decideFit,
  type Fit,
  type FitContract,
  type FitItem,
  type Share,
} from '#domain/payroll/fit.ts'
import { periodsTouching } from '#domain/payroll/pay-dates.ts'
import { contractsOnPolicy, pairOf, peopleOnPolicy } from '../contracts/index.ts'
import { newUuid } from '../kernel/ids.ts'
import { eachAhead, oneByOne, together } from '../kernel/read-ahead.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type HolidayHome, isHolidayIn } from '../reference/holidays.ts'
import { type CycleRecord, listCyclesOfPair } from './cycle.report.store.ts'
import { lockCycle } from './cycle.store.ts'
import { keptProration, listForFit, lockPeopleOfCycle, refitItems } from './fit.store.ts'
import { keepWithinPay } from './keep-within-pay.ts'
import { changeItems, insertLineItems, type NewLineItem } from './line-item.store.ts'
import { findPolicy } from './policy.report.store.ts'
import { holdPoliciesToFit } from './policy.store.ts'

export type Fittable = Pick<
  CycleRecord,
  | 'cycle_uuid'
  | 'employer_uuid'
  | 'policy_uuid'
  | 'period_index'
  | keyof HolidayHome
  | 'start_date'
  | 'end_date'
>

type Period = { readonly start_date: string; readonly end_date: string }

/** So many people are fitted at once. */
const SLICE = 1_000

/**
 * Gives a locked cycle a line item for every contract that earns in its period, with the days that nothing else claims; items that
 * only wait are prorated anew or archived. Answers those archived. Fitting again changes nothing. What one person earns decides
 * nothing of another, so people are fitted slice by slice.
 */
export async function fitCycle(ctx: Ctx, cycle: Fittable): Promise<ReadonlySet<string>> {
  const period = { start_date: cycle.start_date, end_date: cycle.end_date }
  const people = new Set(await lockPeopleOfCycle(ctx.tx, cycle.cycle_uuid))
  for (const sub of await peopleOnPolicy(ctx, cycle.policy_uuid, period)) people.add(sub)
  const subs = [...people].sort()
  const slices = Array.from({ length: Math.ceil(subs.length / SLICE) }, (_, at) =>
    subs.slice(at * SLICE, (at + 1) * SLICE),
  )
  const whole = await wholeOf(ctx, cycle)
  const archived = new Set<string>()
  await oneByOne(async next => {
    for await (const earning of eachAhead(slices, some => earningOf(ctx, cycle, some, period)))
      await next(() => fitPeople(ctx, cycle, decideOn(cycle, earning, period, whole), archived))
  })
  return archived
}

/** Like `fitCycle`, for one person, whose items in the locked cycle the caller has locked as well. */
export async function fitPerson(
  ctx: Ctx,
  cycle: Fittable,
  contractor_sub: string,
): Promise<ReadonlySet<string>> {
  const period = { start_date: cycle.start_date, end_date: cycle.end_date }
  const archived = new Set<string>()
  const earning = await earningOf(ctx, cycle, [contractor_sub], period)
  const whole = await wholeOf(ctx, cycle)
  await fitPeople(ctx, cycle, decideOn(cycle, earning, period, whole), archived)
  return archived
}

/** How a cycle would be fitted for one person if their contracts were others; changes nothing. */
export async function fitOf(
  ctx: Ctx,
  cycle: Fittable,
  contractor_sub: string,
  as: (contracts: readonly FitContract[]) => readonly FitContract[],
): Promise<Fit> {
  const period = { start_date: cycle.start_date, end_date: cycle.end_date }
  const { contracts, items } = await earningOf(ctx, cycle, [contractor_sub], period)
  return decideOn(cycle, { contracts: as(contracts), items }, period, await wholeOf(ctx, cycle))
}

type Earning = { readonly contracts: readonly FitContract[]; readonly items: readonly FitItem[] }

/** What these people earn in a period, and the items that claim days of it. */
async function earningOf(
  ctx: Ctx,
  cycle: Fittable,
  subs: readonly string[],
  period: Period,
): Promise<Earning> {
  const contracts = contractsOnPolicy(ctx, cycle.policy_uuid, period, subs)
  const items = listForFit(ctx.tx, cycle, subs)
  await together([contracts, items])
  return { contracts: await contracts, items: await items }
}

function decideOn(
  cycle: Fittable,
  { contracts, items }: Earning,
  period: Period,
  whole: Period,
): Fit {
  return decideFit(period, contracts, items, isHolidayIn(cycle), whole)
}

async function fitPeople(
  ctx: Ctx,
  cycle: Fittable,
  { insert, change, archive }: Fit,
  archived: Set<string>,
): Promise<void> {
  const audit = (action: string, status: string, entity_uuids: readonly string[]) =>
    ctx.audit({
      action,
      entity: 'line_item',
      entity_uuids,
      employer_uuid: cycle.employer_uuid,
      after: { status },
    })
  await keepWithinPay(ctx, cycle, change)
  const gone = await changeItems(ctx.tx, archive, ['PENDING_APPROVAL'], 'ARCHIVED')
  for (const line_item_uuid of gone.keys()) archived.add(line_item_uuid)
  audit('archive', 'ARCHIVED', [...gone.keys()])
  audit('refit', 'PENDING_APPROVAL', await refitItems(ctx.tx, change))
  const fresh = insert.map(({ contract, share }) => itemOf(contract, share))
  audit('create', 'PENDING_APPROVAL', await insertLineItems(ctx.tx, cycle, fresh, ctx.now))
}

/** The period that the scheduled hours are for: the cycle's own, but for one that fills a gap that of the calendar around it. */
async function wholeOf(ctx: Ctx, cycle: Fittable) {
  const { period_index, policy_uuid, employer_uuid, start_date, end_date } = cycle
  const policy = period_index < 0 && (await findPolicy(ctx.tx, policy_uuid, employer_uuid))
  const [around] = policy ? periodsTouching(policy, start_date, end_date) : []
  return around ?? { start_date, end_date }
}

/**
 * A later reaction: a contract was signed, or got an end. Every opened cycle in whose period somebody of the pair earns is fitted,
 * also one whose pay date is past: what was signed late is paid late, and not lost.
 */
export async function fitCyclesOfContract(
  ctx: Ctx,
  { contract_uuid }: { readonly contract_uuid: string },
): Promise<void> {
  const pair = await pairOf(ctx, contract_uuid)
  if (!pair) return
  const cycles = await listCyclesOfPair(ctx.tx, pair)
  await holdPoliciesToFit(ctx.tx, cycles)
  for (const { policy_uuid, cycle_uuid } of cycles) {
    const cycle = await lockCycle(ctx.tx, policy_uuid, cycle_uuid)
    if (cycle) await fitCycle(ctx, cycle)
  }
}

/** The line item that pays a share of what a contract earns. */
export function itemOf(contract: FitContract, share: Share, back_pay = false): NewLineItem {
  const { hours_hundredths, amount_minor, proration, earned } = share
  return {
    line_item_uuid: newUuid(),
    contractor_sub: contract.contractor_sub,
    contract_uuid: contract.contract_uuid,
    role: contract.role,
    currency: contract.currency,
    hourly_rate_minor: contract.hourly_rate_minor,
    scheduled_hours_hundredths: hours_hundredths,
    hours_hundredths,
    amount_minor,
    ...keptProration(proration),
    earned_from: earned.first,
    earned_to: earned.last,
    back_pay,
  }
}
