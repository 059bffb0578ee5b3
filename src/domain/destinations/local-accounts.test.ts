import { describe, expect, it } from 'vitest'
import { type BankAccountInput, checkBankAccount } from './destination.ts'
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
  it('begins as those of a district of the Federal Reserve do, of thrifts or of electronic ones', () => {
    expect(bankCodeProblem('US', '322271627')).toBeUndefined()
    expect(bankCodeProblem('US', '818651845')).toBeDefined()
    expect(bankCodeProblem('US', '130000006')).toBeDefined()
  })

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

describe('an account number in Nigeria', () => {
  // The example of the Central Bank's standard: bank 011, serial 000001457, check digit 9.
  it('is taken with the bank that it is of, and none with one wrong digit', () => {
    expect(localNumberProblem('NG', '0000014579', '011')).toBeUndefined()
    for (const wrong of mistakes('0000014579'))
      expect(localNumberProblem('NG', wrong, '011'), wrong).toBeDefined()
    expect(localNumberProblem('NG', '0000014579', '058')).toBeDefined()
  })

  it('of an institution that numbers by telephone, or in another currency, is as long as any', () => {
    expect(localNumberProblem('NG', '8012345678', '100004')).toBeUndefined()
    expect(localNumberProblem('NG', '0123453391')).toBeUndefined()
    expect(localNumberProblem('NG', '012345339')).toBeDefined()
  })
})

describe('an account in Brazil', () => {
  it('has a bank, a branch and a check digit that may be an X', () => {
    const account = { account_name: 'A', bank_country: 'BR', currency: 'BRL' }
    const wrong = (input: object) =>
      checkBankAccount({ ...account, ...input }).map(of => of.loc.at(-1))
    expect(wrong({})).toEqual(['bank_code', 'account_number'])
    expect(wrong({ bank_code: '3410500', account_number: '12345X' })).toEqual([])
    expect(wrong({ bank_code: '341', account_number: 'X' })).toEqual([
      'bank_code',
      'account_number',
    ])
  })
})

describe('a number of zeros alone', () => {
  const wrong = (input: Partial<BankAccountInput>) =>
    checkBankAccount({ account_name: 'A', currency: '', ...input }).map(of => of.loc.at(-1))

  it.each([
    ['US', 'USD', '000000000', '00000'],
    ['GB', 'GBP', '000000', '00000000'],
    ['AU', 'AUD', '000000', '00000'],
    ['BR', 'BRL', '0000000', '00000'],
    ['NG', 'NGN', '000', '0000000000'],
    ['MX', 'MXN', '', '0'.repeat(18)],
    ['AR', 'ARS', '', '0'.repeat(22)],
    ['PE', 'PEN', '', '0'.repeat(20)],
  ])(
    'is nobody’s in %s, though its check digits fit',
    (bank_country, currency, bank_code, number) => {
      const account = { bank_country, currency, bank_code, account_number: number }
      expect(wrong(account)).toEqual(
        bank_code ? ['bank_code', 'account_number'] : ['account_number'],
      )
    },
  )

  it('is none of Canada’s either, nor one that any bank has', () => {
    const zeros = { transit_number: '00000', institution_number: '000', account_number: '0000000' }
    expect(wrong({ currency: 'CAD', ...zeros })).toEqual(Object.keys(zeros))
    const abroad = { currency: 'KES', bank_country: 'KE', swift_code: 'KCBLKENX' }
    expect(wrong({ ...abroad, account_number: '0000000' })).toEqual(['account_number'])
    expect(wrong({ ...abroad, account_number: '0000001' })).toEqual([])
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
