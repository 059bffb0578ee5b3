import { sql } from 'kysely'
import { assert } from '#domain/kernel/assert.ts'
import type { DepositDoubt } from '#domain/ledger/deposit.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

export type AddressRow = {
  readonly address: string
  readonly network: string
  readonly currency: string
  readonly derived_by: string
  readonly number: number
}

/** The addresses that an employer was told, the newest last. */
export async function listAddresses(tx: Tx, employer_uuid: string): Promise<AddressRow[]> {
  return tx
    .selectFrom('deposit_address')
    .select(['address', 'network', 'currency', 'derived_by', 'number'])
    .where('employer_uuid', '=', employer_uuid)
    .orderBy('given_at')
    .orderBy('address')
    .execute()
}

/** The number by which a key makes its next address; nobody else takes one until the transaction ends. */
export async function lockNumber(tx: Tx, derived_by: string): Promise<number> {
  await sql`insert into deposit_key (derived_by) values (${derived_by}) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ next_number: number }>`
    select next_number from deposit_key where derived_by = ${derived_by} for update`.execute(tx)
  const [row] = rows
  assert(row, 'a key that was inserted is there')
  return row.next_number
}

/** Keeps that a number is taken, which is held. */
export async function takeNumber(tx: Tx, derived_by: string, number: number): Promise<void> {
  await sql`update deposit_key set next_number = ${number + 1} where derived_by = ${derived_by}`.execute(
    tx,
  )
}

/** Keeps whose an address is. */
export async function insertAddress(
  tx: Tx,
  row: AddressRow & { readonly employer_uuid: string; readonly given_at: Date },
): Promise<void> {
  await tx.insertInto('deposit_address').values(row).execute()
}

export type Doubt = {
  readonly doubt_uuid: string
  readonly kind: DepositDoubt
  readonly reference: string
  readonly address: string
  /** Of what lies at an account that is no company's; null where an address says it. */
  readonly network: string | null
  /** Null of what has no amount. */
  readonly currency: string | null
  readonly amount_minor: bigint
  readonly outputs: number
}
const DOUBT: Columns<Doubt> = {
  doubt_uuid: 'uuid',
  kind: 'text',
  reference: 'text',
  address: 'text',
  network: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  outputs: 'int',
}

/**
 * Keeps doubts about deposits of addresses that somebody was told, or of an account that many pay; one that is known is not kept again. What was closed opens again where more came than there was
 * then, or more lies there, and a lost one whenever it is lost again. Answers those that are open anew.
 */
export async function keepDoubts(tx: Tx, doubts: readonly Doubt[], at: Date): Promise<string[]> {
  if (doubts.length === 0) return []
  const { rows } = await sql<{ doubt_uuid: string; fresh: boolean }>`
    insert into deposit_doubt as d (${namesOf(DOUBT)}, noted_at)
      select ${namesOf(DOUBT, 'n')}, ${at}::timestamptz from ${rowsOf('n', doubts, DOUBT)} 
        where n.network is not null or exists (select from deposit_address a where a.address = n.address)
        order by n.kind, n.reference
      on conflict (kind, reference) do update set amount_minor = excluded.amount_minor, outputs = excluded.outputs, closed_at = null, closed_by = null, words = '',
          noted_at = case when d.closed_at is null then d.noted_at else excluded.noted_at end
        where d.closed_at is null and (d.outputs, d.amount_minor) <> (excluded.outputs, excluded.amount_minor)
          or d.closed_at is not null and (excluded.outputs > d.closed_outputs or excluded.amount_minor > d.amount_minor or d.closed_by is null)
      returning d.doubt_uuid, d.noted_at = ${at}::timestamptz fresh`.execute(tx)
  return rows.filter(row => row.fresh).map(row => row.doubt_uuid)
}

/** Closes what is in doubt no more, by itself: of a kind and network all that is not among these. What somebody closed before opens again, too, where it comes again after that. */
export async function closePassed(
  tx: Tx,
  of: { readonly network: string; readonly kind: DepositDoubt; readonly still: readonly string[] },
  at: Date,
): Promise<void> {
  await sql`
    update deposit_doubt d set closed_at = coalesce(d.closed_at, ${at}), closed_outputs = 0
      where (d.closed_at is null or d.closed_outputs > 0) and d.kind = ${of.kind} and d.reference <> all(${[...of.still]}::text[])
        and coalesce(d.network, (select a.network from deposit_address a where a.address = d.address)) = ${of.network}`.execute(
    tx,
  )
}

/** One doubt, held until the transaction ends. */
export async function lockDoubt(tx: Tx, doubt_uuid: string) {
  return tx
    .selectFrom('deposit_doubt')
    .select(['kind', 'reference', 'closed_at', 'outputs'])
    .where('doubt_uuid', '=', doubt_uuid)
    .forUpdate()
    .executeTakeFirst()
}

/** Keeps what somebody says of a doubt that is held. */
export async function closeDoubt(
  tx: Tx,
  doubt_uuid: string,
  closed: { readonly words: string; readonly closed_by: string; readonly closed_at: Date },
): Promise<void> {
  await tx
    .updateTable('deposit_doubt')
    .set(eb => ({ ...closed, closed_outputs: eb.ref('outputs') }))
    .where('doubt_uuid', '=', doubt_uuid)
    .execute()
}
