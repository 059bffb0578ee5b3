import type { mending } from '#contract/mending.ts'
import { payments } from '#contract/payments.ts'
import type { treasuries } from '#contract/treasuries.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { SecondPerson } from '../approvals/index.ts'
import { answerEncoder } from '../kernel/encode-answer.ts'
import { changesOf } from '../kernel/event-stream.ts'
import type { Handlers } from '../kernel/http.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { askFirstPayment } from './ask-again.ts'
import { countToRelease } from './bank-batch.store.ts'
import { bulkSettle } from './bulk-settle.ts'
import { getChecklist } from './checklist.ts'
import { findExecution } from './execution.store.ts'
import { executionWork, waitingFor } from './execution-work.ts'
import { explainMissing } from './explain-missing.ts'
import { explainWallet } from './explain-wallet.ts'
import { railsFollowed } from './followed.ts'
import { historyCsv, listHistory, listUnpaid } from './list-payments.ts'
import { markLineItem } from './mark-line-item.ts'
import { mendPayments, readProof } from './mend-payments.ts'
import { countWrong, findSent } from './payment.store.ts'
import { retryPayment } from './settle-payments.ts'
import { exportToSign, importSigned, listToSign } from './sign-by-hand.ts'
import { listTreasuries } from './treasuries.ts'
import { listWork, workCsv } from './work-list.ts'

type Progress = Awaited<ReturnType<typeof getExecution>>
const progressOnTheWire = answerEncoder('watchExecution', payments.getExecution.response)

/** The handlers; `byTwo` says what one operator may execute alone. */
export const paymentHandlers = (byTwo: SecondPerson): Handlers<typeof payments> => ({
  listUnpaid: ({ query }, ctx) => listUnpaid(ctx, query),
  countWrong: (_input, ctx) => countWrong(ctx.tx),
  listPaymentHistory: ({ query }, ctx) => listHistory(ctx, query),
  getPaymentHistoryCsv: ({ query }, ctx) => historyCsv(ctx, query),
  getChecklist: ({ query }, ctx) => getChecklist(ctx, query.pay_date ?? ctx.today),
  bulkExecute: async ({ body }, ctx) => {
    const outcome = await byTwo(ctx, executionWork, body)
    return 'done' in outcome ? outcome.done : waitingFor(body.payment_uuids ?? [], outcome.waiting)
  },
  getExecution: ({ params }, ctx) => getExecution(ctx, params.id),
  watchExecution: async ({ params }, ctx) => {
    await getExecution(ctx, params.id)
    const look = () => ctx.readLater(later => getExecution(later, params.id))
    const isLast = ({ finished }: Progress) => finished
    const pieces = changesOf(look, { wire: progressOnTheWire, isLast })
    return { file_name: 'progress.txt', mime_type: 'text/event-stream', pieces }
  },
  bulkSettle: ({ body }, ctx) => bulkSettle(ctx, body),
  markLineItem: (input, ctx) => markLineItem(ctx, byTwo, input),
})

async function getExecution(ctx: Ctx, execution_uuid: string) {
  const found = await findExecution(ctx.tx, execution_uuid)
  if (!found) throw new Problem('NOT_FOUND', 'payments.problems.noSuchExecution')
  const sum = (of: 'sent' | 'unsettled' | 'waiting' | 'failed' | 'unknown') =>
    found.rows.reduce((total, row) => total + row[of], 0)
  const unsettled = sum('unsettled')
  const to_release = await countToRelease(ctx.tx, execution_uuid)
  const waiting = sum('waiting') - to_release
  const finished = waiting === 0
  return {
    execution_uuid,
    pay_date: found.pay_date,
    requested_at: found.requested_at,
    payments: found.payments,
    sent: sum('sent'),
    waiting,
    to_release,
    failed: sum('failed'),
    unknown: sum('unknown'),
    finished,
    unsettled,
    sent_seen:
      finished && unsettled > 0
        ? await findSent(ctx.tx, { execution_uuid, beside: railsFollowed(ctx.gateways) })
        : null,
    by_rail: found.rows.map(({ network, currency, payments, sent, failed, total }) => ({
      network,
      currency,
      payments,
      sent,
      failed,
      total,
    })),
  }
}

/** The wallets that payments on chains leave from; what is missing there, or differs from the books, is explained by two, and what people sign is handed out and taken. */
export const treasuryHandlers = (byTwo: SecondPerson): Handlers<typeof treasuries> => ({
  listTreasuries: (_input, ctx) => listTreasuries(ctx),
  explainMissing: ({ body }, ctx) => explainMissing(ctx, byTwo, body),
  explainWallet: ({ body }, ctx) => explainWallet(ctx, byTwo, body),
  listToSign: (_input, ctx) => listToSign(ctx),
  exportToSign: ({ params }, ctx) => exportToSign(ctx, params),
  importSigned: ({ params, body }, ctx) => importSigned(ctx, params, body),
})

/** What is done about payments that went wrong; `byTwo` says what one operator may do alone. */
export const mendingHandlers = (byTwo: SecondPerson): Handlers<typeof mending> => ({
  listWork: ({ query }, ctx) => listWork(ctx, query),
  getWorkCsv: ({ query }, ctx) => workCsv(ctx, query),
  retryPayment: ({ params, body }, ctx) => retryPayment(ctx, params.id, body?.destination_uuid),
  askFirstPayment: ({ params }, ctx) => askFirstPayment(ctx, params.id),
  mendPayments: ({ body }, ctx) => mendPayments(ctx, byTwo, body),
  getPaymentProof: ({ params }, ctx) => readProof(ctx, params.id),
})
