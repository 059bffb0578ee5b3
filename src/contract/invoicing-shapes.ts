/** What is said of clients and invoices of contractors, as the specification has them (section 3). */
import { z } from 'zod'
import { INVOICE_ACTIONS, MOST_ITEM_MINOR, MOST_ITEMS } from '#domain/invoicing/invoice.ts'
import { REPEATS } from '#domain/invoicing/repeat.ts'
import { INVOICE_KINDS, INVOICE_STATUSES } from '#domain/invoicing/settlement.ts'
import { UNTAXED_CATEGORIES } from '#domain/invoicing/tax-category.ts'
import { words } from '#domain/kernel/words.ts'
import { Address, AddressInput } from './kernel/address.ts'
import {
  Email,
  Instant,
  line,
  Money,
  name,
  Percentage,
  PlainDate,
  paragraphs,
  requiredName,
  Uuid,
} from './kernel/codecs.ts'

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
  /** What `putClient` takes as `seen`: another one once anything of it is. */
  version: z.string(),
})

/** How an invoice is written anew by itself: how often, when next, and whether it is sent unseen. */
export const Repeat = z.strictObject({
  every: z.enum(REPEATS),
  next_on: PlainDate,
  sends: z.boolean(),
})

/** What a client says of money that they sent: the day, and what their bank calls it. */
export const SaidSent = z.object({ sent_on: PlainDate, reference: z.string() })

/** What an invoice is made of, as it is read and as it is sent. */
const Item = z.object({ description: z.string(), amount: Money, apply_taxes: z.boolean() })

export const Invoice = z.object({
  invoice_uuid: Uuid,
  /** Null of a draft that names none yet. */
  client_uuid: Uuid.nullable(),
  client_name: z.string(),
  /** Where it is mailed, or was; empty of a draft that names no client yet. */
  client_email: z.string(),
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
  /** What came, without what was given back. */
  paid: Money,
  /** What credit notes took off it. */
  credited: Money,
  owed: Money,
  /** What was paid beyond what is asked after a credit. */
  refund_due: Money,
  overdue: z.boolean(),
  /** The invoice that a credit note is of, and how much of it may still be credited. */
  credits: z
    .object({
      invoice_uuid: Uuid,
      number: z.string(),
      issued_on: PlainDate,
      creditable: Money,
    })
    .nullable(),
  /** The credit notes of an invoice; one that is not sent yet has no number. */
  credit_notes: z.array(
    z.object({
      invoice_uuid: Uuid,
      number: z.string().nullable(),
      issued_on: PlainDate.nullable(),
      total: Money,
    }),
  ),
  /** How it is written anew by itself; null where it is not. */
  repeat: Repeat.nullable(),
  /** The invoice that it is a copy of, where it was written by itself. */
  repeats: z.object({ invoice_uuid: Uuid, number: z.string() }).nullable(),
  /** The pay that it is of: Corridor pays it, and nobody else is asked to. */
  line_item_uuid: Uuid.nullable(),
  /** Whether that pay is not approved for this sum any more: it does not pay this invoice, which is made void and written anew. */
  pay_differs: z.boolean(),
  /** Whether its client is reminded by itself once it is late. */
  reminders: z.boolean(),
  reminded_at: Instant.nullable(),
  next_reminder_on: PlainDate.nullable(),
  note: z.string(),
  tax_number: z.string(),
  /** Why something on it is not taxed, as the contractor chose; null where they did not. */
  tax_category: z.enum(UNTAXED_CATEGORIES).nullable(),
  tax_reason: z.string(),
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
      /** Whether it was given back to the client. */
      refund: z.boolean(),
    }),
  ),
  /** What the client says that they sent, by the link: it counts for nothing until a payment is recorded, or it is dismissed. */
  said_sent: SaidSent.extend({ said_at: Instant }).nullable(),
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

export const Party = z.object({ name: z.string(), address_lines: z.array(z.string()) })

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
  credited: Money,
  /** The invoice that a credit note is of. */
  credits: z.object({ number: z.string(), issued_on: PlainDate }).nullable(),
  owed: Money,
  /** What was said by a link that was sent, while it waits for the contractor. */
  said_sent: SaidSent.nullable(),
  overdue: z.boolean(),
  note: z.string(),
  /** Why something on it is not taxed, in words; empty where that was not said. */
  tax_note: z.string(),
  ways: z.array(PayWay),
  /** Whether it is of a pay, which Corridor pays: nobody else has to. */
  by_corridor: z.boolean(),
  /** Whether that pay is not approved for this sum any more, so that it does not pay this invoice. */
  pay_differs: z.boolean(),
})

export const ClientInput = z.strictObject({
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
export const InvoiceInput = z.strictObject({
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
  /** Why something on it is not taxed; null leaves it to the items (decision 0111). */
  tax_category: z.enum(UNTAXED_CATEGORIES).nullable().default(null),
  /** The contractor's own words for that. */
  tax_reason: line(200).default(''),
  destination_uuids: z.array(Uuid).max(20).nullable().default(null),
  /** The version that was changed; without one the newest is. */
  version: z.int().optional(),
})

/** The token of a mailed link; one that cannot be ours is answered like every other that shows nothing. */
export const ByToken = z.strictObject({ token: z.string().max(200) })
