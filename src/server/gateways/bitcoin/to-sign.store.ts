/** Transactions that wait for people's signatures, and those that came back. In the rail's books, schema `bitcoin_rail` (decision 0225). */
import { sql } from 'kysely'
import { type Columns, rowsOf } from '../../kernel/rows.ts'
import type { SignState } from '../hand-signing.ts'
import { type Books, OPEN } from './books.store.ts'

export type ToSignRow = {
  readonly txid: string
  readonly payments: number
  readonly amount_sat: bigint
  readonly fee_sat: bigint
  readonly made_at: Date
  readonly exported_at: Date | null
  /** The keys that signed all of it. */
  readonly signatures: number
  /** The one that it replaces by a higher fee. */
  readonly replaces: string | null
  /** One that is to be signed before it, whose change it spends. */
  readonly after: string | null
}

/** What waits by now, the oldest first. What it pays stands by the first of those that replace each other. */
export async function listToSign(books: Books): Promise<ToSignRow[]> {
  const { rows } = await sql<ToSignRow>`
    select t.txid, paid.payments, paid.amount_sat, t.fee_sat, t.made_at, s.exported_at, t.replaces,
        (select count(*)::int from (select g.key from bitcoin_rail.signature g where g.txid = t.txid group by g.key
          having count(*) = (select count(*) from bitcoin_rail.input i where i.txid = t.txid)) whole) signatures,
        (select p.txid from bitcoin_rail.input i join bitcoin_rail.transaction p on p.txid = i.coin_txid
          where i.txid = t.txid and p.unsigned and p.height is null order by p.number limit 1) after
      from bitcoin_rail.transaction t join bitcoin_rail.to_sign s on s.txid = t.txid
        cross join lateral (select count(*)::int payments, coalesce(sum(p.value_sat), 0)::bigint amount_sat from bitcoin_rail.payout p
          join bitcoin_rail.transaction o on o.txid = p.txid where coalesce(o.replaces, o.txid) = coalesce(t.replaces, t.txid)) paid
      where t.unsigned and ${OPEN} order by t.number`.execute(books)
  return rows
}

/** The attempts that one pays, or would in the place of another. */
export async function listPaidBy(books: Books, txid: string): Promise<string[]> {
  const { rows } = await sql<{ attempt_uuid: string }>`
    select p.attempt_uuid from bitcoin_rail.payout p join bitcoin_rail.transaction o on o.txid = p.txid
      join bitcoin_rail.transaction t on coalesce(o.replaces, o.txid) = coalesce(t.replaces, t.txid) where t.txid = ${txid}`.execute(
    books,
  )
  return rows.map(of => of.attempt_uuid)
}

export type Asked = { readonly psbt: Uint8Array; readonly state: SignState }

/** What people were asked to sign, and how it stands; undefined where that was never asked. */
export async function findAsked(books: Books, txid: string): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select s.psbt, case when t.height is not null then 'IN_BLOCK' when t.dead_by is not null or not (${OPEN}) then 'DEAD'
        when t.unsigned then 'WAITS' else 'SIGNED' end state
      from bitcoin_rail.to_sign s join bitcoin_rail.transaction t on t.txid = s.txid where s.txid = ${txid}`.execute(
    books,
  )
  return rows[0]
}

/** Where each transaction is found whose coins one spends: whole among ours, or in a block. */
export async function listSpent(
  books: Books,
  txid: string,
): Promise<{ txid: string; raw: string | null; hash: string | null }[]> {
  const { rows } = await sql<{ txid: string; raw: string | null; hash: string | null }>`
    select distinct i.coin_txid txid, o.raw, b.hash from bitcoin_rail.input i
        join bitcoin_rail.coin c on (c.txid, c.vout) = (i.coin_txid, i.coin_vout)
        left join bitcoin_rail.transaction o on o.txid = i.coin_txid left join bitcoin_rail.block b on b.height = c.height
      where i.txid = ${txid}`.execute(books)
  return rows
}

/** Keeps when one was first handed to whoever signs. */
export async function keepExported(books: Books, txid: string, at: Date): Promise<void> {
  await sql`
    update bitcoin_rail.to_sign set exported_at = ${at} where txid = ${txid} and exported_at is null`.execute(
    books,
  )
}

/** A signature of an input, of the key that made it, in hexadecimal. */
export type Signature = {
  readonly input: number
  readonly key: string
  readonly signature: Uint8Array
}
const SIGNATURE: Columns<Omit<Signature, 'signature'> & { readonly signature: string }> = {
  ...{ input: 'int', key: 'text', signature: 'text' },
}

/** Keeps signatures that hold; of a key that signed an input before the first one. */
export async function insertSignatures(
  books: Books,
  txid: string,
  signatures: readonly Signature[],
): Promise<void> {
  const rows = signatures.map(of => ({
    ...of,
    signature: Buffer.from(of.signature).toString('hex'),
  }))
  await sql`
    insert into bitcoin_rail.signature (txid, input, key, signature)
      select ${txid}, s.input, s.key, decode(s.signature, 'hex') from ${rowsOf('s', rows, SIGNATURE)}
      on conflict do nothing`.execute(books)
}

/** All signatures of one that are kept. */
export async function listSignatures(books: Books, txid: string): Promise<Signature[]> {
  const { rows } = await sql<Signature>`
    select input, key, signature from bitcoin_rail.signature where txid = ${txid} order by input, key`.execute(
    books,
  )
  return rows
}

/** Keeps one as it was signed: from then on it is offered. */
export async function keepSigned(books: Books, txid: string, raw: string): Promise<void> {
  await sql`
    update bitcoin_rail.transaction set raw = ${raw}, unsigned = false where txid = ${txid} and unsigned`.execute(
    books,
  )
}
