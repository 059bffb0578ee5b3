/** What becomes of payments that turn out not to have left: their money is their contractors', and waits for another attempt. */
import { assert } from '#domain/kernel/assert.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers } from '../ledger/index.ts'
import { changeOutcomes } from './doubt.store.ts'
import { changeStatus, type SettlingPayment } from './payment.store.ts'

/**
 * Takes locked UNKNOWN payments to FAILED: their money is held for their contractors, who are told with their employers. `reason` is a
 * sentence for all of them.
 */
export async function failPayments(
  ctx: Ctx,
  rows: readonly SettlingPayment[],
  { reason, action }: { readonly reason: string | null; readonly action: string },
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(row => row.payment_uuid)
  const set = reason === null ? {} : { failure_reason: reason }
  await moved(changeStatus(ctx.tx, ids, ['UNKNOWN'], 'FAILED', set), rows)
  await postTransfers(
    ctx,
    rows.map(({ attempt_uuid, employer_uuid, currency, amount_minor, payment_uuid }) => {
      assert(attempt_uuid && amount_minor !== null, 'what was tried has an attempt and an amount')
      return {
        transfer_uuid: uuidOf(`fail:${attempt_uuid}`),
        from: accounts.inFlight(employer_uuid, currency),
        to: accounts.heldForContractors(employer_uuid, currency),
        amount: { currency, minor: amount_minor },
        code: 'payment_failed',
        subject_uuid: payment_uuid,
      }
    }),
  )
  const attempts = rows.flatMap(row => row.attempt_uuid ?? [])
  await changeOutcomes(ctx.tx, attempts, 'FAILED', { reason, ended_at: ctx.now })
  for (const [employer_uuid, group] of Map.groupBy(rows, row => row.employer_uuid))
    ctx.audit({
      action,
      entity: 'payment',
      entity_uuids: group.map(row => row.payment_uuid),
      employer_uuid,
      after: { status: 'FAILED', reason },
    })
  for (const { payment_uuid } of rows) ctx.announce('payments.payment_failed', { payment_uuid })
}

/** Asserts that a change was of all of these: they are locked, and stay as they were read. */
export async function moved(change: Promise<number>, rows: readonly unknown[]): Promise<void> {
  assert((await change) === rows.length, 'locked payments stay as they were read')
}
