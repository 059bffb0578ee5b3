import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import type { Explanation, Guarded } from './guarded.store.ts'

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
  /** What audit entries that explain it are about: entity and id. */
  readonly names: readonly (readonly [entity: string, id: string])[]
  readonly seal: SealRow | null
}

const here = ({ where }: Guarded) => (where ? sql`(${sql.raw(where)})` : sql`true`)
const keysOf = ({ key }: Guarded) =>
  sql`jsonb_build_array(${sql.join(key.map(column => sql.ref(`t.${column}`)))})`
const keyOf = (guarded: Guarded) =>
  sql<string>`array_to_string(array(select jsonb_array_elements_text(${keysOf(guarded)})), ' ')`

const explanationOf = ({ entity, by }: Explanation, guarded: Guarded) =>
  sql`jsonb_build_array(${sql.lit(entity)}::text, ${idOf(by, guarded)})`
const idOf = (by: string | undefined, guarded: Guarded) =>
  by ? sql`(${sql.raw(by)})::text` : keyOf(guarded)

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
  const names = sql.join((guarded.explained ?? []).map(one => explanationOf(one, guarded)))
  const order = sql.join(guarded.key.map(column => sql.ref(`t.${column}`)))
  const { rows } = await sql<Omit<Sealable, 'seal'> & { sealed: Sealable['seal'] }>`
    with rows as (
      select row_number() over (order by ${order}) nth, ${keyOf(guarded)} row_key, ${keysOf(guarded)} keys, ${version} version, jsonb_build_array(${names}) names,
          encode(sha256(convert_to(jsonb_build_array(${columns})::text, 'UTF8')), 'hex') digest
        from ${sql.table(guarded.table)} t where ${here(guarded)} and ${where} order by ${order} ${limit}
    )
    select rows.row_key, rows.keys, rows.digest, rows.version, rows.names,
        case when s.mac is not null then json_build_object('row_key', s.row_key, 'key_id', s.key_id, 'mac', s.mac, 'version', s.version) end sealed
      from rows left join row_seal s on s.table_name = ${guarded.table} and s.row_key = rows.row_key order by rows.nth`.execute(
    tx,
  )
  return rows.map(({ sealed, ...row }) => ({ ...row, seal: sealed }))
}

/** The rows with these keys, and those that these entities and ids explain. */
export async function rowsWithKeys(
  tx: Tx,
  guarded: Guarded,
  keys: readonly string[],
  touched: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): Promise<Sealable[]> {
  const [first = ''] = guarded.key
  const column = guarded.key.length === 1 ? sql`${sql.ref(`t.${first}`)}::text` : keyOf(guarded)
  const named = new Set(keys)
  const others: RawBuilder<unknown>[] = []
  for (const { entity, by } of guarded.explained ?? []) {
    const ids = [...(touched.get(entity)?.keys() ?? [])]
    if (by && ids.length > 0) others.push(sql`${idOf(by, guarded)} = any(${ids}::text[])`)
    else for (const id of ids) named.add(id)
  }
  if (named.size > 0) others.push(sql`${column} = any(${[...named]}::text[])`)
  if (others.length === 0) return []
  return readRows(tx, guarded, sql`(${sql.join(others, sql` or `)})`)
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
      where ${here(guarded)} and not exists (select from row_seal s where s.table_name = ${guarded.table} and s.row_key = ${keyOf(guarded)})`.execute(
    tx,
  )
  return rows.map(row => row.row_key)
}

/** Keys of seals whose row is gone. */
export async function goneKeys(tx: Tx, guarded: Guarded): Promise<string[]> {
  const { rows } = await sql<{ row_key: string }>`
    select s.row_key from row_seal s where s.table_name = ${guarded.table}
      and not exists (select from ${sql.table(guarded.table)} t where ${keyOf(guarded)} = s.row_key)`.execute(
    tx,
  )
  return rows.map(row => row.row_key)
}

/** Of these keys those of seals whose row is gone. */
export async function goneOf(tx: Tx, guarded: Guarded, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ row_key: string }>`
    select s.row_key from row_seal s where s.table_name = ${guarded.table} and s.row_key = any(${[...keys]}::text[])
      and not exists (select from ${sql.table(guarded.table)} t where ${keyOf(guarded)} = s.row_key)`.execute(
    tx,
  )
  return rows.map(row => row.row_key)
}

/** Takes away the seals of rows that left. */
export async function forgetSeals(
  tx: Tx,
  table_name: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await tx
    .deleteFrom('row_seal')
    .where('table_name', '=', table_name)
    .where('row_key', 'in', [...keys])
    .execute()
}

/** One text for all seals, in whatever order: what an anchor outside the database holds. */
export async function digestOfSeals(tx: Tx): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select count(*) || '.' || coalesce(sum(('x' || left(md5(table_name || ' ' || row_key || ' ' || mac), 16))::bit(64)::bigint::numeric), 0) digest
      from row_seal`.execute(tx)
  return rows[0]?.digest ?? ''
}

/** How many seals one statement keeps. */
const PAGE = 5000

const SEAL: Columns<SealRow> = { row_key: 'text', key_id: 'text', mac: 'text', version: 'int' }

/** Keeps seals, the newest of a row. */
export async function saveSeals(
  tx: Tx,
  table_name: string,
  seals: readonly SealRow[],
): Promise<void> {
  for (let at = 0; at < seals.length; at += PAGE) {
    const page = seals.slice(at, at + PAGE)
    await sql`insert into row_seal (table_name, ${namesOf(SEAL)})
      select ${table_name}, ${namesOf(SEAL)} from ${rowsOf('s', page, SEAL)}
      on conflict (table_name, row_key) do update set key_id = excluded.key_id, mac = excluded.mac, version = excluded.version`.execute(
      tx,
    )
  }
}
