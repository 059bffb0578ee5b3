/** Clients and invoices of contractors, as the specification has them (section 3). */
import { z } from 'zod'
import {
  INVOICE_ACTIONS,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  MOST_ITEM_MINOR,
  MOST_ITEMS,
} from '#domain/invoicing/invoice.ts'
import { words } from '#domain/kernel/words.ts'
import { Address, AddressInput } from './kernel/address.ts'
import {
  ById,
  Email,
  Instant,
  line,
  Money,
  name,
  PageQuery,
  Percentage,
  PlainDate,
  page,
  paragraphs,
  requiredName,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'

export const Client = z.object({
  uuid: Uuid,
  client_name: z.string(),
  company_name: z.string(),
  phone_number: z.string(),
  email: z.string(),
  address: Address,
  /** In which they are invoiced, unless an invoice says otherwise. */
  currency: z.string(),
  tax_number: z.string(),
})

/** What an invoice is made of, as it is read and as it is sent. */
const Item = z.object({ description: z.string(), amount: Money, apply_taxes: z.boolean() })

export const Invoice = z.object({
  invoice_uuid: Uuid,
  /** Null of a draft that names none yet. */
  client_uuid: Uuid.nullable(),
  client_name: z.string(),
  kind: z.enum(INVOICE_KINDS),
  /** Given when it is sent. */
  number: z.string().nullable(),
  start_date: PlainDate.nullable(),
  end_date: PlainDate.nullable(),
  due_date: PlainDate.nullable(),
  sent_on: Instant.nullable(),
  currency: z.string(),
  client_pays_transaction_fees: z.boolean(),
  /** What the way to be paid costs, as the contractor says. */
  transaction_fee: Money,
  tax_percentage: Percentage,
  invoice_items: z.array(Item),
  status: z.enum(INVOICE_STATUSES),
  net: Money,
  tax: Money,
  total: Money,
  /** What is left of the total for the contractor. */
  receives: Money,
  paid: Money,
  owed: Money,
  overdue: z.boolean(),
  note: z.string(),
  tax_number: z.string(),
  /** Where it may be paid to; null means everywhere that suits. */
  destination_uuids: z.array(Uuid).nullable(),
  /** Raised with each change; whoever names an older one is refused. */
  version: z.int(),
  saved_at: Instant,
  /** What the client paid, as the contractor recorded it. */
  payments: z.array(
    z.object({
      payment_uuid: Uuid,
      amount: Money,
      received_on: PlainDate,
      reference: z.string(),
    }),
  ),
  /** When the client last opened it. */
  opened_at: Instant.nullable(),
  allowed_actions: z.array(z.enum(INVOICE_ACTIONS)),
  /** What is to be done before it can be sent, each with its field. */
  lacking: z.array(z.object({ field: z.string(), text: z.string() })),
})

/** A way to pay, as a client sees it. */
export const PayWay = z.object({
  kind: z.enum(['bank', 'wallet']),
  network: z.string(),
  currency: z.string(),
  /** What is to be sent: in a token at the rate beside it. */
  amount: Money,
  rate: z.object({ rate: z.string(), source: z.string(), as_of: Instant }).nullable(),
  /** Null of a wallet. */
  bank: z
    .object({
      account_name: z.string(),
      account_number: z.string(),
      iban: z.string().nullable(),
      swift_code: z.string().nullable(),
      transit_number: z.string().nullable(),
      institution_number: z.string().nullable(),
      bank_code: z.string().nullable(),
      interac_email: z.string().nullable(),
    })
    .nullable(),
  /** Null of a bank account. */
  address: z.string().nullable(),
})

const Party = z.object({ name: z.string(), address_lines: z.array(z.string()) })

/** What the link of an invoice shows to whoever has it. */
export const InvoiceShown = z.object({
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUSES),
  issued_on: PlainDate,
  due_date: PlainDate,
  start_date: PlainDate,
  end_date: PlainDate,
  /** The contractor. */
  from: Party.extend({ email: z.string(), verified: z.boolean(), tax_number: z.string() }),
  to: Party.extend({ tax_number: z.string() }),
  invoice_items: z.array(Item),
  tax_percentage: Percentage,
  net: Money,
  taxed: Money,
  tax: Money,
  /** Added for the way to pay. */
  fee: Money,
  total: Money,
  paid: Money,
  owed: Money,
  overdue: z.boolean(),
  note: z.string(),
  ways: z.array(PayWay),
})

const ClientInput = z.strictObject({
  client_name: requiredName(140, 'invoicing.problems.clientName'),
  company_name: name(140).default(''),
  phone_number: line(40).default(''),
  email: Email,
  address: AddressInput,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, words('invoicing.problems.currency'))
    .optional(),
  tax_number: line(30).default(''),
})

const ItemInput = z.strictObject({
  description: line(300),
  amount: Money.refine(
    ({ minor }) => minor >= 0n && minor <= MOST_ITEM_MINOR,
    words('invoicing.problems.amount'),
  ),
  apply_taxes: z.boolean(),
})

/** A draft may lack anything; sending asks for all of it. */
const InvoiceInput = z.strictObject({
  client_uuid: Uuid.nullable(),
  start_date: PlainDate.nullable(),
  end_date: PlainDate.nullable(),
  due_date: PlainDate.nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/, words('invoicing.problems.currency')),
  client_pays_transaction_fees: z.boolean(),
  tax_percentage: Percentage,
  invoice_items: z.array(ItemInput).max(MOST_ITEMS, words('invoicing.problems.tooManyItems')),
  transaction_fee: Money.refine(
    ({ minor }) => minor >= 0n && minor <= MOST_ITEM_MINOR,
    words('invoicing.problems.amount'),
  ).optional(),
  note: paragraphs(1000).default(''),
  tax_number: line(30).optional(),
  destination_uuids: z.array(Uuid).max(20).nullable().default(null),
  /** The version that was changed; without one the newest is. */
  version: z.int().optional(),
})

/** The token of a mailed link; one that cannot be ours is answered as any other that shows nothing. */
const ByToken = z.strictObject({ token: z.string().max(200) })

export const invoicing = {
  listClients: endpoint({
    method: 'GET',
    path: '/contractor/clients',
    summary: 'Whom the contractor invoices, the newest first',
    access: ['contractor'],
    query: PageQuery,
    response: page(Client),
  }),
  createClient: endpoint({
    method: 'POST',
    path: '/contractor/clients',
    summary: 'Adds a client of the contractor',
    access: ['contractor'],
    touches: { neither: 'it moves nothing and tells nobody' },
    body: ClientInput,
    response: Client,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putClient: endpoint({
    method: 'PUT',
    path: '/contractor/clients/:id',
    summary: 'Changes a client; invoices that were sent stay as they were',
    access: ['contractor'],
    touches: { neither: 'it moves nothing and tells nobody' },
    params: ById,
    body: ClientInput,
    response: Client,
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  archiveClient: endpoint({
    method: 'DELETE',
    path: '/contractor/clients/:id',
    summary: 'Takes a client out of the list; what they were sent stays',
    access: ['contractor'],
    touches: { neither: 'it moves nothing and tells nobody' },
    params: ById,
    response: z.object({ ok: z.literal(true) }),
    problems: ['NOT_FOUND'],
  }),
  listInvoices: endpoint({
    method: 'GET',
    path: '/contractor/invoices',
    summary: 'The contractor’s invoices, the newest first, with what is owed per currency',
    access: ['contractor'],
    query: PageQuery.extend({ show: z.enum(['all', 'drafts', 'open', 'paid']).default('all') }),
    response: page(Invoice).extend({
      /** Of all that were sent, by currency. */
      sums: z.array(z.object({ owed: Money, overdue: Money, paid: Money })),
      counts: z.object({ all: z.int(), drafts: z.int(), open: z.int(), paid: z.int() }),
    }),
  }),
  getInvoice: endpoint({
    method: 'GET',
    path: '/contractor/invoices/:id',
    summary: 'An invoice of the contractor',
    access: ['contractor'],
    params: ById,
    response: Invoice,
    problems: ['NOT_FOUND'],
  }),
  getInvoiceDefaults: endpoint({
    method: 'GET',
    path: '/contractor/invoice-defaults',
    summary: 'What a new invoice begins with, and where the contractor may be paid',
    access: ['contractor'],
    response: z.object({
      from: Party,
      /** As the last invoice had them. */
      tax_number: z.string(),
      tax_percentage: Percentage,
      next_number: z.string(),
      ways: z.array(
        z.object({
          destination_uuid: Uuid,
          kind: z.enum(['bank', 'wallet']),
          network: z.string(),
          currency: z.string(),
          label: z.string(),
          /** Not offered to clients before then. */
          usable_from: Instant,
          usable: z.boolean(),
        }),
      ),
    }),
  }),
  putInvoice: endpoint({
    method: 'PUT',
    path: '/contractor/invoices/:id',
    summary: 'Keeps a draft, whatever it lacks; the same again changes nothing',
    access: ['contractor'],
    touches: { neither: 'a draft is seen by nobody but its contractor' },
    params: ById,
    body: InvoiceInput,
    response: Invoice,
    problems: ['NOT_FOUND', 'VALIDATION', 'TRANSITION_NOT_ALLOWED', 'CONFLICT'],
  }),
  getInvoicePdf: endpoint({
    method: 'GET',
    path: '/contractor/invoices/:id/pdf',
    summary: 'The invoice as the client gets it; of a draft as it would be',
    access: ['contractor'],
    params: ById,
    response: fileInPieces('application/pdf'),
    problems: ['NOT_FOUND'],
  }),
  sendInvoice: endpoint({
    method: 'POST',
    path: '/contractor/invoices/:id/send',
    summary: 'Numbers the invoice and mails its client the link to it',
    access: ['contractor'],
    touches: {
      neither: 'it asks others for money, to destinations that were proven when they were added',
    },
    gates: ['terms_signed'],
    params: ById,
    body: z.strictObject({ message: paragraphs(2000).default('') }).default({ message: '' }),
    response: Invoice,
    problems: [
      'NOT_FOUND',
      'VALIDATION',
      'TRANSITION_NOT_ALLOWED',
      'ADDRESS_STOPPED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  voidInvoice: endpoint({
    method: 'PUT',
    path: '/contractor/invoices/:id/void',
    summary: 'Ends an invoice that nobody paid; its number stays its own',
    access: ['contractor'],
    touches: { neither: 'it only takes back what was asked for' },
    params: ById,
    response: Invoice,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  recordInvoicePayment: endpoint({
    method: 'PUT',
    path: '/contractor/invoices/:id/payments/:payment_uuid',
    summary: 'Records what a client paid, whole or in part; the same again changes nothing',
    access: ['contractor'],
    touches: { neither: 'it writes down what happened outside, and moves nothing' },
    params: ById.extend({ payment_uuid: Uuid }),
    body: z.strictObject({
      amount: Money,
      received_on: PlainDate,
      reference: line(140).default(''),
    }),
    response: Invoice,
    problems: ['NOT_FOUND', 'VALIDATION', 'TRANSITION_NOT_ALLOWED', 'CONFLICT'],
  }),
  removeInvoicePayment: endpoint({
    method: 'DELETE',
    path: '/contractor/invoices/:id/payments/:payment_uuid',
    summary: 'Takes back a payment that was recorded by mistake',
    access: ['contractor'],
    touches: { neither: 'it writes down what happened outside, and moves nothing' },
    params: ById.extend({ payment_uuid: Uuid }),
    response: Invoice,
    problems: ['NOT_FOUND'],
  }),
  makeInvoiceLink: endpoint({
    method: 'POST',
    path: '/contractor/invoices/:id/link',
    summary: 'Another link to an invoice that was sent, for its contractor to hand over',
    access: ['contractor'],
    touches: { neither: 'it shows what the client was sent, and no more' },
    params: ById,
    response: z.object({ url: z.string() }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'CONFLICT'],
  }),
  revokeInvoiceLinks: endpoint({
    method: 'PUT',
    path: '/contractor/invoices/:id/revoke-links',
    summary: 'Stops every link to the invoice',
    access: ['contractor'],
    touches: { neither: 'it only takes access away' },
    params: ById,
    response: Invoice,
    problems: ['NOT_FOUND'],
  }),
  openInvoice: endpoint({
    method: 'POST',
    path: '/invoices/open',
    summary: 'The invoice that a link shows: what is owed, and how it is paid',
    access: 'public',
    byLink: true,
    touches: { neither: 'it only reads what the link is for' },
    body: ByToken,
    response: InvoiceShown,
    problems: ['LINK_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
  openInvoicePdf: endpoint({
    method: 'POST',
    path: '/invoices/open/pdf',
    summary: 'The PDF of the invoice that a link shows',
    access: 'public',
    byLink: true,
    touches: { neither: 'it only reads what the link is for' },
    body: ByToken,
    response: fileInPieces('application/pdf'),
    problems: ['LINK_NOT_VALID', 'TOO_MANY_REQUESTS'],
  }),
}
