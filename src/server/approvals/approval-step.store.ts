import { sql } from 'kysely'
import type { StepKind, StepStatus } from '#domain/approvals/approval-step.ts'
import type { Money } from '#domain/kernel/money.ts'
import { auditByCommand } from '../kernel/audit-by-command.ts'
import type { Tx } from '../kernel/db.ts'
import { toJson } from '../kernel/unit-of-work.ts'
import type { StepOutcome } from './work.ts'

export type NewStep = {
  readonly step_uuid: string
  /** Null for what operators ask each other. */
  readonly employer_uuid: string | null
  readonly kind: StepKind
  readonly content: unknown
  readonly digest: string
  readonly title: string
  readonly totals: readonly Money[]
  readonly lines: number
  readonly may_answer: readonly string[]
  readonly asked_by: string
  readonly asked_at: Date
  readonly expires_at: Date
}

/** Keeps a step, unless the same thing waits already; answers which one waits now, undefined where that was answered meanwhile. */
export async function insertStep(
  tx: Tx,
  step: NewStep,
): Promise<{ step_uuid: string; expires_at: Date; asked_by: string } | undefined> {
  await tx
    .insertInto('approval_step')
    .values({
      ...step,
      content: toJson(step.content),
      totals: toJson(step.totals),
      may_answer: [...step.may_answer],
    })
    .onConflict(conflict =>
      conflict.columns(['kind', 'digest']).where('answer', 'is', null).doNothing(),
    )
    .execute()
  return tx
    .selectFrom('approval_step')
    .select(['step_uuid', 'expires_at', 'asked_by'])
    .where('kind', '=', step.kind)
    .where('digest', '=', step.digest)
    .where('answer', 'is', null)
    .executeTakeFirst()
}

/** Closes steps of this digest that nobody answered in time, so that the same can be asked again; answers which. */
export async function expireSteps(
  tx: Tx,
  { kind, digest, now }: { kind: StepKind; digest: string; now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('approval_step')
    .set({ answer: 'EXPIRED', answered_at: now })
    .where('kind', '=', kind)
    .where('digest', '=', digest)
    .where('answer', 'is', null)
    .where('expires_at', '<=', now)
    .returning('step_uuid')
    .execute()
  return rows.map(row => row.step_uuid)
}

/** Locks a step for its answer; undefined where there is none. */
export async function lockStep(tx: Tx, step_uuid: string) {
  return tx
    .selectFrom('approval_step')
    .select(['step_uuid', 'content'])
    .where('step_uuid', '=', step_uuid)
    .forUpdate()
    .executeTakeFirst()
}

/** What a step is done with; undefined where there is no such step. */
export async function findContent(tx: Tx, step_uuid: string): Promise<unknown> {
  const row = await tx
    .selectFrom('approval_step')
    .select('content')
    .where('step_uuid', '=', step_uuid)
    .executeTakeFirst()
  return row?.content
}

/** Whether a step is a yes to pay of a cycle, whatever became of it. */
export async function isYesTo(tx: Tx, cycle_uuid: string, step_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('approval_step')
    .select('step_uuid')
    .where('step_uuid', '=', step_uuid)
    .where('kind', '=', 'approve_pay')
    .where(sql`content ->> 'cycle_uuid'`, '=', cycle_uuid)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the answer to a locked step. */
export async function answerStep(
  tx: Tx,
  step_uuid: string,
  answer: {
    readonly answer: Exclude<StepStatus, 'WAITING'>
    readonly answered_by: string
    readonly answered_at: Date
    readonly reason: string | null
    readonly outcome: StepOutcome | null
  },
): Promise<void> {
  const outcome = answer.outcome && toJson(answer.outcome)
  await tx
    .updateTable('approval_step')
    .set({ ...answer, outcome })
    .where('step_uuid', '=', step_uuid)
    .execute()
}

/**
 * What somebody moved alone since an instant, in cents of a US dollar. Holds back whoever else asks for the same person until
 * this transaction ends, so that two halves of a sum never pass beside each other.
 */
export async function lockMovedAlone(
  tx: Tx,
  { sub, kind, since }: { sub: string; kind: StepKind; since: Date },
): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${sub}`}, 7204514))`.execute(
    tx,
  )
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(worth_minor), 0)::bigint sum from moved_alone
      where sub = ${sub} and kind = ${kind} and at > ${since}`.execute(tx)
  return rows[0]?.sum ?? 0n
}

/** Writes down what somebody moved alone. */
export async function insertMovedAlone(
  tx: Tx,
  moved: { sub: string; kind: StepKind; worth_minor: bigint; at: Date },
): Promise<void> {
  await tx.insertInto('moved_alone').values(moved).execute()
}

const LIMIT = 'platform_limit'

/** The limit that was set, in cents of a US dollar; null where there is none, undefined where none was set. */
export async function findPlatformLimit(tx: Tx): Promise<bigint | null | undefined> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', LIMIT)
    .executeTakeFirst()
  if (!row) return undefined
  return typeof row.value === 'number' ? BigInt(row.value) : null
}

/** Sets the limit, or takes it away with null; the platform's audit chain says so. Only a command on the server does. */
export async function savePlatformLimit(tx: Tx, minor: bigint | null, at: Date): Promise<void> {
  const before = await findPlatformLimit(tx)
  await auditByCommand(tx, {
    at,
    action: 'set_limit',
    entity: 'setting',
    entity_uuids: [LIMIT],
    before: before === undefined ? null : { minor: before },
    after: { minor },
  })
  const value = minor === null ? 'null' : String(minor)
  await tx
    .insertInto('setting')
    .values({ name: LIMIT, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
