/** A contractor's invoices: their list, and drafts that save themselves. */
import type { z } from 'zod'
import type { invoicing } from '#contract/invoicing.ts'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import { actionsOf, invoiceMachine, invoiceNumber, MOST_DRAFTS } from '#domain/invoicing/invoice.ts'
import {
  INVOICE_KINDS,
  INVOICE_STATUSES,
  type InvoiceKind,
  type InvoiceStatus,
} from '#domain/invoicing/settlement.ts'
import { totalsOf } from '#domain/invoicing/totals.ts'
import { transition } from '#domain/kernel/machine.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import { type Ctx, toJson } from '../kernel/unit-of-work.ts'
import { getContractorRecord } from '../people/index.ts'
import { addressLines } from '../reference/addresses.ts'
import { getClient, requireBankCurrency } from './clients.ts'
import {
  findInvoice,
  findLatest,
  type InvoiceSums,
  insertDraft,
  listInvoiceRows,
  lockInvoice,
  markVoid,
  sumInvoices,
  updateDraft,
} from './invoice.store.ts'
import type { DraftFields, InvoiceRow } from './invoice-row.ts'
import { isOut } from './link.store.ts'
import { listWays } from './pay-ways.ts'
import { presentInvoice, presentInvoices } from './present-invoice.ts'
import { endRepeat } from './repeat.store.ts'

type Shown = z.output<typeof Invoice>
type Given = z.output<(typeof invoicing)['putInvoice']['body']>
type Listed = z.output<(typeof invoicing)['listInvoices']['response']>
type Show = z.output<(typeof invoicing)['listInvoices']['query']>['show']

type Shows = { readonly statuses: readonly InvoiceStatus[]; readonly kinds: readonly InvoiceKind[] }

/** A credit note that was sent is neither open nor paid. */
const SHOWN: Readonly<Record<Show, Shows>> = {
  all: { statuses: INVOICE_STATUSES, kinds: INVOICE_KINDS },
  drafts: { statuses: ['CREATED'], kinds: INVOICE_KINDS },
  open: { statuses: ['SENT', 'PARTIALLY_PAID'], kinds: ['INVOICE'] },
  paid: { statuses: ['PAID'], kinds: ['INVOICE'] },
}

/** A page of the acting contractor's invoices, newest first, with what all of them come to. */
export async function listInvoices(
  ctx: Ctx,
  { limit, cursor, show }: { limit: number; cursor?: string | undefined; show: Show },
): Promise<Listed> {
  const after = decodeCursor(cursor, InstantKey)
  const [found, sums] = await Promise.all([
    listInvoiceRows(ctx, ctx.actor.sub, { ...SHOWN[show], after, limit: limit + 1 }),
    sumInvoices(ctx.tx, ctx.actor.sub, ctx.today),
  ])
  const { rows, next_cursor } = pageOf(found, limit, row => [
    row.created_at.toISOString(),
    row.invoice_uuid,
  ])
  const count = ({ statuses, kinds }: Shows) =>
    sums
      .filter(({ status, kind }) => statuses.includes(status) && kinds.includes(kind))
      .reduce((all, { invoices }) => all + invoices, 0)
  return {
    items: await presentInvoices(ctx, rows),
    next_cursor,
    sums: sumsOf(sums),
    counts: {
      all: count(SHOWN.all),
      drafts: count(SHOWN.drafts),
      open: count(SHOWN.open),
      paid: count(SHOWN.paid),
    },
  }
}

function sumsOf(rows: readonly InvoiceSums[]): Listed['sums'] {
  const asked = rows.filter(
    ({ kind, status }) => kind === 'INVOICE' && status !== 'CREATED' && status !== 'VOID',
  )
  const sum = (of: (row: InvoiceSums) => bigint) =>
    totalsByCurrency(asked.map(row => ({ currency: row.currency, minor: of(row) })))
  const overdue = sum(row => row.overdue_minor)
  const paid = sum(row => row.paid_minor)
  return sum(row => row.owed_minor).map((money, at) => ({
    owed: money,
    overdue: overdue[at] ?? money,
    paid: paid[at] ?? money,
  }))
}

/** An invoice of the acting contractor. */
export async function getInvoice(ctx: Ctx, invoice_uuid: string): Promise<Shown> {
  return presentInvoice(ctx, await ownInvoice(ctx, invoice_uuid))
}

/** What a new invoice begins with: as the last one had it, with the number that it would have today. */
export async function getInvoiceDefaults(
  ctx: Ctx,
): Promise<z.output<(typeof invoicing)['getInvoiceDefaults']['response']>> {
  const year = Number(ctx.today.slice(0, 4))
  const [contractor, { latest, number }, ways] = await Promise.all([
    getContractorRecord(ctx, ctx.actor.sub),
    findLatest(ctx, ctx.actor.sub, year),
    listWays(ctx),
  ])
  const { permanent_address: address } = contractor
  return {
    from: {
      name: personName(contractor),
      address_lines: address ? addressLines(address) : [],
    },
    tax_number: latest?.record.tax_number ?? '',
    tax_percentage: latest?.tax_bps ?? 0,
    next_number: invoiceNumber(contractor, year, number + 1),
    ways,
  }
}

/**
 * Keeps a draft as it is given, whatever it lacks. The same again changes nothing; what was changed of another version than the newest is
 * CONFLICT. Once it is sent nothing is changed any more.
 */
export async function putInvoice(ctx: Ctx, invoice_uuid: string, given: Given): Promise<Shown> {
  requireBankCurrency(given.currency)
  if (given.client_uuid) await requireClient(ctx, given.client_uuid)
  const known = await lockInvoice(ctx, invoice_uuid)
  if (!known && (await insertNew(ctx, invoice_uuid, given))) return getInvoice(ctx, invoice_uuid)
  // Who came at the same moment with the same id was first.
  const row = known ?? (await lockInvoice(ctx, invoice_uuid))
  if (row?.contractor_sub !== ctx.actor.sub) throw noSuchInvoice()
  if (row.status !== 'CREATED')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.sentStays')
  const draft = draftOf(given, row)
  if (row.credits) requireAsCredited(draft, row)
  if (row.line_item_uuid) requireAsPaid(draft, fieldsOf(row))
  if (toJson(draft) === toJson(fieldsOf(row))) return presentInvoice(ctx, row)
  if (given.version !== undefined && given.version !== row.version)
    throw new Problem('CONFLICT', 'invoicing.problems.draftChanged')
  await updateDraft(ctx, row, draft, ctx.now)
  return getInvoice(ctx, invoice_uuid)
}

/** Ends an invoice that nobody paid, and the writing of it anew; of one that was sent the number stays its own. Again changes nothing. CONFLICT where it is not as it was `seen`. */
export async function voidInvoice(
  ctx: Ctx,
  invoice_uuid: string,
  seen?: InvoiceStatus,
): Promise<Shown> {
  const row = await lockOwnInvoice(ctx, invoice_uuid)
  if (row.status === 'VOID') return presentInvoice(ctx, row)
  if (seen && seen !== row.status)
    throw new Problem('CONFLICT', 'invoicing.problems.standsOtherwise', {
      params: { status: row.status },
    })
  transition(invoiceMachine, 'invoice', row.status, 'void')
  if (!actionsOf(row).includes('void'))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.creditStays')
  await markVoid(ctx.tx, row, invoiceMachine.sources('void'), ctx.now)
  // What was taken back is not written anew by itself.
  await endRepeat(ctx.tx, invoice_uuid, ctx.now)
  ctx.audit({
    action: 'void',
    entity: 'invoice',
    entity_uuids: [invoice_uuid],
    employer_uuid: null,
    before: { status: row.status },
    after: { status: 'VOID' },
  })
  // Whose mail did not leave never had it; it does not leave any more.
  if (row.number_text !== null && (await isOut(ctx.tx, invoice_uuid)))
    ctx.announce('invoicing.invoice_voided', { invoice_uuid })
  return getInvoice(ctx, invoice_uuid)
}

/** An invoice of the acting contractor, or NOT_FOUND. */
export async function ownInvoice(ctx: Ctx, invoice_uuid: string): Promise<InvoiceRow> {
  const row = await findInvoice(ctx, invoice_uuid)
  if (row?.contractor_sub !== ctx.actor.sub) throw noSuchInvoice()
  return row
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockOwnInvoice(ctx: Ctx, invoice_uuid: string): Promise<InvoiceRow> {
  const row = await lockInvoice(ctx, invoice_uuid)
  if (row?.contractor_sub !== ctx.actor.sub) throw noSuchInvoice()
  return row
}

async function insertNew(ctx: Ctx, invoice_uuid: string, given: Given): Promise<boolean> {
  const sums = await sumInvoices(ctx.tx, ctx.actor.sub, ctx.today)
  const drafts = sums
    .filter(({ status }) => status === 'CREATED')
    .reduce((all, { invoices }) => all + invoices, 0)
  if (drafts >= MOST_DRAFTS)
    throw new Problem('CONFLICT', 'invoicing.problems.tooManyDrafts', {
      params: { most: MOST_DRAFTS },
    })
  return insertDraft(
    ctx,
    { invoice_uuid, contractor_sub: ctx.actor.sub, kind: 'INVOICE', created_at: ctx.now },
    draftOf(given, undefined),
  )
}

async function requireClient(ctx: Ctx, client_uuid: string): Promise<void> {
  await getClient(ctx, client_uuid).catch(() => {
    throw invalidField('client_uuid', 'invoicing.problems.noSuchClient')
  })
}

/** A credit note is to whom its invoice was, in its currency and with its taxes: only what is credited is chosen. */
function requireAsCredited(draft: DraftFields, row: InvoiceRow): void {
  for (const field of ['client_uuid', 'currency', 'tax_bps'] as const)
    if (draft[field] !== row[field])
      throw invalidField(
        field === 'tax_bps' ? 'tax_percentage' : field,
        'invoicing.problems.asCredited',
      )
}

/** An invoice of a pay is of what the pay is: the client and the words beside may be changed, nothing that counts. */
function requireAsPaid(draft: DraftFields, row: DraftFields): void {
  for (const field of [
    'currency',
    'tax_bps',
    'fee_minor',
    'items',
    'client_pays_transaction_fees',
  ] as const)
    if (toJson(draft[field]) !== toJson(row[field]))
      throw invalidField(
        field === 'tax_bps' ? 'tax_percentage' : field === 'items' ? 'invoice_items' : field,
        'invoicing.problems.asPaid',
      )
}

/** What is given, with what the request may leave out as the draft had it. */
function draftOf(given: Given, before: InvoiceRow | undefined): DraftFields {
  const { currency, transaction_fee, tax_percentage, invoice_items, note } = given
  const amounts = [
    ...invoice_items.map(item => item.amount),
    ...(transaction_fee ? [transaction_fee] : []),
  ]
  if (amounts.some(amount => amount.currency !== currency))
    throw invalidField('invoice_items', 'invoicing.problems.oneCurrency', { currency })
  const items = invoice_items.map(({ description, amount, apply_taxes }) => ({
    description,
    amount_minor: amount.minor,
    apply_taxes,
  }))
  const counted = {
    items,
    tax_bps: tax_percentage,
    fee_minor: transaction_fee?.minor ?? before?.fee_minor ?? 0n,
    client_pays_transaction_fees: given.client_pays_transaction_fees,
  }
  const tax_number = given.tax_number ?? before?.record.tax_number ?? ''
  return {
    client_uuid: given.client_uuid,
    start_date: given.start_date,
    end_date: given.end_date,
    due_date: given.due_date,
    currency,
    client_pays_transaction_fees: counted.client_pays_transaction_fees,
    fee_minor: counted.fee_minor,
    tax_bps: counted.tax_bps,
    total_minor: totalsOf(counted).total_minor,
    record: {
      ...{ note, tax_number },
      tax_category: given.tax_category,
      tax_reason: given.tax_reason,
      destination_uuids: given.destination_uuids,
      sent: null,
    },
    items,
  }
}

/** What a draft like this one would be made of. */
export function fieldsOf(row: InvoiceRow): DraftFields {
  return {
    client_uuid: row.client_uuid,
    start_date: row.start_date,
    end_date: row.end_date,
    due_date: row.due_date,
    currency: row.currency,
    client_pays_transaction_fees: row.client_pays_transaction_fees,
    fee_minor: row.fee_minor,
    tax_bps: row.tax_bps,
    total_minor: row.total_minor,
    record: row.record,
    items: row.items.map(({ description, amount_minor, apply_taxes }) => ({
      ...{ description, amount_minor, apply_taxes },
    })),
  }
}

function noSuchInvoice(): Problem {
  return new Problem('NOT_FOUND', 'invoicing.problems.noSuchInvoice')
}
