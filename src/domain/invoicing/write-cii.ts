/**
 * UN/CEFACT Cross Industry Invoice (D22B), in the profile EN 16931 of Factur-X 1.0 and ZUGFeRD 2: the XML that stands inside the PDF of an
 * invoice (decision 0111). Elements come in the order of the schema.
 */

import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { el, type Xml, xmlDocument } from '#domain/kernel/xml-text.ts'
import type { EInvoice, EParty } from './e-invoice.ts'
import { asksTax, buyerNumber, payableAccounts, sellerNumbers } from './e-invoice-numbers.ts'
import type { TaxCategory } from './tax-category.ts'

/** What the XML says that it keeps to (BT-24). */
export const EN_16931 = 'urn:cen.eu:en16931:2017'
const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}
/** UN/ECE Recommendation 20: an item is invoiced as one. */
const ONE = 'C62'
/** The format of a date, YYYYMMDD (UNTDID 2379). */
const DAY = { format: '102' }
/** The standard's amounts have no more decimals (BR-DEC-*). */
const MOST_DECIMALS = 2

/** Whether the standard has amounts of a currency: not of one of three decimals. */
export function hasEInvoice(currency: string): boolean {
  return exponentOf(currency) <= MOST_DECIMALS
}

/** The XML of an invoice, to be kept in UTF-8. The same invoice gives the same text. */
export function writeCii(invoice: EInvoice): string {
  const root = el(
    'rsm:CrossIndustryInvoice',
    [
      el('rsm:ExchangedDocumentContext', [
        el('ram:GuidelineSpecifiedDocumentContextParameter', [el('ram:ID', EN_16931)]),
      ]),
      el('rsm:ExchangedDocument', [
        el('ram:ID', invoice.number),
        el('ram:TypeCode', invoice.type_code),
        el('ram:IssueDateTime', [date(invoice.issued_on)]),
        el('ram:IncludedNote', [el('ram:Content', printable(invoice.note))]),
      ]),
      el('rsm:SupplyChainTradeTransaction', [
        ...invoice.lines.map((line, at) => lineElement(invoice, line, at)),
        el('ram:ApplicableHeaderTradeAgreement', [sellerElement(invoice), buyerElement(invoice)]),
        el('ram:ApplicableHeaderTradeDelivery', [
          el('ram:ActualDeliverySupplyChainEvent', [
            el('ram:OccurrenceDateTime', [date(invoice.period.end_date)]),
          ]),
        ]),
        settlementElement(invoice),
      ]),
    ],
    NAMESPACES,
  )
  return xmlDocument(root)
}

function lineElement({ currency }: EInvoice, line: EInvoice['lines'][number], at: number): Xml {
  const amount = amountOf(currency, line.amount_minor)
  return el('ram:IncludedSupplyChainTradeLineItem', [
    el('ram:AssociatedDocumentLineDocument', [el('ram:LineID', String(at + 1))]),
    el('ram:SpecifiedTradeProduct', [el('ram:Name', printable(line.name))]),
    el('ram:SpecifiedLineTradeAgreement', [
      el('ram:NetPriceProductTradePrice', [el('ram:ChargeAmount', amount)]),
    ]),
    el('ram:SpecifiedLineTradeDelivery', [el('ram:BilledQuantity', '1', { unitCode: ONE })]),
    el('ram:SpecifiedLineTradeSettlement', [
      el('ram:ApplicableTradeTax', taxElements(line.category, line.tax_bps)),
      el('ram:SpecifiedTradeSettlementLineMonetarySummation', [el('ram:LineTotalAmount', amount)]),
    ]),
  ])
}

function sellerElement(invoice: EInvoice): Xml {
  const { vat, other, identifier } = sellerNumbers(invoice)
  return el('ram:SellerTradeParty', [
    el('ram:ID', identifier),
    ...partyElements(invoice.seller, null),
    registration('VA', vat),
    registration('FC', other),
  ])
}

function buyerElement(invoice: EInvoice): Xml {
  const { vat, other } = buyerNumber(invoice)
  return el('ram:BuyerTradeParty', [
    ...partyElements(invoice.buyer, other),
    registration('VA', vat),
  ])
}

function registration(schemeID: 'VA' | 'FC', number: string | null): Xml {
  return el('ram:SpecifiedTaxRegistration', [el('ram:ID', number, { schemeID })])
}

/** A party from its name on; `legal` is its number in a register. */
function partyElements({ name, contact, email, address }: EParty, legal: string | null): Xml[] {
  return [
    el('ram:Name', printable(name)),
    el('ram:SpecifiedLegalOrganization', [el('ram:ID', legal)]),
    el('ram:DefinedTradeContact', [
      el('ram:PersonName', printable(contact)),
      contact === ''
        ? undefined
        : el('ram:EmailURIUniversalCommunication', [el('ram:URIID', email)]),
    ]),
    el('ram:PostalTradeAddress', [
      el('ram:PostcodeCode', printable(address.postal_code)),
      el('ram:LineOne', printable(address.line_one)),
      el('ram:LineTwo', printable(address.line_two)),
      el('ram:CityName', printable(address.city)),
      el('ram:CountryID', address.country_code),
      el('ram:CountrySubDivisionName', printable(address.subdivision)),
    ]),
    el('ram:URIUniversalCommunication', [el('ram:URIID', email, { schemeID: 'EM' })]),
  ]
}

function settlementElement(invoice: EInvoice): Xml {
  const { currency, charge, refers_to: of, terms } = invoice
  return el('ram:ApplicableHeaderTradeSettlement', [
    el('ram:PaymentReference', invoice.reference),
    el('ram:InvoiceCurrencyCode', currency),
    ...meansElements(invoice),
    ...invoice.groups.map(group =>
      el('ram:ApplicableTradeTax', [
        el('ram:CalculatedAmount', amountOf(currency, group.tax_minor)),
        el('ram:TypeCode', 'VAT'),
        el('ram:ExemptionReason', printable(group.reason?.text ?? '')),
        el('ram:BasisAmount', amountOf(currency, group.basis_minor)),
        el('ram:CategoryCode', group.category),
        el('ram:ExemptionReasonCode', group.reason?.code ?? null),
        rateElement(group.category, group.tax_bps),
      ]),
    ),
    el('ram:BillingSpecifiedPeriod', [
      el('ram:StartDateTime', [date(invoice.period.start_date)]),
      el('ram:EndDateTime', [date(invoice.period.end_date)]),
    ]),
    charge
      ? el('ram:SpecifiedTradeAllowanceCharge', [
          el('ram:ChargeIndicator', [el('udt:Indicator', 'true')]),
          el('ram:ActualAmount', amountOf(currency, charge.amount_minor)),
          el('ram:Reason', charge.reason),
          el('ram:CategoryTradeTax', taxElements(charge.category, 0)),
        ])
      : undefined,
    el('ram:SpecifiedTradePaymentTerms', [
      'text' in terms
        ? el('ram:Description', terms.text)
        : el('ram:DueDateDateTime', [date(terms.due_date)]),
    ]),
    totalsElement(invoice),
    of
      ? el('ram:InvoiceReferencedDocument', [
          el('ram:IssuerAssignedID', of.number),
          el('ram:FormattedIssueDateTime', [el('qdt:DateTimeString', compact(of.issued_on), DAY)]),
        ])
      : undefined,
  ])
}

/** `total = net + charge + tax`, and all of it is due: what was paid since is no part of what was issued (BR-CO-13, 15, 16). */
function totalsElement({ currency, charge, ...of }: EInvoice): Xml {
  const amount = (minor: bigint) => amountOf(currency, minor)
  const charged = charge?.amount_minor ?? 0n
  return el('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    el('ram:LineTotalAmount', amount(of.net_minor)),
    el('ram:ChargeTotalAmount', charge && amount(charged)),
    el('ram:TaxBasisTotalAmount', amount(of.net_minor + charged)),
    el('ram:TaxTotalAmount', amount(of.tax_minor), { currencyID: currency }),
    el('ram:GrandTotalAmount', amount(of.total_minor)),
    el('ram:DuePayableAmount', amount(of.total_minor)),
  ])
}

/** Every account, or where there is none what is said of the first other way (BG-16): one kind of means is all that the standard has. */
function meansElements(invoice: EInvoice): Xml[] {
  const { code, accounts, text } = payableAccounts(invoice)
  if (accounts.length === 0)
    return [
      text === null
        ? undefined
        : el('ram:SpecifiedTradeSettlementPaymentMeans', [
            el('ram:TypeCode', code),
            el('ram:Information', text),
          ]),
    ]
  return accounts.map(of =>
    el('ram:SpecifiedTradeSettlementPaymentMeans', [
      el('ram:TypeCode', code),
      el('ram:PayeePartyCreditorFinancialAccount', [
        el('ram:IBANID', of.iban),
        el('ram:AccountName', printable(of.account_name)),
        el('ram:ProprietaryID', of.iban ? null : of.account_number),
      ]),
      el('ram:PayeeSpecifiedCreditorFinancialInstitution', [el('ram:BICID', of.bic)]),
    ]),
  )
}

function taxElements(category: TaxCategory, tax_bps: number): Xml[] {
  return [
    el('ram:TypeCode', 'VAT'),
    el('ram:CategoryCode', category),
    rateElement(category, tax_bps),
  ]
}

/** What is outside the scope has no rate at all, not even 0 (BR-O-05). */
function rateElement(category: TaxCategory, tax_bps: number): Xml {
  const rate = asksTax(category) ? tax_bps : 0
  return category === 'O' ? undefined : el('ram:RateApplicablePercent', formatMinor(rate, 2))
}

function date(day: PlainDateString): Xml {
  return el('udt:DateTimeString', compact(day), DAY)
}

function compact(day: PlainDateString): string {
  return day.replaceAll('-', '')
}

function amountOf(currency: string, minor: bigint): string {
  return formatMinor(minor, exponentOf(currency))
}

/** Without what XML has no way to say (XML 1.0, 2.2). */
function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .trim()
}
