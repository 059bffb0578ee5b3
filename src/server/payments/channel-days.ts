/** On which days the bank of a channel pays what our files ask of it. */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { IsBankingDay } from '#domain/payments/arrival.ts'
import { bankCountryOf, fileDay } from '#domain/payments/file-day.ts'
import type { BankChannel } from '../gateways/rails/bank-channel.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isBankingDayIn, isBookingDay } from '../reference/holidays.ts'

/** The days on which banks of its currency book, and so does the bank itself, in its own country. */
export function channelDays(channel: BankChannel): IsBankingDay {
  const country = bankCountryOf(channel.format, payingCountry(channel))
  const inCurrency = isBookingDay(channel.currency)
  const atBank = country ? isBankingDayIn(country) : () => true
  return date => inCurrency(date) && atBank(date)
}

/** The first day on which a channel's bank pays what is brought to it now. */
export function firstDayOf({ now }: Pick<Ctx, 'now'>, channel: BankChannel): PlainDateString {
  return fileDay(now, channel.cut_off, channelDays(channel))
}

/** Where the account lies that a file pays from: by its IBAN, else its bank's SWIFT code, else the country that was named. */
function payingCountry(channel: BankChannel): string | null {
  if (!('debtor' in channel.setup)) return null
  const { iban, bank } = channel.setup.debtor
  const said = [iban?.slice(0, 2), bank.swift_code?.slice(4, 6), bank.country_code]
  return said.find(code => code && /^[A-Z]{2}$/.test(code)) ?? null
}
