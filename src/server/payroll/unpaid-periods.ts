/**
 * What was signed too late for its first cycles, or fell between line items: named to the employer as a fact, and paid with the next
 * open cycle once somebody adds it.
 */
import type { z } from 'zod'
import { payroll } from '#contract/payroll.ts'
import type { UnpaidPeriod } from '#contract/payroll-shapes.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { backPay } from '#domain/payroll/back-pay.ts'
import type { Share } from '#domain/payroll/fit.ts'
import { holdPairOf } from '../contracts/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, IdKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isHolidayIn } from '../reference/holidays.ts'
import { lockCycle } from './cycle.store.ts'
import { itemOf } from './fit-cycle.ts'
import { insertLineItems, lockItems } from './line-item.store.ts'
import { type Calendar, findCalendar } from './policy.report.store.ts'
import { findBackPay, listUnpaid, type UnpaidContract } from './unpaid-periods.report.store.ts'

type Shown = z.output<typeof UnpaidPeriod>
type Query = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly contract_uuid?: string | undefined
}

/** A page of the acting employer's contracts with days that are earned and that no cycle pays, with what they are worth. */
export async function listUnpaidPeriods(
  ctx: Ctx,
  { limit, cursor, contract_uuid }: Query,
): Promise<{ items: Shown[]; next_cursor: string | null }> {
  const employer_uuid = employerOf(ctx.actor)
  const [after] = decodeCursor(cursor, IdKey) ?? []
  const filter = { employer_uuid, contract_uuid, after, today: ctx.today }
  const found = await listUnpaid(ctx.tx, { ...filter, limit: limit + 1 })
  const { rows, next_cursor } = pageOf(found, limit, row => [row.contract_uuid])
  return { items: await presentAll(ctx, rows), next_cursor }
}

/** So many contracts one person can have with an employer before somebody has to look at the list of all. */
const OF_ONE_PERSON = 50

/** What the acting employer did not pay a contractor yet, by contract. */
export async function unpaidPeriodsOf(ctx: Ctx, contractor_sub: string): Promise<Shown[]> {
  const employer_uuid = employerOf(ctx.actor)
  const filter = { employer_uuid, contractor_sub, today: ctx.today, limit: OF_ONE_PERSON }
  return presentAll(ctx, await listUnpaid(ctx.tx, filter))
}

async function presentAll(ctx: Ctx, rows: readonly UnpaidContract[]): Promise<Shown[]> {
  const items: Shown[] = []
  const policies = new Map<string, Calendar | undefined>()
  for (const { policy_uuid } of rows)
    if (!policies.has(policy_uuid))
      policies.set(policy_uuid, await findCalendar(ctx.tx, policy_uuid, employerOf(ctx.actor)))
  for (const row of rows) {
    const shares = sharesOf(row, policies.get(row.policy_uuid))
    if (shares.length > 0) items.push(present(ctx, row, shares))
  }
  return items
}

/**
 * Adds the unpaid days of a contract to the next open cycle of its policy, as line items that wait for approval. Sent again it answers
 * the same and adds nothing: a day that an item claims is not unpaid. NOT_FOUND for anyone else's contract.
 */
export async function addUnpaidPeriods(ctx: Ctx, contract_uuid: string) {
  const employer_uuid = employerOf(ctx.actor)
  if ((await holdPairOf(ctx, contract_uuid))?.employer_uuid !== employer_uuid)
    throw new Problem('NOT_FOUND', 'payroll.problems.noSuchSignedContract')
  const [row] = await listUnpaid(ctx.tx, {
    employer_uuid,
    contract_uuid,
    limit: 1,
    today: ctx.today,
  })
  const shares = row
    ? sharesOf(row, await findCalendar(ctx.tx, row.policy_uuid, employer_uuid))
    : []
  if (row && shares.length > 0) await add(ctx, employer_uuid, row, shares)
  const added = await findBackPay(ctx.tx, employer_uuid, contract_uuid)
  if (!added) throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.noDayWaits')
  return added
}

async function add(
  ctx: Ctx,
  employer_uuid: string,
  row: UnpaidContract,
  shares: readonly Share[],
): Promise<void> {
  const { open_cycle_uuid: cycle_uuid, policy_uuid, policy_label } = row
  if (!cycle_uuid)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.noCycleOpen', {
      params: { policy: policy_label },
    })
  await lockCycle(ctx.tx, policy_uuid, cycle_uuid)
  await lockItems(ctx.tx, cycle_uuid)
  const items = shares.map(share => itemOf(row, share, true))
  ctx.audit({
    action: 'create',
    entity: 'line_item',
    entity_uuids: await insertLineItems(ctx.tx, { cycle_uuid, employer_uuid }, items, ctx.now),
    employer_uuid,
    after: { status: 'PENDING_APPROVAL', back_pay: shares.map(({ earned }) => ({ ...earned })) },
  })
}

function sharesOf(row: UnpaidContract, policy: Calendar | undefined): Share[] {
  if (!policy) return []
  const isHoliday = isHolidayIn(policy)
  return backPay(row, row.unpaid, policy, isHoliday)
}

function present(ctx: Ctx, row: UnpaidContract, shares: readonly Share[]): Shown {
  const sum = shares.reduce((total, share) => total + share.amount_minor, 0n)
  return {
    contract_uuid: row.contract_uuid,
    contractor_sub: row.contractor_sub,
    contractor_name: row.contractor_name,
    role: row.role,
    policy_uuid: row.policy_uuid,
    policy_label: row.policy_label,
    periods: shares.map(({ earned, hours_hundredths, amount_minor }) => ({
      start_date: earned.first,
      end_date: earned.last,
      hours: hours_hundredths,
      amount: { currency: row.currency, minor: amount_minor },
    })),
    amount: { currency: row.currency, minor: sum },
    pay_date: row.open_pay_date,
    allowed_actions:
      row.open_cycle_uuid && mayCall(ctx.actor, payroll.addUnpaidPeriods) ? ['add'] : [],
  }
}
