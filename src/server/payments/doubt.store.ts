/** Attempts of which nobody knows whether they left, and what ended that. */
import { type RawBuilder, sql } from 'kysely'
import type { Turned } from '#domain/payments/mending.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { Tx } from '../kernel/db.ts'
import { anyOf, type Columns, lookedUpBy, namesOf, rowsOf } from '../kernel/rows.ts'

export type AttemptOf = {
  readonly attempt_uuid: string
  readonly payment_uuid: string
  readonly employer_uuid: string
}

const ATTEMPT_OF: Columns<AttemptOf> = {
  attempt_uuid: 'uuid',
  payment_uuid: 'uuid',
  employer_uuid: 'uuid',
}

/** Keeps since when a rail has been silent about attempts; one of which that is known already stays as it is. */
export async function noteSilent(tx: Tx, attempts: readonly AttemptOf[], at: Date): Promise<void> {
  await sql`
    insert into attempt_doubt (attempt_uuid, payment_uuid, employer_uuid, silent_since)
      select attempt_uuid, payment_uuid, employer_uuid, ${at}::timestamptz from ${rowsOf('a', attempts, ATTEMPT_OF)}
      on conflict (attempt_uuid) do update set silent_since = excluded.silent_since
        where attempt_doubt.lost_at is null and attempt_doubt.silent_since is null`.execute(tx)
}

/** Keeps that a rail spoke of attempts since, where nobody gave up on it by then. */
export async function forgetSilence(tx: Tx, attempt_uuids: readonly string[]): Promise<void> {
  await sql`
    update attempt_doubt set silent_since = null
      where attempt_uuid = ${anyOf(attempt_uuids)} and lost_at is null and silent_since is not null`.execute(
    tx,
  )
}

/** The payments that are still EXECUTING although their rail has been silent since before an instant; at most `limit`. */
export async function listSilent(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ payment_uuid: string }>`
    select p.payment_uuid from attempt_doubt d join payment p on p.attempt_uuid = d.attempt_uuid and p.payment_uuid = d.payment_uuid
      where d.lost_at is null and d.silent_since <= ${before} and p.status = 'EXECUTING'
      order by p.payment_uuid limit ${sql.lit(limit)}`.execute(tx)
  return rows.map(row => row.payment_uuid)
}

/** Keeps that nobody knows any more what became of attempts, and whether their rail had taken them. */
export async function keepLost(
  tx: Tx,
  attempts: readonly AttemptOf[],
  lost: { at: Date; by: string | null; words: string; was_sent: boolean },
): Promise<void> {
  await sql`
    insert into attempt_doubt (attempt_uuid, payment_uuid, employer_uuid, lost_at, lost_by, lost_words, was_sent)
      select attempt_uuid, payment_uuid, employer_uuid, ${lost.at}::timestamptz, ${lost.by}, ${lost.words}, ${lost.was_sent}
        from ${rowsOf('a', attempts, ATTEMPT_OF)}
      on conflict (attempt_uuid) do update set lost_at = excluded.lost_at, lost_by = excluded.lost_by, lost_words = excluded.lost_words,
        was_sent = attempt_doubt.was_sent or excluded.was_sent`.execute(tx)
}

/** Writes what became of attempts in place of what is said of them, with the rail's reference or why they failed where that is known. */
export async function changeOutcomes(
  tx: Tx,
  attempt_uuids: readonly string[],
  outcome: 'SENT' | 'FAILED' | 'UNKNOWN',
  set: { reference?: string | null; reason?: string | null; ended_at?: Date } = {},
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({ outcome, ...set })
    .where(sql<boolean>`attempt_uuid = any(${[...attempt_uuids]}::uuid[])`)
    .execute()
}

/** Makes earlier attempts of locked payments their last ones: they are what these stand by from now on. */
export async function standBy(tx: Tx, attempt_uuids: readonly string[]): Promise<void> {
  await sql`
    with last as (
      update payment_attempt a set number = p.attempt + 1 from payment p
        where a.attempt_uuid = any(${[...attempt_uuids]}::uuid[]) and p.payment_uuid = a.payment_uuid and p.attempt_uuid <> a.attempt_uuid
        returning a.payment_uuid, a.attempt_uuid, a.number
    )
    update payment p set attempt = last.number, attempt_uuid = last.attempt_uuid from last where p.payment_uuid = last.payment_uuid`.execute(
    tx,
  )
}

/** Keeps what two operators said of attempts. */
export async function keepWord(
  tx: Tx,
  attempt_uuids: readonly string[],
  said: { word: 'LEFT' | 'NOT_LEFT'; at: Date; asked_by: string; confirmed_by: string | null },
): Promise<void> {
  await tx
    .updateTable('attempt_doubt')
    .set({
      word: said.word,
      word_at: said.at,
      word_asked_by: said.asked_by,
      word_confirmed_by: said.confirmed_by,
    })
    .where(sql<boolean>`attempt_uuid = any(${[...attempt_uuids]}::uuid[])`)
    .execute()
}

/** What is in doubt about an attempt, or was. */
export type Doubt = AttemptOf & {
  readonly network: string
  readonly was_sent: boolean
  /** What who doubted it knew; empty where nobody did but the job. */
  readonly lost_words: string
  readonly word: 'LEFT' | 'NOT_LEFT' | null
  /** What its rail says against that, until it is looked into. */
  readonly rail_said: 'SENT' | 'FAILED' | null
  readonly contradicted: boolean
  /** Where its payment stands, and whether this is its last attempt. */
  readonly status: PaymentStatus
  readonly current: boolean
  /** What is recorded of the attempt. */
  readonly outcome: string | null
}

const DOUBT = sql`d.attempt_uuid, d.payment_uuid, d.employer_uuid, p.network, d.was_sent, d.lost_words, d.word,
  case when d.closed_at is null then d.rail_said end rail_said, d.contradicted_at is not null contradicted, p.status,
  p.attempt_uuid = d.attempt_uuid as current, (select a.outcome from payment_attempt a where a.attempt_uuid = d.attempt_uuid) outcome`

/** How far back a rail is asked for what two operators decided: it may contradict them. */
const WORD_DAYS = 90

/** What waits for its rail's answer, or may be contradicted by it, and was not asked for since an instant; the next after an attempt. */
export async function listToAsk(
  tx: Tx,
  of: { now: Date; asked_before: Date; after: string | undefined; limit: number },
): Promise<Doubt[]> {
  return found(
    tx,
    sql`d.lost_at is not null and (d.asked_at is null or d.asked_at <= ${of.asked_before})
      and (p.status = 'UNKNOWN' and p.attempt_uuid = d.attempt_uuid
        or d.word is not null and d.contradicted_at is null and d.word_at > ${of.now}::timestamptz - make_interval(days => ${sql.lit(WORD_DAYS)}))
      ${of.after ? sql`and d.attempt_uuid > ${of.after}::uuid` : sql``}
      order by d.attempt_uuid limit ${sql.lit(of.limit)}`,
  )
}

/** The doubts about these attempts. */
export function listDoubts(tx: Tx, attempt_uuids: readonly string[]): Promise<Doubt[]> {
  return found(tx, sql`d.attempt_uuid = any(${[...attempt_uuids]}::uuid[]) order by d.attempt_uuid`)
}

/** The doubts about the last attempts of payments, and whatever of their earlier ones a rail contradicts. */
export function listDoubtsOf(tx: Tx, payment_uuids: readonly string[]): Promise<Doubt[]> {
  return found(
    tx,
    sql`d.payment_uuid = any(${[...payment_uuids]}::uuid[]) and (p.attempt_uuid = d.attempt_uuid or d.contradicted_at is not null)
      order by d.attempt_uuid`,
  )
}

async function found(tx: Tx, which: RawBuilder<unknown>): Promise<Doubt[]> {
  const { rows } = await sql<Doubt>`
    select ${DOUBT} from attempt_doubt d join payment p using (payment_uuid) where ${which}`.execute(
    tx,
  )
  return rows
}

/** Keeps when rails were asked for attempts. */
export async function keepAsked(tx: Tx, attempt_uuids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable('attempt_doubt')
    .set({ asked_at: at })
    .where(sql<boolean>`attempt_uuid = any(${[...attempt_uuids]}::uuid[])`)
    .execute()
}

export type Contradiction = AttemptOf & {
  readonly rail_said: 'SENT' | 'FAILED'
  readonly rail_reference: string
  readonly rail_reason: string | null
}

const CONTRADICTION: Columns<Contradiction> = {
  ...ATTEMPT_OF,
  ...{ rail_said: 'text', rail_reference: 'text', rail_reason: 'text' },
}

/** Keeps what rails say against what is recorded, in place of what they said before, and stops those payments. */
export async function keepContradictions(
  tx: Tx,
  said: readonly Contradiction[],
  at: Date,
): Promise<void> {
  await sql`
    with kept as (
      insert into attempt_doubt as d (${namesOf(CONTRADICTION)}, contradicted_at)
        select ${namesOf(CONTRADICTION)}, ${at}::timestamptz from ${rowsOf('s', said, CONTRADICTION)}
        on conflict (attempt_uuid) do update set rail_said = excluded.rail_said, rail_reference = excluded.rail_reference,
          rail_reason = excluded.rail_reason, contradicted_at = excluded.contradicted_at, closed_at = null, closed_by = null, closed_words = ''
        returning d.payment_uuid
    )
    update payment p set contradicted_at = ${at} from kept where p.payment_uuid = kept.payment_uuid`.execute(
    tx,
  )
}

export type TurnedRow = AttemptOf & Turned

/** These attempts, and those of payments by a network that their rail contradicts by now, with what is recorded of each. */
export async function listTurned(
  tx: Tx,
  { network, attempt_uuids }: { network: string; attempt_uuids: readonly string[] },
): Promise<TurnedRow[]> {
  const { rows } = await sql<TurnedRow>`
    select a.attempt_uuid, p.payment_uuid, p.employer_uuid, p.status, p.attempt_uuid = a.attempt_uuid as current, a.outcome, d.word, d.rail_said said,
        coalesce(d.contradicted_at is not null and d.closed_at is null, false) open, d.closed_by is not null closed_by_person
      from payment_attempt a join payment p using (payment_uuid) left join attempt_doubt d on d.attempt_uuid = a.attempt_uuid
      where a.attempt_uuid = ${anyOf(attempt_uuids)} or a.attempt_uuid in (select c.attempt_uuid from attempt_doubt c join payment q using (payment_uuid)
          where c.contradicted_at is not null and c.closed_at is null and q.network = ${network})
      order by a.attempt_uuid`.execute(tx)
  return rows
}

/** Closes what rails say against what is recorded of payments: somebody looked into it, or, by nobody, both say the same again. */
export async function closeContradictions(
  tx: Tx,
  payment_uuids: readonly string[],
  closed: { at: Date; by: string | null; words: string },
): Promise<void> {
  await sql`
    with over as (
      update attempt_doubt set closed_at = ${closed.at}, closed_by = ${closed.by}, closed_words = ${closed.words}
        where payment_uuid = any(${[...payment_uuids]}::uuid[]) and contradicted_at is not null and closed_at is null
    )
    update payment set contradicted_at = null where payment_uuid = any(${[...payment_uuids]}::uuid[])`.execute(
    tx,
  )
}

type Found = {
  readonly payment_uuid: string
  readonly attempt_uuid: string
  readonly reference: string
}

const FOUND: Columns<Found> = { payment_uuid: 'uuid', attempt_uuid: 'uuid', reference: 'text' }

/** Takes locked UNKNOWN payments to SENT, by the references that their rails have for them. */
export async function keepSent(
  tx: Tx,
  receipts: readonly (Found & { readonly outcome: string })[],
  at: Date,
): Promise<void> {
  const rows = receipts.map(({ payment_uuid, attempt_uuid, reference }) => ({
    ...{ payment_uuid, attempt_uuid, reference },
  }))
  await sql`
    with sent as (
      update payment p set status = 'SENT', reference = s.reference, sent_at = ${at}::timestamptz, version = p.version + 1
        from ${lookedUpBy('s', rows, FOUND)}
        where p.payment_uuid = s.payment_uuid and p.attempt_uuid = s.attempt_uuid and p.status || '' = 'UNKNOWN'
        returning p.attempt_uuid, p.reference
    )
    update payment_attempt a set outcome = 'SENT', reference = sent.reference, ended_at = ${at} from sent
      where a.attempt_uuid = sent.attempt_uuid`.execute(tx)
}
