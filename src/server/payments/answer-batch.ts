/** What a second person says to a file that waits: it leaves, it is made anew without what may not leave, or it does not leave at all. */
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { assert } from '#domain/kernel/assert.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type BatchAction, batchMachine } from '#domain/payments/bank-batch.ts'
import { readFile } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { screenBeforePaying } from '../screening/index.ts'
import { findBatch, type LineFacts, listLineFacts } from './bank-batch.report.store.ts'
import { answerBatch, type BatchRow, lockBatch } from './bank-batch.store.ts'
import { shareFreezes } from './freeze.store.ts'
import { haltedSince } from './halt.store.ts'
import { makeBatch } from './make-batches.ts'
import { holdPayments, named } from './payment.store.ts'
import { stopperOf } from './payment-blockers.ts'
import { isLate, makerMay } from './present-batch.ts'
import { record } from './record-outcomes.ts'

/**
 * Releases a file that another made, as it was looked at: its payments are sent under the references that stand in it. Again changes
 * nothing. EXECUTION_STALE where one of them may not leave any more, its bank takes nothing more for its day, or who made it may have nothing
 * leave any more; SECOND_PERSON_NEEDED for who made it.
 */
export async function releaseBatch(
  ctx: Ctx,
  batch_uuid: string,
  file_sha256: string,
): Promise<void> {
  await requireGoing(ctx)
  const batch = await hold(ctx, batch_uuid)
  if (batch.status === 'RELEASED') return
  requireWaiting(batch, 'release')
  if (batch.made_by === ctx.actor.sub)
    throw new Problem('SECOND_PERSON_NEEDED', 'payments.problems.madeYourself')
  if (batch.file_sha256 !== file_sha256)
    throw new Problem('EXECUTION_STALE', 'payments.problems.anotherFile')
  const shown = await findBatch(ctx, batch_uuid)
  assert(shown, 'a file that is held is there')
  if (!makerMay(shown)) throw new Problem('EXECUTION_STALE', 'payments.problems.makerGone')
  if (isLate(ctx, shown))
    throw new Problem('EXECUTION_STALE', 'payments.problems.fileLate', {
      params: { date: batch.due_on },
    })
  const lines = await judged(ctx, batch)
  const stopped = lines.filter(line => line.stopped !== null)
  if (stopped.length > 0)
    throw new Problem('EXECUTION_STALE', 'payments.problems.fileStopped', {
      params: { count: stopped.length },
    })
  await answer(ctx, batch, 'RELEASED', '')
  const sent = await record(
    ctx,
    lines.map(({ row }) => ({
      payment_uuid: row.payment_uuid,
      attempt_uuid: row.line_attempt_uuid,
      outcome: 'SENT',
      reference: row.line_reference,
      reason: null,
    })),
  )
  assert(sent === batch.payments, 'what waits in a file is executing')
}

/**
 * Makes a file anew, which is then somebody else's to release: what may not leave any more fails with its reason, and what is frozen
 * waits where it is. The one before stays as it is, and never leaves.
 */
export async function remakeBatch(ctx: Ctx, batch_uuid: string): Promise<void> {
  await requireGoing(ctx)
  const batch = await hold(ctx, batch_uuid)
  requireWaiting(batch, 'replace')
  await judged(ctx, batch)
  await answer(ctx, batch, 'REPLACED', '')
  const { execution_uuid, channel_uuid } = batch
  await makeBatch(ctx, { execution_uuid, channel_uuid, made_by: ctx.actor.sub ?? '' })
}

/** Discards a file: its payments fail with the reason given, their money is held for their contractors, and they may be retried. Again changes nothing. */
export async function discardBatch(ctx: Ctx, batch_uuid: string, words: string): Promise<void> {
  const batch = await hold(ctx, batch_uuid)
  if (batch.status === 'DISCARDED') return
  requireWaiting(batch, 'discard')
  const lines = await held(ctx, batch)
  await answer(ctx, batch, 'DISCARDED', words)
  const reason = say('payments.reasons.discarded', { words })
  await record(
    ctx,
    lines.map(row => ({
      payment_uuid: row.payment_uuid,
      attempt_uuid: row.line_attempt_uuid,
      outcome: 'FAILED',
      reference: '',
      reason,
    })),
  )
}

/** The file of a batch that was released, for who brings it to the bank; that it was opened is recorded. */
export async function getBatchFile(ctx: Ctx, batch_uuid: string): Promise<FileInPieces> {
  const batch = await hold(ctx, batch_uuid)
  if (batch.status !== 'RELEASED')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.notReleased')
  return readFile(ctx, batch.file_uuid, 'payment')
}

async function requireGoing(ctx: Ctx): Promise<void> {
  if (await haltedSince(ctx.tx)) throw new Problem('EXECUTION_HALTED', 'payments.problems.halted')
  await shareFreezes(ctx.tx)
}

async function hold(ctx: Ctx, batch_uuid: string): Promise<BatchRow> {
  const batch = await lockBatch(ctx.tx, batch_uuid)
  if (!batch) throw new Problem('NOT_FOUND', 'payments.problems.noSuchBatch')
  return batch
}

function requireWaiting({ status }: BatchRow, action: BatchAction): void {
  if (!batchMachine.next(status, action))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.batchAnswered', {
      params: { status },
    })
}

/** The payments of a file, held until the transaction ends. */
async function held(ctx: Ctx, { batch_uuid }: BatchRow): Promise<LineFacts[]> {
  const rows = await listLineFacts(ctx.tx, batch_uuid)
  await holdPayments(ctx.tx, named(rows.map(row => row.payment_uuid)))
  return listLineFacts(ctx.tx, batch_uuid)
}

/** The same, each with why it may not leave any more; whoever was changed a moment ago is looked for on the lists first. */
async function judged(ctx: Ctx, batch: BatchRow) {
  const rows = await held(ctx, batch)
  const screened = await screenBeforePaying(ctx, rows)
  const now = screened ? await listLineFacts(ctx.tx, batch.batch_uuid) : rows
  return now.map(row => ({ row, stopped: stopperOf(row, ctx) }))
}

async function answer(
  ctx: Ctx,
  { batch_uuid, file_sha256 }: BatchRow,
  status: 'RELEASED' | 'REPLACED' | 'DISCARDED',
  words: string,
): Promise<void> {
  const by = { answered_by: ctx.actor.sub ?? '', answered_at: ctx.now }
  await answerBatch(ctx.tx, batch_uuid, { status, words, ...by })
  ctx.audit({
    ...{ action: status.toLowerCase(), entity: 'bank_batch', entity_uuids: [batch_uuid] },
    ...{ employer_uuid: null, after: { status, file_sha256, words } },
  })
}
