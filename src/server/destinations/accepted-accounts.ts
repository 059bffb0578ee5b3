/** Accounts and wallets as they are accepted, a contractor's and a company's alike: checked, and in the one spelling in which they are kept. */
import { spelledAccount } from '#domain/destinations/account-spelling.ts'
import { checkAddress } from '#domain/destinations/addresses.ts'
import { checkBankAccount, shortAddress } from '#domain/destinations/destination.ts'
import type { Token } from '#domain/kernel/currency.ts'
import { type Blockchain, networkName } from '#domain/kernel/network.ts'
import { type InvalidField, invalidFields, requireValid } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isCountry } from '../reference/countries.ts'
import { accountCurrencies } from '../reference/currencies.ts'
import type { BankRecord } from './destination.store.ts'
import { unpaidCurrencies } from './unpaid-currencies.ts'

type Optional = Partial<Omit<BankRecord, 'account_name' | 'currency' | 'account_number'>>

/** A bank account as its owner gives it. */
export type BankInput = { account_name: string; account_number: string; currency: string } & {
  [K in keyof Optional]?: Optional[K] | undefined
}

/** A wallet as its owner gives it. */
export type WalletInput = { currency: Token; blockchain: Blockchain; address: string }

/** The account as it is kept, however its numbers were written; VALIDATION names each field that cannot be. */
export async function acceptBank(ctx: Ctx, given: BankInput): Promise<BankRecord> {
  const input = spelledAccount(given)
  requireValid([
    ...checkBankAccount(input),
    ...checkCountry(input),
    ...(await checkCurrency(ctx, input)),
  ])
  return {
    account_name: input.account_name,
    account_number: input.account_number,
    currency: input.currency,
    account_type: input.account_type ?? null,
    transit_number: input.transit_number || null,
    institution_number: input.institution_number || null,
    swift_code: input.swift_code || null,
    iban: input.iban || null,
    interac_email: input.interac_email?.trim() || null,
    bank_country: input.bank_country ?? null,
    bank_code: input.bank_code || null,
  }
}

function checkCountry({ bank_country }: Pick<BankInput, 'bank_country'>): InvalidField[] {
  if (!bank_country || isCountry(bank_country)) return []
  const said = textOf('kernel.problems.countryRequired')
  return [{ ...said, loc: ['body', 'bank_country'], type: 'value_error' }]
}

/** Another code would be kept, and every pay to it would wait for a rate that never comes. */
async function checkCurrency(
  ctx: Ctx,
  { currency }: { currency: string },
): Promise<InvalidField[]> {
  const known = accountCurrencies().some(({ code }) => code === currency)
  const said = known
    ? (await unpaidCurrencies(ctx))(currency)
    : textOf('payments.problems.noAccountIn', { currency })
  return said ? [{ ...said, loc: ['body', 'currency'], type: 'value_error' }] : []
}

/** The wallet as it is kept, after really checking its address; DESTINATION_NOT_VALID names what cannot be paid to, such as an address of ours. */
export async function acceptWallet(ctx: Ctx, { currency, blockchain, address }: WalletInput) {
  const refused = (problem: Text) =>
    invalidFields(
      [{ ...problem, loc: ['body', 'address'], type: 'value_error' }],
      'DESTINATION_NOT_VALID',
    )
  const checked = checkAddress({ asset: currency, blockchain, address })
  if (!checked.ok) throw refused(checked.problem)
  const owned = await ctx.gateways.railOf(blockchain).owned?.([checked.normalized])
  if (owned?.length) throw refused(textOf('payments.addresses.ours'))
  return {
    kind: 'wallet' as const,
    network: blockchain,
    currency,
    label: `${shortAddress(checked.normalized)}, ${networkName(blockchain)}`,
    address: checked.normalized,
    bank: null,
  }
}
