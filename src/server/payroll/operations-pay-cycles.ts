import { payments } from '#contract/payments.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { employerName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { leavesOn } from '#domain/payments/pay-state.ts'
import { cycleStatus, isLive } from '#domain/payroll/line-item.ts'
import { payrollTypeOf } from '#domain/payroll/payroll-type.ts'
import { itemsOf, liveItems, statusesIn, totalsOf } from '#domain/payroll/review-marks.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { leftByChain, listPaymentsOfItems, marksOf, presentPart } from '../payments/index.ts'
import { listGivenBack } from './arrived.report.store.ts'
import { payStatesOf, toldOfCycle } from './cycle-pay-states.ts'
import { listEmployerCycles, listEmployerItems } from './operations-pay-cycles.report.store.ts'

/**
 * An employer's cycles for operators, newest first, by domain or uuid: what is owed, what arrived and what went back, per currency, and where it stands; without `summary`
 * the line items with their payments as well, and how they may be marked by hand.
 */
export async function listOperationsPayCycles(
  ctx: Ctx,
  id: string,
  summary: boolean,
  cycle_uuid?: string,
) {
  const mayMark = mayCall(ctx.actor, payments.markLineItem)
  const found = await listEmployerCycles(ctx.tx, id, cycle_uuid)
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
  const items = await listEmployerItems(
    ctx.tx,
    cycles.map(cycle => cycle.cycle_uuid),
  )
  const parts = await listPaymentsOfItems(
    ctx.tx,
    items.map(item => item.line_item_uuid),
    { given_back: true },
  )
  const stored = Map.groupBy(parts, payment => payment.line_item_uuid)
  const byChain = await leftByChain(ctx, parts)
  const byCycle = Map.groupBy(items, item => item.cycle_uuid)
  return cycles.map(cycle => ({
    ...cycle,
    line_items: (byCycle.get(cycle.cycle_uuid) ?? []).map(item => ({
      ...item,
      amount: { currency: item.currency, minor: item.amount_minor },
      payments: (stored.get(item.line_item_uuid) ?? []).map(payment =>
        presentPart(payment, leavesOn(payment.pay_date, ctx.today)),
      ),
      marks: mayMark ? marksOf(stored.get(item.line_item_uuid) ?? [], byChain) : [],
    })),
  }))
}

/** What is left of sums after others, in each of their currencies. */
function lessOf(totals: readonly Money[], gone: readonly Money[]): Money[] {
  return totals.map(({ currency, minor }) => {
    const own = gone.filter(of => of.currency === currency)
    return { currency, minor: own.reduce((rest, of) => rest - of.minor, minor) }
  })
}
