import type { z } from 'zod'
import type { WaitingStep } from '#contract/approvals.ts'
import { payments } from '#contract/payments.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import type { Work } from '../approvals/index.ts'
import { say } from '../kernel/words.ts'
import { bulkExecute } from './bulk-execute.ts'
import { holdSumsToExecute, listExecutionLines } from './execution-lines.report.store.ts'
import { lockPayments } from './payment.store.ts'

export type ExecutionContent = {
  readonly pay_date: string
  readonly payment_uuids: readonly string[]
}
type Executed = Awaited<ReturnType<typeof bulkExecute>>

/**
 * Executing payments, for one operator or for two. What counts is what the employers pay for those that have not left yet; each is
 * checked again when it is done, so that what is blocked by then stays behind.
 */
export const executionWork: Work<ExecutionContent, Executed> = {
  kind: 'execute_payments',
  entry: payments.bulkExecute,
  title: ({ pay_date }) => say('payments.works.execute', { date: formatDate(pay_date) }),
  totals: (ctx, { payment_uuids }) => holdSumsToExecute(ctx.tx, payment_uuids),
  lines: async (ctx, { pay_date, payment_uuids }, held) => {
    if (held) await lockPayments(ctx.tx, payment_uuids)
    const rows = await listExecutionLines(ctx.tx, payment_uuids)
    return rows.map(row => ({
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
    }))
  },
  run: bulkExecute,
  outcomeOf: ({ execution_uuid, queued, results }) => ({
    execution_uuid,
    done: queued,
    refused: results.length - queued,
  }),
}

/** What a bulk answers of which nothing was done: every payment of it waits for a second operator. */
export function waitingFor(
  payment_uuids: readonly string[],
  waiting: z.output<typeof WaitingStep>,
): z.output<(typeof payments)['bulkExecute']['response']> {
  return {
    execution_uuid: null,
    queued: 0,
    results: [...new Set(payment_uuids)].map(payment_uuid => ({
      payment_uuid,
      result: 'waiting',
      blockers: [],
    })),
    waiting,
  }
}
