/** What a bank's answer says of payments in doubt, and against what is recorded of others (decisions 0080 and 0166). */
import type { AnswerOutcome } from '#domain/payments/bank-batch.ts'
import { hearTurned } from '#domain/payments/mending.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { auditByEmployer } from './audit-by-employer.ts'
import { keepContradictions, keepSent, listTurned } from './doubt.store.ts'
import type { SettlingPayment } from './payment.store.ts'

/** Takes those of locked payments that are UNKNOWN to SENT, by the reference that their bank has for them: it speaks of them, so it had them. */
export async function endDoubts(
  ctx: Ctx,
  rows: readonly SettlingPayment[],
  references: ReadonlyMap<string, string>,
): Promise<void> {
  const unknown = rows.filter(row => row.status === 'UNKNOWN')
  if (unknown.length === 0) return
  await keepSent(
    ctx.tx,
    unknown.map(({ payment_uuid, attempt_uuid }) => ({
      ...{ payment_uuid, attempt_uuid: attempt_uuid ?? '', outcome: 'SENT' },
      reference: references.get(payment_uuid) ?? '',
    })),
    ctx.now,
  )
  auditByEmployer(ctx, unknown, 'reconcile_sent', 'SENT')
}

type Said = {
  readonly attempt_uuid: string | null
  readonly outcome: AnswerOutcome
  readonly reference: string
  readonly reason: string | null
}

const TOLD = { SETTLED: 'SETTLED', REJECTED: 'FAILED' } as const

/**
 * Stops payments, held, of which their bank says the opposite of what is recorded: that it paid what failed or came back, and would be paid
 * twice, or that it turned away what arrived. Nothing is moved; each stands on the work list until somebody looked into it.
 */
export async function keepAgainst(ctx: Ctx, said: readonly Said[]): Promise<void> {
  const of = new Map(said.map(line => [line.attempt_uuid, line]))
  const attempt_uuids = [...of.keys()].flatMap(id => id ?? [])
  if (attempt_uuids.length === 0) return
  const rows = await listTurned(ctx.tx, { network: 'fiat', attempt_uuids })
  const against = rows.flatMap(row => {
    const line = of.get(row.attempt_uuid)
    if (line?.outcome !== 'SETTLED' && line?.outcome !== 'REJECTED') return []
    const rail_said = hearTurned(row, TOLD[line.outcome])
    return rail_said === 'SENT' || rail_said === 'FAILED' ? [{ row, line, rail_said }] : []
  })
  await keepContradictions(
    ctx.tx,
    against.map(({ row: { attempt_uuid, payment_uuid, employer_uuid }, line, rail_said }) => ({
      ...{ attempt_uuid, payment_uuid, employer_uuid, rail_said },
      ...{ rail_reference: line.reference, rail_reason: line.reason },
    })),
    ctx.now,
  )
  for (const { row, rail_said } of against)
    ctx.audit({
      ...{ action: 'contradict', entity: 'attempt_doubt', entity_uuids: [row.attempt_uuid] },
      employer_uuid: row.employer_uuid,
      after: { word: row.word, status: row.status, rail_said },
    })
}
