import { sql } from 'kysely'
import type { WalletState } from '#domain/kernel/chain-problem.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, rowsOf } from '../kernel/rows.ts'

export type WalletLook = {
  readonly destination_uuid: string
  readonly due_at: Date | null
  readonly state: WalletState | null
  readonly key: string | null
  readonly looked_at: Date | null
}

/** What is known of a contractor's wallets on their chains. */
export async function listLooks(tx: Tx, contractor_sub: string): Promise<WalletLook[]> {
  const { rows } = await sql<WalletLook>`
    select destination_uuid, due_at, state, key, looked_at from wallet_look where contractor_sub = ${contractor_sub}`.execute(
    tx,
  )
  return rows
}

/** Has a wallet looked at at once, whatever is known of it. */
export async function makeDue(
  tx: Tx,
  of: {
    readonly destination_uuid: string
    readonly contractor_sub: string
    readonly network: string
  },
  now: Date,
): Promise<void> {
  await sql`
    insert into wallet_look (destination_uuid, contractor_sub, network, due_at)
      values (${of.destination_uuid}, ${of.contractor_sub}, ${of.network}, ${now})
      on conflict (destination_uuid) do update set due_at = excluded.due_at`.execute(tx)
}

/** One that is due; its address is null where it is not in use any more. */
export type DueRow = {
  readonly destination_uuid: string
  readonly address: string | null
  readonly currency: string
  readonly created_at: Date
}

/** Whether any wallet of these networks is due. */
export async function isAnyDue(tx: Tx, networks: readonly string[], now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from wallet_look where network = any(${networks}::text[]) and due_at <= ${now}) "any"`.execute(
    tx,
  )
  return rows[0]?.any ?? false
}

/** Wallets of a network that are due, the longest first. */
export async function listDue(
  tx: Tx,
  network: string,
  now: Date,
  limit: number,
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select l.destination_uuid, case when d.status = 'ACTIVE' then d.address end address, d.currency, d.created_at
      from wallet_look l join destination d using (destination_uuid)
      where l.network = ${network} and l.due_at <= ${now} order by l.due_at, l.destination_uuid limit ${limit}`.execute(
    tx,
  )
  return rows
}

export type Looked = {
  readonly destination_uuid: string
  /** Null where nothing was learned of it. */
  readonly state: WalletState | null
  readonly key: string | null
  readonly due_at: Date | null
}

/** Keeps what was seen of what was due at an instant, and when each is looked at again; of what was not learned nothing but that. Whose owner asked since is due still. */
export async function keepLooked(
  tx: Tx,
  looked: readonly Looked[],
  { due, at }: { readonly due: Date; readonly at: Date },
): Promise<void> {
  await sql`
    update wallet_look l set due_at = case when l.due_at > ${due} then l.due_at else n.due_at end, state = coalesce(n.state, l.state), key = case when n.state is null then l.key else n.key end,
        looked_at = case when n.state is null then l.looked_at else ${at} end
      from ${rowsOf('n', looked, LOOKED)} where l.destination_uuid = n.destination_uuid`.execute(tx)
}

const LOOKED: Columns<Looked> = {
  destination_uuid: 'uuid',
  state: 'text',
  key: 'text',
  due_at: 'timestamptz',
}
