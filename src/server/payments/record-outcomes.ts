/** What becomes of payments by what their rails said: sent, or failed with the money held for whom it is for. */
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers } from '../ledger/index.ts'
import { type AttemptOutcome, type RecordedPayment, recordOutcomes } from './attempt.store.ts'

/** Records outcomes of attempts that are executing, once; of the others nothing changes. Answers how many changed. */
export async function record(ctx: Ctx, outcomes: readonly AttemptOutcome[]): Promise<number> {
  const recorded = await recordOutcomes(ctx.tx, outcomes, ctx.now)
  await holdFailed(
    ctx,
    recorded.filter(payment => payment.status === 'FAILED'),
  )
  for (const [key, group] of Map.groupBy(
    recorded,
    payment => `${payment.status}/${payment.employer_uuid}`,
  )) {
    const [status = '', employer_uuid = ''] = key.split('/')
    const entity_uuids = group.map(payment => payment.payment_uuid)
    ctx.audit({
      action: status === 'SENT' ? 'send' : 'fail',
      entity: 'payment',
      entity_uuids,
      employer_uuid,
      after: { status },
    })
  }
  return recorded.length
}

/** The money of what failed is held for its contractors, who are told. */
export async function holdFailed(
  ctx: Ctx,
  failed: readonly Omit<RecordedPayment, 'status'>[],
): Promise<void> {
  await postTransfers(
    ctx,
    failed.map(payment => ({
      transfer_uuid: uuidOf(`fail:${payment.attempt_uuid}`),
      from: accounts.inFlight(payment.employer_uuid, payment.currency),
      to: accounts.heldForContractors(payment.employer_uuid, payment.currency),
      amount: { currency: payment.currency, minor: payment.amount_minor },
      code: 'payment_failed',
      subject_uuid: payment.payment_uuid,
    })),
  )
  for (const { payment_uuid } of failed) ctx.announce('payments.payment_failed', { payment_uuid })
}
