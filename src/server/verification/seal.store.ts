import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { Guarded } from './guarded.store.ts'

export type SealRow = {
  readonly row_key: string
  readonly key_id: string
  readonly mac: string
  readonly version: number | null
}

/** A row that is there, with what its seal is made of and the seal that it has. */
export type Sealable = {
  readonly row_key: string
  /** The values of the primary key, to go on after. */
  readonly keys: readonly string[]
  /** SHA-256 over the guarded columns, as hexadecimal text. */
  readonly digest: string
  readonly version: number | null
  readonly seal: SealRow | null
}

const keysOf = ({ key }: Guarded) =>
  sql`jsonb_build_array(${sql.join(key.map(column => sql.ref(`t.${column}`)))})`
const keyOf = (guarded: Guarded) =>
  sql<string>`array_to_string(array(select jsonb_array_elements_text(${keysOf(guarded)})), ' ')`

async function readRows(
  tx: Tx,
  guarded: Guarded,
  where: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
): Promise<Sealable[]> {
  const columns = sql.join(
    guarded.columns.map(column => sql.raw(column.includes('t.') ? column : `t.${column}`)),
  )
  const version = guarded.version ? sql`t.version` : sql`null::int`
  const order = sql.join(guarded.key.map(column => sql.ref(`t.${column}`)))
  const { rows } = await sql<Omit<Sealable, 'seal'> & { sealed: Sealable['seal'] }>`
    with rows as (
      select ${keyOf(guarded)} row_key, ${keysOf(guarded)} keys, ${version} version,
          encode(sha256(convert_to(jsonb_build_array(${columns})::text, 'UTF8')), 'hex') digest
        from ${sql.table(guarded.table)} t where ${where} order by ${order} ${limit}
    )
    select rows.row_key, rows.keys, rows.digest, rows.version,
        case when s.mac is not null then json_build_object('row_key', s.row_key, 'key_id', s.key_id, 'mac', s.mac, 'version', s.version) end sealed
      from rows left join row_seal s on s.table_name = ${guarded.table} and s.row_key = rows.row_key`.execute(
    tx,
  )
  return rows.map(({ sealed, ...row }) => ({ ...row, seal: sealed }))
}

/** The rows with these keys. */
export async function rowsWithKeys(
  tx: Tx,
  guarded: Guarded,
  keys: readonly string[],
): Promise<Sealable[]> {
  if (keys.length === 0) return []
  const [first = ''] = guarded.key
  const column = guarded.key.length === 1 ? sql`${sql.ref(`t.${first}`)}::text` : keyOf(guarded)
  return readRows(tx, guarded, sql`${column} = any(${[...keys]}::text[])`)
}

/** A page of all rows in the order of their primary key, after one of them or from the first. */
export async function pageOfRows(
  tx: Tx,
  guarded: Guarded,
  after: readonly string[] | null,
  limit: number,
): Promise<Sealable[]> {
  const order = sql.join(guarded.key.map(column => sql.ref(`t.${column}`)))
  const where = after ? sql`(${order}) > (${sql.join(after)})` : sql`true`
  return readRows(tx, guarded, where, sql`limit ${sql.lit(limit)}`)
}

/** Keys of rows that have no seal yet. */
export async function unsealedKeys(tx: Tx, guarded: Guarded): Promise<string[]> {
  const { rows } = await sql<{ row_key: string }>`
    select ${keyOf(guarded)} row_key from ${sql.table(guarded.table)} t
      where not exists (select from row_seal s where s.table_name = ${guarded.table} and s.row_key = ${keyOf(guarded)})`.execute(
    tx,
  )
  return rows.map(row => row.row_key)
}

/** Keys of seals whose row is gone. */
export async function goneKeys(tx: Tx, guarded: Guarded): Promise<string[]> {
  const { rows } = await sql<{ row_key: string }>`
    select s.row_key from row_seal s where s.table_name = ${guarded.table}
      and not exists (select from ${sql.table(guarded.table)} t where ${keyOf(guarded)} = s.row_key) limit 100`.execute(
    tx,
  )
  return rows.map(row => row.row_key)
}

/** Keeps seals, the newest of a row. */
export async function saveSeals(
  tx: Tx,
  table_name: string,
  seals: readonly SealRow[],
): Promise<void> {
  if (seals.length === 0) return
  await sql`insert into row_seal (table_name, row_key, key_id, mac, version)
    select ${table_name}, s.row_key, s.key_id, s.mac, s.version
      from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) s(row_key text, key_id text, mac text, version int)
    on conflict (table_name, row_key) do update set key_id = excluded.key_id, mac = excluded.mac, version = excluded.version`.execute(
    tx,
  )
}
