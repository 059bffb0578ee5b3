/** What is due up to a day, looked at slice by slice: what that takes in memory does not grow with what is due. */
import { createHash } from 'node:crypto'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { type Blocker, toOperator } from '#domain/payments/blockers.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import { loadRates } from '../exchange/index.ts'
import { readAhead } from '../kernel/read-ahead.ts'
import { type Ctx, toJson } from '../kernel/unit-of-work.ts'
import { haltedSince } from './halt.store.ts'
import { blockersOf } from './payment-blockers.ts'
import { type LeavingFacts, listDue } from './payment-facts.report.store.ts'

/** So many payments are worked at once. */
export const SLICE = 1_000

export type Judged = { readonly row: LeavingFacts; readonly blockers: readonly Blocker[] }

/** Walks the payments in these states that are due by a day, the earliest first, each with what blocks it. */
export async function* judgeDue(
  ctx: Ctx,
  pay_date: string,
  statuses: readonly PaymentStatus[],
): AsyncGenerator<Judged[]> {
  const rateFor = await loadRates(ctx)
  const halted = await haltedSince(ctx.tx)
  const slices = readAhead<LeavingFacts>(SLICE, after =>
    listDue(ctx.tx, { statuses, due_by: pay_date, after, limit: SLICE }),
  )
  for await (const rows of slices)
    yield rows.map(row => ({
      row,
      blockers: blockersOf(row, ctx, rateFor, halted).map(toOperator),
    }))
}

/** Whether a payment leaves when it is executed. */
export function isReady({ row: { status }, blockers }: Judged): boolean {
  return blockers.length === 0 && (status === 'SCHEDULED' || status === 'HELD')
}

/** What somebody saw that was ready, as they name it: how many payments, what the employers pay for them, and the digest of each. */
export type Seen = {
  readonly payments: number
  readonly totals: readonly Money[]
  readonly digest: string
}

/** Adds up what is ready, in the order in which it is walked. Which attempt it would be is a part: what came back is something new. */
export function addUpReady(): { add(rows: readonly LeavingFacts[]): void; seen(): Seen } {
  const hash = createHash('sha256')
  let payments = 0
  let totals: Money[] = []
  return {
    add: rows => {
      for (const row of rows) {
        const { payment_uuid, attempt, destination_uuid, destination_version } = row
        const paid = [row.source_currency, row.source_minor, row.currency, row.promised_minor]
        hash.update(toJson([payment_uuid, attempt, destination_uuid, destination_version, ...paid]))
      }
      payments += rows.length
      totals = totalsByCurrency([...totals, ...rows.map(sourceOf)])
    },
    seen: () => ({ payments, totals, digest: hash.copy().digest('hex') }),
  }
}

/** What the employer pays. */
export function sourceOf(row: LeavingFacts): Money {
  return { currency: row.source_currency, minor: row.source_minor }
}
