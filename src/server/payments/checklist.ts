import type { z } from 'zod'
import type { Checklist } from '#contract/payments.ts'
import { assert } from '#domain/kernel/assert.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { convert } from '#domain/kernel/rate.ts'
import { textOf } from '#domain/kernel/words.ts'
import { wasAttempted } from '#domain/payments/payment.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { haltedSince } from './halt.store.ts'
import { countDue, countUnpaid } from './payment.store.ts'
import { blockersOf } from './payment-blockers.ts'
import { listPayments, type PaymentFactsRow } from './payment-facts.report.store.ts'
import { loadRates, type RateFor } from './rates.ts'

/** As many as one execution takes. */
const MOST = 20_000
const STATUSES = ['SCHEDULED', 'HELD', 'FROZEN', 'FAILED', 'RETURNED'] as const

/**
 * What would leave up to a day, by rail and currency, and what stays behind by its first reason. Nothing is changed. Looks at the
 * earliest `most` that are due, and says how many it did not look at.
 */
export async function getChecklist(
  ctx: Ctx,
  pay_date: string,
  most = MOST,
): Promise<z.output<typeof Checklist>> {
  const filter = { statuses: STATUSES, due_by: pay_date, limit: most }
  const due = await listPayments(ctx.tx, filter)
  const rateFor = await loadRates(ctx)
  const halted = await haltedSince(ctx.tx)
  const judged = due.map(row => ({ row, blockers: blockersOf(row, ctx, rateFor, halted) }))
  const ready = judged.filter(
    ({ row, blockers }) =>
      blockers.length === 0 && (row.status === 'SCHEDULED' || row.status === 'HELD'),
  )
  const blocked = judged
    .map(one => ({
      row: one.row,
      blockers: one.blockers.length > 0 ? one.blockers : failureOf(one.row),
    }))
    .filter(({ blockers }) => blockers.length > 0)
  return {
    pay_date,
    ready: byRail(ready.map(({ row }) => ({ row, minor: amountNow(row, rateFor) }))),
    ready_totals: totalsByCurrency(ready.map(({ row }) => sourceOf(row))),
    payment_uuids: ready.map(({ row }) => row.payment_uuid),
    blocked: [...Map.groupBy(blocked, ({ blockers }) => blockers[0]?.code ?? '')].map(
      ([code, group]) => {
        const first = group[0]?.blockers[0]
        assert(first, 'a group has a blocker')
        return {
          code,
          ...withReason({ said: first.said, who: first.who }),
          payments: group.length,
          held: totalsByCurrency(group.map(({ row }) => sourceOf(row))),
          payment_uuids: group.map(({ row }) => row.payment_uuid),
        }
      },
    ),
    left_out: due.length < most ? 0 : (await countDue(ctx.tx, STATUSES, pay_date)) - due.length,
    sent: (await countUnpaid(ctx.tx)).SENT ?? 0,
  }
}

function byRail(rows: readonly { row: PaymentFactsRow; minor: bigint }[]) {
  return [...Map.groupBy(rows, ({ row }) => `${row.network}/${row.currency}`)].map(
    ([key, group]) => {
      const [network = '', currency = ''] = key.split('/')
      return {
        network,
        currency,
        payments: group.length,
        total: group.reduce((sum, { minor }) => sum + minor, 0n),
      }
    },
  )
}

/** What a payment would send now: what an earlier attempt fixed, or the source at today's rate. */
export function amountNow(row: PaymentFactsRow, rateFor: RateFor): bigint {
  if (wasAttempted(row) && row.amount_minor !== null) return row.amount_minor
  if (row.currency === row.source_currency) return row.source_minor
  const rate = rateFor(row.source_currency, row.currency)
  return rate ? convert(sourceOf(row), rate).minor : 0n
}

function sourceOf(row: PaymentFactsRow): Money {
  return { currency: row.source_currency, minor: row.source_minor }
}

/** A payment that failed or came back leaves again only once somebody retries it. */
function failureOf(row: PaymentFactsRow) {
  if (row.status !== 'FAILED' && row.status !== 'RETURNED') return []
  return [
    {
      code: row.status,
      said: textOf(`payments.blockers.${row.status}`),
      who: 'CORRIDOR' as const,
    },
  ]
}
