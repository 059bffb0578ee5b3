/** Many rows in one statement, by the names of their columns: what is made, what it is called and its types have one description. */
import { type RawBuilder, sql } from 'kysely'
import { arrayLiteral } from './array-literal.ts'

type TypeOf<V> = V extends string
  ? 'uuid' | 'text' | 'date' | 'timestamptz' | 'jsonb'
  : V extends number
    ? 'int'
    : V extends bigint
      ? 'bigint'
      : V extends boolean
        ? 'boolean'
        : V extends Date
          ? 'timestamptz'
          : V extends Buffer
            ? 'bytea'
            : V extends readonly unknown[]
              ? 'jsonb'
              : never

/** The PostgreSQL type of each field of a row: one that is missing, is too many or holds other values does not compile. */
export type Columns<R> = { readonly [K in keyof R]-?: TypeOf<NonNullable<R[K]>> }

/** The columns for `insert into` and `select`, in the order of the description; of this table, where several are joined. */
export function namesOf<R>(columns: Columns<R>, table?: string): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map(name => (table ? sql.id(table, name) : sql.id(name))))
}

/**
 * The rows as a table of this name, for `from`. Ten thousand take four fifths of the time that they take as JSON; the text of the
 * statement is the same for any number of them, so that it is prepared once.
 */
export function rowsOf<R>(
  name: string,
  rows: readonly R[],
  columns: Columns<R>,
): RawBuilder<unknown> {
  return tableOf(name, arraysOf(rows, columns), columns)
}

/**
 * Like `rowsOf`, of rows by whose keys others are found. The planner is not told how many they are: told of thousands, and of a table that
 * was small when it was last counted, it reads all of that table for each slice; not told, it goes by the index.
 */
export function lookedUpBy<R>(
  name: string,
  rows: readonly R[],
  columns: Columns<R>,
): RawBuilder<unknown> {
  return tableOf(name, arraysOf(rows, columns), columns, array => sql`(select ${array})`)
}

/** The ids to compare a column with by `= `; the planner is not told how many they are, as of `lookedUpBy`. */
export function anyOf(uuids: readonly string[]): RawBuilder<unknown> {
  return sql`any((select ${[...uuids]}::uuid[])::uuid[])`
}

/**
 * Columns of at most so many rows of `from … order by …`, cut along its index. Told how many are wanted, and of a table that was empty when
 * it was last counted, the planner reads and sorts all that is left of it for each slice; not told, it goes by the index.
 */
export function cutAlong(
  columns: RawBuilder<unknown>,
  ordered: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const most = sql.lit(limit)
  return sql`select ${columns} from (select ${columns} ${ordered} limit (select ${most})) cut limit ${most}`
}

/** Rows that wait: as text, which is a fifth of what objects take in memory. */
export type Packed = readonly unknown[]

/** Packs rows for `packedOf`. */
export function pack<R>(rows: readonly R[], columns: Columns<R>): Packed {
  return arraysOf(rows, columns).map(values => arrayLiteral(values) ?? values)
}

/** Packed rows as a table; see `rowsOf`. */
export function packedOf<R>(
  name: string,
  packed: Packed,
  columns: Columns<R>,
): RawBuilder<unknown> {
  return tableOf(name, packed, columns)
}

function arraysOf<R>(rows: readonly R[], columns: Columns<R>): unknown[][] {
  return (Object.keys(columns) as (keyof R)[]).map(column => rows.map(row => row[column]))
}

function tableOf<R>(
  name: string,
  arrays: Packed,
  columns: Columns<R>,
  told: (array: RawBuilder<unknown>) => RawBuilder<unknown> = array => array,
): RawBuilder<unknown> {
  const typed = Object.values<string>(columns).map((type, at) =>
    told(sql`${arrays[at]}${sql.raw(`::${type}[]`)}`),
  )
  return sql`unnest(${sql.join(typed)}) ${sql.id(name)}(${namesOf(columns)})`
}
