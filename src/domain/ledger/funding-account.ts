/** An account of the platform into which employers pay, in one currency: what has to be right about it. */
import { ibanProblem, normalizeIban } from '#domain/kernel/iban.ts'
import type { InvalidField } from '#domain/kernel/problem.ts'
import { isSwiftCode } from '#domain/kernel/swift-code.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'

export type FundingAccountDetails = {
  readonly currency: string
  readonly account_name: string
  readonly bank_name: string
  readonly bank_address: string
  readonly iban: string
  readonly account_number: string
  readonly routing_number: string
  readonly swift_code: string
}

/** The details as they are kept: without spaces where banks write none, codes in capitals. */
export function normalAccount(details: FundingAccountDetails): FundingAccountDetails {
  const compact = (text: string) => text.replace(/\s/g, '')
  return {
    ...details,
    iban: normalizeIban(details.iban),
    account_number: compact(details.account_number),
    routing_number: compact(details.routing_number),
    swift_code: compact(details.swift_code).toUpperCase(),
  }
}

/** What is wrong with normal details, each field with its remedy; empty when money can be sent by them. */
export function checkFundingAccount(details: FundingAccountDetails): InvalidField[] {
  const found: InvalidField[] = []
  const refuse = (field: keyof FundingAccountDetails, text: Text | undefined | false) => {
    if (text) found.push({ ...text, loc: ['body', field], type: 'value_error' })
  }
  refuse('iban', details.iban !== '' && ibanProblem(details.iban))
  refuse(
    'account_number',
    details.iban === '' && details.account_number === '' && textOf('ledger.account.needsNumber'),
  )
  refuse(
    'swift_code',
    details.swift_code !== '' && !isSwiftCode(details.swift_code) && textOf('ledger.account.swift'),
  )
  return found
}
