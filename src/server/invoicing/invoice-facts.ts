/** An invoice as its client reads it: by the link, in the PDF and in the XML inside it. What was sent is as it was sent; a draft is as it would be. */
import { totalsOf } from '#domain/invoicing/totals.ts'
import type { Money } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getContractorRecord } from '../people/index.ts'
import { addressLines } from '../reference/addresses.ts'
import { findClient } from './client.store.ts'
import type { FrozenParty, FrozenWay, InvoiceRow } from './invoice-row.ts'
import { waysOf } from './pay-ways.ts'

/** What is said of an invoice to its client; of a draft the parties may lack. */
export type InvoiceFacts = {
  readonly from: Omit<FrozenParty, 'address'> & { readonly address: FrozenParty['address'] | null }
  readonly to: FrozenParty | null
  readonly ways: readonly FrozenWay[]
}

/** Both parties and the ways to pay: as they were when it was sent, or as they are now. */
export async function factsOf(ctx: Ctx, row: InvoiceRow): Promise<InvoiceFacts> {
  if (row.record.sent) return row.record.sent
  const [contractor, client, ways] = await Promise.all([
    getContractorRecord(ctx, row.contractor_sub),
    row.client_uuid ? findClient(ctx, row.contractor_sub, row.client_uuid) : undefined,
    waysOf(ctx, row),
  ])
  return {
    from: {
      name: personName(contractor),
      attention: '',
      email: contractor.email,
      address: contractor.permanent_address,
      tax_number: row.record.tax_number,
    },
    to: client
      ? {
          name: client.company_name || client.client_name,
          attention: client.company_name ? client.client_name : '',
          email: client.email,
          address: client.address,
          tax_number: client.tax_number,
        }
      : null,
    ways,
  }
}

/** A party as lines below its name. */
export function linesOf(party: Pick<FrozenParty, 'attention'> & InvoiceFacts['from']): string[] {
  const address = party.address ? addressLines(party.address) : []
  return [party.attention, ...address].filter(line => line !== '')
}

/** The sums of an invoice with their currency. */
export function sumsOf(row: InvoiceRow) {
  const totals = totalsOf(row)
  const of = (minor: bigint): Money => ({ currency: row.currency, minor })
  return {
    net: of(totals.net_minor),
    taxed: of(totals.taxed_minor),
    tax: of(totals.tax_minor),
    fee: of(totals.fee_minor),
    total: of(totals.total_minor),
  }
}
