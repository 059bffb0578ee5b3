/** Where the payments of cycles stand: by their counts, and where their day has come by what keeps those that are scheduled. */
import { loadRates } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { haltedSince } from './halt.store.ts'
import { blockersOf } from './payment-blockers.ts'
import { type CyclePayments, countPayments, listAlike } from './payment-count.report.store.ts'
import { listLeavingFacts } from './payment-facts.report.store.ts'

type Dated = { readonly cycle_uuid: string; readonly pay_date: string }

/**
 * Where the payments of these cycles stand, by cycle. Once its pay date has come it is asked what keeps each kind of scheduled payment, as
 * the checklist asks: a rate that moved, or somebody who was suspended since, holds no payment before that.
 */
export async function paymentsOfCycles(
  ctx: Ctx,
  cycles: readonly Dated[],
): Promise<(cycle_uuid: string) => CyclePayments> {
  const counts = await countPayments(
    ctx.tx,
    cycles.map(({ cycle_uuid }) => cycle_uuid),
  )
  const due = cycles.filter(
    ({ cycle_uuid, pay_date }) =>
      pay_date <= ctx.today && counts(cycle_uuid).counted.some(isScheduled),
  )
  const looked = await lookedAt(ctx, due)
  return cycle_uuid => {
    const of = counts(cycle_uuid)
    const own = looked.get(cycle_uuid)
    return own ? { ...of, counted: [...of.counted.filter(one => !isScheduled(one)), ...own] } : of
  }
}

function isScheduled({ status }: { readonly status: string }): boolean {
  return status === 'SCHEDULED'
}

/** The scheduled payments of cycles that are due, alike ones together, with what keeps them. */
async function lookedAt(ctx: Ctx, due: readonly Dated[]) {
  if (due.length === 0) return new Map<string, CyclePayments['counted']>()
  const alike = await listAlike(
    ctx.tx,
    due.map(({ cycle_uuid }) => cycle_uuid),
    [...new Set(due.map(({ pay_date }) => pay_date))],
  )
  const facts = await listLeavingFacts(
    ctx.tx,
    alike.map(({ payment_uuid }) => payment_uuid),
  )
  const rateFor = await loadRates(ctx)
  const halted = await haltedSince(ctx.tx)
  const rows = new Map(facts.map(row => [row.payment_uuid, row]))
  const told = alike.map(({ payment_uuid, ...of }) => {
    const row = rows.get(payment_uuid)
    const blockers = row ? blockersOf(row, ctx, rateFor, halted) : []
    return { ...of, status: 'SCHEDULED' as const, hold_reason: null, blockers }
  })
  return Map.groupBy(told, of => of.cycle_uuid)
}
