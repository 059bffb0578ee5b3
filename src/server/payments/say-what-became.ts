/** The word of two operators about payments of which nobody knows: they left, or they did not (decision 0080). */
import { assert } from '#domain/kernel/assert.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { accounts, postTransfers } from '../ledger/index.ts'
import { auditByEmployer } from './audit-by-employer.ts'
import { changeOutcomes, closeContradictions, keepWord, standBy } from './doubt.store.ts'
import { failPayments, moved } from './fail-payments.ts'
import type { MendRow } from './mend-rows.ts'
import { changeStatus } from './payment.store.ts'
import { lookAtHoldsOf } from './release-held.ts'
import { postSettled, settleWhole } from './settle-payments.ts'

type Word = { readonly asked_by: string; readonly reference: string }

/**
 * Locked payments left: they are SETTLED under the reference by which they did. One that was called FAILED by two operators, and of which its
 * rail says that it left, takes its money back from what is held for its contractor.
 */
export async function sayLeft(
  ctx: Ctx,
  locked: readonly MendRow[],
  { asked_by, reference }: Word,
): Promise<void> {
  if (locked.length === 0) return
  // What left is the attempt that its rail says so of, also where another was made since and failed.
  const rows = locked.map(row =>
    row.status === 'FAILED' && row.said ? { ...row, attempt_uuid: row.said.attempt_uuid } : row,
  )
  const earlier = rows.filter(row => row.said?.current === false)
  await standBy(
    ctx.tx,
    earlier.flatMap(row => row.attempt_uuid ?? []),
  )
  for (const { attempt_uuid, employer_uuid } of earlier)
    ctx.audit({
      ...{ action: 'stand_by', entity: 'payment_attempt', employer_uuid },
      entity_uuids: [attempt_uuid ?? ''],
      after: { reference },
    })
  const failed = rows.filter(row => row.status === 'FAILED')
  await postTransfers(ctx, failed.map(takenBack))
  const attempts = rows.flatMap(row => row.attempt_uuid ?? [])
  await changeOutcomes(ctx.tx, attempts, 'SENT', { reference, ended_at: ctx.now })
  const ids = rows.map(row => row.payment_uuid)
  const set = { settled_at: ctx.now, reference }
  await moved(changeStatus(ctx.tx, ids, ['UNKNOWN', 'FAILED'], 'SETTLED', set), rows)
  await postSettled(ctx, rows)
  auditByEmployer(ctx, rows, 'reconcile_settled', 'SETTLED', { reference })
  await keep(ctx, rows, 'LEFT', asked_by)
  const words = say('payments.reasons.railSENT')
  const by = ctx.actor.sub
  await lookAtHoldsOf(ctx, failed)
  if (failed.length > 0) await closeContradictions(ctx.tx, ids, { at: ctx.now, by, words })
  await settleWhole(ctx, rows)
}

/** Locked payments did not leave: they are FAILED, and their money is held for their contractors, who are told. */
export async function sayNotLeft(
  ctx: Ctx,
  rows: readonly MendRow[],
  { asked_by }: Pick<Word, 'asked_by'>,
): Promise<void> {
  if (rows.length === 0) return
  const reason = say('payments.reasons.notLeft')
  await failPayments(ctx, rows, { reason, action: 'reconcile_failed' })
  await keep(ctx, rows, 'NOT_LEFT', asked_by)
}

async function keep(
  ctx: Ctx,
  rows: readonly MendRow[],
  word: 'LEFT' | 'NOT_LEFT',
  asked_by: string,
): Promise<void> {
  const attempts = rows.flatMap(row => row.attempt_uuid ?? [])
  const confirmed_by = ctx.actor.sub
  await keepWord(ctx.tx, attempts, { word, at: ctx.now, asked_by, confirmed_by })
  for (const [employer_uuid, group] of Map.groupBy(rows, row => row.employer_uuid))
    ctx.audit({
      action: 'say',
      entity: 'attempt_doubt',
      entity_uuids: group.flatMap(row => row.attempt_uuid ?? []),
      employer_uuid,
      after: { word, asked_by, confirmed_by },
    })
}

function takenBack({ attempt_uuid, employer_uuid, currency, amount_minor, payment_uuid }: MendRow) {
  assert(attempt_uuid && amount_minor !== null, 'what was tried has an attempt and an amount')
  return {
    transfer_uuid: uuidOf(`revive:${attempt_uuid}`),
    from: accounts.heldForContractors(employer_uuid, currency),
    to: accounts.inFlight(employer_uuid, currency),
    amount: { currency, minor: amount_minor },
    code: 'payment_executed' as const,
    subject_uuid: payment_uuid,
  }
}
