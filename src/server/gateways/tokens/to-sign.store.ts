/** Transactions in tokens that wait for people's signatures, and those that came back. In the rails' books, schema `token_rail` (decision 0226). */
import { sql } from 'kysely'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { SignState } from '../hand-signing.ts'
import type { Books } from './books.ts'
import type { Lane, Partly, Signed, TokenChain, Unsigned } from './token-chain.ts'

type Asked = Unsigned & { readonly fee: bigint; readonly made_at: Date }

/** Keeps what people are asked to sign to make a payout, with its lane: from then on it may have been sent, by whoever holds it. */
export async function insertAsked(
  books: Books,
  { attempt_uuid, network }: { readonly attempt_uuid: string; readonly network: string },
  of: Asked & { readonly treasury: string; readonly lane: Lane; readonly account: bigint },
): Promise<void> {
  await sql`
    insert into token_rail.transaction (network, txid, treasury, lane, lane_value, fee, account, made_at)
      values (${network}, ${of.id}, ${of.treasury}, ${of.lane.name}, ${of.lane.value}, ${of.fee}, ${of.account}, ${of.made_at})`.execute(
    books,
  )
  await insertToSign(books, { network, of_txid: of.id }, of)
  await sql`
    update token_rail.payout set txid = ${of.id} where attempt_uuid = ${attempt_uuid}::uuid`.execute(
    books,
  )
}

/** Keeps that people are asked to sign another in the place of one that waits, by the same lane and for a higher fee. */
export async function insertAskedRaise(
  books: Books,
  { txid, network }: { readonly txid: string; readonly network: string },
  of: Asked,
): Promise<void> {
  await insertToSign(books, { network, of_txid: txid }, of)
  await sql`
    update token_rail.transaction set fee = ${of.fee} where (network, txid) = (${network}, ${txid})`.execute(
    books,
  )
}

async function insertToSign(
  books: Books,
  { network, of_txid }: { readonly network: string; readonly of_txid: string },
  { id, message, needed = 1, fee, made_at }: Asked,
): Promise<void> {
  await sql`
    insert into token_rail.to_sign (network, id, of_txid, message, needed, fee, made_at)
      values (${network}, ${id}, ${of_txid}, ${message}, ${needed}, ${fee}, ${made_at})`.execute(
    books,
  )
}

export type ToSignRow = Unsigned &
  InTime & {
    readonly needed: number
    readonly signatures: number
    readonly currency: CurrencyCode
    readonly amount: bigint
    readonly payee: string
    readonly fee: bigint
    readonly made_at: Date
    readonly exported_at: Date | null
    /** The one that it replaces by a higher fee. */
    readonly replaces: string | null
    /** One that is to be signed before it, where each waits for those before. */
    readonly after: string | null
  }

/** Whose lane it takes, and the last block that was read, with when. */
export type InTime = {
  readonly lane: string
  readonly lane_value: string
  readonly height: bigint | null
  readonly read_at: Date | null
}

/** What waits by now, the oldest first. */
export async function listToSign(
  books: Books,
  { network, lanes_in_order }: Pick<TokenChain, 'network' | 'lanes_in_order'>,
): Promise<ToSignRow[]> {
  const { rows } = await sql<ToSignRow>`
    select s.id, s.message, s.needed, s.signatures, p.currency, p.amount, p.payee, t.lane, t.lane_value, f.height, f.read_at, s.fee + t.account fee, s.made_at, s.exported_at,
        (select b.id from token_rail.to_sign b where (b.network, b.of_txid) = (s.network, s.of_txid) and b.number < s.number order by b.number desc limit 1) replaces,
        (select o.txid from token_rail.transaction o where ${lanes_in_order} and o.network = t.network and o.treasury is not distinct from t.treasury and o.number < t.number and o.ended_at is null
            and o.raw is null and not exists (select from token_rail.raise r where (r.network, r.of_txid) = (o.network, o.txid)) order by o.number limit 1) after
      from token_rail.to_sign s join token_rail.transaction t on (t.network, t.txid) = (s.network, s.of_txid)
        join token_rail.payout p on (p.network, p.txid) = (t.network, t.txid) left join token_rail.follow f on f.network = s.network
      where s.network = ${network} and s.txid is null and t.ended_at is null and t.confirmations = 0 order by s.number`.execute(
    books,
  )
  return rows
}

/** The attempts that one pays. */
export async function listPaidBy(books: Books, network: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ attempt_uuid: string }>`
    select p.attempt_uuid from token_rail.payout p join token_rail.to_sign s on (s.network, s.of_txid) = (p.network, p.txid)
      where (s.network, s.id) = (${network}, ${id})`.execute(books)
  return rows.map(of => of.attempt_uuid)
}

/** Of whose key it is asked; null where nobody knows. */
export type AskedRow = Unsigned &
  InTime & {
    readonly needed: number
    /** What some of its keys signed; null where none did. */
    readonly partly: string | null
    readonly state: SignState
    readonly treasury: string | null
  }

/** What people were asked to sign, and how it stands; undefined where that was never asked. One in whose place another stands is dead. */
export async function findAsked(
  books: Books,
  network: string,
  id: string,
): Promise<AskedRow | undefined> {
  const { rows } = await sql<AskedRow>`
    select s.id, s.message, s.needed, s.partly, t.treasury, t.lane, t.lane_value, f.height, f.read_at, case when coalesce(t.failure in ('REPLACED', 'EXPIRED'), false) or (t.stands <> coalesce(s.txid, '')
              and exists (select from token_rail.raise r where (r.network, r.txid) = (t.network, t.stands))) then 'DEAD'
          when t.stands is not null then 'IN_BLOCK' when s.txid is null then 'WAITS' else 'SIGNED' end state
      from token_rail.to_sign s join token_rail.transaction t on (t.network, t.txid) = (s.network, s.of_txid)
        left join token_rail.follow f on f.network = s.network
      where (s.network, s.id) = (${network}, ${id})`.execute(books)
  return rows[0]
}

/** Keeps when one was first handed to whoever signs. */
export async function keepExported(
  books: Books,
  { network, id, at }: { readonly network: string; readonly id: string; readonly at: Date },
): Promise<void> {
  await sql`
    update token_rail.to_sign set exported_at = ${at} where (network, id) = (${network}, ${id}) and exported_at is null`.execute(
    books,
  )
}

/** Keeps one as it was signed: from then on it is offered until it is final. Of several signatures for the same the first is kept. */
export async function keepSigned(
  books: Books,
  { network, id, at }: { readonly network: string; readonly id: string; readonly at: Date },
  { txid, raw }: Signed,
): Promise<void> {
  await sql`
    insert into token_rail.raise (network, txid, of_txid, raw, fee, made_at)
      select network, ${txid}, of_txid, ${raw}, fee, ${at} from token_rail.to_sign where (network, id) = (${network}, ${id})`.execute(
    books,
  )
  await sql`
    update token_rail.to_sign set txid = ${txid} where (network, id) = (${network}, ${id})`.execute(
    books,
  )
}

/** Keeps what some of the keys signed, until there are enough. */
export async function keepPartly(
  books: Books,
  { network, id }: { readonly network: string; readonly id: string },
  { partly, signatures }: Partly,
): Promise<void> {
  await sql`
    update token_rail.to_sign set partly = ${partly}, signatures = ${signatures} where (network, id) = (${network}, ${id})`.execute(
    books,
  )
}
