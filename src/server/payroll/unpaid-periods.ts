/**
 * What was signed too late for its first cycles, fell between line items, or was paid before a raise was signed (decision 0120): named to the
 * employer as a fact, revision by revision (decision 0147), and paid with the next open cycle once somebody adds it.
 */
import type { z } from 'zod'
import { payroll } from '#contract/payroll.ts'
import type { UnpaidPeriod } from '#contract/payroll-shapes.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { backPay } from '#domain/payroll/back-pay.ts'
import type { Share } from '#domain/payroll/fit.ts'
import { type Raise, raisesOwed } from '#domain/payroll/raise.ts'
import { holdPairOf } from '../contracts/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, IdKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isHolidayIn } from '../reference/holidays.ts'
import { lockCycle } from './cycle.store.ts'
import { itemOf } from './fit-cycle.ts'
import { findEntered, insertLineItems, lockItems, lockPaid } from './line-item.store.ts'
import { type Calendar, findCalendar } from './policy.report.store.ts'
import {
  findBackPay,
  findToRaise,
  listUnpaid,
  type UnpaidContract,
} from './unpaid-periods.report.store.ts'
import { requireWaiting, writeEntry } from './write-item.ts'

type Shown = z.output<typeof UnpaidPeriod>
type Query = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly contract_uuid?: string | undefined
}

/** What of a contract is unpaid: days, and raises of days that were paid. */
type Owed = { readonly shares: readonly Share[]; readonly raises: readonly Raise[] }

/** A page of the acting employer's contracts with days that are earned and that no cycle pays, or pays in full, with what they are worth. */
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
    const owed = owedOf(row, policies.get(row.policy_uuid))
    if (isOwed(owed)) items.push(present(ctx, row, owed))
  }
  return items
}

/**
 * Adds the unpaid days of a contract to the next open cycle of its policy, as line items that wait for approval, and raises as entries of its
 * pay there. Sent again it answers the same and adds nothing: a day that an item claims is not unpaid, nor a raise that an entry names.
 * NOT_FOUND for anyone else's contract.
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
  const owed = row && owedOf(row, await findCalendar(ctx.tx, row.policy_uuid, employer_uuid))
  if (owed && isOwed(owed)) await add(ctx, employer_uuid, row, owed)
  const added = await findBackPay(ctx.tx, employer_uuid, contract_uuid)
  if (!added) throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.noDayWaits')
  return added
}

async function add(
  ctx: Ctx,
  employer_uuid: string,
  row: UnpaidContract,
  { shares, raises }: Owed,
): Promise<void> {
  const { open_cycle_uuid: cycle_uuid, policy_uuid, policy_label } = row
  if (!cycle_uuid)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.noCycleOpen', {
      params: { policy: policy_label },
    })
  // A pay that comes back at this moment waits for this, and keeps its terms then; or it came first, and takes the new ones by itself.
  const paid = await lockPaid(
    ctx.tx,
    raises.map(raise => raise.line_item_uuid),
  )
  const owed = raises.filter(raise => paid.has(raise.line_item_uuid))
  await lockCycle(ctx.tx, policy_uuid, cycle_uuid)
  await lockItems(ctx.tx, cycle_uuid)
  if (shares.length > 0) await addDays(ctx, { cycle_uuid, employer_uuid }, row, shares)
  if (owed.length > 0) await addRaises(ctx, { cycle_uuid, employer_uuid }, row, owed)
}

type Open = { readonly cycle_uuid: string; readonly employer_uuid: string }

async function addDays(
  ctx: Ctx,
  { cycle_uuid, employer_uuid }: Open,
  row: UnpaidContract,
  shares: readonly Share[],
): Promise<void> {
  const items = shares.map(share => itemOf(row, share, true))
  ctx.audit({
    action: 'create',
    entity: 'line_item',
    entity_uuids: await insertLineItems(ctx.tx, { cycle_uuid, employer_uuid }, items, ctx.now),
    employer_uuid,
    after: { status: 'PENDING_APPROVAL', back_pay: shares.map(({ earned }) => ({ ...earned })) },
  })
}

/** Writes raises on the pay of a locked cycle, an entry for each run of days and step of the rate. */
async function addRaises(
  ctx: Ctx,
  { cycle_uuid, employer_uuid }: Open,
  contract: UnpaidContract,
  raises: readonly Raise[],
): Promise<void> {
  const { contract_uuid, revision, policy_label } = contract
  for (const { days, amount_minor, before_minor, rate_minor, ...raised } of raises) {
    const own = await findToRaise(ctx.tx, cycle_uuid, contract)
    const row = own && (await findEntered(ctx.tx, cycle_uuid, own))
    if (!row)
      throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.noPayToRaise', {
        params: { policy: policy_label },
      })
    requireWaiting(row)
    await writeEntry(ctx, { employer_uuid }, row, {
      ...{ entry_uuid: newUuid(), kind: 'RAISE', amount_minor: Number(amount_minor) },
      words: `${days.first}/${days.last}`,
      author_sub: ctx.actor.sub,
      written_at: ctx.now.toISOString(),
      raise: {
        ...{ ...raised, contract_uuid, revision, ...days },
        ...{ before_minor: Number(before_minor), rate_minor: Number(rate_minor) },
      },
    })
  }
}

function owedOf(row: UnpaidContract, policy: Calendar | undefined): Owed {
  if (!policy) return { shares: [], raises: [] }
  const isHoliday = isHolidayIn(policy)
  return {
    shares: backPay(row, row.unpaid, policy, isHoliday),
    raises: raisesOwed(row, row.raised, isHoliday),
  }
}

function isOwed({ shares, raises }: Owed): boolean {
  return shares.length + raises.length > 0
}

function present(ctx: Ctx, row: UnpaidContract, { shares, raises }: Owed): Shown {
  const money = (minor: bigint) => ({ currency: row.currency, minor })
  const periods = [
    ...raises.map(({ days, rate_minor, before_minor, ...raise }) => ({
      ...{ kind: 'RAISE' as const, days, ...raise },
      ...{ rate: money(rate_minor), before: money(before_minor) },
    })),
    ...shares.map(({ earned: days, ...share }) => ({
      ...{ kind: 'DAYS' as const, days, ...share },
      ...{ rate: money(row.hourly_rate_minor), before: null },
    })),
  ].toSorted((a, b) => (a.days.first < b.days.first ? -1 : 1))
  const sum = periods.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  return {
    contract_uuid: row.contract_uuid,
    contractor_sub: row.contractor_sub,
    contractor_name: row.contractor_name,
    role: row.role,
    policy_uuid: row.policy_uuid,
    policy_label: row.policy_label,
    contract_revision: row.revision,
    periods: periods.map(({ kind, days, hours_hundredths, rate, before, amount_minor }) => ({
      ...{ kind, start_date: days.first, end_date: days.last, hours: hours_hundredths },
      ...{ rate, before, amount: money(amount_minor) },
    })),
    amount: money(sum),
    pay_date: row.open_pay_date,
    allowed_actions:
      row.open_cycle_uuid && mayCall(ctx.actor, payroll.addUnpaidPeriods) ? ['add'] : [],
  }
}
