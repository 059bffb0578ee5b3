/** Which number and which account stand where: the identifiers and codes that EN 16931 asks for, of what a contractor typed. */

import type { EInvoice, EWay } from './e-invoice.ts'
import { isInSepa } from './sepa.ts'
import type { TaxCategory } from './tax-category.ts'

/** How numbers for value added tax begin in the European Union: the country's code, but of Greece and Northern Ireland. */
const UNION = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
)

/** Whether a category is of what is taxed. */
export function asksTax(category: TaxCategory): boolean {
  return category === 'S'
}

/**
 * The seller's numbers: for value added tax (BT-31) where it begins as such do, else with the tax office (BT-32), and one to be told by
 * (BT-29) where there is no first (BR-CO-26). Outside the scope of the tax its own number may not stand (BR-O-02).
 */
export function sellerNumbers(invoice: EInvoice) {
  const { tax_number, address, email } = invoice.seller
  const vat = isOutside(invoice) ? null : vatNumber(tax_number, address.country_code)
  const other = vat || tax_number === '' ? null : tax_number
  return { vat, other, identifier: vat ? null : tax_number || email }
}

/** The buyer's: for value added tax (BT-48), else in a register (BT-47), which serves a reverse charge as well (BR-AE-02). */
export function buyerNumber(invoice: EInvoice) {
  const { tax_number, address } = invoice.buyer
  const vat = isOutside(invoice) ? null : vatNumber(tax_number, address.country_code)
  return { vat, other: vat || tax_number === '' ? null : tax_number }
}

function isOutside({ groups }: EInvoice): boolean {
  return groups.some(({ category }) => category === 'O')
}

/** A number for value added tax without its blanks; null for what does not begin with a country's code (BR-CO-09). */
function vatNumber(tax_number: string, country_code: string): string | null {
  const number = tax_number.toUpperCase().replace(/[\s.\-/]/g, '')
  const begins = number.slice(0, 2)
  const known = begins === country_code || UNION.has(begins)
  return known && /^[0-9A-Z+*]{4,}$/.test(number) ? number : null
}

type Account = Exclude<EWay, { readonly text: string }>

/** The means of payment (UNTDID 4461): a SEPA transfer, a transfer, or one that both agreed on, which words describe. */
export function payableAccounts({ ways, currency }: EInvoice): {
  readonly code: '58' | '30' | 'ZZZ'
  readonly accounts: readonly Account[]
  readonly text: string | null
} {
  const accounts = ways
    .filter((way): way is Account => !('text' in way))
    .map(way => ({ ...way, iban: way.iban?.replace(/\s/g, '') || null }))
    .filter(({ iban, account_number }) => iban !== null || account_number !== '')
  const sepa = currency === 'EUR' && accounts.every(({ iban }) => iban !== null && isInSepa(iban))
  const texts = ways.flatMap(way => ('text' in way ? [way.text] : []))
  if (accounts.length === 0) return { code: 'ZZZ', accounts, text: texts.join('; ') || null }
  return { code: sepa ? '58' : '30', accounts, text: null }
}
