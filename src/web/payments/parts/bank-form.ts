/** The bank form: what is typed, which fields a currency asks for, and what is sent. The rules are the domain's. */

import { checkBankAccount } from '#domain/payments/destination.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { said } from '#web/words/said.ts'
import type { Translator } from '#web/words/words.tsx'

export interface BankForm {
  account_name: string
  currency: string
  /** How the bank is reached: Canadian numbers, Interac, an IBAN, or an account number with a SWIFT code. */
  way: 'canadian' | 'interac' | 'iban' | 'account'
  account_type: string
  transit_number: string
  institution_number: string
  account_number: string
  swift_code: string
  iban: string
  interac_email: string
}

/** A field that only some ways ask for. */
type FieldName = Exclude<keyof BankForm, 'account_name' | 'currency' | 'way'>

export const EMPTY_BANK: BankForm = {
  account_name: '',
  currency: '',
  way: 'iban',
  account_type: '',
  transit_number: '',
  institution_number: '',
  account_number: '',
  swift_code: '',
  iban: '',
  interac_email: '',
}

const FIELDS: Readonly<Record<BankForm['way'], readonly FieldName[]>> = {
  canadian: ['account_type', 'transit_number', 'institution_number', 'account_number'],
  interac: ['interac_email'],
  iban: ['iban', 'swift_code'],
  account: ['account_type', 'account_number', 'swift_code'],
}

/** The ways that a currency offers, the usual one first; Interac and Canadian numbers are CAD's alone. */
export function waysOf(currency: string): readonly BankForm['way'][] {
  if (currency === '') return []
  return currency === 'CAD' ? ['canadian', 'interac'] : ['iban', 'account']
}

/** The fields that the form shows for a way. */
export function fieldsOf(way: BankForm['way']): readonly FieldName[] {
  return FIELDS[way]
}

/** What is sent: only the fields that are shown, without the spaces that people copy along. */
export function bankInput(values: BankForm): ClientInput<'putBankingInformation'>['body'] {
  const shown = FIELDS[values.way]
  const given = (name: FieldName) => (shown.includes(name) ? values[name].trim() : '')
  const compact = (name: FieldName) => given(name).replace(/\s/g, '').toUpperCase()
  const type = given('account_type')
  return {
    account_name: values.account_name.trim(),
    currency: values.currency,
    account_number: given('account_number').replace(/[\s-]/g, ''),
    ...(type === 'CHECKING' || type === 'SAVINGS' ? { account_type: type } : {}),
    ...optional('transit_number', given('transit_number')),
    ...optional('institution_number', given('institution_number')),
    ...optional('swift_code', compact('swift_code')),
    ...optional('iban', compact('iban')),
    ...optional('interac_email', given('interac_email')),
  }
}

function optional<K extends string>(name: K, value: string): { [k in K]?: string } {
  return (value === '' ? {} : { [name]: value }) as { [k in K]?: string }
}

/** What is wrong, field by field, in the server's own words; a missing IBAN is said at the IBAN. */
export function bankProblems(
  values: BankForm,
  t: Translator<'payments.bankForm'>,
  tAccounts: Translator<'payments.accounts'>,
): { name: keyof BankForm; msg: string }[] {
  const found = checkBankAccount(bankInput(values)).map(problem => ({
    name: String(problem.loc[1]) as keyof BankForm,
    msg: said(tAccounts, problem),
  }))
  if (values.currency === '') return found.filter(({ name }) => !name.includes('swift'))
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
