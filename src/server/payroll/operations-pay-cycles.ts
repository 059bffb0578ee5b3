import type { z } from 'zod'
import type { operatorsPay } from '#contract/operators-pay.ts'
import { payments } from '#contract/payments.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { employerName } from '#domain/kernel/names.ts'
import { invalidFields, Problem } from '#domain/kernel/problem.ts'
import { leavesOn } from '#domain/payments/pay-state.ts'
import { cycleStatus, isLive } from '#domain/payroll/line-item.ts'
import { MOST_CYCLES_SHOWN, payrollTypeOf } from '#domain/payroll/payroll-type.ts'
import { itemsOf, liveItems, statusesIn, totalsOf } from '#domain/payroll/review-marks.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, IdKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { leftByChain, listPaymentsOfItems, marksOf, presentPart } from '../payments/index.ts'
import { listGivenBack } from './arrived.report.store.ts'
import { payStatesOf, toldOfCycle } from './cycle-pay-states.ts'
import { listFound } from './found-items.report.store.ts'
import {
  listEmployerCycles,
  listEmployerItems,
  listLiveItems,
} from './operations-pay-cycles.report.store.ts'

/** So many pays with their payments are answered at once. */
const MOST_ITEMS = 1000

/** One of them, or so many of the newest; null are all. */
type Which = { readonly cycle_uuid?: string | undefined; readonly most?: number | null }

/**
 * An employer's cycles for operators, newest first, by domain or uuid: what is owed, what arrived and what went back, per currency, and where it stands; without `summary`
 * the line items with their payments as well, and how they may be marked by hand: VALIDATION where there are more than a thousand.
 */
export async function listOperationsPayCycles(
  ctx: Ctx,
  id: string,
  summary: boolean,
  { cycle_uuid, most = MOST_CYCLES_SHOWN }: Which = {},
) {
  const found = await listEmployerCycles(ctx.tx, id, { cycle_uuid, most })
  if (!found) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchEmployer')
  const judge = await payStatesOf(ctx, found.employer_uuid, found.cycles)
  const company_name = employerName(found)
  const wentBack = Map.groupBy(
    await listGivenBack(
      ctx.tx,
      found.cycles.map(cycle => cycle.cycle_uuid),
    ),
    of => of.cycle_uuid,
  )
  const cycles = found.cycles.map(cycle => {
    const { counts, shortage, pay_states } = judge(cycle)
    const status = cycleStatus(statusesIn(counts))
    const totals = totalsOf(counts, isLive)
    const back = wentBack.get(cycle.cycle_uuid) ?? []
    const paid = lessOf(
      totalsOf(counts, of => of === 'PAID'),
      back.filter(of => of.status === 'PAID'),
    )
    const left = lessOf(totals, [...paid, ...back])
    return {
      ...{ ...cycle, company_name, status, totals, paid, given_back: totalsByCurrency(back), left },
      ...shortage,
      payroll_type: payrollTypeOf({ status, pay_date: cycle.pay_date }, ctx.today),
      contractors: liveItems(counts),
      paid_contractors: itemsOf(counts, 'PAID'),
      pay_states: toldOfCycle(ctx, pay_states, {
        ...{ reader: 'OPERATOR', pay_date: cycle.pay_date, shortage },
        places: { employer: found.domain ?? found.employer_uuid },
      }),
    }
  })
  if (summary) return cycles
  const cycle_uuids = cycles.map(cycle => cycle.cycle_uuid)
  const ids = await listLiveItems(ctx.tx, cycle_uuids, MOST_ITEMS + 1)
  if (ids.length > MOST_ITEMS)
    throw invalidFields([
      {
        ...{ loc: ['query', 'summary'], type: 'value_error' },
        ...{ text: 'payroll.problems.askByPage', params: { most: MOST_ITEMS } },
      },
    ])
  const byCycle = Map.groupBy(await presentItemsOf(ctx, ids), item => item.cycle_uuid)
  return cycles.map(cycle => ({ ...cycle, line_items: byCycle.get(cycle.cycle_uuid) ?? [] }))
}

/**
 * A page of the pays of a cycle with their payments, and how they may be marked by hand: neither what is archived nor what is cancelled; on
 * each page by name. NOT_FOUND for a cycle of another employer.
 */
export async function listOperationsItems(
  ctx: Ctx,
  { id, cycle_uuid }: { readonly id: string; readonly cycle_uuid: string },
  { limit, cursor, search }: z.output<(typeof operatorsPay)['listOperationsItems']['query']>,
) {
  const [after] = decodeCursor(cursor, IdKey) ?? []
  const found = await listEmployerCycles(ctx.tx, id, { cycle_uuid, most: 1 })
  if (!found) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchEmployer')
  if (found.cycles.length === 0) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchCycle')
  const looked = { search: search?.trim(), live: true, after, limit: limit + 1 }
  const ids = await listFound(ctx.tx, cycle_uuid, looked)
  const { rows, next_cursor } = pageOf(ids, limit, line_item_uuid => [line_item_uuid])
  return { items: await presentItemsOf(ctx, rows), next_cursor }
}

/** Line items by name, with their payments and how they may be marked by hand. */
async function presentItemsOf(ctx: Ctx, line_item_uuids: readonly string[]) {
  const mayMark = mayCall(ctx.actor, payments.markLineItem)
  const items = await listEmployerItems(ctx.tx, line_item_uuids)
  const parts = await listPaymentsOfItems(ctx.tx, line_item_uuids, { given_back: true })
  const stored = Map.groupBy(parts, payment => payment.line_item_uuid)
  const byChain = await leftByChain(ctx, parts)
  return items.map(item => ({
    ...item,
    amount: { currency: item.currency, minor: item.amount_minor },
    payments: (stored.get(item.line_item_uuid) ?? []).map(payment =>
      presentPart(payment, leavesOn(payment.pay_date, ctx.today)),
    ),
    marks: mayMark ? marksOf(stored.get(item.line_item_uuid) ?? [], byChain) : [],
  }))
}

/** What is left of sums after others, in each of their currencies. */
function lessOf(totals: readonly Money[], gone: readonly Money[]): Money[] {
  return totals.map(({ currency, minor }) => {
    const own = gone.filter(of => of.currency === currency)
    return { currency, minor: own.reduce((rest, of) => rest - of.minor, minor) }
  })
}
