/** Documents filled with invented people and figures, for the tests and for looking at the templates. */
import type {
  CycleReportData,
  CycleReportRow,
  InvoiceData,
  PayslipData,
  ReceiptData,
  StatementData,
  TaxFormData,
} from './pdf-templates.ts'

/** A payslip with a bank part and a converted part that came out a little lower than promised. */
export const samplePayslip: PayslipData = {
  number: 'NW-2026-0417',
  employer: {
    name: 'Northwind Robotics, Inc.',
    address_lines: ['410 Harbor Avenue', 'Seattle, WA 98100', 'United States'],
  },
  contractor: {
    name: 'Chloé Tremblay',
    address_lines: ['88, rue des Érables', 'Montréal, Québec H2X 0A0', 'Canada'],
  },
  contract: {
    role: 'Product designer',
    revision: 1,
    effective_date: '2026-01-05',
    rate: { amount: '58.00', currency: 'CAD' },
    policy: 'Biweekly, engineering',
  },
  period: { start_date: '2026-10-26', end_date: '2026-11-08' },
  pay_date: '2026-11-13',
  hours: '80.00',
  rate: { amount: '58.00', currency: 'CAD' },
  proration: 'not prorated',
  time: { amount: '4640.00', currency: 'CAD' },
  entries: [],
  gross: { amount: '4640.00', currency: 'CAD' },
  fee: { amount: '0.00', currency: 'CAD' },
  fee_paid_by: 'Northwind Robotics, Inc.',
  given_back: null,
  paid: { amount: '4640.00', currency: 'CAD' },
  parts: [
    {
      percentage: '90%',
      destination: 'Banque du Fleuve •• 0912',
      rate: 'No conversion',
      rate_source: null,
      rate_at: null,
      promised: { amount: '4176.00', currency: 'CAD' },
      delivered: { amount: '4176.00', currency: 'CAD' },
      arrived: 'Arrived Monday, Nov 16',
      reference: 'Reference CR 8841 20',
      note: null,
    },
    {
      percentage: '10%',
      destination: 'bc1qm…4tz8, Bitcoin',
      rate: '1 BTC = 138420.50 CAD',
      rate_source: 'Median of 3 exchanges',
      rate_at: '2026-11-13T14:02:00.000Z',
      promised: { amount: '0.00335648', currency: 'BTC' },
      delivered: { amount: '0.00335210', currency: 'BTC' },
      arrived: 'Arrived Nov 13, 15:31 UTC',
      reference: 'Transaction 9f1c…72ae',
      note: '0.00000438 BTC less than promised: the rate moved 0.13% between approval and sending, within the 1% agreed.',
    },
  ],
  year_to_date: { year: 2026, payslips: 22, paid: { amount: '102080.00', currency: 'CAD' } },
  verification: {
    code: 'K7QD-3MVX-91PA-0ZTB-77RC-2M4K',
    page: 'https://corridor.test/verify',
    sealed_at: '2026-11-16T18:20:00.000Z',
  },
  simulated: false,
}

/** A payslip in which everything that can be long is long, and everything that can be absent is absent. */
export const crowdedPayslip: PayslipData = {
  ...samplePayslip,
  contractor: {
    name: 'محمد عبد الله بن عبد الرحمن الهاشمي',
    address_lines: ['شارع الحبيب بورقيبة 14', 'Тбилиси', '北京市朝阳区', 'Θεσσαλονίκη'],
  },
  employer: {
    name: 'Gesellschaft für grenzüberschreitende Lohnabrechnung und Softwareentwicklung mbH & Co. KG',
    address_lines: [],
  },
  fee_paid_by:
    'Gesellschaft für grenzüberschreitende Lohnabrechnung und Softwareentwicklung mbH & Co. KG',
  given_back: { amount: '-331.30', currency: 'CAD' },
  proration: 'prorated: 7 of 10 business days',
  parts: Array.from({ length: 14 }, (_, index) => ({
    percentage: '7.14%',
    destination: `A savings account with a long label •• ${1000 + index}`,
    rate: '1 USD = 12345678.90 LBP',
    rate_source: 'Reference rates of the European Central Bank',
    rate_at: '2026-11-13T14:02:00.000Z',
    promised: { amount: '123456789.00', currency: 'LBP' },
    delivered: null,
    arrived: null,
    reference: null,
    note:
      index % 5 === 0
        ? 'Held for 24 hours, because the destination was changed on November 12.'
        : null,
  })),
  verification: { ...samplePayslip.verification, sealed_at: null },
  simulated: true,
}

const people = [
  'Chloé Tremblay',
  'Иван Петров',
  '王小明',
  'محمد عبد الله',
  'Nguyễn Thị Hạnh',
  'Ελένη Παπαδοπούλου',
]

function reportRow(index: number): CycleReportRow {
  return {
    name: people[index % people.length] ?? '',
    role:
      index % 7 === 3
        ? 'Senior engineer for warehouse robotics and embedded control'
        : `Engineer ${index + 1}`,
    hours: '80.00',
    rate: { amount: '38.00', currency: 'USD' },
    amount: { amount: '3040.00', currency: 'USD' },
    entries: index % 5 === 2 ? 'Bonus, 150.00 USD; Adjustment, 6.50 h' : '',
    status: index % 9 === 4 ? 'Approved pay' : 'Paid',
    parts: [
      {
        percentage: '60%',
        destination: 'Banque du Fleuve •• 0912',
        amount: { amount: '2520.12', currency: 'CAD' },
        rate: '1 USD = 1.3816 CAD',
        status: 'Settled',
        reference: `CR ${884120 + index}`,
      },
      {
        percentage: '40%',
        destination: '7xKX…9hWq, Solana',
        amount: { amount: '1216.00', currency: 'USDC' },
        rate: 'No conversion',
        status: index % 9 === 4 ? 'Sent' : 'Settled',
        reference: null,
      },
    ],
  }
}

/** A report of a cycle with that many contractors. */
export function sampleReport(contractors: number): CycleReportData {
  return {
    shows: 'whole',
    first_page: 1,
    tagged: true,
    contractors,
    employer: samplePayslip.employer,
    policy: 'Biweekly, engineering',
    period: { start_date: '2026-10-26', end_date: '2026-11-08' },
    pay_date: '2026-11-13',
    status: 'Paid',
    rows: Array.from({ length: contractors }, (_, index) => reportRow(index)),
    totals: [
      { amount: `${contractors * 3040}.00`, currency: 'USD' },
      { amount: '36648.85', currency: 'CAD' },
    ],
    generated_at: '2026-11-16T18:20:00.000Z',
    simulated: true,
  }
}

/** A receipt of which a part is still to be taken. */
export const sampleReceipt: ReceiptData = {
  number: '2026-0007',
  employer: samplePayslip.employer,
  month: '2026-11-01',
  invoice_date: '2026-12-01',
  lines: [
    {
      what: 'Payments, Fiat',
      quantity: '22',
      price: '2.50',
      net: { amount: '55.00', currency: 'USD' },
    },
    {
      what: 'Conversion, of what was exchanged',
      quantity: '2880.00 USD',
      price: '0.50%',
      net: { amount: '14.40', currency: 'USD' },
    },
  ],
  net: { amount: '69.40', currency: 'USD' },
  taxes: [{ rate: '13.00%', amount: { amount: '9.02', currency: 'USD' } }],
  tax: { amount: '9.02', currency: 'USD' },
  total: { amount: '78.42', currency: 'USD' },
  taken: { amount: '75.60', currency: 'USD' },
  rest: { amount: '2.82', currency: 'USD' },
}

/** An invoice with a tax, a fee and a code to scan. */
export const sampleInvoice: InvoiceData = {
  number: 'LW-2026-014',
  kind: 'INVOICE',
  credits: null,
  by_corridor: false,
  pay_differs: false,
  void: false,
  issued_on: '2026-11-24',
  due_date: '2026-12-08',
  period: { start_date: '2026-11-09', end_date: '2026-11-22' },
  from: {
    name: 'Łukasz Wiśniewski',
    address_lines: ['ul. Wiśniowa 18/4', 'Gdańsk, 80-000', 'Poland'],
    tax_number: 'PL 000 123 45 67',
  },
  to: {
    name: 'Latarnia Optics Sp. z o.o.',
    address_lines: ['ul. Morska 7', 'Gdynia, 81-000', 'Poland'],
    tax_number: 'PL 000 765 43 21',
  },
  items: [
    {
      description: 'Control board firmware, version 2.4',
      tax: '23%',
      amount: { amount: '2400.00', currency: 'EUR' },
    },
    {
      description: 'Travel, receipts attached',
      tax: null,
      amount: { amount: '186.40', currency: 'EUR' },
    },
  ],
  net: { amount: '2586.40', currency: 'EUR' },
  tax: {
    rate: '23%',
    of: { amount: '2400.00', currency: 'EUR' },
    amount: { amount: '552.00', currency: 'EUR' },
  },
  fee: { amount: '5.00', currency: 'EUR' },
  total: { amount: '3143.40', currency: 'EUR' },
  tax_note: 'Exempt: article 132',
  note: 'Thank you.',
  ways: [
    {
      title: 'Bank transfer in EUR',
      lines: [{ label: 'IBAN', value: 'PL09 0000 1234 0000 5678 0000 9012' }],
      qr: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path d='M0 0h1v1z'/></svg>",
    },
  ],
  xml: null,
}

/** A statement of two currencies that shows months and no companies. */
export const sampleStatement: StatementData = {
  year: 2026,
  contractor: { name: 'Chloé Tremblay', address_lines: [] },
  totals: [
    { amount: '102080.00', currency: 'CAD' },
    { amount: '900.00', currency: 'USD' },
  ],
  employers: [],
  months: [{ name: '2026-11-01', totals: [{ amount: '9280.00', currency: 'CAD' }] }],
  issued_at: '2026-12-16T18:20:00.000Z',
  verification: { code: samplePayslip.verification.code, page: 'https://corridor.test/verify' },
  simulated: false,
}

/** A form with a signature. */
export const sampleTaxForm: TaxFormData = {
  kind: 'W-8BEN',
  title: 'Certificate of foreign status of beneficial owner',
  payer: 'Northwind Robotics, Inc.',
  lines: [
    { line: '1', label: 'Name of individual', value: 'Chloé Tremblay' },
    { line: '2', label: 'Country of citizenship', value: 'Canada' },
  ],
  statements: ['I am the individual that is the beneficial owner.'],
  signature: [{ label: 'Signed by', value: 'Chloé Tremblay' }],
  footer: 'Form W-8BEN, Chloé Tremblay',
}
