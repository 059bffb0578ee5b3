import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { asUuid } from '../kernel/ids.ts'
import { type Columns, namesOf, type Packed, pack, packedOf } from '../kernel/rows.ts'
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
const keyOf = (guarded: Guarded) => {
  const [first = '', ...more] = guarded.key
  return more.length === 0
    ? sql<string>`${sql.ref(`t.${first}`)}::text`
    : sql<string>`array_to_string(array(select jsonb_array_elements_text(${keysOf(guarded)})), ' ')`
}

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

/** So many rows are read at once. */
const PAGE = 2000

/** The rows with these keys, page by page. */
export async function* rowsWithKeys(
  tx: Tx,
  guarded: Guarded,
  keys: Iterable<string>,
): AsyncGenerator<Sealable[]> {
  for (const page of pagesOf(keys)) yield await readRows(tx, guarded, haveKeys(guarded, page))
}

/** The rows that these entities and ids explain by another column than their key, page by page; one that several explain comes again. */
export async function* rowsExplained(
  tx: Tx,
  guarded: Guarded,
  touched: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): AsyncGenerator<Sealable[]> {
  for (const { entity, by } of guarded.explained ?? [])
    if (by)
      for (const page of pagesOf(touched.get(entity)?.keys() ?? []))
        yield await readRows(tx, guarded, isOneOf(idOf(by, guarded), page))
}

/** By the index of the key where it is one column, of whatever type. What an audit entry names that can be no key of the table is none. */
function haveKeys(guarded: Guarded, keys: readonly string[]): RawBuilder<unknown> {
  const [first = '', ...more] = guarded.key
  const possible = first.endsWith('_uuid') ? keys.filter(key => asUuid(key)) : keys
  return more.length === 0
    ? sql`${sql.ref(`t.${first}`)} = any(${possible})`
    : isOneOf(keyOf(guarded), keys)
}

/** Hashed also by a plan that is kept, which would compare each row with each of a list. */
function isOneOf(value: RawBuilder<unknown>, of: readonly string[]): RawBuilder<unknown> {
  return sql`${value} in (select unnest(${of}::text[]))`
}

function* pagesOf(ids: Iterable<string>): Generator<string[]> {
  let page: string[] = []
  for (const id of ids) {
    page.push(id)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
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

const SEAL: Columns<SealRow> = { row_key: 'text', key_id: 'text', mac: 'text', version: 'int' }

/** Seals that wait until everything holds: those of a large payroll are half a million. */
export function waitingSeals(): { add(seal: SealRow): void; pages(): readonly Packed[] } {
  const pages: Packed[] = []
  let page: SealRow[] = []
  const turn = () => {
    if (page.length > 0) pages.push(pack(page, SEAL))
    page = []
  }
  return {
    add: seal => {
      page.push(seal)
      if (page.length === PAGE) turn()
    },
    pages: () => {
      turn()
      return pages
    },
  }
}

/** Keeps seals, the newest of a row. */
export async function saveSeals(
  tx: Tx,
  table_name: string,
  pages: readonly Packed[],
): Promise<void> {
  for (const page of pages)
    await sql`insert into row_seal (table_name, ${namesOf(SEAL)})
      select ${table_name}, ${namesOf(SEAL)} from ${packedOf('s', page, SEAL)}
      on conflict (table_name, row_key) do update set key_id = excluded.key_id, mac = excluded.mac, version = excluded.version`.execute(
      tx,
    )
}
