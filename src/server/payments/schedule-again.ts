/** Payments that failed or came back wait for a new attempt: by one operator's wish, or by the word of two. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { auditByEmployer } from './audit-by-employer.ts'
import { holdScheduled } from './hold-scheduled.ts'
import type { MendRow } from './mend-rows.ts'
import { keepAnew } from './paid-anew.store.ts'
import { changeStatus, redirectPayments } from './payment.store.ts'
import { lookAtHoldsOf } from './release-held.ts'
import type { OtherPlace } from './work-list.report.store.ts'

/**
 * Schedules a payment that failed or came back again, to its own account or to the other one of its contractor, as it was read: where it goes is not
 * looked up anew, so that an account that is put out of use at this moment refuses no other payment. It stays behind as blocked then.
 */
export async function scheduleAgain(ctx: Ctx, row: MendRow, other?: OtherPlace): Promise<void> {
  const { payment_uuid } = row
  await changeStatus(ctx.tx, [payment_uuid], ['FAILED', 'RETURNED'], 'SCHEDULED')
  if (other) await redirectPayments(ctx.tx, [payment_uuid], other)
  const { destination_uuid } = other ?? row
  auditByEmployer(ctx, [row], 'retry', 'SCHEDULED', { destination_uuid })
  await holdScheduled(ctx, [payment_uuid])
  // Its account may take payments again.
  await lookAtHoldsOf(ctx, [row])
}

/** Two operators say that locked payments are paid anew although an attempt before could arrive beside: each once more, and of the next attempts nothing is said. */
export async function scheduleBeside(
  ctx: Ctx,
  rows: readonly MendRow[],
  { asked_by }: { readonly asked_by: string },
): Promise<void> {
  if (rows.length === 0) return
  const confirmed_by = ctx.actor.sub
  const attempts = rows.flatMap(row => row.attempt_uuid ?? [])
  await keepAnew(ctx.tx, attempts, { asked_by, confirmed_by, at: ctx.now })
  for (const row of rows) {
    await scheduleAgain(ctx, row)
    ctx.audit({
      ...{ action: 'say', entity: 'payment_attempt', employer_uuid: row.employer_uuid },
      entity_uuids: [row.attempt_uuid ?? ''],
      after: { word: 'BESIDE', asked_by, confirmed_by },
    })
  }
}
