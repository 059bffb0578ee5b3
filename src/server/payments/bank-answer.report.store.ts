import { sql } from 'kysely'
import { nameOfFile } from '../documents/index.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'

export type TakenAnswer = {
  readonly answer_uuid: string
  readonly label: string
  readonly file_name: string
  readonly file_sha256: string
  readonly given_at: Date
  readonly given_by: string
  readonly lines: number
  readonly settled: number
  readonly failed: number
  readonly returned: number
  readonly nothing: number
  readonly contradicts: number
  readonly unknown: number
}

type Sealed = TakenAnswer & { readonly file_uuid: string; readonly sealed_name: string | null }

const TAKEN = sql`
  select a.answer_uuid, c.label, f.file_uuid, f.file_name, f.sealed_name, a.file_sha256, a.given_at,
      coalesce(nullif(app.person_name(g.first_name, g.last_name), ''), g.email) given_by, n.lines, n.settled, n.failed, n.returned,
      n.nothing, n.contradicts, n.unknown
    from bank_answer a join bank_channel c using (channel_uuid) join stored_file f using (file_uuid) join person g on g.sub = a.given_by
      cross join lateral (select count(*)::int lines, count(*) filter (where did = 'SETTLED')::int settled,
        count(*) filter (where did = 'FAILED')::int failed, count(*) filter (where did = 'RETURNED')::int returned,
        count(*) filter (where did = 'NOTHING')::int nothing, count(*) filter (where did = 'CONTRADICTS')::int contradicts,
        count(*) filter (where did = 'UNKNOWN')::int unknown from bank_answer_line l where l.answer_uuid = a.answer_uuid) n`

/** The last twenty files that banks answered with. */
export async function listAnswers({ tx, fields }: PrivateTx): Promise<TakenAnswer[]> {
  const { rows } = await sql<Sealed>`
    ${TAKEN} order by a.given_at desc, a.answer_uuid desc limit 20`.execute(tx)
  return rows.map(({ file_uuid, sealed_name, ...row }) => ({
    ...row,
    file_name: nameOfFile(fields, { ...row, file_uuid, sealed_name }),
  }))
}

/** The answer that was taken from a file of this content. */
export async function findAnswer(
  { tx, fields }: PrivateTx,
  file_sha256: string,
): Promise<TakenAnswer | undefined> {
  const { rows } = await sql<Sealed>`${TAKEN} where a.file_sha256 = ${file_sha256}`.execute(tx)
  const [row] = rows
  return row && { ...row, file_name: nameOfFile(fields, row) }
}

/** Who is paid by payments, by their ids. */
export async function namesOfPayees(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ payment_uuid: string; name: string }>`
    select payment_uuid, app.person_name(s.first_name, s.last_name) name from payment p join person_seen s on s.sub = p.contractor_sub
      where payment_uuid = any(${[...payment_uuids]}::uuid[])`.execute(tx)
  return new Map(rows.map(row => [row.payment_uuid, row.name]))
}
