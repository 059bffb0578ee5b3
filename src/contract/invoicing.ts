/** Clients and invoices of contractors, as the specification has them (section 3). */
import { z } from 'zod'
import { Address } from './kernel/address.ts'
import { Instant, Money, PlainDate, Uuid } from './kernel/codecs.ts'

export const Client = z.object({
  uuid: Uuid,
  client_name: z.string(),
  company_name: z.string(),
  phone_number: z.string(),
  email: z.string(),
  address: Address,
})

export const Invoice = z.object({
  invoice_uuid: Uuid,
  client_uuid: Uuid,
  start_date: PlainDate,
  end_date: PlainDate,
  due_date: PlainDate,
  sent_on: Instant.nullable(),
  currency: z.string(),
  client_pays_transaction_fees: z.boolean(),
  tax_percentage: z.number(),
  invoice_items: z.array(
    z.object({ description: z.string(), amount: Money, apply_taxes: z.boolean() }),
  ),
  status: z.string(),
  total: Money,
})
