/** Journal entries for an employer's own books: what was paid, funded and charged, balanced in each currency (decision 0069). */

import { lateFormat } from '#domain/kernel/late-format.ts'

/** The accounts of the entries; an employer names them as their own books do. */
export const JOURNAL_ACCOUNTS = [
  'CONTRACTORS',
  'EXPENSES',
  'FEES',
  'TAX',
  'BALANCE',
  'FUNDING',
  'EXCHANGE',
] as const
export type JournalAccount = (typeof JOURNAL_ACCOUNTS)[number]

/** Codes that Xero's default chart of accounts has: general expenses, bank fees, sales tax, prepayments, suspense, realised currency gains. */
export const DEFAULT_CODES: Readonly<Record<JournalAccount, string>> = {
  CONTRACTORS: '429',
  EXPENSES: '429',
  FEES: '404',
  TAX: '820',
  BALANCE: '620',
  FUNDING: '850',
  EXCHANGE: '499',
}

/** A line of an entry, in the smallest unit: a debit above nothing, a credit below. */
export type JournalLine = { readonly account: JournalAccount; readonly minor: bigint }

/** What a pay costs: its expenses, and all else of it; below nothing where it is taken back. Lines of nothing are none. */
export function payLines(contractors_minor: bigint, expenses_minor: bigint): JournalLine[] {
  return withoutNothing([
    { account: 'CONTRACTORS', minor: contractors_minor },
    { account: 'EXPENSES', minor: expenses_minor },
  ])
}

/** What leaves the balance for it: the other side of a pay, or of many. */
export function payCredit(total_minor: bigint): JournalLine[] {
  return withoutNothing([{ account: 'BALANCE', minor: -total_minor }])
}

/** One side of an exchange in its own currency: what was bought is above nothing, what was sold below. The account of both is EXCHANGE. */
export function exchangeLines(minor: bigint): JournalLine[] {
  return withoutNothing([
    { account: 'BALANCE', minor },
    { account: 'EXCHANGE', minor: -minor },
  ])
}

/** Money that reached the balance; below nothing where a receipt is taken back. */
export function fundingLines(minor: bigint): JournalLine[] {
  return withoutNothing([
    { account: 'BALANCE', minor },
    { account: 'FUNDING', minor: -minor },
  ])
}

/** What a receipt bills. */
export function feeLines(net_minor: bigint, tax_minor: bigint): JournalLine[] {
  return withoutNothing([
    { account: 'FEES', minor: net_minor },
    { account: 'TAX', minor: tax_minor },
    { account: 'BALANCE', minor: -(net_minor + tax_minor) },
  ])
}

function withoutNothing(lines: readonly JournalLine[]): JournalLine[] {
  return lines.filter(({ minor }) => minor !== 0n)
}

export const JOURNAL_KINDS = [
  'FUNDING',
  'REVERSAL',
  'CONVERSION',
  'PAY',
  'TAKEN_BACK',
  'FEES',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]
const LETTERS: Readonly<Record<JournalKind, string>> = {
  FUNDING: 'F',
  REVERSAL: 'R',
  CONVERSION: 'X',
  PAY: 'P',
  TAKEN_BACK: 'B',
  FEES: 'C',
}

/** The number of an entry, the same each time and of at most 21 characters, which QuickBooks Online keeps: `P260320-USD-1A2B3C`. */
export function journalNumber(entry: {
  readonly kind: JournalKind
  readonly date: string
  readonly currency: string
  readonly id: string
}): string {
  const { kind, date, currency, id } = entry
  const day = date.slice(2).replaceAll('-', '')
  return `${LETTERS[kind]}${day}-${currency}-${id.slice(-6).toUpperCase()}`
}

/** `03/20/2026`, as QuickBooks Online reads a date of the United States. */
export function monthFirst(date: string): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

const MONTH = lateFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** `20 Mar 2026`, which Xero reads in every country. */
export function dayAndMonth(date: string): string {
  const [year, , day] = date.split('-')
  return `${Number(day)} ${MONTH().format(new Date(`${date}T00:00:00Z`))} ${year}`
}

/** What Xero calls no tax, which differs by country. */
export function xeroNoTax(country_code: string): string {
  const names: Readonly<Record<string, string>> = {
    AU: 'BAS Excluded',
    GB: 'No VAT',
    NZ: 'No GST',
  }
  return names[country_code] ?? 'Tax Exempt'
}
