/** What `me` says of clients and invoices: the newest, which are those that a screen begins with. */
import { INVOICE_STATUSES } from '#domain/invoicing/settlement.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listClientRows } from './client.store.ts'
import { presentClient } from './clients.ts'
import { listInvoiceRows } from './invoice.store.ts'
import { presentInvoices } from './present-invoice.ts'

/** Of each so many; the lists have all of them. */
const NEWEST = 20

/** The acting contractor's newest clients and invoices; none of anybody else. */
export async function newestOf(ctx: Ctx) {
  const { sub, role } = ctx.actor
  if (role !== 'contractor') return { clients: [], invoices: [] }
  const search = {
    statuses: INVOICE_STATUSES,
    kinds: ['INVOICE'] as const,
    after: undefined,
    limit: NEWEST,
  }
  const [clients, invoices] = await Promise.all([
    listClientRows(ctx, sub, { after: undefined, search: undefined, limit: NEWEST }),
    listInvoiceRows(ctx, sub, search),
  ])
  return {
    clients: clients.map(presentClient),
    invoices: await presentInvoices(ctx, invoices),
  }
}
