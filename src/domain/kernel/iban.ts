/** IBAN (ISO 13616), by the structure that the IBAN registry has for each country and the check digits that banks there add to it. */
import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { type Text, textOf } from '#domain/kernel/words.ts'

/** Whether accounts in a country have IBANs. */
export function hasIban(country: string): boolean {
  return countrySpecs[country]?.IBANRegistry === true
}

/** Territories whose banks have the IBANs of another country, as SWIFT's IBAN registry lists them with it. */
const IBANS_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map(of => [of, 'FR']),
  ),
  ...{ GG: 'GB', IM: 'GB', JE: 'GB', AX: 'FI' },
}

/** Whether a bank in a country has IBANs such as this one: those of the country, or of the one that it belongs to. */
export function isIbanOf(country: string, iban: string): boolean {
  const of = normalizeIban(iban).slice(0, 2)
  return of === country || of === IBANS_OF[country]
}

/** The IBAN without spaces and in capitals, as it is stored. */
export function normalizeIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** What is wrong with an IBAN, with the remedy; undefined when its country, length, structure and check digits are right. */
export function ibanProblem(text: string): Text | undefined {
  const iban = normalizeIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return textOf('payments.accounts.ibanForm')
  const country = iban.slice(0, 2)
  const { errorCodes } = validateIBAN(iban)
  const has = (...errors: readonly ValidationErrorsIBAN[]) =>
    errors.some(error => errorCodes.includes(error))
  if (has(ValidationErrorsIBAN.NoIBANCountry) || !hasIban(country))
    return textOf('payments.accounts.ibanCountry', { country })
  const length = countrySpecs[country]?.chars ?? 0
  if (iban.length !== length)
    return textOf('payments.accounts.ibanLength', { country, length, given: iban.length })
  if (has(ValidationErrorsIBAN.WrongBBANFormat))
    return textOf('payments.accounts.ibanStructure', { country })
  return errorCodes.length > 0 ? textOf('payments.accounts.ibanDigits') : undefined
}
