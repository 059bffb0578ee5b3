import { sql } from 'kysely'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { WalletReading } from '#domain/payments/wallet-books.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import type { Agreed } from './wallet.report.store.ts'

type Of = { readonly network: Blockchain; readonly currency: CurrencyCode }

/** Money of ours that a wallet holds more from then on, or less: what it was first read with, by nobody's word, or what two operators said. */
export type Own = Of & {
  readonly own_uuid: string
  readonly minor: bigint
  readonly words: string
  readonly asked_by: string | null
  readonly said_by: string | null
  readonly said_at: Date
}

/** Keeps what of wallets is our own; what one was first read with is kept once. */
export async function insertOwn(tx: Tx, rows: readonly Own[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('wallet_own')
    .values([...rows])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export type ReadingRow = Of & WalletReading
const READING: Columns<ReadingRow> = {
  ...{ network: 'text', currency: 'text', minor: 'bigint', stops: 'boolean', since: 'timestamptz' },
  ...{ seen_minor: 'bigint', seen_stops: 'boolean', seen_at: 'timestamptz' },
}

/** What readings said of all wallets so far, held until the transaction ends: two at once count one after the other. */
export async function lockReadings(tx: Tx): Promise<ReadingRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wallet_reading', 7204517))`.execute(tx)
  return listReadings(tx)
}

/** The same, of those that were ever read. */
export async function listReadings(tx: Tx): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select ${namesOf(READING)} from wallet_reading order by network, currency`.execute(tx)
  return rows
}

/** Keeps readings that are held. */
export async function saveReadings(tx: Tx, readings: readonly ReadingRow[]): Promise<void> {
  if (readings.length === 0) return
  await sql`
    insert into wallet_reading (${namesOf(READING)}) select ${namesOf(READING)} from ${rowsOf('r', readings, READING)}
      on conflict (network, currency) do update set minor = excluded.minor, stops = excluded.stops, since = excluded.since,
        seen_minor = excluded.seen_minor, seen_stops = excluded.seen_stops, seen_at = excluded.seen_at`.execute(
    tx,
  )
}

/** Holds these against their rail no more; those that are to be looked at anew since then stay. */
export async function deleteAgreed(tx: Tx, agreed: readonly Agreed[]): Promise<void> {
  if (agreed.length === 0) return
  await sql`
    delete from compared_attempt c using ${rowsOf('a', agreed, { attempt_uuid: 'uuid', again: 'bigint' })}
      where (c.attempt_uuid, c.again) = (a.attempt_uuid, a.again)`.execute(tx)
}
