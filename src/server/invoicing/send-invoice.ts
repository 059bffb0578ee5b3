/** Sending an invoice: it gets its number, stays as it is from then on, and its client is mailed a link. */
import type { z } from 'zod'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import { invoiceMachine, invoiceNumber, lackingOf } from '#domain/invoicing/invoice.ts'
import { totalsOf } from '#domain/invoicing/totals.ts'
import { transition } from '#domain/kernel/machine.ts'
import { personName } from '#domain/kernel/names.ts'
import { invalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { countClientMail } from '../identity/index.ts'
import { newToken, newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getContractorRecord } from '../people/index.ts'
import { holdBooks } from './client.store.ts'
import { getClient } from './clients.ts'
import { takeOff } from './credit-invoice.ts'
import { highestNumber, markSent } from './invoice.store.ts'
import { requirePayStands, squareWithPay } from './invoice-pay.ts'
import type { FrozenParty, InvoiceRecord, InvoiceRow } from './invoice-row.ts'
import { getInvoice, lockOwnInvoice, ownInvoice } from './invoices.ts'
import { insertLink, revokeLinks } from './link.store.ts'
import { waysOf } from './pay-ways.ts'
import { presentInvoice, sendableOf } from './present-invoice.ts'

type Shown = z.output<typeof Invoice>

/** So many links of an invoice work at once. */
const MOST_LINKS = 20

/**
 * Sends a draft that lacks nothing, of an invoice or a credit note, which is taken off its invoice at once. It takes the contractor's next number of the year, and freezes both parties, every way to pay and all
 * amounts. CONFLICT where it is another version than was read, or goes to another name or address than was read. Mails are counted as invitations are, so it fails as they do.
 */
export async function sendInvoice(
  ctx: Ctx,
  invoice_uuid: string,
  {
    message,
    reminders,
    version,
    to,
  }: {
    readonly message: string
    readonly reminders: boolean
    readonly version?: number | undefined
    readonly to?: Pick<InvoiceRow, 'client_name' | 'client_email'> | undefined
  },
): Promise<Shown> {
  const { sub } = ctx.actor
  await holdBooks(ctx.tx, sub)
  const { credits } = await ownInvoice(ctx, invoice_uuid)
  const credited = credits && (await lockOwnInvoice(ctx, credits.invoice_uuid))
  const row = await lockOwnInvoice(ctx, invoice_uuid)
  transition(invoiceMachine, 'invoice', row.status, 'send')
  if (version !== undefined && version !== row.version)
    throw new Problem('CONFLICT', 'invoicing.problems.changedBeforeSent')
  if (to && (to.client_name !== row.client_name || to.client_email !== row.client_email))
    throw new Problem('CONFLICT', 'invoicing.problems.clientChangedBeforeSent', {
      params: { name: row.client_name, email: row.client_email },
    })
  const lacking = lackingOf(sendableOf(row), ctx.today)
  requireValid(
    lacking.map(({ field, said }) => ({ ...said, loc: ['body', field], type: 'value_error' })),
  )
  await requirePayStands(ctx, row)
  const { names, ...record } = await frozenRecord(ctx, row, message)
  await countClientMail(ctx, record.sent.to.email, sub)
  const year = Number(ctx.today.slice(0, 4))
  const number = (await highestNumber(ctx.tx, sub, year)) + 1
  const number_text = invoiceNumber(names, year, number)
  const { total_minor } = totalsOf(row)
  await markSent(ctx, row, {
    ...{ year, number, number_text, record },
    issued_on: ctx.today,
    sent_on: ctx.now,
    due_date: credited ? ctx.today : row.due_date,
    total_minor,
    reminders: reminders && !credited && !row.line_item_uuid,
  })
  if (credited) await takeOff(ctx, credited, total_minor)
  await squareWithPay(ctx, await lockOwnInvoice(ctx, invoice_uuid))
  ctx.audit({
    action: 'send',
    entity: 'invoice',
    entity_uuids: [invoice_uuid],
    employer_uuid: null,
    before: { status: row.status },
    after: { status: 'SENT', number: number_text, to: record.sent.to.email },
  })
  const { link_uuid, token } = await makeLink(ctx, row, true)
  ctx.announce('invoicing.invoice_sent', { invoice_uuid, link_uuid, secret: token })
  return getInvoice(ctx, invoice_uuid)
}

/** A further link to an invoice that was sent; its token is told once. */
export async function makeInvoiceLink(ctx: Ctx, invoice_uuid: string): Promise<{ url: string }> {
  const row = await lockOwnInvoice(ctx, invoice_uuid)
  if (row.number_text === null)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.notSentYet')
  requireRoomForLink(row)
  const { token } = await makeLink(ctx, row)
  ctx.audit({
    action: 'make_link',
    entity: 'invoice',
    entity_uuids: [invoice_uuid],
    employer_uuid: null,
  })
  return { url: linkTo(ctx, token) }
}

/** CONFLICT where as many links of an invoice work as may. */
export function requireRoomForLink({ open_links }: Pick<InvoiceRow, 'open_links'>): void {
  if (open_links >= MOST_LINKS)
    throw new Problem('CONFLICT', 'invoicing.problems.tooManyLinks', {
      params: { most: MOST_LINKS },
    })
}

/** Stops every link to an invoice; again changes nothing. */
export async function revokeInvoiceLinks(ctx: Ctx, invoice_uuid: string): Promise<Shown> {
  await ownInvoice(ctx, invoice_uuid)
  if ((await revokeLinks(ctx.tx, invoice_uuid, ctx.now)) > 0)
    ctx.audit({
      action: 'revoke_links',
      entity: 'invoice',
      entity_uuids: [invoice_uuid],
      employer_uuid: null,
    })
  return presentInvoice(ctx, await ownInvoice(ctx, invoice_uuid))
}

/** The address of the page that shows an invoice. Behind the #, so that the token reaches no server by the page and no other page by a referrer. */
export function linkTo({ gateways }: Pick<Ctx, 'gateways'>, token: string): string {
  return `${gateways.publicUrl.replace(/\/$/, '')}/payment-information#${encodeURIComponent(token)}`
}

/** What is kept of a link's token. */
export function linkHash(token: string): Buffer {
  return Buffer.from(sha256(token), 'hex')
}

/** Another link to an invoice; the token is in the answer alone. */
export async function makeLink(
  ctx: Ctx,
  { invoice_uuid, contractor_sub }: Pick<InvoiceRow, 'invoice_uuid' | 'contractor_sub'>,
  mail_waits = false,
): Promise<{ link_uuid: string; token: string }> {
  const token = newToken()
  const link_uuid = newUuid()
  await insertLink(ctx.tx, {
    ...{ link_uuid, invoice_uuid, contractor_sub, mail_waits },
    token_hash: linkHash(token),
    made_at: ctx.now,
  })
  return { link_uuid, token }
}

/** What an invoice keeps of the moment in which it is sent. */
async function frozenRecord(ctx: Ctx, row: InvoiceRow, message: string) {
  const [contractor, client, ways] = await Promise.all([
    getContractorRecord(ctx, ctx.actor.sub),
    getClient(ctx, row.client_uuid ?? ''),
    waysOf(ctx, row),
  ])
  const { first_name, last_name, email, permanent_address: address } = contractor
  if (!address) throw invalidField('address', 'invoicing.problems.noAddress')
  if (row.record.tax_category === 'AE' && client.tax_number === '')
    throw invalidField('client_uuid', 'invoicing.lacking.clientTaxNumber')
  const from: FrozenParty = {
    name: personName(contractor),
    attention: '',
    ...{ email, address },
    tax_number: row.record.tax_number,
  }
  const to: FrozenParty = {
    name: client.company_name || client.client_name,
    attention: client.company_name ? client.client_name : '',
    email: client.email,
    address: client.address,
    tax_number: client.tax_number,
  }
  const sent = { from, to, ways, message }
  return { ...row.record, sent, names: { first_name, last_name } } satisfies InvoiceRecord & {
    names: { first_name: string; last_name: string }
  }
}
