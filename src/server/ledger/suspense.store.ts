import { sql } from 'kysely'
import type { SuspenseStatus } from '#domain/ledger/suspense.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import type { Payer } from './receipts.ts'

const PAYER = 'suspense_receipt.payer'

export type NewSuspense = {
  readonly receipt_uuid: string
  readonly reference: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly received_on: string
  readonly payer: Payer | null
  /** The reference of the bank that it shares with others. */
  readonly shares: string | null
}

const SUSPENSE: Columns<Omit<NewSuspense, 'payer'> & { payer: string }> = {
  receipt_uuid: 'uuid',
  reference: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  received_on: 'date',
  payer: 'text',
  shares: 'text',
}

/** Holds back every other booking until this transaction ends: a reference is an employer's receipt or nobody's yet, and never both. */
export async function holdBookings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bookings', 7204517))`.execute(tx)
}

/** Inserts what nobody is known to own; answers the references that wait now. */
export async function insertSuspense(
  { tx, fields }: PrivateTx,
  funding_file_uuid: string,
  booked_at: Date,
  receipts: readonly NewSuspense[],
): Promise<Set<string>> {
  if (receipts.length === 0) return new Set()
  const sealed = receipts.map(row => ({
    ...row,
    payer: row.payer ? fields.seal(PAYER, row.receipt_uuid, JSON.stringify(row.payer)) : '',
  }))
  const { rows } = await sql<{ reference: string }>`
    insert into suspense_receipt (funding_file_uuid, booked_at, status, ${namesOf(SUSPENSE)})
      select ${funding_file_uuid}::uuid, ${booked_at}::timestamptz, 'OPEN', ${namesOf(SUSPENSE)} from ${rowsOf('r', sealed, SUSPENSE)}
      on conflict do nothing returning reference`.execute(tx)
  return new Set(rows.map(row => row.reference))
}

/** What is known of references that wait for an owner, or once did, by how they are folded. */
export async function findSuspended(tx: Tx, folded: readonly string[]) {
  type Known = Pick<NewSuspense, 'currency' | 'amount_minor'>
  const { rows } = await sql<Known & { folded: string }>`
    select lower(reference) folded, currency, amount_minor from suspense_receipt
      where lower(reference) = any(${[...folded]}::text[])`.execute(tx)
  return rows
}

export type SuspenseRow = Omit<NewSuspense, 'payer'> & {
  readonly payer: Payer
  readonly funding_file_uuid: string
  readonly booked_at: Date
  readonly status: SuspenseStatus
  readonly funding_uuid: string | null
  readonly refund_reference: string | null
  readonly words: string
  /** Whether it was closed so that its parts take its place. */
  readonly apart: boolean
  readonly closed_at: Date | null
}

type Sealed = Omit<SuspenseRow, 'payer'> & { readonly payer: string }

const ROWS = sql`select receipt_uuid, reference, currency, amount_minor, received_on, payer, shares, funding_file_uuid, booked_at, status,
    funding_uuid, refund_reference, words, apart, closed_at from suspense_receipt`

/** One receipt; held until the transaction ends where it is asked to be. */
export async function findReceipt(
  db: PrivateTx,
  receipt_uuid: string,
  hold = false,
): Promise<SuspenseRow | undefined> {
  const { rows } =
    await sql<Sealed>`${ROWS} where receipt_uuid = ${receipt_uuid}::uuid ${hold ? sql`for update` : sql``}`.execute(
      db.tx,
    )
  return rows[0] && opened(db, rows[0])
}

/** Receipts that wait for an owner, or are over; newest first. */
export async function listReceipts(
  db: PrivateTx,
  {
    open,
    after,
    limit,
  }: {
    readonly open: boolean
    readonly after: readonly [booked_at: string, receipt_uuid: string] | undefined
    readonly limit: number
  },
): Promise<SuspenseRow[]> {
  const { rows } = await sql<Sealed>`${ROWS}
    where (status = 'OPEN') = ${open}
      ${after ? sql`and (booked_at, receipt_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by booked_at desc, receipt_uuid desc limit ${limit}`.execute(db.tx)
  return rows.map(row => opened(db, row))
}

function opened(db: PrivateTx, row: Sealed): SuspenseRow {
  return { ...row, payer: payerOf(db, row) }
}

function payerOf(
  { fields }: PrivateTx,
  { receipt_uuid, payer }: Pick<Sealed, 'receipt_uuid' | 'payer'>,
): Payer {
  if (!payer) return { name: '', account: '', words: '' }
  return JSON.parse(fields.open(PAYER, receipt_uuid, payer))
}

/** Whether another receipt went back by a transaction. */
export async function isRefundOfAnother(
  tx: Tx,
  transaction: string,
  receipt_uuid: string,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from suspense_receipt where ${transaction} in (refund_reference, refund_transaction)
      and not apart and receipt_uuid <> ${receipt_uuid}::uuid) known`.execute(tx)
  return rows[0]?.known ?? false
}

/**
 * The refund that an entry `e` of a bank sends back: it is called as that was ordered, and is no more than it. Several that were ordered under one name
 * are told by the sum, the newest of them first.
 */
export const REFUND_OF = sql`(select r.receipt_uuid from suspense_receipt r where r.status = 'REFUNDED' and not r.apart and r.currency = e.currency
  and e.minor between 1 and r.amount_minor and lower(r.refund_reference) in (lower(e.reference), lower(e.bank_reference))
  order by r.amount_minor, r.closed_at desc, r.receipt_uuid limit 1)`

export type CameBack = {
  readonly at: number
  readonly currency: string
  readonly minor: bigint
  readonly reference: string | null
  readonly bank_reference: string | null
}

const CAME_BACK: Columns<CameBack> = {
  at: 'int',
  currency: 'text',
  minor: 'bigint',
  reference: 'text',
  bank_reference: 'text',
}

/** Whose money it was, of what came back and is a refund of ours; by its place. */
export async function findRefundsBack(
  db: PrivateTx,
  came: readonly CameBack[],
): Promise<Map<number, Payer>> {
  if (came.length === 0) return new Map()
  const { rows } = await sql<{ at: number; receipt_uuid: string; payer: string }>`
    with found as (select e.at, ${REFUND_OF} receipt_uuid from ${rowsOf('e', came, CAME_BACK)})
    select found.at, receipt_uuid, s.payer from found join suspense_receipt s using (receipt_uuid)`.execute(
    db.tx,
  )
  return new Map(rows.map(row => [row.at, payerOf(db, row)]))
}

/** Keeps what became of a receipt that is held. */
export async function closeReceipt(
  tx: Tx,
  receipt_uuid: string,
  closed: {
    readonly status: 'MATCHED' | 'REFUNDED'
    readonly funding_uuid?: string
    readonly refund_reference?: string
    /** Of what came by a chain: no other is called by it. */
    readonly refund_transaction?: string
    readonly words?: string
    readonly apart?: boolean
    readonly closed_by: string
    readonly closed_at: Date
  },
): Promise<void> {
  await tx
    .updateTable('suspense_receipt')
    .set(closed)
    .where('receipt_uuid', '=', receipt_uuid)
    .where('status', '=', 'OPEN')
    .execute()
}
