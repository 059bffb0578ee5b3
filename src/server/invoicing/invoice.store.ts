import { sql } from 'kysely'
import type { InvoiceKind, InvoiceStatus, Settlement } from '#domain/invoicing/settlement.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { type Columns, rowsOf } from '../kernel/rows.ts'
import type {
  CreditedInvoice,
  DraftFields,
  InvoiceRecord,
  InvoiceRow,
  ItemRow,
} from './invoice-row.ts'

/** Amounts within come as text: JSON's numbers would not all be whole. */
type SealedRow = Omit<InvoiceRow, 'record' | 'items' | 'payments' | 'credits' | 'credit_notes'> & {
  readonly payments: readonly {
    payment_uuid: string
    amount: string
    received_on: string
    reference: string
    refund: boolean
  }[]
  readonly credits:
    | (Omit<CreditedInvoice, keyof Settlement> & {
        total: string
        paid: string
        credited: string
      })
    | null
  readonly credit_notes: readonly {
    invoice_uuid: string
    number_text: string | null
    total: string
    issued_on: string | null
  }[]
  readonly record: string
  readonly items: readonly { description: string; amount: string; apply_taxes: boolean }[]
}

const PLACE = 'invoice.record'

const SELECT = sql`
  select i.invoice_uuid, i.contractor_sub, i.client_uuid, i.kind, i.status, i.start_date, i.end_date, i.due_date, i.currency,
      i.client_pays_transaction_fees, i.fee_minor, i.tax_bps, i.total_minor, i.paid_minor, i.credited_minor, i.reminders,
      i.reminded, i.reminded_at, i.record, i.number_text, i.issued_on, i.sent_on, i.version, i.created_at, i.saved_at,
      coalesce((select coalesce(nullif(c.company_name, ''), c.client_name) from client c where c.client_uuid = i.client_uuid), '') client_name,
      coalesce((select c.email from client c where c.client_uuid = i.client_uuid), '') client_email,
      (select coalesce(json_agg(json_build_object('description', t.description, 'amount', t.amount_minor::text, 'apply_taxes', t.apply_taxes)
        order by t.position), '[]') from invoice_item t where t.invoice_uuid = i.invoice_uuid) items,
      (select coalesce(json_agg(json_build_object('payment_uuid', p.payment_uuid, 'amount', p.amount_minor::text, 'received_on', p.received_on,
        'reference', p.reference, 'refund', p.refund) order by p.received_on, p.payment_uuid), '[]') from invoice_payment p
        where p.invoice_uuid = i.invoice_uuid and p.removed_at is null) payments,
      (select json_build_object('invoice_uuid', o.invoice_uuid, 'kind', o.kind, 'status', o.status, 'number_text', o.number_text, 'issued_on', o.issued_on,
        'total', o.total_minor::text, 'paid', o.paid_minor::text, 'credited', o.credited_minor::text) from invoice o where o.invoice_uuid = i.credits_uuid) credits,
      (select coalesce(json_agg(json_build_object('invoice_uuid', n.invoice_uuid, 'number_text', n.number_text, 'total', n.total_minor::text,
        'issued_on', n.issued_on) order by n.created_at), '[]') from invoice n where n.credits_uuid = i.invoice_uuid and n.status <> 'VOID') credit_notes,
      (select json_build_object('invoice_uuid', m.invoice_uuid, 'number_text', m.number_text) from invoice m where m.invoice_uuid = i.repeats_uuid) repeats, i.line_item_uuid,
      (select coalesce(max(c.repeat_number), 0) from invoice c where c.repeats_uuid = i.invoice_uuid) copies,
      (select json_build_object('every', r.every, 'next_on', r.next_on, 'sends', r.sends) from invoice_repeat r
        where r.invoice_uuid = i.invoice_uuid and r.ended_at is null) repeat,
      (select json_build_object('sent_on', s.sent_on, 'reference', s.reference, 'said_at', s.said_at) from invoice_said_sent s
        where s.invoice_uuid = i.invoice_uuid and s.answered_at is null and i.status in ('SENT', 'PARTIALLY_PAID')) said_sent,
      (select count(*)::int from invoice_link l where l.invoice_uuid = i.invoice_uuid and l.revoked_at is null) open_links,
      (select max(l.opened_at) from invoice_link l where l.invoice_uuid = i.invoice_uuid) opened_at
    from invoice i`

function opened({ fields }: PrivateTx, row: SealedRow): InvoiceRow {
  const { record, items, payments, credits, credit_notes, said_sent, ...rest } = row
  return {
    ...rest,
    record: JSON.parse(fields.open(PLACE, row.invoice_uuid, record)) as InvoiceRecord,
    payments: payments.map(({ amount, ...paid }) => ({ ...paid, amount_minor: BigInt(amount) })),
    items: items.map(({ amount, ...item }) => ({ ...item, amount_minor: BigInt(amount) })),
    said_sent: said_sent && { ...said_sent, said_at: new Date(said_sent.said_at) },
    credits: credits && creditedOf(credits),
    credit_notes: credit_notes.map(({ total, ...note }) => ({
      ...note,
      total_minor: BigInt(total),
    })),
  }
}

function creditedOf(sealed: NonNullable<SealedRow['credits']>): CreditedInvoice {
  const { total, paid, credited, ...rest } = sealed
  return {
    ...rest,
    total_minor: BigInt(total),
    paid_minor: BigInt(paid),
    credited_minor: BigInt(credited),
  }
}

function sealRecord({ fields }: PrivateTx, invoice_uuid: string, record: InvoiceRecord): string {
  return fields.seal(PLACE, invoice_uuid, JSON.stringify(record))
}

/** An invoice by its id, whoever's the transaction may see. */
export async function findInvoice(
  on: PrivateTx,
  invoice_uuid: string,
): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<SealedRow>`
    ${SELECT} where i.invoice_uuid = ${invoice_uuid}::uuid`.execute(on.tx)
  return rows[0] && opened(on, rows[0])
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockInvoice(
  on: PrivateTx,
  invoice_uuid: string,
): Promise<InvoiceRow | undefined> {
  await sql`select from invoice where invoice_uuid = ${invoice_uuid}::uuid for update`.execute(
    on.tx,
  )
  return findInvoice(on, invoice_uuid)
}

/** The invoices of pays that are not void, in the order of their ids. */
export async function invoicesOfPays(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ invoice_uuid: string }>`
    select invoice_uuid from invoice where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and status <> 'VOID'
      order by invoice_uuid`.execute(tx)
  return rows.map(({ invoice_uuid }) => invoice_uuid)
}

/** Which of these pays are invoiced. */
export async function paysInvoiced(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from invoice where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and status <> 'VOID'`.execute(
    tx,
  )
  return new Set(rows.map(({ line_item_uuid }) => line_item_uuid))
}

/** Which invoices a list shows, and after which it goes on. */
export type InvoiceSearch = {
  readonly statuses: readonly InvoiceStatus[]
  readonly kinds: readonly InvoiceKind[]
  readonly after: readonly [string, string] | undefined
  readonly limit: number
}

/** A contractor's invoices, newest first; a draft that was thrown away is not among them. */
export async function listInvoiceRows(
  on: PrivateTx,
  contractor_sub: string,
  { statuses, kinds, after, limit }: InvoiceSearch,
): Promise<InvoiceRow[]> {
  const [at, uuid] = after ?? [null, null]
  const { rows } = await sql<SealedRow>`
    ${SELECT} where i.contractor_sub = ${contractor_sub} and i.status = any(${[...statuses]}::text[]) and i.kind = any(${[...kinds]}::text[])
      and (i.status <> 'VOID' or i.number is not null)
      and (${uuid}::uuid is null or (i.created_at, i.invoice_uuid) < (${at}::timestamptz, ${uuid}::uuid))
      order by i.created_at desc, i.invoice_uuid desc limit ${limit}`.execute(on.tx)
  return rows.map(row => opened(on, row))
}

export type InvoiceSums = {
  readonly kind: InvoiceKind
  readonly currency: string
  readonly status: InvoiceStatus
  readonly invoices: number
  /** What is owed of them together, and of it what is late. */
  readonly owed_minor: bigint
  readonly overdue_minor: bigint
  readonly paid_minor: bigint
}

/** What a contractor's invoices and credit notes come to, by kind, currency and status; what is late is so on a day. */
export async function sumInvoices(
  tx: Tx,
  contractor_sub: string,
  today: string,
): Promise<InvoiceSums[]> {
  const { rows } = await sql<InvoiceSums>`
    select kind, currency, status, count(*)::int invoices, sum(owed)::bigint owed_minor,
        coalesce(sum(owed) filter (where due_date < ${today}::date), 0)::bigint overdue_minor, sum(paid_minor)::bigint paid_minor
      from (select kind, currency, status, due_date, paid_minor, case when kind = 'INVOICE' and status in ('SENT', 'PARTIALLY_PAID')
          then total_minor - credited_minor - paid_minor else 0 end owed
        from invoice where contractor_sub = ${contractor_sub} and (status <> 'VOID' or number is not null)) i
      group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return rows
}

/** The contractor's newest invoice, from which the next takes over what stays; and the highest number of a year. */
export async function findLatest(
  on: PrivateTx,
  contractor_sub: string,
  year: number,
): Promise<{ readonly latest: InvoiceRow | undefined; readonly number: number }> {
  const [latest] = await listInvoiceRows(on, contractor_sub, {
    statuses: ['CREATED', 'SENT', 'PARTIALLY_PAID', 'PAID'],
    kinds: ['INVOICE'],
    after: undefined,
    limit: 1,
  })
  return { latest, number: await highestNumber(on.tx, contractor_sub, year) }
}

/** The highest number that a contractor gave in a year, 0 where none; under `holdBooks` the next is free. */
export async function highestNumber(tx: Tx, contractor_sub: string, year: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0)::int number from invoice where contractor_sub = ${contractor_sub} and year = ${year}`.execute(
    tx,
  )
  return rows[0]?.number ?? 0
}

const ITEM: Columns<ItemRow & { position: number }> = {
  position: 'int',
  description: 'text',
  amount_minor: 'bigint',
  apply_taxes: 'boolean',
}

async function insertItems(
  tx: Tx,
  { invoice_uuid, contractor_sub }: Pick<InvoiceRow, 'invoice_uuid' | 'contractor_sub'>,
  items: readonly ItemRow[],
): Promise<void> {
  if (items.length === 0) return
  const placed = items.map(({ description, amount_minor, apply_taxes }, position) => ({
    ...{ position, description, amount_minor, apply_taxes },
  }))
  await sql`
    insert into invoice_item (invoice_uuid, contractor_sub, position, description, amount_minor, apply_taxes)
      select ${invoice_uuid}::uuid, ${contractor_sub}, t.position, t.description, t.amount_minor, t.apply_taxes
        from ${rowsOf('t', placed, ITEM)}`.execute(tx)
}

/** Keeps a new draft; answers false when there is an invoice of this id, whoever's. */
export async function insertDraft(
  on: PrivateTx,
  key: Pick<InvoiceRow, 'invoice_uuid' | 'contractor_sub' | 'kind' | 'created_at'> & {
    readonly credits_uuid?: string
    readonly repeats_uuid?: string
    readonly repeat_number?: number
    readonly line_item_uuid?: string
  },
  { items, record, ...fields }: DraftFields,
): Promise<boolean> {
  const made = await on.tx
    .insertInto('invoice')
    .values({
      ...key,
      ...fields,
      record: sealRecord(on, key.invoice_uuid, record),
      status: 'CREATED',
      version: 1,
      saved_at: key.created_at,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('invoice_uuid')
    .executeTakeFirst()
  if (!made) return false
  await insertItems(on.tx, key, items)
  return true
}

/** Keeps another version of a draft that `lockInvoice` holds. */
export async function updateDraft(
  on: PrivateTx,
  row: Pick<InvoiceRow, 'invoice_uuid' | 'contractor_sub' | 'version'>,
  { items, record, ...fields }: DraftFields,
  saved_at: Date,
): Promise<void> {
  await on.tx
    .updateTable('invoice')
    .set({
      ...fields,
      record: sealRecord(on, row.invoice_uuid, record),
      version: row.version + 1,
      saved_at,
    })
    .where('invoice_uuid', '=', row.invoice_uuid)
    .where('status', '=', 'CREATED')
    .execute()
  await on.tx.deleteFrom('invoice_item').where('invoice_uuid', '=', row.invoice_uuid).execute()
  await insertItems(on.tx, row, items)
}

/** Numbers a draft that `lockInvoice` holds and keeps it as it is sent. */
export async function markSent(
  on: PrivateTx,
  row: Pick<InvoiceRow, 'invoice_uuid' | 'version'>,
  sent: {
    readonly year: number
    readonly number: number
    readonly number_text: string
    readonly issued_on: string
    readonly sent_on: Date
    readonly due_date: string | null
    readonly total_minor: bigint
    readonly reminders: boolean
    readonly record: InvoiceRecord
  },
): Promise<void> {
  const { record, ...rest } = sent
  await on.tx
    .updateTable('invoice')
    .set({
      ...rest,
      record: sealRecord(on, row.invoice_uuid, record),
      status: 'SENT',
      version: row.version + 1,
      saved_at: sent.sent_on,
    })
    .where('invoice_uuid', '=', row.invoice_uuid)
    .where('status', '=', 'CREATED')
    .execute()
}

/** Ends an invoice that `lockInvoice` holds. */
export async function markVoid(
  tx: Tx,
  { invoice_uuid, version }: Pick<InvoiceRow, 'invoice_uuid' | 'version'>,
  sources: readonly InvoiceStatus[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ status: 'VOID', version: version + 1, saved_at: at })
    .where('invoice_uuid', '=', invoice_uuid)
    .where('status', 'in', [...sources])
    .execute()
}
