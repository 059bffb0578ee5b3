/** What is under way in tokens, by whose lanes, and which lanes are free. In the books of the rails, schema `token_rail`. */
import { sql } from 'kysely'
import { type Columns, rowsOf } from '../../kernel/rows.ts'
import type { Books } from './books.ts'
import type { Lane, Signed, TokenChain, TokenPayment, UnderWay } from './token-chain.ts'

/** What is not final yet, by the id of the first that was signed for it, with what it may still take. */
export type Open = UnderWay &
  TokenPayment & {
    readonly txid: string
    /** Whose lane it takes, which another treasury of before may be; null where nobody knows. */
    readonly treasury: string | null
    readonly confirmations: number
    /** Whether its lane is used up, and nothing of it seen. */
    readonly lost: boolean
    readonly fee: bigint
    readonly takes: bigint
    /** Whether people are asked for a signature that they have not brought. */
    readonly waits: boolean
  }

type OpenRow = Omit<Open, 'lane' | 'versions' | 'asked'> & {
  readonly lane: string
  readonly lane_value: string
  /** Null of one that people sign. */
  readonly raw: string | null
  readonly asked: readonly string[] | null
  readonly raises: readonly Signed[] | null
}

/** What is under way, the oldest first. */
export async function listOpen(books: Books, network: string): Promise<Open[]> {
  const { rows } = await sql<OpenRow>`
    select t.txid, t.treasury, t.raw, t.lane, t.lane_value, t.confirmations, t.lost_since is not null lost, t.fee, t.fee + t.account takes, p.payee, p.currency, p.amount,
        (select json_agg(json_build_object('txid', r.txid, 'raw', r.raw) order by r.number)
          from token_rail.raise r where (r.network, r.of_txid) = (t.network, t.txid)) raises,
        s.asked, coalesce(s.waits, false) waits
      from token_rail.transaction t join token_rail.payout p on (p.network, p.txid) = (t.network, t.txid)
        cross join lateral (select json_agg(s.message order by s.number) asked, bool_or(s.txid is null) waits
          from token_rail.to_sign s where (s.network, s.of_txid) = (t.network, t.txid)) s
      where t.network = ${network} and t.ended_at is null order by t.number`.execute(books)
  return rows.map(({ lane: name, lane_value: value, raw, raises, asked, ...row }) => ({
    ...{ ...row, lane: { name, value }, asked: asked ?? [] },
    versions: [...(raw === null ? [] : [{ txid: row.txid, raw }]), ...(raises ?? [])],
  }))
}

/**
 * Of these lanes of a treasury those that are free: nothing of its own is under way in them, and nothing of ours ever named the value that they have now, as a node that is late tells
 * it. Where each waits for those before it, none that comes after one in which something else is under way.
 */
export async function freeLanes(
  books: Books,
  { network, address, lanes_in_order }: Pick<TokenChain, 'network' | 'address' | 'lanes_in_order'>,
  lanes: readonly Lane[],
): Promise<Lane[]> {
  const { rows } = await sql<{ lane: string; lane_value: string; open: boolean }>`
    select lane, lane_value, ended_at is null open from token_rail.transaction
      where network = ${network} and coalesce(treasury, ${address}) = ${address} and (ended_at is null or lane_value = any(${lanes.map(of => of.value)}::text[]))`.execute(
    books,
  )
  const busy = new Set(rows.filter(row => row.open).map(row => row.lane))
  const used = new Set(rows.map(row => `${row.lane} ${row.lane_value}`))
  const unused = lanes.filter(({ name, value }) => !used.has(`${name} ${value}`))
  const first_busy = unused.findIndex(({ name }) => busy.has(name))
  if (lanes_in_order && first_busy >= 0) return unused.slice(0, first_busy)
  return unused.filter(({ name }) => !busy.has(name))
}

/** Whether a transaction takes a lane of this treasury. */
export function isOwn({ address }: Pick<TokenChain, 'address'>, { treasury }: Open): boolean {
  return treasury === null || treasury === address
}

const NAMED_AT_ONCE = 1000

/** Keeps whose lanes those transactions take of which that is not known, as far as the chain says it. */
export async function nameTreasuries(
  books: Books,
  { network, signerIn }: Pick<TokenChain, 'network' | 'signerIn'>,
): Promise<void> {
  if (!signerIn) return
  const { rows } = await sql<Signed>`
    select txid, raw from token_rail.transaction
      where network = ${network} and treasury is null and raw is not null order by number limit ${NAMED_AT_ONCE}`.execute(
    books,
  )
  const named = await Promise.all(
    rows.map(async ({ txid, raw }) => ({ txid, treasury: await signerIn(raw) })),
  )
  if (named.length === 0) return
  await sql`
    update token_rail.transaction t set treasury = n.treasury from ${rowsOf('n', named, NAMED)}
      where (t.network, t.txid) = (${network}, n.txid) and t.treasury is null`.execute(books)
}

const NAMED: Columns<{ txid: string; treasury: string }> = { txid: 'text', treasury: 'text' }
