import { sql } from 'kysely'
import { textOf } from '#domain/kernel/words.ts'
import type { Tx } from '../kernel/db.ts'

/** Why payments were cancelled whose approval was void: the note that tells them from what an employer took back. */
export const GONE_ELSEWHERE = textOf('payments.notes.goneElsewhere')

/** Of these line items those whose newest payments were cancelled since who is paid changed where they go. */
export async function listGoneElsewhere(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<string[]> {
  if (line_item_uuids.length === 0) return []
  const { rows } = await sql<{ line_item_uuid: string }>`
    select distinct p.line_item_uuid from payment p
      where p.line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and p.status = 'CANCELLED'
        and p.note_said ->> 'text' = ${GONE_ELSEWHERE.text}
        and not exists (select from payment o where o.line_item_uuid = p.line_item_uuid and o.created_at > p.created_at)`.execute(
    tx,
  )
  return rows.map(row => row.line_item_uuid)
}
