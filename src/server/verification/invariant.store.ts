/** What an invariant is, and of what it is asked. */

import { type RawBuilder, sql } from 'kysely'
import type verification from '#messages/en/verification.json'
import type { Tx } from '../kernel/db.ts'

/** What must always be true, by the name that the catalogue says it under (`messages/en/verification.json`). */
export type LawName = keyof typeof verification.laws

/** What is asked about: null means everything. */
export type Scope = {
  /** Keys of things that audit entries named since the mark, by entity, with how many entries and the last status. */
  readonly touched: ReadonlyMap<
    string,
    ReadonlyMap<string, { readonly entries: number; readonly status: string | null }>
  > | null
  /** What was visible at the mark. */
  readonly snapshot: string | null
}

/** Asks about everything. */
export const EVERYTHING: Scope = { touched: null, snapshot: null }

/** What is always true, with a query for where it is not. */
export type Invariant = {
  readonly name: LawName
  violations(tx: Tx, scope: Scope): Promise<string[]>
}

const MOST_NAMED = 20

/** An invariant of a query whose rows name its violations. */
export function invariant(name: LawName, query: (scope: Scope) => RawBuilder<unknown>): Invariant {
  return {
    name,
    violations: async (tx, scope) => {
      const { rows } = await sql<{ violation: string }>`
        select violation from (${query(scope)}) v limit ${MOST_NAMED}`.execute(tx)
      return rows.map(row => row.violation)
    },
  }
}

/** Whether a column is one of the touched things of an entity; true when everything is asked about. */
export function touched(
  { touched: all }: Scope,
  entity: string,
  column: string,
): RawBuilder<boolean> {
  if (!all) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} = any(${[...(all.get(entity)?.keys() ?? [])]}::uuid[])`
}

/** Whether a transfer is newer than the mark. */
export function fresh({ snapshot }: Scope, alias: string): RawBuilder<boolean> {
  if (!snapshot) return sql<boolean>`true`
  const xact = sql.ref(`${alias}.xact`)
  return sql<boolean>`(${xact} >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(${xact}, ${snapshot}::pg_snapshot))`
}
