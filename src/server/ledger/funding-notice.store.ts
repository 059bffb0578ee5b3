import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'

export type NewNotice = {
  readonly notice_uuid: string
  readonly employer_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly sent_on: string
  readonly announced_by: string
  readonly announced_at: Date
}

/** Holds back whoever else announces for an employer until this transaction ends, so that what waits is counted right. */
export async function holdNotices(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${employer_uuid}, 7204516))`.execute(tx)
}

/** Inserts a notice; answers false where the same one waits already. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<boolean> {
  const row = await tx
    .insertInto('funding_notice')
    .values(notice)
    .onConflict(conflict => conflict.doNothing())
    .returning('notice_uuid')
    .executeTakeFirst()
  return row !== undefined
}

/** How many notices of an employer wait. */
export async function countOpenNotices(tx: Tx, employer_uuid: string): Promise<number> {
  const { n } = await tx
    .selectFrom('funding_notice')
    .select(row => row.fn.countAll<bigint>().as('n'))
    .where('employer_uuid', '=', employer_uuid)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What an employer said is on its way and nobody closed yet, by currency. */
export async function announcedSums(tx: Tx, employer_uuid: string): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; minor: bigint }>`
    select currency, sum(amount_minor)::bigint minor from funding_notice
      where employer_uuid = ${employer_uuid}::uuid and closed_at is null group by currency`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.currency, row.minor]))
}

/** When the first of an employer's notices was announced that nobody closed yet, by employer. */
export async function firstAnnounced(
  tx: Tx,
  employer_uuids: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ employer_uuid: string; at: Date }>`
    select employer_uuid, min(announced_at) at from funding_notice
      where employer_uuid = any(${[...employer_uuids]}::uuid[]) and closed_at is null group by employer_uuid`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.employer_uuid, row.at]))
}

type Closing = { readonly by: string; readonly at: Date }

/** Closes a notice that waits; answers whose it was, undefined where it is closed or nobody's. */
export async function closeNotice(
  tx: Tx,
  notice_uuid: string,
  { by, at }: Closing,
): Promise<{ employer_uuid: string } | undefined> {
  return tx
    .updateTable('funding_notice')
    .set({ closed_by: by, closed_at: at })
    .where('notice_uuid', '=', notice_uuid)
    .where('closed_at', 'is', null)
    .returning('employer_uuid')
    .executeTakeFirst()
}

/** Whether there is such a notice, open or closed. */
export async function noticeExists(tx: Tx, notice_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('funding_notice')
    .select('notice_uuid')
    .where('notice_uuid', '=', notice_uuid)
    .executeTakeFirst()
  return row !== undefined
}

/** Closes of each receipt's employer the oldest notice of exactly its sum, where one waits. */
export async function closeBooked(
  tx: Tx,
  booked: readonly {
    readonly funding_uuid: string
    readonly employer_uuid: string
    readonly currency: string
    readonly amount_minor: bigint
  }[],
  { by, at }: { readonly by: string | null; readonly at: Date },
): Promise<void> {
  const columns = {
    funding_uuid: 'uuid',
    employer_uuid: 'uuid',
    currency: 'text',
    amount_minor: 'bigint',
  } as const
  await sql`
    with receipt as (select f.funding_uuid, f.employer_uuid, f.currency, f.amount_minor, row_number() over (partition by employer_uuid, currency, amount_minor order by funding_uuid) turn
        from (select funding_uuid, employer_uuid, currency, amount_minor from ${rowsOf('r', booked, columns)}) f),
      notice as (select notice_uuid, employer_uuid, currency, amount_minor,
          row_number() over (partition by employer_uuid, currency, amount_minor order by sent_on, notice_uuid) turn
        from funding_notice where closed_at is null)
    update funding_notice n set funding_uuid = receipt.funding_uuid, closed_by = ${by}, closed_at = ${at}
      from receipt join notice using (employer_uuid, currency, amount_minor, turn)
      where n.notice_uuid = notice.notice_uuid and n.closed_at is null`.execute(tx)
}

/** What a receipt had closed waits again, as what was announced did not come by it; not beside the same that was announced since. */
export async function reopenBooked(tx: Tx, funding_uuid: string): Promise<void> {
  await sql`
    update funding_notice n set funding_uuid = null, closed_by = null, closed_at = null where funding_uuid = ${funding_uuid}::uuid
      and not exists (select from funding_notice o where o.closed_at is null and (o.employer_uuid, o.currency, o.amount_minor, o.sent_on)
        = (n.employer_uuid, n.currency, n.amount_minor, n.sent_on))`.execute(tx)
}
