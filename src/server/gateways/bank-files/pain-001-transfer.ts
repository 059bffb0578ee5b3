/** One credit transfer of a `pain.001.001.09` (CreditTransferTransaction34), and what each profile asks of an order. */

import { checkBankAccount } from '#domain/destinations/destination.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { ibanProblem, normalizeIban } from '#domain/kernel/iban.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { textOf } from '#domain/kernel/words.ts'
import { el, type Xml } from '#domain/kernel/xml-text.ts'
import { attemptReference, type Payee, type PaymentOrder } from '#domain/payments/payment-order.ts'
import { accountElement, addressElement, bankElement, bankOf, SWIFT_CODE } from './iso-parties.ts'
import { ISO_LETTERS } from './letters.ts'
import { type Refuse, refuseAmount, spelledIfAny, spelledName } from './prepare.ts'

/** Where SEPA credit transfers reach (EPC409-09, list of countries of the schemes), by the first letters of their IBANs. */
const SEPA_COUNTRIES = new Set(
  `AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA`.split(
    ' ',
  ),
)
/** EPC132-08: an amount of a SEPA credit transfer is at most 999,999,999.99. */
const SEPA_MOST = 99_999_999_999n
/** ISO's amounts have 18 digits; a payment of more than 15 is one that nobody meant. */
const SWIFT_MOST = 10n ** 15n - 1n

type Setup = { readonly profile: 'SEPA' | 'SWIFT'; readonly purpose: string }

/** The transfer of an order, with its end-to-end id and the name as spelled. */
export function transferOf(
  order: PaymentOrder,
  { profile, purpose }: Setup,
  refuse: Refuse,
): { reference: string; name: string; line: Xml } {
  const { amount, payee } = order
  const sepa = profile === 'SEPA'
  refuseAmount(refuse, order, {
    currency: sepa ? 'EUR' : amount.currency,
    most: sepa ? SEPA_MOST : SWIFT_MOST,
  })
  if (sepa) checkSepa(payee, refuse)
  else checkSwift(payee, refuse)
  const reference = attemptReference(order.attempt_uuid, 32)
  const name = spelledName(refuse, payee, ISO_LETTERS, sepa ? 70 : 140)
  const { account, address } = payee
  const iban = account.iban && normalizeIban(account.iban)
  const line = el('CdtTrfTxInf', [
    el('PmtId', [el('InstrId', reference), el('EndToEndId', reference)]),
    el('Amt', [
      el('InstdAmt', formatMinor(amount.minor, exponentOf(amount.currency)), {
        Ccy: amount.currency,
      }),
    ]),
    agentOf(payee, sepa, refuse),
    el('Cdtr', [el('Nm', name), address ? addressElement(refuse, 'address', address) : undefined]),
    accountElement('CdtrAcct', { ...account, iban }),
    el('Purp', [el('Cd', purpose)]),
    el('RmtInf', [
      el('Ustrd', spelledIfAny(refuse, 'remittance', order.remittance, ISO_LETTERS, 140)),
    ]),
  ])
  return { reference, name, line }
}

/** The payee's bank; a SEPA payment goes by the IBAN alone, and says the SWIFT code where it is known. */
function agentOf({ account }: Payee, sepa: boolean, refuse: Refuse): Xml {
  const bank = bankOf(account)
  if (sepa && !bank.swift_code) return undefined
  const named = sepa ? { ...bank, bank_code: null } : bank
  return el('CdtrAgt', [bankElement(refuse, 'account.bank_code', named)])
}

function checkSepa({ account }: Payee, refuse: Refuse): void {
  const { iban, swift_code } = account
  refuse(
    'account.swift_code',
    Boolean(swift_code) &&
      !SWIFT_CODE.test(swift_code ?? '') &&
      textOf('payments.accounts.swiftForm'),
  )
  if (!iban) {
    refuse('account.iban', textOf('bank-files.orders.noIban'))
    return
  }
  refuse('account.iban', ibanProblem(iban))
  refuse(
    'account.iban',
    !SEPA_COUNTRIES.has(iban.trim().slice(0, 2).toUpperCase()) &&
      textOf('bank-files.orders.outsideSepa', { country: iban.slice(0, 2) }),
  )
}

function checkSwift({ account, address }: Payee, refuse: Refuse): void {
  for (const { loc, text, params } of checkBankAccount(account))
    refuse(`account.${loc.at(-1)}`, textOf(text, params))
  refuse(
    'account.interac_email',
    Boolean(account.interac_email) && textOf('bank-files.orders.interac'),
  )
  refuse('address', address === null && textOf('bank-files.orders.noAddress'))
}
