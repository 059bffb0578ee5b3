import { sql } from 'kysely'
import type { Suggestion } from '#domain/ledger/suspense.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

export type Clue = {
  readonly receipt_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly payer_name: string
  /** Ends of ids whose reference is near to what was typed, separated by spaces. */
  readonly id_ends: string
}

const CLUE: Columns<Clue> = {
  receipt_uuid: 'uuid',
  currency: 'text',
  amount_minor: 'bigint',
  payer_name: 'text',
  id_ends: 'text',
}
const MOST_ALIKE = 4

/** Whose each receipt may be: by a reference near to what was typed, a sum that was announced, or the name of who paid. */
export async function findSuggestions(
  tx: Tx,
  clues: readonly Clue[],
): Promise<(Suggestion & { readonly receipt_uuid: string })[]> {
  if (clues.length === 0) return []
  const { rows } = await sql<Suggestion & { receipt_uuid: string }>`
    with clue as materialized (select ${namesOf(CLUE)} from ${rowsOf('c', clues, CLUE)})
    select clue.receipt_uuid, e.employer_uuid, 'REFERENCE' why from clue cross join lateral string_to_table(clue.id_ends, ' ') near(id_end)
      join employer e on right(replace(e.employer_uuid::text, '-', ''), 15) = near.id_end
    union all
    select clue.receipt_uuid, n.employer_uuid, 'ANNOUNCED' from clue cross join lateral (select distinct employer_uuid from funding_notice n
      where n.closed_at is null and n.currency = clue.currency and n.amount_minor = clue.amount_minor limit ${sql.lit(MOST_ALIKE)}) n
    union all
    select clue.receipt_uuid, e.employer_uuid, 'NAME' from clue cross join lateral (select employer_uuid from employer
      where clue.payer_name <> '' and (lower(corporation_name) % lower(clue.payer_name) or lower(business_name) % lower(clue.payer_name))
      order by greatest(similarity(lower(corporation_name), lower(clue.payer_name)), similarity(lower(business_name), lower(clue.payer_name))) desc, employer_uuid
      limit ${sql.lit(MOST_ALIKE)}) e`.execute(tx)
  return rows
}

/** To whom receipts were matched, by the funding that was made of each. */
export async function ownersOfFundings(
  tx: Tx,
  funding_uuids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ funding_uuid: string; employer_uuid: string }>`
    select funding_uuid, employer_uuid from funding where funding_uuid = any(${[...funding_uuids]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.funding_uuid, row.employer_uuid]))
}
