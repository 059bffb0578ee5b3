import { sql } from 'kysely'
import type { JournalAccount } from '#domain/payroll/journal.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'

export type JournalAccountRow = {
  readonly account: JournalAccount
  readonly name: string
  readonly code: string
}

/** The accounts that an employer named. */
export async function listAccountRows(tx: Tx, employer_uuid: string): Promise<JournalAccountRow[]> {
  const { rows } = await sql<JournalAccountRow>`
    select account, name, code from journal_account where employer_uuid = ${employer_uuid}::uuid`.execute(
    tx,
  )
  return rows
}

/** Lets nobody else name accounts of an employer until the transaction ends. */
export async function holdAccounts(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounts of ${employer_uuid}`}, 0))`.execute(
    tx,
  )
}

/** Keeps the names and codes of accounts, each in place of what it was before; in one order, so that two changes at once follow each other. */
export async function saveAccounts(
  tx: Tx,
  employer_uuid: string,
  accounts: readonly JournalAccountRow[],
): Promise<void> {
  if (accounts.length === 0) return
  await sql`insert into journal_account (employer_uuid, account, name, code)
    select ${employer_uuid}::uuid, account, name, code from ${rowsOf('a', accounts, { account: 'text', name: 'text', code: 'text' })} order by account
    on conflict (employer_uuid, account) do update set name = excluded.name, code = excluded.code`.execute(
    tx,
  )
}
