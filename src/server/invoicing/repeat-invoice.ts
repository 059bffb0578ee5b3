/** Invoices that are written anew by themselves (decision 0121). */
import type { z } from 'zod'
import type { invoicing } from '#contract/invoicing.ts'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import { periodOf, shifted } from '#domain/invoicing/repeat.ts'
import { assert } from '#domain/kernel/assert.ts'
import { addDays, daysBetween } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen } from '../kernel/version-of.ts'
import { type Unit, workEach } from '../kernel/work-each.ts'
import { holdBooks } from './client.store.ts'
import { getClient } from './clients.ts'
import { isHeld } from './each-due.ts'
import { findInvoice, insertDraft, lockInvoice } from './invoice.store.ts'
import type { DraftFields, InvoiceRow } from './invoice-row.ts'
import { fieldsOf, getInvoice, lockOwnInvoice } from './invoices.ts'
import { waysOf } from './pay-ways.ts'
import { presentInvoice } from './present-invoice.ts'
import {
  endRepeat,
  findEndedRepeat,
  findRepeat,
  listToRepeat,
  type RepeatRow,
  saveMade,
  saveRepeat,
} from './repeat.store.ts'
import { sendInvoice } from './send-invoice.ts'

type Shown = z.output<typeof Invoice>
type Given = z.output<(typeof invoicing)['putInvoiceRepeat']['body']>

/**
 * Has an invoice that was sent written anew from a day on that is to come, as often as it says. The same again changes nothing; CONFLICT where it is not repeated as was `seen`. TRANSITION_NOT_ALLOWED
 * once its client is out of the contractor's list: whoever takes them out at the same moment comes before or after.
 */
export async function putInvoiceRepeat(
  ctx: Ctx,
  invoice_uuid: string,
  { every, next_on, sends, seen }: Given,
): Promise<Shown> {
  await holdBooks(ctx.tx, ctx.actor.sub)
  const row = await lockOwnInvoice(ctx, invoice_uuid)
  if (row.kind !== 'INVOICE' || row.number_text === null || row.line_item_uuid !== null)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.repeatSent')
  if (row.status === 'VOID')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.repeatVoid')
  const known = await findRepeat(ctx.tx, invoice_uuid)
  if (known?.every === every && known.next_on === next_on && known.sends === sends)
    return presentInvoice(ctx, row)
  const now = known && { every: known.every, next_on: known.next_on, sends: known.sends }
  requireSeen(seen, now ?? null)
  await requireListed(ctx, row, 'invoicing.problems.repeatGone')
  if (next_on <= ctx.today) throw invalidField('next_on', 'invoicing.problems.repeatDay')
  const before = known ?? (await findEndedRepeat(ctx.tx, invoice_uuid))
  await saveRepeat(ctx.tx, {
    ...{ invoice_uuid, contractor_sub: row.contractor_sub, every, next_on, sends },
    // Its days go on from the first, such as the 30th after February, where they are the same.
    ...(now?.every === every && now.next_on === next_on && known
      ? { first_on: known.first_on, made: known.made }
      : { first_on: next_on, made: 0 }),
    last_period: before?.every === every ? before.last_period : null,
  })
  ctx.audit({
    action: 'repeat',
    entity: 'invoice',
    entity_uuids: [invoice_uuid],
    employer_uuid: null,
    before: now ?? null,
    after: { every, next_on, sends },
  })
  return getInvoice(ctx, invoice_uuid)
}

/** No copy of it is written any more; what was made stays. Again changes nothing. */
export async function endInvoiceRepeat(ctx: Ctx, invoice_uuid: string): Promise<Shown> {
  await lockOwnInvoice(ctx, invoice_uuid)
  if (await endRepeat(ctx.tx, invoice_uuid, ctx.now))
    ctx.audit({
      action: 'end_repeat',
      entity: 'invoice',
      entity_uuids: [invoice_uuid],
      employer_uuid: null,
    })
  return getInvoice(ctx, invoice_uuid)
}

/** Writes every copy whose day has come, each in a unit of its own: one that fails stops no other. */
export async function repeatInvoices(unit: Unit): Promise<void> {
  await workEach(
    unit,
    (ctx, after, limit) => listToRepeat(ctx.tx, ctx.today, after, limit),
    invoice_uuid => invoice_uuid,
    (ctx, invoice_uuid) => writeNext(ctx, invoice_uuid),
  )
}

/**
 * Writes the next copy of an invoice, if its day has come: once, whoever else does. The days of work lie as many periods later as the copy
 * does and after those of the copy before, and it is due as long after its day as its model was. It is sent by a job of its own, or its contractor is told that it waits.
 */
async function writeNext(ctx: Ctx, invoice_uuid: string): Promise<void> {
  const row = await lockInvoice(ctx, invoice_uuid)
  const repeat = row && (await findRepeat(ctx.tx, invoice_uuid))
  if (!repeat || repeat.next_on > ctx.today || (await isHeld(ctx, row))) return
  const { issued_on } = row
  assert(issued_on, 'only what was sent is repeated')
  const period = periodOf(issued_on, repeat)
  const copy_uuid = uuidOf(`copy of ${invoice_uuid} for ${repeat.next_on}`)
  const { contractor_sub } = row
  const isNew = await insertDraft(
    ctx,
    {
      invoice_uuid: copy_uuid,
      ...{ contractor_sub, kind: 'INVOICE', created_at: ctx.now },
      ...{ repeats_uuid: invoice_uuid, repeat_number: row.copies + 1 },
    },
    copyOf(row, repeat, period),
  )
  const made = repeat.made + 1
  await saveMade(ctx.tx, invoice_uuid, {
    made,
    next_on: shifted(repeat.first_on, repeat.every, made),
    last_period: isNew ? period : repeat.last_period,
  })
  if (!isNew) return
  ctx.audit({
    action: 'write_copy',
    entity: 'invoice',
    entity_uuids: [copy_uuid],
    employer_uuid: null,
    after: { of: invoice_uuid },
  })
  if (repeat.sends) await ctx.enqueue('send_copy', { invoice_uuid: copy_uuid })
  else ctx.announce('invoicing.copy_written', { invoice_uuid: copy_uuid, contractor_sub })
}

/**
 * The job that sends a copy: once. What is refused, as to an address that wants no mail, waits as a draft of which its contractor is told; so
 * does one of an invoice that was taken back since it was written, one that would not say where to pay, or one to a client whom they took out of their list.
 */
export async function sendCopy(
  { invoice_uuid }: Readonly<Record<string, unknown>>,
  { unit }: { readonly unit: Unit },
): Promise<void> {
  const id = String(invoice_uuid)
  const send = (ctx: Ctx) =>
    as(ctx, id, async (own, row) => {
      await holdBooks(own.tx, own.actor.sub)
      // It is held, so that whoever takes it back comes before or after.
      const model = row.repeats && (await lockInvoice(own, row.repeats.invoice_uuid))
      if (model?.status === 'VOID')
        throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.repeatVoid')
      await requireListed(own, row, 'invoicing.problems.noSuchClient')
      await requireWay(own, row, model)
      await sendInvoice(own, id, { message: '', reminders: true })
    })
  await unit(send).catch(async (error: unknown) => {
    if (!(error instanceof Problem)) throw error
    await unit(ctx =>
      as(ctx, id, async own =>
        own.announce('invoicing.copy_written', { invoice_uuid: id, contractor_sub: own.actor.sub }),
      ),
    )
  })
}

/** Does something of a draft for its contractor; nothing where it is none any more, or where they are suspended. */
async function as(
  ctx: Ctx,
  invoice_uuid: string,
  work: (own: Ctx, row: InvoiceRow) => Promise<unknown>,
): Promise<void> {
  const row = await findInvoice(ctx, invoice_uuid)
  if (row?.status !== 'CREATED' || (await isHeld(ctx, row))) return
  await work({ ...ctx, actor: { ...ctx.actor, sub: row.contractor_sub } }, row)
}

/** TRANSITION_NOT_ALLOWED where the client of an invoice is out of the list; they stay as they are while the books are held. */
async function requireListed(
  ctx: Ctx,
  { client_uuid, client_name: name }: InvoiceRow,
  said: TextKey,
): Promise<void> {
  const { archived } = await getClient(ctx, client_uuid ?? '')
  if (archived) throw new Problem('TRANSITION_NOT_ALLOWED', said, { params: { name } })
}

/**
 * TRANSITION_NOT_ALLOWED where the client of a copy would not be told where to pay, as they were by its model: every destination that suits was closed, or
 * changed within the last day.
 */
async function requireWay(
  ctx: Ctx,
  row: InvoiceRow,
  model: InvoiceRow | null | undefined,
): Promise<void> {
  if (!model?.record.sent?.ways.length) return
  if ((await waysOf(ctx, row)).length === 0)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.noWayNow')
}

function copyOf(row: InvoiceRow, { every, next_on }: RepeatRow, period: number): DraftFields {
  const { start_date, end_date, due_date, issued_on } = row
  assert(start_date && end_date && due_date && issued_on, 'only what was sent is repeated')
  return {
    ...fieldsOf(row),
    start_date: shifted(start_date, every, period),
    end_date: shifted(end_date, every, period),
    due_date: addDays(next_on, daysBetween(issued_on, due_date)),
    record: { ...row.record, sent: null },
  }
}
