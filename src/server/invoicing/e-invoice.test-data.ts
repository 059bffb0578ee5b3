/** Invoices by chance, as they are kept once they are sent, and the public rules of EN 16931 over their XML. */

import fc from 'fast-check'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { MOST_ITEM_MINOR } from '#domain/invoicing/invoice.ts'
import { UNTAXED_CATEGORIES, untaxedCategoryOf } from '#domain/invoicing/tax-category.ts'
import { totalsOf } from '#domain/invoicing/totals.ts'
import type { CreditedInvoice, FrozenParty, FrozenWay, InvoiceRow } from './invoice-row.ts'

const address = (country_code: string) => ({
  street_number_and_name: 'Rue de l’Église 4 & <fils>',
  apartment_or_unit_number: '',
  city_or_municipality: 'Łódź',
  postal_code: '90-001',
  country_code,
  subdivision_code: null,
})
const party = (tax_number: fc.Arbitrary<string>): fc.Arbitrary<FrozenParty> =>
  fc.record({
    name: fc.constantFrom('Łukasz Wiśniewski', 'A & B <Ltd>', '王小明'),
    attention: fc.constantFrom('', 'Magda "Nowak"'),
    email: fc.constant('magda@latarnia.test'),
    address: fc.constantFrom('PL', 'US', 'GR', 'CH').map(address),
    tax_number,
  })
const NUMBERS = ['PL 000 123 45 67', '20481377-0001', 'EL123456789', 'CHE-123.456.789']
const BANK: FrozenWay = {
  ...{ kind: 'bank', network: 'sepa', currency: 'EUR', address: null },
  bank: {
    account_name: 'Łukasz Wiśniewski',
    account_number: '',
    iban: 'PL61 1090 1014 0000 0712 1981 2874',
    swift_code: 'WBKPPLPP',
    transit_number: null,
    institution_number: null,
    bank_code: null,
    interac_email: null,
  },
}
const WALLET: FrozenWay = {
  ...{ kind: 'wallet', network: 'solana', currency: 'USDC', address: '9wKx', bank: null },
}
const item = fc.record({
  description: fc.constantFrom('Firmware', 'Travel & "meals" <1>', 'Überprüfung'),
  amount_minor: fc.bigInt({ min: 1n, max: MOST_ITEM_MINOR }),
  apply_taxes: fc.boolean(),
})
const fields = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 6 }),
  tax_bps: fc.oneof(fc.constantFrom(0, 750, 2300), fc.integer({ min: 0, max: 10_000 })),
  fee_minor: fc.bigInt({ min: 0n, max: 100_000n }),
  client_pays_transaction_fees: fc.boolean(),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
  tax_category: fc.constantFrom(null, ...UNTAXED_CATEGORIES),
  tax_reason: fc.constantFrom('', 'Article 132 & others'),
  note: fc.constantFrom('', 'Thank you.\nUntil soon.'),
  ways: fc.constantFrom<FrozenWay[]>([], [BANK], [WALLET], [BANK, WALLET]),
  from: party(fc.constantFrom(...NUMBERS)),
  to: party(fc.constantFrom(...NUMBERS)),
  credits: fc.boolean(),
})

/** What a credit note is of. */
const CREDITED: CreditedInvoice = {
  invoice_uuid: '01900000-0000-7000-8000-000000000001',
  ...{ kind: 'INVOICE', status: 'PAID', number_text: 'LW-2026-013', issued_on: '2026-11-10' },
  ...{ total_minor: 10n ** 16n, paid_minor: 10n ** 16n, credited_minor: 0n },
}

/** Invoices and credit notes that could be sent: nothing taxed stands beside what is outside the scope of the tax. */
export const sentInvoice: fc.Arbitrary<InvoiceRow> = fields
  .filter(
    of => !(of.tax_category === 'O' && of.tax_bps > 0 && of.items.some(one => one.apply_taxes)),
  )
  .map(({ tax_category, tax_reason, note, ways, from, to, credits, ...of }) => ({
    ...of,
    invoice_uuid: '01900000-0000-7000-8000-000000000000',
    ...{ contractor_sub: 'amara', client_name: to.name, client_email: to.email, status: 'SENT' },
    kind: credits ? 'CREDIT_NOTE' : 'INVOICE',
    ...{ client_uuid: null, paid_minor: 0n, credited_minor: 0n, number_text: 'LW-2026-014' },
    ...{ line_item_uuid: null, repeats: null, repeat: null, copies: 0 },
    ...{ credit_notes: [], reminders: false, reminded: 0, reminded_at: null },
    credits: credits ? CREDITED : null,
    ...{ start_date: '2026-11-09', end_date: '2026-11-22', due_date: '2026-12-08' },
    ...{ issued_on: '2026-11-24', sent_on: new Date(0), created_at: new Date(0) },
    ...{
      saved_at: new Date(0),
      version: 2,
      payments: [],
      said_sent: null,
      open_links: 1,
      opened_at: null,
    },
    total_minor: totalsOf(of).total_minor,
    record: {
      ...{ note, tax_category, tax_reason, tax_number: from.tax_number },
      destination_uuids: null,
      sent: { from, to, ways: credits ? [] : ways, message: '' },
    },
  }))

const RAM = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'

/** An XML read by another's parser: the texts of all elements at a path of `ram` names. */
export function readXml(xml: string) {
  const doc = XmlDocument.fromString(xml)
  const texts = (path: string, from: XmlElement | XmlDocument = doc) =>
    from.find(path, { ram: RAM }).map(node => node.content)
  const each = (path: string) => doc.find(path, { ram: RAM }).map(node => node as XmlElement)
  return { texts, each, end: () => doc.dispose() }
}

/** An amount of the XML in hundredths, exactly; it has at most two decimals (BR-DEC-*). */
export function hundredths(text: string | undefined): bigint {
  const found = /^(-?\d+)(?:\.(\d{1,2}))?$/.exec(text ?? '')
  if (!found) throw new Error(`no amount: ${text}`)
  return BigInt(`${found[1]}${(found[2] ?? '').padEnd(2, '0')}`)
}

/** The rules of EN 16931 (CEN/TC 434, as published with its Schematron) that an invoice like these can break: the broken ones. */
export function brokenRules(xml: string, { currency }: Pick<InvoiceRow, 'currency'>): string[] {
  const { texts, each, end } = readXml(xml)
  const sum = (all: readonly string[]) => all.reduce((whole, one) => whole + hundredths(one), 0n)
  const one = (path: string) => texts(path)[0]
  const totals = '//ram:SpecifiedTradeSettlementHeaderMonetarySummation'
  const of = (name: string) => hundredths(one(`${totals}/ram:${name}`) ?? '0')
  const groups = each('//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax').map(
    group => ({
      category: texts('ram:CategoryCode', group)[0],
      rate: texts('ram:RateApplicablePercent', group)[0],
      basis: hundredths(texts('ram:BasisAmount', group)[0]),
      tax: hundredths(texts('ram:CalculatedAmount', group)[0]),
      reason: texts('ram:ExemptionReason', group)[0],
    }),
  )
  const priced = [
    ...each('//ram:SpecifiedLineTradeSettlement').map(line => ({
      category: texts('ram:ApplicableTradeTax/ram:CategoryCode', line)[0],
      rate: texts('ram:ApplicableTradeTax/ram:RateApplicablePercent', line)[0],
      amount: texts('.//ram:LineTotalAmount', line)[0] ?? '',
    })),
    ...each('//ram:SpecifiedTradeAllowanceCharge').map(charge => ({
      category: texts('ram:CategoryTradeTax/ram:CategoryCode', charge)[0],
      rate: texts('ram:CategoryTradeTax/ram:RateApplicablePercent', charge)[0],
      amount: texts('ram:ActualAmount', charge)[0] ?? '',
    })),
  ]
  const number = (side: string, scheme: string) =>
    one(`//ram:${side}TradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='${scheme}']`)
  const codes = groups.map(({ category }) => category)
  const means = texts('//ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode')
  const accounts = texts('//ram:PayeePartyCreditorFinancialAccount')
  // Smallest units in hundredths: of yen they are whole ones.
  const unit = currency === 'JPY' ? 100n : 1n
  const rules: Readonly<Record<string, boolean>> = {
    'BR-CO-10':
      of('LineTotalAmount') ===
      sum(texts('//ram:IncludedSupplyChainTradeLineItem//ram:LineTotalAmount')),
    'BR-CO-12':
      of('ChargeTotalAmount') ===
      sum(texts('//ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount')),
    'BR-CO-13': of('TaxBasisTotalAmount') === of('LineTotalAmount') + of('ChargeTotalAmount'),
    'BR-CO-14': of('TaxTotalAmount') === groups.reduce((all, { tax }) => all + tax, 0n),
    'BR-CO-15': of('GrandTotalAmount') === of('TaxBasisTotalAmount') + of('TaxTotalAmount'),
    'BR-CO-16': of('DuePayableAmount') === of('GrandTotalAmount'),
    'BR-CO-17': groups.every(({ basis, tax, rate }) => {
      const off = tax * 10_000n - basis * hundredths(rate ?? '0')
      return 2n * (off < 0n ? -off : off) <= 10_000n * unit
    }),
    'BR-CO-18': groups.length > 0 && new Set(codes).size === codes.length,
    'BR-CO-09': ['Seller', 'Buyer'].every(side => /^([A-Z]{2}.*)?$/.test(number(side, 'VA') ?? '')),
    'BR-CO-25':
      of('DuePayableAmount') === 0n || texts('//ram:SpecifiedTradePaymentTerms').length > 0,
    'BR-CO-26': Boolean(number('Seller', 'VA') ?? one('//ram:SellerTradeParty/ram:ID')),
    'BR-61': means.every(
      code => (code !== '30' && code !== '58') || accounts.length === means.length,
    ),
    'BR-*-01': priced.every(({ category }) => codes.includes(category)),
    'BR-*-08': groups.every(
      group =>
        group.basis ===
        sum(
          priced.flatMap(({ category, amount }) => (category === group.category ? [amount] : [])),
        ),
    ),
    'BR-S-05': [...priced, ...groups].every(
      ({ category, rate }) => (category === 'S') === hundredths(rate ?? '0') > 0n,
    ),
    'BR-O-05': [...priced, ...groups].every(
      ({ category, rate }) => (category === 'O') === (rate === undefined),
    ),
    'BR-O-02': !codes.includes('O') || (!number('Seller', 'VA') && !number('Buyer', 'VA')),
    'BR-O-11': !codes.includes('O') || codes.length === 1,
    'BR-S-02': codes.includes('O') || Boolean(number('Seller', 'VA') ?? number('Seller', 'FC')),
    'BR-AE-02':
      !codes.includes('AE') ||
      Boolean(
        number('Buyer', 'VA') ?? one('//ram:BuyerTradeParty/ram:SpecifiedLegalOrganization/ram:ID'),
      ),
    'BR-*-10': groups.every(
      ({ category, reason }) => ['AE', 'E', 'O'].includes(category ?? '') === Boolean(reason),
    ),
  }
  end()
  return Object.keys(rules).filter(rule => !rules[rule])
}

/** The category of what is not taxed on it, for a test's own reckoning. */
export const untaxedOf = (row: InvoiceRow) =>
  untaxedCategoryOf({ ...row, tax_category: row.record.tax_category ?? null })
