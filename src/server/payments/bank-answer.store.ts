import { sql } from 'kysely'
import type { AnswerDid, AnswerOutcome } from '#domain/payments/bank-batch.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

export type AnswerLine = {
  readonly line: number
  readonly reference: string
  readonly attempt_uuid: string | null
  readonly outcome: AnswerOutcome
  readonly did: AnswerDid
  readonly currency: string | null
  readonly amount_minor: bigint | null
  readonly reason: string | null
}

const LINE: Columns<AnswerLine> = {
  line: 'int',
  reference: 'text',
  attempt_uuid: 'uuid',
  outcome: 'text',
  did: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  reason: 'text',
}

/** Keeps what a bank answered, with what each line of it did. A file that was taken before violates its hash. */
export async function insertAnswer(
  tx: Tx,
  answer: {
    readonly answer_uuid: string
    readonly channel_uuid: string
    readonly file_uuid: string
    readonly file_sha256: string
    readonly given_by: string
    readonly given_at: Date
  },
  lines: readonly AnswerLine[],
): Promise<void> {
  await tx.insertInto('bank_answer').values(answer).execute()
  await sql`insert into bank_answer_line (answer_uuid, ${namesOf(LINE)})
    select ${answer.answer_uuid}::uuid, ${namesOf(LINE)} from ${rowsOf('l', lines, LINE)}`.execute(
    tx,
  )
}

/** The lines of an answer that was taken, in their order. */
export async function listAnswerLines(tx: Tx, answer_uuid: string): Promise<AnswerLine[]> {
  const { rows } = await sql<AnswerLine>`
    select ${namesOf(LINE)} from bank_answer_line where answer_uuid = ${answer_uuid}::uuid order by line`.execute(
    tx,
  )
  return rows
}

/** An attempt that a file that was released has, by what its bank calls it, with what is known of it. */
export type KnownAttempt = {
  readonly batch_uuid: string
  readonly reference: string
  readonly attempt_uuid: string
  readonly payment_uuid: string
  /** Null where another attempt of the payment was made since. */
  readonly status: string | null
  readonly attempt: string | null
  readonly currency: string
  readonly amount_minor: bigint
}

const KNOWN = sql`
  select distinct on (l.attempt_uuid) b.batch_uuid, l.reference, l.attempt_uuid, a.payment_uuid,
      case when p.attempt_uuid = a.attempt_uuid then p.status end status, a.outcome attempt, a.currency, a.amount_minor
    from bank_batch_line l join bank_batch b using (batch_uuid) join bank_channel c using (channel_uuid)
      join payment_attempt a using (attempt_uuid) join payment p on p.payment_uuid = a.payment_uuid`

/** Whose answers a file of a channel may be: those of every file of its currency that was released. */
export type AnsweredFor = { readonly currency: string; readonly pays: string }

/** The attempts with these references; of a reference that was given out again after years the newest one. */
export async function findByReference(
  tx: Tx,
  { currency, pays }: AnsweredFor,
  references: readonly string[],
): Promise<KnownAttempt[]> {
  const { rows } = await sql<KnownAttempt>`
    select distinct on (reference) batch_uuid, reference, attempt_uuid, payment_uuid, status, attempt, currency, amount_minor from (${KNOWN}
      where b.status = 'RELEASED' and c.currency = ${currency} and c.pays = ${pays} and l.reference = any(${[...references]}::text[])) k
      order by reference, attempt_uuid desc`.execute(tx)
  return rows
}

/** The attempts in the file of a number and day, as the bank's id of it says. */
export async function findByFile(
  tx: Tx,
  { currency, pays }: AnsweredFor,
  { number, due_on }: { readonly number: number; readonly due_on: string },
): Promise<KnownAttempt[]> {
  const { rows } = await sql<KnownAttempt>`
    ${KNOWN} where b.status = 'RELEASED' and c.currency = ${currency} and c.pays = ${pays} and c.format in ('PAIN_001_SEPA', 'PAIN_001_SWIFT')
      and b.number = ${number} and b.due_on = ${due_on}::date order by l.attempt_uuid`.execute(tx)
  return rows
}

/** Who is paid by these attempts. */
export async function paymentsOfAttempts(
  tx: Tx,
  attempt_uuids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ attempt_uuid: string; payment_uuid: string }>`
    select attempt_uuid, payment_uuid from payment_attempt where attempt_uuid = any(${[...attempt_uuids]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.attempt_uuid, row.payment_uuid]))
}
