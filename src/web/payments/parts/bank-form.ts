/** The bank form: what is typed, which fields a currency asks for, and what is sent. The rules are the domain's. */

import { spelledAccount } from '#domain/destinations/account-spelling.ts'
import {
  bankName,
  bankNameOfIban,
  branchNumber,
  branchOfIban,
} from '#domain/destinations/bank-names.ts'
import { checkBankAccount } from '#domain/destinations/destination.ts'
import { hasBankCode, isPaidLocally, localCountry } from '#domain/destinations/local-accounts.ts'
import { hasIban } from '#domain/kernel/iban.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { said } from '#web/words/said.ts'
import type { Translator } from '#web/words/words.tsx'

export interface BankForm {
  account_name: string
  bank_country: string
  currency: string
  /** How the bank is reached: Canadian numbers, Interac, its country's own, an IBAN, or an account number with a SWIFT code. */
  way: 'canadian' | 'interac' | 'local' | 'iban' | 'account'
  account_type: string
  transit_number: string
  institution_number: string
  bank_code: string
  account_number: string
  swift_code: string
  iban: string
  interac_email: string
}

/** A field that only some ways ask for. */
type FieldName = Exclude<keyof BankForm, 'account_name' | 'bank_country' | 'currency' | 'way'>

export const EMPTY_BANK: BankForm = {
  account_name: '',
  bank_country: '',
  currency: '',
  way: 'iban',
  account_type: '',
  transit_number: '',
  institution_number: '',
  bank_code: '',
  account_number: '',
  swift_code: '',
  iban: '',
  interac_email: '',
}

const FIELDS: Readonly<Record<BankForm['way'], readonly FieldName[]>> = {
  canadian: ['account_type', 'transit_number', 'institution_number', 'account_number'],
  interac: ['interac_email'],
  local: ['account_type', 'bank_code', 'account_number'],
  iban: ['iban', 'swift_code'],
  account: ['account_type', 'account_number', 'swift_code'],
}

type Where = Pick<BankForm, 'bank_country' | 'currency'>

/** The ways that a bank of this country offers in this currency, the usual one first; Interac is CAD's alone. */
export function waysOf({ bank_country, currency }: Where): readonly BankForm['way'][] {
  if (currency === '' || bank_country === '') return []
  if (currency === 'CAD') return ['canadian', 'interac']
  if (bank_country === 'CA') return ['canadian']
  const iban = hasIban(bank_country) ? (['iban'] as const) : []
  const local = localCountry(bank_country)
  if (local && isPaidLocally(local, currency)) return ['local', ...iban]
  return iban.length > 0 ? iban : ['account']
}

/** The fields that the form shows; the ones of CAD go to other currencies of a Canadian bank with its SWIFT code. */
export function fieldsOf({ way, bank_country, currency }: Where & Pick<BankForm, 'way'>) {
  const local = localCountry(bank_country)
  const shown = FIELDS[way].filter(name => name !== 'bank_code' || (local && hasBankCode(local)))
  return way === 'canadian' && currency !== 'CAD' ? [...shown, 'swift_code' as const] : shown
}

/** The bank that what is typed into a field names, where the country has it there and the bank is a known one, and the number of its branch. */
export function bankNamed(
  values: BankForm,
  field: FieldName,
): { readonly bank: string; readonly branch: string | undefined } | undefined {
  const { way, bank_country } = values
  if (way === 'iban') {
    const bank = field === 'iban' ? bankNameOfIban(values.iban) : undefined
    return bank ? { bank, branch: branchOfIban(values.iban) } : undefined
  }
  const local = localCountry(bank_country)
  const names =
    way === 'canadian'
      ? field === 'institution_number'
      : local && field === (hasBankCode(local) ? 'bank_code' : 'account_number')
  const country = way === 'canadian' ? 'CA' : bank_country
  const bank = names ? bankName(country, values[field]) : undefined
  return bank ? { bank, branch: branchNumber(country, values[field]) } : undefined
}

/** What is sent: only the fields that are shown, their numbers in the spelling in which they are kept. */
export function bankInput(values: BankForm): ClientInput<'putBankingInformation'>['body'] {
  const shown = fieldsOf(values)
  const spelled = spelledAccount(values)
  const given = (name: FieldName) => (shown.includes(name) ? spelled[name].trim() : '')
  const type = given('account_type')
  return {
    account_name: values.account_name.trim(),
    currency: values.currency,
    ...optional('bank_country', values.bank_country),
    ...optional('bank_code', given('bank_code')),
    account_number: given('account_number'),
    ...(type === 'CHECKING' || type === 'SAVINGS' ? { account_type: type } : {}),
    ...optional('transit_number', given('transit_number')),
    ...optional('institution_number', given('institution_number')),
    ...optional('swift_code', given('swift_code')),
    ...optional('iban', given('iban')),
    ...optional('interac_email', given('interac_email')),
  }
}

function optional<K extends string>(name: K, value: string): { [k in K]?: string } {
  return (value === '' ? {} : { [name]: value }) as { [k in K]?: string }
}

/** The fields that stand there before a country and a currency are chosen. */
const STANDING: readonly (keyof BankForm)[] = ['account_name', 'bank_country', 'currency']

/** What is wrong, field by field, in the server's own words; a missing IBAN is said at the IBAN. */
export function bankProblems(
  values: BankForm,
  t: Translator<'payments.bankForm'>,
  tAccounts: Translator<'payments.accounts'>,
  tLocal: Translator<'payments.localAccounts'>,
): { name: keyof BankForm; msg: string }[] {
  const found = checkBankAccount(bankInput(values)).map(problem => ({
    name: String(problem.loc[1]) as keyof BankForm,
    msg: said(problem.text.startsWith('payments.localAccounts.') ? tLocal : tAccounts, problem),
  }))
  if (values.bank_country === '') found.push({ name: 'bank_country', msg: t('missingCountry') })
  if (values.currency === '' || values.bank_country === '')
    return found.filter(({ name }) => STANDING.includes(name))
  if (values.way === 'interac' && values.interac_email.trim() === '')
    return [
      ...found.filter(({ name }) => name === 'account_name'),
      { name: 'interac_email', msg: t('missingEmail') },
    ]
  return found.map(problem =>
    values.way === 'iban' && problem.name === 'account_number'
      ? { name: 'iban', msg: t('missingIban') }
      : problem,
  )
}
