/** Where a contractor's pay goes: bank accounts and the percentages over all destinations (design: Money). */

import { WHOLE_BPS } from '#domain/kernel/allocate.ts'
import { hasIban, ibanProblem, isIbanOf, normalizeIban } from '#domain/kernel/iban.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import type { InvalidField } from '#domain/kernel/problem.ts'
import { isSwiftCode } from '#domain/kernel/swift-code.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { bankOf } from './bank-names.ts'
import {
  bankCodeProblem,
  hasBankCode,
  isPaidLocally,
  type LocalCountry,
  localCountry,
  localNumberProblem,
} from './local-accounts.ts'

export const DESTINATION_STATUSES = ['ACTIVE', 'DEACTIVATED'] as const
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number]

/** How long a new or changed destination cannot be used: 24 hours (design: Promise 2). */
export const DESTINATION_COOLING_MS = 24 * 60 * 60 * 1000

/** From when on a destination that was made or changed at this instant is paid to. */
export function usableFrom(changed_at: Date): Date {
  return new Date(changed_at.getTime() + DESTINATION_COOLING_MS)
}

/** How long what changed is held once its owner stopped it from the mail: long enough to choose a new password and put things right. */
const STOPPED_MS = 7 * 24 * 60 * 60 * 1000

/** What has been there for two weeks before a change, with a mail when it came, is its owner's own. */
const KNOWN_MS = 14 * 24 * 60 * 60 * 1000

/** Whether a stopped change holds a destination: it was changed then or since, and was not there long before. */
export function isStoppedWith(
  at: Date,
  { created_at, changed_at }: { readonly created_at: Date; readonly changed_at: Date },
): boolean {
  return changed_at >= at && created_at.getTime() > at.getTime() - KNOWN_MS
}

/** Until when a change that was stopped at this instant is held. */
export function stoppedUntil(stopped_at: Date): Date {
  return new Date(stopped_at.getTime() + STOPPED_MS)
}

/** Bank account types with the specification's labels. */
export const ACCOUNT_TYPES = ['CHECKING', 'SAVINGS'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]
type Maybe = string | null | undefined

/** Banking details as the specification names them, with the IBAN. An empty text is as good as none. */
export type BankAccountInput = {
  readonly account_name: Maybe
  readonly account_number?: Maybe
  readonly account_type?: Maybe
  readonly currency: Maybe
  readonly transit_number?: Maybe
  readonly institution_number?: Maybe
  readonly swift_code?: Maybe
  readonly interac_email?: Maybe
  readonly iban?: Maybe
  /** The country of the bank (ISO 3166-1 alpha-2); without it the account is checked as one of any country. */
  readonly bank_country?: Maybe
  /** What the country calls its banks by: routing number, sort code, IFSC or BSB. */
  readonly bank_code?: Maybe
}

/**
 * What is wrong with a bank account, each field with its remedy; empty when it can be paid. A Canadian account is transit,
 * institution and account number; Interac is CAD alone and needs no account; where the country of the bank is known its own numbers are
 * asked for, its IBAN where it has them; any other account needs a SWIFT code and an IBAN or account number. There is no universal check digit for Canadian accounts, so existence is not proven.
 */
export function checkBankAccount(input: BankAccountInput): InvalidField[] {
  const found: InvalidField[] = []
  const refuse: Refuse = (field, text) => {
    if (text) found.push({ ...text, loc: ['body', field], type: 'value_error' })
  }
  const currency = input.currency ?? ''
  refuse('account_name', accountNameProblem(input.account_name))
  refuse('currency', !/^[A-Z]{3}$/.test(currency) && textOf('payments.accounts.currency'))
  refuse(
    'account_type',
    Boolean(input.account_type) &&
      !ACCOUNT_TYPES.some(type => type === input.account_type) &&
      textOf('payments.accounts.type'),
  )
  refuse('interac_email', interacProblem(input))
  if (input.swift_code) refuse('swift_code', swiftProblem(input.swift_code, isCanadian(input)))
  if (input.iban) refuse('iban', ibanProblem(input.iban) ?? countryProblem(input))
  if (isCanadian(input)) checkCanadian(input, refuse)
  else if (currency !== 'CAD') checkElsewhere(input, refuse)
  for (const field of NUMBERS)
    if (/^0+$/.test(input[field] ?? '') && !found.some(({ loc }) => loc[1] === field))
      refuse(field, textOf('payments.accounts.zeros'))
  return found
}

/** What is no number where it is zeros alone, which fit every check digit. */
const NUMBERS = ['transit_number', 'institution_number', 'bank_code', 'account_number'] as const

type Refuse = (field: keyof BankAccountInput, text: Text | undefined | false) => void

/** A CAD account, or an account at a Canadian bank in another currency: one with a transit or institution number. */
function isCanadian(input: BankAccountInput): boolean {
  const numbers = Boolean(input.transit_number || input.institution_number)
  return numbers || (input.currency === 'CAD' && !input.interac_email)
}

function checkCanadian(input: BankAccountInput, refuse: Refuse): void {
  refuse(
    'transit_number',
    !/^\d{5}$/.test(input.transit_number ?? '') && textOf('payments.accounts.transit'),
  )
  refuse(
    'institution_number',
    !/^\d{3}$/.test(input.institution_number ?? '') && textOf('payments.accounts.institution'),
  )
  refuse(
    'account_number',
    !/^\d{7,12}$/.test(input.account_number ?? '') && textOf('payments.accounts.canadianNumber'),
  )
  if (input.currency !== 'CAD')
    refuse('swift_code', !input.swift_code && textOf('payments.accounts.swiftNeeded'))
}

function checkElsewhere(input: BankAccountInput, refuse: Refuse): void {
  const country = localCountry(input.bank_country)
  if (country && !input.iban) checkLocal(country, input, refuse)
  else checkInternational(input, refuse)
}

/** An account as its country writes it; in another currency than the country's own the money comes by SWIFT. */
function checkLocal(country: LocalCountry, input: BankAccountInput, refuse: Refuse): void {
  const locally = isPaidLocally(country, input.currency ?? '')
  if (locally && hasBankCode(country))
    refuse('bank_code', bankCodeProblem(country, input.bank_code ?? ''))
  if (!locally) refuse('swift_code', !input.swift_code && textOf('payments.accounts.swiftMissing'))
  const code = locally ? (input.bank_code ?? '') : ''
  refuse('account_number', localNumberProblem(country, input.account_number ?? '', code))
}

function checkInternational(input: BankAccountInput, refuse: Refuse): void {
  refuse('swift_code', !input.swift_code && textOf('payments.accounts.swiftMissing'))
  if (input.iban) return
  if (hasIban(input.bank_country ?? '')) refuse('iban', textOf('payments.accounts.ibanMissing'))
  else if (!input.account_number)
    refuse('account_number', textOf('payments.accounts.numberMissing'))
  else
    refuse(
      'account_number',
      !/^[A-Za-z0-9]{4,34}$/.test(input.account_number) && textOf('payments.accounts.numberForm'),
    )
}

/** Of an IBAN that is right in itself: that it is of another country than the bank. */
function countryProblem({ bank_country, iban }: BankAccountInput): Text | undefined {
  if (!bank_country || !iban || isIbanOf(bank_country, iban)) return undefined
  const country = normalizeIban(iban).slice(0, 2)
  return textOf('payments.accounts.ibanElsewhere', { country, bank: bank_country })
}

function accountNameProblem(name: Maybe): Text | false {
  const length = (name ?? '').trim().length
  if (length === 0) return textOf('payments.accounts.holder')
  return length > 140 && textOf('payments.accounts.holderTooLong')
}

function interacProblem({ interac_email: email, currency }: BankAccountInput): Text | false {
  if (!email) return false
  if (currency !== 'CAD') return textOf('payments.accounts.interacCurrency')
  return !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) && textOf('payments.accounts.interacEmail')
}

function swiftProblem(code: string, canadian: boolean): Text | undefined {
  if (!isSwiftCode(code)) return textOf('payments.accounts.swiftForm')
  if (canadian && code.slice(4, 6) !== 'CA') return textOf('payments.accounts.swiftCanadian')
  return undefined
}

/** What tells two accounts apart: the IBAN, or the account number with its bank, or the Interac address; and the currency. */
export function accountIdentity(account: {
  readonly currency: string
  readonly account_number: string
  readonly transit_number: string | null
  readonly institution_number: string | null
  readonly swift_code: string | null
  readonly iban: string | null
  readonly interac_email: string | null
  readonly bank_code?: string | null | undefined
}): string {
  const { currency, account_number: number, institution_number, transit_number } = account
  if (account.iban) return `${currency} ${account.iban}`
  if (!number) return `${currency} ${account.interac_email?.toLowerCase() ?? ''}`
  // One bank has SWIFT codes of 8 letters and of 11, the first of which name it and its place.
  const bank = institution_number
    ? `${institution_number}-${transit_number ?? ''}`
    : (account.bank_code ?? (account.swift_code ?? '').slice(0, 8))
  return `${currency} ${bank} ${number}`
}

/**
 * How an account is called wherever it is shown: `Chase •• 3391`, of a bank that its numbers do not tell `CAD account •• 3391`, or
 * `Interac a••@bank.test`: enough for its owner to know it again, and nothing to pay to.
 */
export function accountLabel(
  account: Parameters<typeof accountIdentity>[0] & Parameters<typeof bankOf>[0],
): string {
  const { currency } = account
  const number = account.iban || account.account_number
  const bank = number && bankOf(account)
  if (bank) return `${bank} ${maskAccount(number)}`
  if (number) return `${currency} account ${maskAccount(number)}`
  const [name = '', place = ''] = (account.interac_email ?? '').split('@')
  return `Interac ${name.slice(0, 1)}••@${place}`
}

/** The end of an account number, `•• 3391`: at most four characters, and at least three stay hidden. */
export function maskAccount(account: string): string {
  const text = account.replace(/\s/g, '')
  return `•• ${text.slice(text.length - Math.max(0, Math.min(4, text.length - 3)))}`
}

/** The two ends of a wallet's address, `7Qm4…x4Kd`, or the whole of a short one such as `0.0.48211`. */
export function shortAddress(address: string): string {
  if (address.length <= 12) return address
  return `${address.slice(0, address.startsWith('bc1') ? 5 : 4)}…${address.slice(-4)}`
}

/** What is wrong with the percentages (in basis points), with the sum and what is missing; undefined when they make 100.00. */
export function checkPercentages(percentagesBps: readonly number[]): Text | undefined {
  if (percentagesBps.some(bps => !Number.isInteger(bps) || bps < 0 || bps > WHOLE_BPS))
    return textOf('payments.percentages.form')
  const sum = percentagesBps.reduce((a, b) => a + b, 0)
  if (sum === WHOLE_BPS) return undefined
  const gap = formatMinor(Math.abs(WHOLE_BPS - sum), 2)
  return textOf(
    sum < WHOLE_BPS ? 'payments.percentages.tooLittle' : 'payments.percentages.tooMuch',
    {
      sum: formatMinor(sum, 2),
      gap,
    },
  )
}
