/** An invoice that was sent, in the terms of EN 16931. Its sums are those of the screen and the PDF, by the same function. */

import type { EInvoice, EParty, EReason, EWay } from '#domain/invoicing/e-invoice.ts'
import {
  asksForTax,
  categoryOf,
  type TaxCategory,
  taxGroupsOf,
  untaxedCategoryOf,
} from '#domain/invoicing/tax-category.ts'
import { totalsOf } from '#domain/invoicing/totals.ts'
import { hasEInvoice, writeCii } from '#domain/invoicing/write-cii.ts'
import { networkName } from '#domain/kernel/network.ts'
import { say } from '../kernel/words.ts'
import type { FrozenParty, FrozenWay, InvoiceRow } from './invoice-row.ts'

/** The XML inside the PDF of an invoice; null of a draft, and of one in a currency that the standard has no amounts of. */
export function eInvoiceXml(row: InvoiceRow): string | null {
  const invoice = eInvoiceOf(row)
  return invoice && hasEInvoice(row.currency) ? writeCii(invoice) : null
}

/** An invoice that was sent in the standard's terms; null of a draft. */
export function eInvoiceOf(row: InvoiceRow): EInvoice | null {
  const { sent, note } = row.record
  const { number_text, issued_on, start_date, end_date, due_date } = row
  if (!sent || !number_text || !issued_on || !start_date || !end_date || !due_date) return null
  const of = { ...row, tax_category: row.record.tax_category ?? null }
  const { net_minor, tax_minor, fee_minor, total_minor } = totalsOf(row)
  return {
    number: number_text,
    type_code: row.credits ? '381' : '380',
    ...{ issued_on, note, currency: row.currency, net_minor, tax_minor, total_minor },
    seller: partyOf(sent.from),
    buyer: partyOf(sent.to),
    period: { start_date, end_date },
    terms: row.credits ? { text: say('invoicing.documents.invoice.creditTerms') } : { due_date },
    lines: row.items.map(item => {
      const category = categoryOf(item, of)
      const tax_bps = category === 'S' ? row.tax_bps : 0
      return { name: item.description, amount_minor: item.amount_minor, category, tax_bps }
    }),
    charge:
      fee_minor > 0n
        ? {
            reason: say('invoicing.documents.invoice.fee'),
            amount_minor: fee_minor,
            category: untaxedCategoryOf(of),
          }
        : null,
    groups: taxGroupsOf(of).map(group => ({
      ...group,
      reason: reasonOf(group.category, row.record.tax_reason ?? ''),
    })),
    reference: number_text,
    ways: sent.ways.map(wayOf),
    refers_to: row.credits && {
      number: row.credits.number_text,
      issued_on: row.credits.issued_on,
    },
  }
}

/**
 * What an invoice says of why something on it is not taxed; empty where its contractor chose nothing, or everything is taxed. Whoever has a
 * reverse charge has to say so (Directive 2006/112/EC, article 226).
 */
export function taxNoteOf(row: InvoiceRow): string {
  const category = row.record.tax_category
  const taxed = asksForTax(row) && row.items.every(item => item.apply_taxes)
  return category && !taxed ? (reasonOf(category, row.record.tax_reason ?? '')?.text ?? '') : ''
}

/** Codes of the list VATEX, where one says all of it. */
const VATEX: Readonly<Partial<Record<TaxCategory, string>>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' }

/** A zero rate gives no reason (BR-Z-10), what is taxed neither (BR-S-10). */
function reasonOf(category: TaxCategory, own: string): EReason | null {
  if (category === 'S' || category === 'Z') return null
  const text = say(`invoicing.reasons.${category}`)
  const whole = own === '' ? text : category === 'AE' ? `${text}. ${own}` : own
  return { text: whole, code: VATEX[category] ?? null }
}

function partyOf({ name, attention, email, address, tax_number }: FrozenParty): EParty {
  return {
    ...{ name, contact: attention, email, tax_number },
    address: {
      line_one: address.street_number_and_name,
      line_two: address.apartment_or_unit_number,
      city: address.city_or_municipality,
      postal_code: address.postal_code,
      subdivision: address.subdivision_code ?? '',
      country_code: address.country_code,
    },
  }
}

function wayOf({ bank, currency, network, address }: FrozenWay): EWay {
  if (!bank)
    return {
      text: `${say('invoicing.ways.wallet', { currency, network: networkName(network) })}: ${address ?? ''}`,
    }
  return {
    account_name: bank.account_name,
    iban: bank.iban,
    account_number: bank.account_number,
    bic: bank.swift_code,
  }
}
