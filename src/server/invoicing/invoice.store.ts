import { sql } from 'kysely'
import type { InvoiceKind, InvoiceStatus } from '#domain/invoicing/invoice.ts'
import type { UntaxedCategory } from '#domain/invoicing/tax-category.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { type Columns, rowsOf } from '../kernel/rows.ts'
import type { StoredAddress } from '../reference/addresses.ts'

/** A party of an invoice that was sent, as it was then. */
export type FrozenParty = {
  readonly name: string
  readonly attention: string
  readonly email: string
  readonly address: StoredAddress
  readonly tax_number: string
}

/** A way to pay as it was when the invoice was sent. */
export type FrozenWay = {
  readonly kind: 'bank' | 'wallet'
  readonly network: string
  readonly currency: string
  readonly bank: {
    readonly account_name: string
    readonly account_number: string
    readonly iban: string | null
    readonly swift_code: string | null
    readonly transit_number: string | null
    readonly institution_number: string | null
    readonly bank_code: string | null
    readonly interac_email: string | null
  } | null
  readonly address: string | null
}

/** What is sealed of an invoice. */
export type InvoiceRecord = {
  readonly note: string
  readonly tax_number: string
  /** Why something is not taxed; records from before it was asked lack both. */
  readonly tax_category?: UntaxedCategory | null
  readonly tax_reason?: string
  readonly destination_uuids: readonly string[] | null
  /** Null of a draft. */
  readonly sent: {
    readonly from: FrozenParty
    readonly to: FrozenParty
    readonly ways: readonly FrozenWay[]
    readonly message: string
  } | null
}

export type ItemRow = {
  readonly description: string
  readonly amount_minor: bigint
  readonly apply_taxes: boolean
}

/** What a draft may change. */
export type DraftFields = {
  readonly client_uuid: string | null
  readonly start_date: string | null
  readonly end_date: string | null
  readonly due_date: string | null
  readonly currency: string
  readonly client_pays_transaction_fees: boolean
  readonly fee_minor: bigint
  readonly tax_bps: number
  readonly total_minor: bigint
  readonly record: InvoiceRecord
  readonly items: readonly ItemRow[]
}

export type InvoiceRow = DraftFields & {
  readonly invoice_uuid: string
  readonly contractor_sub: string
  readonly client_name: string
  readonly kind: InvoiceKind
  readonly status: InvoiceStatus
  readonly paid_minor: bigint
  readonly number_text: string | null
  readonly issued_on: string | null
  readonly sent_on: Date | null
  readonly version: number
  readonly created_at: Date
  readonly saved_at: Date
  readonly payments: readonly {
    readonly payment_uuid: string
    readonly amount_minor: bigint
    readonly received_on: string
    readonly reference: string
  }[]
  readonly open_links: number
  readonly opened_at: Date | null
}

type SealedRow = Omit<InvoiceRow, 'record' | 'items' | 'payments'> & {
  readonly payments: readonly {
    payment_uuid: string
    amount: string
    received_on: string
    reference: string
  }[]
  readonly record: string
  readonly items: readonly { description: string; amount: string; apply_taxes: boolean }[]
}

const PLACE = 'invoice.record'

/** Amounts of items come as text: JSON's numbers would not all be whole. */
const SELECT = sql`
  select i.invoice_uuid, i.contractor_sub, i.client_uuid, i.kind, i.status, i.start_date, i.end_date, i.due_date, i.currency,
      i.client_pays_transaction_fees, i.fee_minor, i.tax_bps, i.total_minor, i.paid_minor, i.record, i.number_text, i.issued_on,
      i.sent_on, i.version, i.created_at, i.saved_at,
      coalesce((select coalesce(nullif(c.company_name, ''), c.client_name) from client c where c.client_uuid = i.client_uuid), '') client_name,
      (select coalesce(json_agg(json_build_object('description', t.description, 'amount', t.amount_minor::text, 'apply_taxes', t.apply_taxes)
        order by t.position), '[]') from invoice_item t where t.invoice_uuid = i.invoice_uuid) items,
      (select coalesce(json_agg(json_build_object('payment_uuid', p.payment_uuid, 'amount', p.amount_minor::text, 'received_on', p.received_on,
        'reference', p.reference) order by p.received_on, p.payment_uuid), '[]') from invoice_payment p
        where p.invoice_uuid = i.invoice_uuid and p.removed_at is null) payments,
      (select count(*)::int from invoice_link l where l.invoice_uuid = i.invoice_uuid and l.revoked_at is null) open_links,
      (select max(l.opened_at) from invoice_link l where l.invoice_uuid = i.invoice_uuid) opened_at
    from invoice i`

function opened({ fields }: PrivateTx, { record, items, payments, ...row }: SealedRow): InvoiceRow {
  return {
    ...row,
    record: JSON.parse(fields.open(PLACE, row.invoice_uuid, record)) as InvoiceRecord,
    payments: payments.map(({ amount, ...paid }) => ({ ...paid, amount_minor: BigInt(amount) })),
    items: items.map(({ amount, ...item }) => ({ ...item, amount_minor: BigInt(amount) })),
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

/** Which invoices a list shows, and after which it goes on. */
export type InvoiceSearch = {
  readonly statuses: readonly InvoiceStatus[]
  readonly after: readonly [string, string] | undefined
  readonly limit: number
}

/** A contractor's invoices, newest first; a draft that was thrown away is not among them. */
export async function listInvoiceRows(
  on: PrivateTx,
  contractor_sub: string,
  { statuses, after, limit }: InvoiceSearch,
): Promise<InvoiceRow[]> {
  const [at, uuid] = after ?? [null, null]
  const { rows } = await sql<SealedRow>`
    ${SELECT} where i.contractor_sub = ${contractor_sub} and i.status = any(${[...statuses]}::text[])
      and (i.status <> 'VOID' or i.number is not null)
      and (${uuid}::uuid is null or (i.created_at, i.invoice_uuid) < (${at}::timestamptz, ${uuid}::uuid))
      order by i.created_at desc, i.invoice_uuid desc limit ${limit}`.execute(on.tx)
  return rows.map(row => opened(on, row))
}

export type InvoiceSums = {
  readonly currency: string
  readonly status: InvoiceStatus
  readonly overdue: boolean
  readonly invoices: number
  readonly total_minor: bigint
  readonly paid_minor: bigint
}

/** What a contractor's invoices come to, by currency, status and whether they are overdue on a day. */
export async function sumInvoices(
  tx: Tx,
  contractor_sub: string,
  today: string,
): Promise<InvoiceSums[]> {
  const { rows } = await sql<InvoiceSums>`
    select currency, status, coalesce(status in ('SENT', 'PARTIALLY_PAID') and due_date < ${today}::date, false) overdue, count(*)::int invoices,
        sum(total_minor)::bigint total_minor, sum(paid_minor)::bigint paid_minor
      from invoice where contractor_sub = ${contractor_sub} and kind = 'INVOICE' and (status <> 'VOID' or number is not null)
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
  key: Pick<InvoiceRow, 'invoice_uuid' | 'contractor_sub' | 'kind' | 'created_at'>,
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
    readonly total_minor: bigint
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
