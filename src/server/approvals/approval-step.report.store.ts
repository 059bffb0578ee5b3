/** Steps with the names of their people, for reading alone. */
import { sql } from 'kysely'
import type { StepStatus, WorkKind } from '#domain/approvals/approval-step.ts'
import type { Tx } from '../kernel/db.ts'
import type { StepOutcome } from './work.ts'

export type StepRow = {
  readonly step_uuid: string
  readonly kind: WorkKind
  readonly title: string
  /** Whether it is of a receipt that the bank takes apart, of which nothing moves. */
  readonly apart: boolean
  readonly digest: string
  readonly totals: readonly { readonly currency: string; readonly minor: number }[]
  readonly lines: number
  readonly may_answer: readonly string[]
  readonly asked_by: string
  readonly asked_at: Date
  readonly expires_at: Date
  readonly asker_name: string
  /** Whether who asked is an operator who could still ask. */
  readonly asker_may: boolean
  readonly answer: Exclude<StepStatus, 'WAITING'> | null
  readonly answered_by: string | null
  readonly answered_at: Date | null
  readonly answerer_name: string | null
  readonly reason: string | null
  readonly outcome: StepOutcome | null
}

const ROWS = sql`
  select s.step_uuid, s.kind, s.title, coalesce(s.content @> '{"apart": true}', false) apart, s.digest, s.totals, s.lines, s.may_answer, s.asked_by, s.asked_at, s.expires_at,
      app.person_name(a.first_name, a.last_name) asker_name,
      a.suspended_at is null and coalesce(o.role = any(s.may_answer), false) asker_may,
      s.answer, s.answered_by, s.answered_at, app.person_name(b.first_name, b.last_name, null) answerer_name, s.reason, s.outcome
    from approval_step s join person_seen a on a.sub = s.asked_by left join operator o on o.sub = s.asked_by
      left join person_seen b on b.sub = s.answered_by`

/** One step, or undefined. */
export async function findStep(tx: Tx, step_uuid: string): Promise<StepRow | undefined> {
  const { rows } =
    await sql<StepRow>`${ROWS} where s.step_uuid = ${step_uuid}::uuid and s.employer_uuid is null`.execute(
      tx,
    )
  return rows[0]
}

export type StepFilter = {
  readonly waiting: boolean
  readonly kind: WorkKind | undefined
  readonly now: Date
  readonly after: { readonly asked_at: string; readonly step_uuid: string } | undefined
  readonly limit: number
}

/** Steps, newest first: those that wait for an answer at `now`, or those that have one or expired. */
export async function listStepRows(tx: Tx, filter: StepFilter): Promise<StepRow[]> {
  const { waiting, kind, now, after, limit } = filter
  const { rows } = await sql<StepRow>`${ROWS}
    where s.employer_uuid is null and (s.answer is null and s.expires_at > ${now}) = ${waiting}
      ${kind ? sql`and s.kind = ${kind}` : sql``}
      ${after ? sql`and (date_trunc('milliseconds', s.asked_at), s.step_uuid) < (${after.asked_at}::timestamptz, ${after.step_uuid}::uuid)` : sql``}
    order by date_trunc('milliseconds', s.asked_at) desc, s.step_uuid desc limit ${limit}`.execute(
    tx,
  )
  return rows
}
