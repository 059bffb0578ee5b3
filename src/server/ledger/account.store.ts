import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { AccountRef } from './accounts.ts'

/** Opens the accounts that are missing; answers the id of each, in the order asked. */
export async function openAccounts(tx: Tx, refs: readonly AccountRef[]): Promise<bigint[]> {
  const { rows } = await sql<{ ids: bigint[] }>`
    select to_json(app.open_accounts(
      ${refs.map(ref => ref.owner)}::text[], ${refs.map(ref => ref.employer_uuid)}::uuid[],
      ${refs.map(ref => ref.kind)}::text[], ${refs.map(ref => ref.currency)}::text[],
      ${refs.map(ref => ref.may_go_negative)}::boolean[])) ids`.execute(tx)
  return (rows[0]?.ids ?? []).map(BigInt)
}

/** What an employer has available in currencies, held so that nobody else spends it meanwhile; smallest units. */
export async function lockBalances(
  tx: Tx,
  employer_uuid: string,
  currencies: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; available: bigint }>`
    select currency, available from app.lock_balances(${employer_uuid}::uuid, ${[...currencies]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.currency, row.available]))
}

export type EmployerBalance = {
  readonly employer_uuid: string
  readonly currency: string
  readonly available: bigint
  readonly reserved: bigint
  readonly in_flight: bigint
  readonly kept: bigint
}

/** Balances of one employer, or of all that the transaction sees, per currency in alphabetical order. */
export function readBalances(tx: Tx, employer_uuid?: string): Promise<EmployerBalance[]> {
  return readBalancesOf(tx, employer_uuid ? [employer_uuid] : null)
}

/** Balances of these employers, or of all that the transaction sees. */
export async function readBalancesOf(
  tx: Tx,
  employer_uuids: readonly string[] | null,
): Promise<EmployerBalance[]> {
  const { rows } = await sql<EmployerBalance>`
    select employer_uuid, currency,
        coalesce(sum(posted_in - posted_out - pending_out) filter (where kind = 'available'), 0)::bigint available,
        coalesce(sum(posted_in - posted_out) filter (where kind = 'reserved'), 0)::bigint reserved,
        coalesce(sum(posted_in - posted_out) filter (where kind = 'in_flight'), 0)::bigint in_flight,
        coalesce(sum(posted_in - posted_out) filter (where kind = 'held'), 0)::bigint kept
      from ledger_account
      where employer_uuid is not null ${employer_uuids ? sql`and employer_uuid = any(${[...employer_uuids]}::uuid[])` : sql``}
      group by employer_uuid, currency order by employer_uuid, currency`.execute(tx)
  return rows
}

/**
 * What an employer has available in a currency, for the reports of others: joined to their rows, where `available` is then the sum, and 0
 * without an account.
 */
export function withAvailable(employer_uuid: RawBuilder<unknown>, currency: RawBuilder<unknown>) {
  return {
    available: sql`coalesce(a.posted_in - a.posted_out - a.pending_out, 0) available`,
    join: sql`left join ledger_account a on a.employer_uuid = ${employer_uuid} and a.currency = ${currency} and a.kind = 'available'`,
  }
}
