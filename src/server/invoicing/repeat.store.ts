import { sql } from 'kysely'
import type { Repeat } from '#domain/invoicing/repeat.ts'
import type { Tx } from '../kernel/db.ts'

export type RepeatRow = {
  readonly invoice_uuid: string
  readonly contractor_sub: string
  readonly every: Repeat
  readonly first_on: string
  /** So many since the first day. */
  readonly made: number
  readonly next_on: string
  readonly sends: boolean
  /** How many periods after its model the last copy lies; null before there is one of such periods. */
  readonly last_period: number | null
}

/** How an invoice is repeated, of one that `lockInvoice` holds; undefined where it is not. */
export async function findRepeat(tx: Tx, invoice_uuid: string): Promise<RepeatRow | undefined> {
  const { rows } = await sql<RepeatRow>`
    select invoice_uuid, contractor_sub, every, first_on, made, next_on, sends, last_period from invoice_repeat
      where invoice_uuid = ${invoice_uuid}::uuid and ended_at is null`.execute(tx)
  return rows[0]
}

/** How an invoice was repeated that is not any more; undefined where it never was, or is still. */
export async function findEndedRepeat(
  tx: Tx,
  invoice_uuid: string,
): Promise<Pick<RepeatRow, 'every' | 'last_period'> | undefined> {
  const { rows } = await sql<Pick<RepeatRow, 'every' | 'last_period'>>`
    select every, last_period from invoice_repeat
      where invoice_uuid = ${invoice_uuid}::uuid and ended_at is not null`.execute(tx)
  return rows[0]
}

/** Keeps how an invoice is repeated from now on. */
export async function saveRepeat(tx: Tx, row: RepeatRow): Promise<void> {
  const { invoice_uuid: _id, contractor_sub: _sub, ...change } = row
  await tx
    .insertInto('invoice_repeat')
    .values(row)
    .onConflict(conflict =>
      conflict.column('invoice_uuid').doUpdateSet({ ...change, ended_at: null }),
    )
    .execute()
}

/** Ends it; answers whether it was repeated until now. */
export async function endRepeat(tx: Tx, invoice_uuid: string, at: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('invoice_repeat')
    .set({ ended_at: at })
    .where('invoice_uuid', '=', invoice_uuid)
    .where('ended_at', 'is', null)
    .returning('invoice_uuid')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends every one to a client; answers of which invoices. */
export async function endRepeatsTo(tx: Tx, client_uuid: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ invoice_uuid: string }>`
    update invoice_repeat r set ended_at = ${at} from invoice i
      where i.invoice_uuid = r.invoice_uuid and i.client_uuid = ${client_uuid}::uuid and r.ended_at is null
      returning r.invoice_uuid`.execute(tx)
  return rows.map(({ invoice_uuid }) => invoice_uuid)
}

/** Keeps that one more was made, of which period, and the day of the next. */
export async function saveMade(
  tx: Tx,
  invoice_uuid: string,
  made: Pick<RepeatRow, 'made' | 'next_on' | 'last_period'>,
): Promise<void> {
  await tx
    .updateTable('invoice_repeat')
    .set(made)
    .where('invoice_uuid', '=', invoice_uuid)
    .execute()
}

/** The invoices of which a copy has had its day, after one of them; ask with the sight of all. */
export async function listToRepeat(
  tx: Tx,
  today: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ invoice_uuid: string }>`
    select invoice_uuid from invoice_repeat where ended_at is null and next_on <= ${today}::date
      and (${after ?? null}::uuid is null or invoice_uuid > ${after ?? null}::uuid) order by invoice_uuid limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ invoice_uuid }) => invoice_uuid)
}
