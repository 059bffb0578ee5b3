import type { z } from 'zod'
import type { WaitingStep } from '#contract/approvals.ts'
import { payments } from '#contract/payments.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import type { StepLine, Work } from '../approvals/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import {
  bulkExecute,
  type Executed,
  requireCome,
  requireSeen,
  type ToExecute,
} from './bulk-execute.ts'
import { addUpReady, isReady, judgeDue, type Seen, SLICE } from './due-payments.ts'
import { findExecutionOf, holdDigest } from './execution.store.ts'
import {
  type ExecutionLineRow,
  holdSumsToExecute,
  listExecutionLines,
} from './execution-lines.report.store.ts'
import { inSet, keepInSet, sumOfSet, walkSet } from './execution-set.store.ts'
import { holdPayments, named } from './payment.store.ts'

/**
 * Executing payments, for one operator or for two. What counts is what the employers pay for those that have not left yet; each is
 * checked again when it is done, so that what is blocked by then stays behind.
 */
export const executionWork: Work<ToExecute, Executed> = {
  kind: 'execute_payments',
  entry: payments.bulkExecute,
  title: ({ pay_date }) => say('payments.works.execute', { date: formatDate(pay_date) }),
  totals: async (ctx, { pay_date, payment_uuids = [], ready }) => {
    if (!ready) return holdSumsToExecute(ctx.tx, payment_uuids)
    requireCome(ctx, pay_date)
    await holdDigest(ctx.tx, ready.digest)
    // What was seen is what is done, or nothing is: then its totals are those.
    return (await findExecutionOf(ctx.tx, ready.digest)) ? [] : ready.totals
  },
  keep: async (ctx, { pay_date, ready }) => {
    if (ready) await keepSeen(ctx, pay_date, ready)
  },
  lines: linesOf,
  run: (ctx, { ready, ...asked }) => bulkExecute(ctx, { ...asked, ready: ready && read(ready) }),
  outcomeOf: ({ execution_uuid, queued, refused }) => ({ execution_uuid, done: queued, refused }),
}

/** What was kept as JSON. */
function read({ totals, ...seen }: Seen): Seen {
  const exact = totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) }))
  return { ...seen, totals: exact }
}

/** Keeps which payments were seen, until a second operator answers. EXECUTION_STALE where something else is ready. */
async function keepSeen(ctx: Ctx, pay_date: string, seen: Seen): Promise<void> {
  const { digest } = seen
  if ((await sumOfSet(ctx.tx, digest)).payments === 0) {
    const found = addUpReady()
    for await (const judged of judgeDue(ctx, pay_date, ['SCHEDULED', 'HELD'])) {
      const rows = judged.filter(isReady).map(({ row }) => row)
      found.add(rows)
      const ids = rows.map(row => row.payment_uuid)
      await keepInSet(ctx.tx, digest, ids)
    }
    requireSeen(seen, found.seen())
  }
  requireSeen(seen, { digest, ...(await sumOfSet(ctx.tx, digest)) })
}

async function* linesOf(
  ctx: Ctx,
  { pay_date, payment_uuids = [], ready }: ToExecute,
  held: boolean,
): AsyncGenerator<StepLine[]> {
  if (held && ready) await holdPayments(ctx.tx, inSet(ready.digest))
  else if (held) await holdPayments(ctx.tx, named(payment_uuids))
  const slices = ready ? walkSet(ctx.tx, ready.digest, SLICE) : slicesOf(payment_uuids)
  for await (const ids of slices)
    yield (await listExecutionLines(ctx.tx, ids)).map(row => lineOf(pay_date, row))
}

/** In id order. */
async function* slicesOf(payment_uuids: readonly string[]): AsyncGenerator<string[]> {
  const ids = [...new Set(payment_uuids)].sort()
  for (let at = 0; at < ids.length; at += SLICE) yield ids.slice(at, at + SLICE)
}

function lineOf(pay_date: string, row: ExecutionLineRow): StepLine {
  return {
    line_id: row.payment_uuid,
    employer_name: row.employer_name,
    employer_domain: row.employer_domain ?? '',
    contractor_name: row.contractor_name,
    label: row.destination_label,
    date: row.pay_date,
    amount: { currency: row.source_currency, minor: row.source_minor },
    facts: [
      pay_date,
      row.payment_uuid,
      row.employer_uuid,
      row.contractor_sub,
      row.destination_uuid,
      row.destination_version,
      row.source_currency,
      row.source_minor,
      row.currency,
      row.promised_minor,
    ],
  }
}

/** What a bulk answers of which nothing was done: every payment of it waits for a second operator. */
export function waitingFor(
  payment_uuids: readonly string[],
  waiting: z.output<typeof WaitingStep>,
): z.output<(typeof payments)['bulkExecute']['response']> {
  return {
    execution_uuid: null,
    queued: 0,
    refused: 0,
    results: [...new Set(payment_uuids)].map(payment_uuid => ({
      payment_uuid,
      result: 'waiting',
      blockers: [],
    })),
    waiting,
  }
}
