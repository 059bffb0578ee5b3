/** What others than Corridor paid: its employer's money goes back to them, and it is settled without having left (decision 0081). */
import { assert } from '#domain/kernel/assert.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers } from '../ledger/index.ts'
import { auditByEmployer } from './audit-by-employer.ts'
import { moved } from './fail-payments.ts'
import { changeStatus } from './payment.store.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'
import { keepOutside, keepRecords } from './payment-record.store.ts'
import { settleWhole } from './settle-payments.ts'
import { toArrive } from './unsent.ts'

export type PaidOutside = {
  readonly reference: string
  readonly words: string
  readonly file_uuid: string | null
}

/**
 * Settles locked payments that wait to leave for the first time as paid by others: what is reserved for them is available to their employers
 * again, and nothing left. The record has the reference and the proof.
 */
export async function payOutside(
  ctx: Ctx,
  rows: readonly PaymentFactsRow[],
  { reference, words, file_uuid }: PaidOutside,
): Promise<void> {
  if (rows.length === 0) return
  await postTransfers(
    ctx,
    rows
      .filter(row => row.funded)
      .map(row => ({
        transfer_uuid: uuidOf(`outside:${row.payment_uuid}:${row.version}`),
        from: accounts.reserved(row.employer_uuid, row.source_currency),
        to: accounts.available(row.employer_uuid, row.source_currency),
        amount: { currency: row.source_currency, minor: row.source_minor },
        code: 'paid_outside',
        subject_uuid: row.payment_uuid,
      })),
  )
  const ids = rows.map(row => row.payment_uuid)
  const set = { settled_at: ctx.now, reference, funded: false }
  await moved(changeStatus(ctx.tx, ids, ['SCHEDULED', 'HELD'], 'SETTLED', set), rows)
  await keepOutside(
    ctx.tx,
    rows.map(row => {
      const amount_minor = toArrive(row)
      assert(amount_minor !== null, 'what is marked has an amount')
      return { payment_uuid: row.payment_uuid, amount_minor }
    }),
  )
  await keepRecords(ctx, rows, { kind: 'OUTSIDE', reference, words, file_uuid })
  auditByEmployer(ctx, rows, 'pay_outside', 'SETTLED', { reference })
  ctx.announce('payments.payments_settled', { payment_uuids: ids })
  await settleWhole(ctx, rows)
}
