import { describe, expect, it } from 'vitest'
import { checkBankAccount } from './destination.ts'
import { bankCodeProblem, localNumberProblem } from './local-accounts.ts'

/** Every number that differs from this one by one digit, or by two neighbours that changed places. */
function mistakes(number: string): string[] {
  const digits = [...number]
  const mistyped = digits.flatMap((digit, at) =>
    [...'0123456789']
      .filter(other => other !== digit)
      .map(other => digits.with(at, other).join('')),
  )
  return mistyped
}

const PUBLISHED = [
  ['US', '021000021'],
  ['US', '122105155'],
] as const

describe('a routing number', () => {
  it.each(PUBLISHED)('of %s is taken, and none with one wrong digit: %s', (country, code) => {
    expect(bankCodeProblem(country, code)).toBeUndefined()
    for (const wrong of mistakes(code)) expect(bankCodeProblem(country, wrong), wrong).toBeDefined()
  })
})

describe('an account number with check digits', () => {
  it.each([
    ['MX', '032180000118359719'],
    ['MX', '002010077777777771'],
    ['PE', '01136600010003254221'],
    ['AR', '2850590940090418135201'],
  ] as const)('of %s is taken, and none with one wrong digit: %s', (country, number) => {
    expect(localNumberProblem(country, number)).toBeUndefined()
    for (const wrong of mistakes(number))
      expect(localNumberProblem(country, wrong), wrong).toBeDefined()
  })
})

describe('an account in a country', () => {
  const account = { account_name: 'A' }
  const wrong = (input: object) =>
    checkBankAccount({ ...account, currency: '', ...input }).map(field => field.loc.at(-1))

  it('needs its numbers and no SWIFT code where it is paid within the country', () => {
    expect(wrong({ bank_country: 'US', currency: 'USD' })).toEqual(['bank_code', 'account_number'])
    const paid = { bank_code: '021000021', account_number: '12345678' }
    expect(wrong({ bank_country: 'US', currency: 'USD', ...paid })).toEqual([])
    expect(wrong({ bank_country: 'US', currency: 'EUR', ...paid })).toEqual(['swift_code'])
  })

  it('of IBANs has one', () => {
    const german = { bank_country: 'DE', currency: 'EUR', swift_code: 'DEUTDEFF' }
    expect(wrong({ ...german, account_number: '12345678' })).toEqual(['iban'])
    expect(wrong({ ...german, iban: 'DE89370400440532013000' })).toEqual([])
  })

  it('that is not named is checked as before it was asked for', () => {
    expect(
      wrong({ currency: 'USD', swift_code: 'FBNINGLA', account_number: '0123456789' }),
    ).toEqual([])
  })
})
