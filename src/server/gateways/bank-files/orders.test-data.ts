/** Orders as they come from approved payments, and the set-ups that files are written with. */
import fc from 'fast-check'
import type { PayeeAccount, PayeeAddress, PaymentOrder } from '#domain/payments/payment-order.ts'
import type { PreparedFile } from './bank-file.ts'
import type { CsvMapping } from './read-csv.ts'
import type { CpaSetup } from './write-cpa.ts'
import type { InteracSetup } from './write-interac.ts'
import type { NachaSetup } from './write-nacha.ts'
import type { Pain001Setup } from './write-pain-001.ts'

export const TORONTO: PayeeAddress = {
  street_number_and_name: '12 Elm Street',
  apartment_or_unit_number: 'Unit 4',
  city_or_municipality: 'Toronto',
  postal_code: 'M5V 2T6',
  country_code: 'CA',
  subdivision_code: 'CA-ON',
}

const EMPTY: PayeeAccount = {
  account_name: 'Maria Silva',
  account_number: '',
  currency: 'CAD',
  account_type: null,
  transit_number: null,
  institution_number: null,
  swift_code: null,
  iban: null,
  interac_email: null,
}

export const ACCOUNTS = {
  canadian: {
    ...EMPTY,
    transit_number: '00012',
    institution_number: '003',
    account_number: '1234567',
  },
  interac: { ...EMPTY, interac_email: 'maria@bank.test' },
  states: {
    ...EMPTY,
    currency: 'USD',
    bank_country: 'US',
    bank_code: '021000021',
    account_number: '000123456789',
    account_type: 'CHECKING',
  },
  iban: { ...EMPTY, currency: 'EUR', iban: 'DE89370400440532013000', swift_code: 'COBADEFF' },
  british: {
    ...EMPTY,
    currency: 'GBP',
    bank_country: 'GB',
    bank_code: '200415',
    account_number: '38290008',
  },
  indian: {
    ...EMPTY,
    currency: 'INR',
    bank_country: 'IN',
    bank_code: 'HDFC0000001',
    account_number: '50100012345678',
  },
  australian: {
    ...EMPTY,
    currency: 'AUD',
    bank_country: 'AU',
    bank_code: '062000',
    account_number: '12345678',
  },
  mexican: {
    ...EMPTY,
    currency: 'MXN',
    bank_country: 'MX',
    account_number: '032180000118359719',
  },
  brazilian: {
    ...EMPTY,
    currency: 'USD',
    swift_code: 'BRASBRRJ',
    iban: 'BR1800360305000010009795493C1',
  },
} as const satisfies Readonly<Record<string, PayeeAccount>>

/** The n-th attempt. */
export function attemptOf(n: number): string {
  return `0192f1c0-7a1b-7c3d-8e4f-${n.toString(16).padStart(12, '0')}`
}

/** An order of so much to an account. */
export function orderTo(
  account: PayeeAccount,
  minor: bigint,
  { n = 1, ...more }: Partial<PaymentOrder> & { n?: number } = {},
): PaymentOrder {
  return {
    attempt_uuid: attemptOf(n),
    amount: { currency: account.currency, minor },
    payee: { kind: 'PERSON', short_name: null, address: TORONTO, account },
    remittance: 'Northwind, November 2026',
    ...more,
  }
}

/** An order with another name. */
export function named(order: PaymentOrder, account_name: string): PaymentOrder {
  return { ...order, payee: { ...order.payee, account: { ...order.payee.account, account_name } } }
}

/** Names that Latin letters can spell, some of them long. */
export const NAMES = fc
  .array(
    fc.constantFrom(
      'Zoë',
      'Łukasz',
      'Maria',
      'Ağa',
      'Jean-Luc',
      'O’Neil',
      'Sørensen',
      'Đặng',
      'Peña',
      'Li',
      'Weiß',
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map(parts => parts.join(' '))

/** Names in which nothing but chance decides what stands. */
export const ANY_NAMES = fc.string({ unit: 'grapheme', maxLength: 160 })

/** Orders to one account by turns, with names and amounts of chance. */
export function orders(
  accounts: readonly PayeeAccount[],
  names: fc.Arbitrary<string> = NAMES,
  most = 99_999_999_999n,
): fc.Arbitrary<PaymentOrder[]> {
  const one = fc.tuple(names, fc.bigInt(1n, most), fc.constantFrom('PERSON', 'COMPANY'))
  return fc.array(one, { minLength: 1, maxLength: 40 }).map(drawn =>
    drawn.map(([name, minor, kind], n) => {
      const account = accounts[n % accounts.length] ?? ACCOUNTS.iban
      const order = named(orderTo(account, minor, { n }), name)
      return { ...order, payee: { ...order.payee, kind } }
    }),
  )
}

/** The text of a file that was written. */
export function textOfFile({ file, setup }: PreparedFile): string {
  if (!file) throw new Error(`nothing was written: ${JSON.stringify(setup)}`)
  return new TextDecoder('utf-8', { fatal: true }).decode(file)
}

/** What is wrong, as `field: key`. */
export function refusals({ refused }: PreparedFile): string[][] {
  return refused.map(({ problems }) =>
    problems.map(({ field, text }) => `${field}: ${text.text.replace('bank-files.', '')}`),
  )
}

export const PAIN: Pain001Setup = {
  profile: 'SWIFT',
  message_id: 'CORRIDOR20261124A',
  created_at: new Date('2026-11-24T14:30:00Z'),
  execution_date: '2026-11-25',
  debtor: {
    name: 'Corridor Payments Inc.',
    address: TORONTO,
    organisation_id: '0012345',
    iban: null,
    account_number: '100200300',
    currency: 'CAD',
    bank: { swift_code: 'ROYCCAT2', country_code: 'CA', bank_code: '000300012' },
  },
  service_level: 'NURG',
  purpose: 'SCVE',
  batch_booking: true,
}

export const SEPA: Pain001Setup = {
  ...PAIN,
  profile: 'SEPA',
  debtor: {
    ...PAIN.debtor,
    iban: 'FR1420041010050500013M02606',
    account_number: '',
    currency: 'EUR',
    bank: { swift_code: 'BNPAFRPP', country_code: 'FR', bank_code: null },
  },
}

export const NACHA: NachaSetup = {
  immediate_destination: '021000021',
  immediate_destination_name: 'JPMorgan Chase',
  immediate_origin: '1234567890',
  immediate_origin_name: 'Corridor Payments Inc.',
  company_name: 'Corridor',
  company_id: '1234567890',
  entry_description: 'CONTRACTOR',
  odfi: '02100002',
  created_at: '2026-11-24T09:30',
  file_id_modifier: 'A',
  effective_date: '2026-11-25',
  first_trace: 1,
  line_end: '\n',
}

export const CPA: CpaSetup = {
  originator_id: '0123456789',
  data_centre: '00320',
  short_name: 'CORRIDOR',
  long_name: 'Corridor Payments Inc.',
  return_account: { institution_number: '003', transit_number: '00012', account_number: '1002003' },
  currency: 'CAD',
  transaction_code: '450',
  file_number: 42,
  created_on: '2026-11-24',
  due_on: '2026-11-25',
  line_end: '\r\n',
}

export const INTERAC: InteracSetup = {
  columns: [
    { title: 'Recipient', value: 'name' },
    { title: 'Email', value: 'email' },
    { title: 'Amount', value: 'amount' },
    { title: 'Currency', value: 'currency' },
    { title: 'Reference', value: 'reference' },
    { title: 'Memo', value: 'message' },
    { title: 'Language', value: { always: 'en' } },
    { title: 'Question', value: 'question' },
    { title: 'Answer', value: 'answer' },
    { title: 'Date', value: 'date' },
  ],
  titles: true,
  delimiter: ',',
  line_end: '\r\n',
  most_rows: 1_000,
  most_minor: 2_500_000n,
  most_name: 80,
  most_message: 140,
  date: '2026-11-25',
  secrets: new Map(),
}

export const MAPPING: CsvMapping = {
  encoding: 'utf-8',
  delimiter: ';',
  lines_before: 1,
  reference: 'Reference',
  outcome: 'Status',
  outcomes: { paid: 'SETTLED', RETURNED: 'RETURNED', Draft: null },
  amount: 'Amount',
  decimal: ',',
  currency: { column: 'Currency' },
  date: 'Date',
  date_form: 'DD/MM/YYYY',
  reason: 'Code',
  reason_codes: 'ISO',
  bank_reference: null,
}
