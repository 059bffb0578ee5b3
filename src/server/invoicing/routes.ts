import type { invoicing } from '#contract/invoicing.ts'
import type { Handlers } from '../kernel/http.ts'
import { fromNetwork, takeTries } from '../kernel/limits.ts'
import { newestOnly } from '../kernel/newest-only.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { archiveClient, createClient, listClients, putClient, showClient } from './clients.ts'
import { creditInvoice } from './credit-invoice.ts'
import { getInvoicePdf, previewInvoice } from './invoice-document.ts'
import { invoicePay, listPayToInvoice } from './invoice-pay.ts'
import {
  getInvoice,
  getInvoiceDefaults,
  listInvoices,
  putInvoice,
  voidInvoice,
} from './invoices.ts'
import { openInvoice, openInvoicePdf } from './open-invoice.ts'
import { recordInvoicePayment, removeInvoicePayment } from './record-payment.ts'
import { putInvoiceReminders, remindClient } from './remind-client.ts'
import { endInvoiceRepeat, putInvoiceRepeat } from './repeat-invoice.ts'
import { dismissSaidSent, sayInvoiceSent } from './say-sent.ts'
import { makeInvoiceLink, revokeInvoiceLinks, sendInvoice } from './send-invoice.ts'

/** Handlers of clients and invoices. Each try of a link counts for its network, also one that finds nothing. */
export function invoicingHandlers(kernel: Kernel): Handlers<typeof invoicing> {
  const countTry = ({ address }: Ctx) => takeTries(kernel, [fromNetwork('invoices', address)])
  const newest = newestOnly()
  return {
    listClients: ({ query }, ctx) => listClients(ctx, query),
    getClient: ({ params }, ctx) => showClient(ctx, params.id),
    createClient: ({ body }, ctx) => createClient(ctx, body),
    putClient: ({ params, body }, ctx) => putClient(ctx, params.id, body),
    archiveClient: ({ params }, ctx) => archiveClient(ctx, params.id),
    listInvoices: ({ query }, ctx) => listInvoices(ctx, query),
    getInvoice: ({ params }, ctx) => getInvoice(ctx, params.id),
    getInvoiceDefaults: (_input, ctx) => getInvoiceDefaults(ctx),
    putInvoice: ({ params, body }, ctx) => putInvoice(ctx, params.id, body),
    getInvoicePdf: ({ params }, ctx) => getInvoicePdf(ctx, params.id),
    previewInvoice: ({ params }, ctx) => previewInvoice(ctx, params.id, newest),
    sendInvoice: ({ params, body }, ctx) => sendInvoice(ctx, params.id, body),
    creditInvoice: ({ params }, ctx) => creditInvoice(ctx, params.id),
    remindClient: ({ params }, ctx) => remindClient(ctx, params.id),
    listPayToInvoice: (_input, ctx) => listPayToInvoice(ctx),
    invoicePay: ({ params }, ctx) => invoicePay(ctx, params.id),
    putInvoiceRepeat: ({ params, body }, ctx) => putInvoiceRepeat(ctx, params.id, body),
    endInvoiceRepeat: ({ params }, ctx) => endInvoiceRepeat(ctx, params.id),
    putInvoiceReminders: ({ params, body }, ctx) =>
      putInvoiceReminders(ctx, params.id, body.reminders),
    voidInvoice: ({ params, query }, ctx) => voidInvoice(ctx, params.id, query.seen),
    recordInvoicePayment: ({ params, body }, ctx) => recordInvoicePayment(ctx, params, body),
    removeInvoicePayment: ({ params }, ctx) => removeInvoicePayment(ctx, params),
    makeInvoiceLink: ({ params }, ctx) => makeInvoiceLink(ctx, params.id),
    revokeInvoiceLinks: ({ params }, ctx) => revokeInvoiceLinks(ctx, params.id),
    dismissSaidSent: ({ params, query }, ctx) => dismissSaidSent(ctx, params.id, query.seen),
    sayInvoiceSent: async ({ body }, ctx) => {
      await countTry(ctx)
      return sayInvoiceSent(ctx, body)
    },
    openInvoice: async ({ body }, ctx) => {
      await countTry(ctx)
      return openInvoice(ctx, body.token)
    },
    openInvoicePdf: async ({ body }, ctx) => {
      await countTry(ctx)
      return openInvoicePdf(ctx, body.token)
    },
  }
}
