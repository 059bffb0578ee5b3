import { sql } from 'kysely'
import type { StatementContent } from '#domain/payroll/income-statement.ts'
import type { Tx } from '../kernel/db.ts'

export type StatementRow = {
  readonly statement_uuid: string
  readonly contractor_sub: string
  readonly year: number
  readonly shows_employers: boolean
  readonly shows_months: boolean
  readonly content: StatementContent
  readonly issued_at: Date
  readonly revoked_at: Date | null
}

const STATEMENT = sql`select statement_uuid, contractor_sub, year, shows_employers, shows_months, content, issued_at, revoked_at from income_statement`
/** More than anybody issues; the newest. */
const MOST = 200

/** Held until the transaction ends: one contractor issues and revokes one after the other. */
export async function lockStatements(tx: Tx, contractor_sub: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statements of ${contractor_sub}`}, 0))`.execute(
    tx,
  )
}

/** The statements of a contractor, newest first. */
export async function listStatementRows(tx: Tx, contractor_sub: string): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`${STATEMENT} where contractor_sub = ${contractor_sub}
    order by issued_at desc, statement_uuid desc limit ${MOST}`.execute(tx)
  return rows
}

/** One statement of a contractor, or undefined. */
export async function findStatement(
  tx: Tx,
  contractor_sub: string,
  statement_uuid: string,
): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`${STATEMENT}
    where contractor_sub = ${contractor_sub} and statement_uuid = ${statement_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]
}

/** Statements in force whose ids are between two, of anyone: as many as one millisecond can have made alike. */
export async function listStatementsBetween(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`${STATEMENT}
    where statement_uuid between ${from}::uuid and ${to}::uuid and revoked_at is null limit 100`.execute(
    tx,
  )
  return rows
}

/** Keeps a statement. */
export async function insertStatement(
  tx: Tx,
  { content, ...statement }: Omit<StatementRow, 'revoked_at'>,
): Promise<void> {
  await tx
    .insertInto('income_statement')
    .values({ ...statement, content: JSON.stringify(content) })
    .execute()
}

/** Revokes a statement, unless it is revoked. */
export async function revokeRow(tx: Tx, statement_uuid: string, revoked_at: Date): Promise<void> {
  await tx
    .updateTable('income_statement')
    .set({ revoked_at })
    .where('statement_uuid', '=', statement_uuid)
    .where('revoked_at', 'is', null)
    .execute()
}
