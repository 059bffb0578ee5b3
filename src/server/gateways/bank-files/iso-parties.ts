/** Parties, addresses, banks and accounts as ISO 20022 writes them (pain.001.001.09: PartyIdentification135, PostalAddress24, CashAccount38). */

import { textOf } from '#domain/kernel/words.ts'
import { el, type Xml } from '#domain/kernel/xml-text.ts'
import type { PayeeAccount, PayeeAddress } from '#domain/payments/payment-order.ts'
import { ISO_LETTERS } from './letters.ts'
import { type Refuse, spelled } from './prepare.ts'

/** What a country's banks are called by in ISO 20022's external code set ExternalClearingSystemIdentification1Code, and its form. */
const CLEARING = {
  AU: { system: 'AUBSB', form: /^\d{6}$/ },
  CA: { system: 'CACPA', form: /^0\d{8}$/ },
  GB: { system: 'GBDSC', form: /^\d{6}$/ },
  IN: { system: 'INFSC', form: /^[A-Z0-9]{11}$/ },
  US: { system: 'USABA', form: /^\d{9}$/ },
} as const

/** ISO 9362: bank, country, place, and perhaps a branch. */
export const SWIFT_CODE = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** A bank: by its SWIFT code, by the code of its country, or by the country alone where the account number names the bank. */
export type IsoBank = {
  readonly swift_code: string | null
  readonly country_code: string | null
  readonly bank_code: string | null
}

/** The bank of an account, as far as the account says it; of a Canadian one the code is `0`, institution and transit. */
export function bankOf(account: PayeeAccount): IsoBank {
  const { institution_number: institution, transit_number: transit, swift_code, iban } = account
  if (institution && transit)
    return { swift_code, country_code: 'CA', bank_code: `0${institution}${transit}` }
  const country_code = account.bank_country ?? iban?.slice(0, 2) ?? swift_code?.slice(4, 6) ?? null
  return { swift_code, country_code, bank_code: account.bank_code || null }
}

/** `FinInstnId` of a bank, with a refusal where its code has not the form that its country gives it. */
export function bankElement(refuse: Refuse, field: string, bank: IsoBank): Xml {
  const known = clearingOf(bank.country_code)
  const { bank_code } = bank
  refuse(
    field,
    bank_code !== null &&
      !known?.form.test(bank_code) &&
      textOf('bank-files.orders.bankCode', { code: bank_code }),
  )
  const byCode =
    known && bank_code !== null
      ? el('ClrSysMmbId', [el('ClrSysId', [el('Cd', known.system)]), el('MmbId', bank_code)])
      : undefined
  const byCountry = el('PstlAdr', [el('Ctry', bank.country_code)])
  return el('FinInstnId', [
    el('BICFI', bank.swift_code),
    byCode,
    bank.swift_code || byCode ? undefined : byCountry,
  ])
}

function clearingOf(country: string | null) {
  return country && country in CLEARING ? CLEARING[country as keyof typeof CLEARING] : undefined
}

const TYPES = { CHECKING: 'CACC', SAVINGS: 'SVGS' } as const

/** `CdtrAcct` or `DbtrAcct`: an IBAN, or a number as its bank writes it. The type is of ExternalCashAccountType1Code. */
export function accountElement(
  name: string,
  account: {
    readonly iban: string | null
    readonly account_number: string
    readonly account_type: PayeeAccount['account_type']
  },
  currency: string | null = null,
): Xml {
  const { iban, account_number, account_type } = account
  return el(name, [
    el('Id', [iban ? el('IBAN', iban) : el('Othr', [el('Id', account_number)])]),
    iban ? undefined : el('Tp', [el('Cd', account_type && TYPES[account_type])]),
    el('Ccy', currency),
  ])
}

/**
 * `PstlAdr` in its parts: from November 2026 neither SWIFT (CBPR+) nor the SEPA rulebooks take an address in lines alone, and town and
 * country are asked for. A street that is typed with its number stands whole in `StrtNm`. A refusal names the part.
 */
export function addressElement(refuse: Refuse, path: string, address: PayeeAddress): Xml {
  const part = (name: string, field: keyof PayeeAddress, most: number, asked = false) => {
    const text = address[field] ?? ''
    if (text.trim() === '' && !asked) return undefined
    return el(name, spelled(refuse, `${path}.${field}`, text, ISO_LETTERS, most))
  }
  refuse(
    `${path}.country_code`,
    !/^[A-Z]{2}$/.test(address.country_code) && textOf('bank-files.orders.country'),
  )
  const subdivision = address.subdivision_code?.replace(/^[A-Z]{2}-/, '') ?? null
  return el('PstlAdr', [
    part('StrtNm', 'street_number_and_name', 70),
    part('Room', 'apartment_or_unit_number', 70),
    part('PstCd', 'postal_code', 16),
    part('TwnNm', 'city_or_municipality', 35, true),
    el('CtrySubDvsn', subdivision),
    el('Ctry', address.country_code),
  ])
}
