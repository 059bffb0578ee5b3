/** What a code to scan says, so that a bank's or a wallet's app fills the transfer in. */
import { formatMinor, type Money } from '#domain/kernel/money.ts'
import { isInSepa } from './sepa.ts'

/** The most that such a transfer may be, in cents. */
const MOST_CENTS = 99_999_999_999n

/**
 * A SEPA transfer as the code of the European Payments Council says it (EPC069-12, version 002); undefined where it is none: of another
 * currency, without an IBAN that SEPA reaches, or of an amount that the code does not take.
 */
export function epcText(transfer: {
  readonly account_name: string
  readonly iban: string | null
  readonly swift_code: string | null
  readonly amount: Money
  readonly reference: string
}): string | undefined {
  const { iban, amount } = transfer
  if (
    !iban ||
    !isInSepa(iban) ||
    amount.currency !== 'EUR' ||
    amount.minor < 1n ||
    amount.minor > MOST_CENTS
  )
    return undefined
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    transfer.swift_code ?? '',
    oneLine(transfer.account_name).slice(0, 70),
    iban.replace(/\s/g, ''),
    `EUR${formatMinor(amount.minor, 2)}`,
    '',
    '',
    oneLine(transfer.reference).slice(0, 140),
  ].join('\n')
}

/** What a wallet scans: of bitcoin with the amount (BIP 21), of all others the address alone, which every wallet knows. */
export function walletText(network: string, address: string, amount: Money): string {
  return network === 'bitcoin'
    ? `bitcoin:${address}?amount=${formatMinor(amount.minor, 8)}`
    : address
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
