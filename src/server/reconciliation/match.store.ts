import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import type { Found } from './match.report.store.ts'

const FOUND: Columns<Found> = { entry_uuid: 'uuid', transfer_uuid: 'uuid', match_uuid: 'uuid' }

/** Keeps what found each other; what is matched already stays as it is. */
export async function keepMatches(tx: Tx, found: readonly Found[], at: Date): Promise<void> {
  if (found.length === 0) return
  const rows = sql`(select ${namesOf(FOUND)} from ${rowsOf('f', found, FOUND)}) f`
  await sql`update bank_entry e set match_uuid = f.match_uuid, matched_at = ${at} from ${rows}
    where e.entry_uuid = f.entry_uuid and e.match_uuid is null`.execute(tx)
  await sql`update bank_movement v set match_uuid = f.match_uuid, matched_at = ${at} from ${rows}
    where v.transfer_uuid = f.transfer_uuid and v.match_uuid is null`.execute(tx)
}

/** Whether anything is open on both sides: only then a comparison can find something. */
export async function isAnythingOpen(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from bank_entry where match_uuid is null) open`.execute(tx)
  return rows[0]?.open ?? false
}

export type HeldEntry = {
  readonly entry_uuid: string
  readonly statement_uuid: string
  readonly currency: string
  readonly minor: bigint
  readonly day: string
  readonly match_uuid: string | null
}

/** An entry of the bank; held until the transaction ends where it is asked to be. */
export async function findEntry(
  tx: Tx,
  entry_uuid: string,
  hold: boolean,
): Promise<HeldEntry | undefined> {
  const { rows } = await sql<HeldEntry>`
    select entry_uuid, statement_uuid, currency, minor, day, match_uuid from bank_entry where entry_uuid = ${entry_uuid}::uuid ${hold ? sql`for update` : sql``}`.execute(
    tx,
  )
  return rows[0]
}

/** A movement of the books, held until the transaction ends. */
export async function lockMovement(tx: Tx, transfer_uuid: string) {
  const { rows } = await sql<{ currency: string; minor: bigint; match_uuid: string | null }>`
    select currency, minor, match_uuid from bank_movement where transfer_uuid = ${transfer_uuid}::uuid for update`.execute(
    tx,
  )
  return rows[0]
}
