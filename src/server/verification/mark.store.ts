import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

/** Where the check last held. */
export type Mark = {
  readonly snapshot: string
  /** Per table the primary key up to which the rolling look at old rows has come. */
  readonly looked_to: Readonly<Record<string, readonly string[]>>
  /** Which columns were sealed then, under which laws. */
  readonly guards: string | null
  /** Whether it is of a database whose transactions this one does not have: of one that this was restored from. */
  readonly elsewhere: boolean
}

/** What audit entries since a mark say of one thing. */
export type Touched = {
  readonly entity: string
  readonly id: string
  readonly entries: number
  /** The status that the last of them gave it, where one did. */
  readonly status: string | null
}

/** The mark, or undefined before the first check. */
export async function findMark(tx: Tx): Promise<Mark | undefined> {
  const { rows } = await sql<Mark>`
    select snapshot::text snapshot, looked_to, guards, pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmin(snapshot) elsewhere
      from verification_mark`.execute(tx)
  return rows[0]
}

/** The snapshot of this transaction. */
export async function currentSnapshot(tx: Tx): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text snapshot`.execute(tx)
  return rows[0]?.snapshot ?? ''
}

/** Everything that audit entries name which came after the marks of their chains. */
export async function listTouched(tx: Tx): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    select a.entity, id, count(*)::int entries, (array_agg(a.after ->> 'status' order by a.seq desc) filter (where a.after ->> 'status' is not null))[1] status
      from audit_chain c left join chain_mark m on m.chain = c.chain
        join audit_entry a on a.chain = c.chain and a.seq > coalesce(m.seq, 0), unnest(a.entity_uuids) id
      where c.head_seq > coalesce(m.seq, 0)
      group by a.entity, id`.execute(tx)
  return rows
}

type ChainHead = { readonly chain: string; readonly seq: bigint; readonly hash: Buffer }
type BalanceHead = {
  readonly account_id: bigint
  readonly posted_in: bigint
  readonly posted_out: bigint
  readonly pending_in: bigint
  readonly pending_out: bigint
}

const CHAIN: Columns<ChainHead> = { chain: 'text', seq: 'bigint', hash: 'bytea' }
const BALANCE: Columns<BalanceHead> = {
  account_id: 'bigint',
  posted_in: 'bigint',
  posted_out: 'bigint',
  pending_in: 'bigint',
  pending_out: 'bigint',
}

/** What a mark keeps of the books as they are in this transaction: heads of chains, and accounts that moved since a snapshot. */
export async function readHeads(tx: Tx, since: string | null) {
  const chains = await sql<ChainHead>`
    select c.chain, c.head_seq seq, c.head_hash hash from audit_chain c
      left join chain_mark m on m.chain = c.chain where m.seq is distinct from c.head_seq`.execute(
    tx,
  )
  const balances = await sql<BalanceHead>`
    select ${namesOf(BALANCE)} from ledger_account a where ${since}::pg_snapshot is null or exists (select from ledger_transfer t
        where (t.from_account = a.account_id or t.to_account = a.account_id) and t.xact >= pg_snapshot_xmin(${since}::pg_snapshot)
          and not pg_visible_in_snapshot(t.xact, ${since}::pg_snapshot))`.execute(tx)
  return { chains: chains.rows, balances: balances.rows }
}

/** Lets this transaction take as long as it needs: the seals of a large database are many. */
export async function takeYourTime(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
}

/** Keeps a mark, unless another check kept one since; answers whether it did. */
export async function saveMark(
  tx: Tx,
  before: Mark | undefined,
  mark: { snapshot: string; looked_to: Mark['looked_to']; guards: string },
  heads: Awaited<ReturnType<typeof readHeads>>,
): Promise<boolean> {
  const looked_to = JSON.stringify(mark.looked_to)
  const saved = before
    ? await sql`update verification_mark set snapshot = ${mark.snapshot}::pg_snapshot, finished_at = now(), looked_to = ${looked_to}::jsonb, guards = ${mark.guards}
        where snapshot::text = ${before.snapshot}`.execute(tx)
    : await sql`insert into verification_mark (snapshot, finished_at, looked_to, guards)
        values (${mark.snapshot}::pg_snapshot, now(), ${looked_to}::jsonb, ${mark.guards}) on conflict do nothing`.execute(
        tx,
      )
  if (saved.numAffectedRows !== 1n) return false
  await sql`insert into chain_mark (${namesOf(CHAIN)}) select ${namesOf(CHAIN)} from ${rowsOf('h', heads.chains, CHAIN)}
    on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash`.execute(tx)
  await sql`insert into balance_mark (${namesOf(BALANCE)}) select ${namesOf(BALANCE)} from ${rowsOf('b', heads.balances, BALANCE)}
    on conflict (account_id) do update set posted_in = excluded.posted_in, posted_out = excluded.posted_out,
      pending_in = excluded.pending_in, pending_out = excluded.pending_out`.execute(tx)
  return true
}

/** One text for all marks of chains: what an anchor outside the database holds. */
export async function digestOfChains(tx: Tx): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(chain || ' ' || seq || ' ' || encode(hash, 'hex'), ',' order by chain), ''), 'UTF8')), 'hex') digest
      from chain_mark`.execute(tx)
  return rows[0]?.digest ?? ''
}
