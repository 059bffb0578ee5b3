/** Many rows in one statement, by the names of their columns: what is made, what it is called and its types have one description. */
import { type RawBuilder, sql } from 'kysely'

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
            : never

/** The PostgreSQL type of each field of a row: one that is missing, is too many or holds other values does not compile. */
export type Columns<R> = { readonly [K in keyof R]-?: TypeOf<NonNullable<R[K]>> }

/** The columns for `insert into` and `select`, in the order of the description. */
export function namesOf<R>(columns: Columns<R>): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map(name => sql.id(name)))
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
  const arrays = (Object.keys(columns) as (keyof R)[]).map(
    column => sql`${rows.map(row => row[column])}${sql.raw(`::${columns[column]}[]`)}`,
  )
  return sql`unnest(${sql.join(arrays)}) ${sql.id(name)}(${namesOf(columns)})`
}
