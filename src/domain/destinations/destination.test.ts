import { describe, expect, it } from 'vitest'
import { ibanProblem, normalizeIban } from '#domain/kernel/iban.ts'
import type { Text } from '#domain/kernel/words.ts'
import { sayText } from '#server/kernel/words.ts'
import {
  accountIdentity,
  accountLabel,
  type BankAccountInput,
  checkBankAccount,
  checkPercentages,
  isStoppedWith,
  maskAccount,
  shortAddress,
  stoppedUntil,
} from './destination.ts'

const canadian: BankAccountInput = {
  account_name: 'Chloe North',
  account_number: '0012345',
  account_type: 'CHECKING',
  currency: 'CAD',
  transit_number: '00011',
  institution_number: '006',
}
const german: BankAccountInput = {
  account_name: 'Jörg Nord',
  currency: 'EUR',
  swift_code: 'DEUTDEFF',
  iban: 'DE89 3704 0044 0532 0130 00',
}
const fields = (input: BankAccountInput) => checkBankAccount(input).map(field => field.loc.at(-1))

const saidOf = (text: Text | undefined) => text && sayText(text)

describe('checkBankAccount', () => {
  it.each<[string, BankAccountInput]>([
    ['a Canadian account', canadian],
    ['a Canadian account in USD', { ...canadian, currency: 'USD', swift_code: 'ABCDCATTXXX' }],
    ['Interac alone', { account_name: 'C', currency: 'CAD', interac_email: 'c@example.com' }],
    ['an IBAN', german],
    [
      'an account number abroad',
      { account_name: 'P', currency: 'INR', swift_code: 'ABCDINBB', account_number: '00112233' },
    ],
  ])('accepts %s', (_, input) => expect(checkBankAccount(input)).toEqual([]))

  it.each<[string, Partial<BankAccountInput>, string[]]>([
    ['no name', { account_name: ' ' }, ['account_name']],
    ['a long name', { account_name: 'x'.repeat(141) }, ['account_name']],
    ['a transit of 4', { transit_number: '0011' }, ['transit_number']],
    ['letters in a transit', { transit_number: '0001a' }, ['transit_number']],
    ['an institution of 4', { institution_number: '0006' }, ['institution_number']],
    ['an account of 6', { account_number: '123456' }, ['account_number']],
    ['an account of 13', { account_number: '1234567890123' }, ['account_number']],
    ['dashes', { account_number: '12-34567' }, ['account_number']],
    ['another kind of account', { account_type: 'GOLD' }, ['account_type']],
    ['a foreign SWIFT code', { swift_code: 'DEUTDEFF' }, ['swift_code']],
    ['USD without SWIFT', { currency: 'USD' }, ['swift_code']],
    [
      'no numbers',
      { transit_number: null, institution_number: '', account_number: null },
      ['transit_number', 'institution_number', 'account_number'],
    ],
    ['a broken e-mail', { interac_email: 'c@example' }, ['interac_email']],
  ])('refuses a Canadian account with %s', (_, change, expected) => {
    expect(fields({ ...canadian, ...change })).toEqual(expected)
  })

  it.each<[string, Partial<BankAccountInput>, string[]]>([
    ['no SWIFT', { swift_code: null }, ['swift_code']],
    ['a SWIFT of 9', { swift_code: 'DEUTDEFF1' }, ['swift_code']],
    ['a wrong IBAN', { iban: 'DE89370400440532013001' }, ['iban']],
    ['no number at all', { iban: null }, ['account_number']],
    ['Interac in EUR', { interac_email: 'c@example.com' }, ['interac_email']],
    ['no currency', { currency: 'euro' }, ['currency']],
  ])('refuses a foreign account with %s', (_, change, expected) => {
    expect(fields({ ...german, ...change })).toEqual(expected)
  })
})

describe('IBAN', () => {
  const good = ['GB82WEST12345698765432', 'FR1420041010050500013M02606', 'NO9386011117947']

  it('accepts published examples, with spaces and small letters', () => {
    for (const iban of good) expect(ibanProblem(iban)).toBeUndefined()
    expect(normalizeIban(' gb82 west 1234 5698 7654 32 ')).toBe(good[0])
    expect(ibanProblem(' gb82 west 1234 5698 7654 32 ')).toBeUndefined()
  })

  it('finds every digit or letter that was mistaken for another, and every two digits swapped', () => {
    for (const iban of good)
      for (const [i, char] of [...iban].entries()) {
        const letter = /[A-Z]/.test(char)
        for (const other of letter ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : '0123456789')
          if (other !== char)
            expect(ibanProblem(iban.slice(0, i) + other + iban.slice(i + 1))).toBeDefined()
        const next = iban[i + 1] ?? ''
        if (/^\d\d$/.test(char + next) && char !== next)
          expect(ibanProblem(iban.slice(0, i) + next + char + iban.slice(i + 2))).toBeDefined()
      }
  })

  it('says what is wrong', () => {
    expect(saidOf(ibanProblem('GB82WEST1234569876543'))).toContain(
      'has 22 characters; this one has 21',
    )
    expect(saidOf(ibanProblem('82GB'))).toContain('two letters and two digits')
  })
})

describe('the country of a bank', () => {
  const account = { account_name: 'Ana Pérez', currency: 'EUR', swift_code: 'DEUTDEFF' }
  const problems = (bank_country: string, iban: string) =>
    checkBankAccount({ ...account, bank_country, iban }).map(({ loc, text }) => [loc[1], text])

  it('is that of its IBAN', () => {
    expect(problems('DE', 'DE89 3704 0044 0532 0130 00')).toEqual([])
    expect(problems('FR', 'DE89 3704 0044 0532 0130 00')).toEqual([
      ['iban', 'payments.accounts.ibanElsewhere'],
    ])
    expect(problems('DE', 'GB29NWBK60161331926819')).toHaveLength(1)
  })

  it('may be a territory whose banks have the IBANs of another country', () => {
    const french = 'FR1420041010050500013M02606'
    for (const territory of [
      'GF',
      'GP',
      'MQ',
      'RE',
      'YT',
      'PM',
      'BL',
      'MF',
      'NC',
      'PF',
      'WF',
      'TF',
    ])
      expect([territory, problems(territory, french)]).toEqual([territory, []])
    for (const island of ['JE', 'GG', 'IM'])
      expect([island, problems(island, 'GB29NWBK60161331926819')]).toEqual([island, []])
    expect(problems('AX', 'FI2112345600000785')).toEqual([])
    expect(problems('JE', french)).toHaveLength(1)
    expect(problems('GP', 'GB29NWBK60161331926819')).toHaveLength(1)
  })

  it('is said of no IBAN that is wrong in itself', () => {
    expect(problems('FR', 'DE89370400440532013001')).toEqual([
      ['iban', 'payments.accounts.ibanDigits'],
    ])
  })
})

describe('masks', () => {
  it('show the end of an account and the ends of an address', () => {
    expect(maskAccount('001234 3391')).toBe('•• 3391')
    expect(maskAccount('12345')).toBe('•• 45')
    expect(maskAccount('123')).toBe('•• ')
    expect(shortAddress('7QmAbcdefghijklmnopqrstuvwxyzx4Kd')).toBe('7QmA…x4Kd')
    expect(shortAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bc1qw…f3t4')
    expect(shortAddress('0.0.48211')).toBe('0.0.48211')
  })
})

describe('an account', () => {
  const none: Parameters<typeof accountIdentity>[0] = {
    currency: 'CAD',
    account_number: '',
    transit_number: null,
    institution_number: null,
    swift_code: null,
    iban: null,
    interac_email: null,
  }
  const canadian = {
    ...none,
    account_number: '1234567',
    transit_number: '00011',
    institution_number: '003',
  }
  const abroad = { ...none, currency: 'USD', account_number: '0123453391', swift_code: 'FBNINGLA' }
  const european = {
    ...none,
    currency: 'EUR',
    iban: 'DE89370400440532013000',
    swift_code: 'COBADEFF',
  }
  const interac = { ...none, interac_email: 'amara@bank.test' }

  it('is told from every other by its number, its bank and its currency', () => {
    const all = [
      canadian,
      { ...canadian, transit_number: '00012' },
      { ...canadian, institution_number: '004' },
      { ...canadian, currency: 'USD' },
      abroad,
      { ...abroad, swift_code: 'ZEIBNGLA' },
      european,
      { ...european, currency: 'USD' },
      interac,
      { ...interac, interac_email: 'bilal@bank.test' },
    ]
    expect(new Set(all.map(accountIdentity)).size).toBe(all.length)
    const same = (a: typeof none, b: typeof none) =>
      expect(accountIdentity(a)).toBe(accountIdentity(b))
    same(abroad, { ...abroad, swift_code: 'FBNINGLAXXX' })
    same(european, { ...european, swift_code: null })
    same(interac, { ...interac, interac_email: 'Amara@Bank.test' })
  })

  it('is called so that its owner knows it and nobody can pay to it', () => {
    expect([canadian, abroad, european, interac].map(accountLabel)).toEqual([
      'Royal Bank of Canada •• 4567',
      'First Bank •• 3391',
      'Commerzbank •• 3000',
      'Interac a••@bank.test',
    ])
  })

  it('is called by its bank where its numbers tell it', () => {
    const american = { ...abroad, bank_country: 'US', bank_code: '021000021' }
    const mexican = { ...abroad, bank_country: 'MX', account_number: '012180001234567895' }
    const spanish = { ...european, iban: 'ES9121000418450200051332' }
    const unknown = { ...canadian, institution_number: '999' }
    const emailed = { ...interac, institution_number: '003' }
    expect([american, mexican, spanish, unknown, emailed].map(accountLabel)).toEqual([
      'Chase •• 3391',
      'BBVA México •• 7895',
      'CaixaBank •• 1332',
      'CAD account •• 4567',
      'Interac a••@bank.test',
    ])
  })
})

describe('percentages', () => {
  it('must be exactly 100.00, and say what is missing', () => {
    expect(checkPercentages([3333, 3333, 3334])).toBeUndefined()
    expect(saidOf(checkPercentages([3333, 3333, 3333]))).toBe(
      'The percentages add up to 99.99; they must add up to exactly 100.00. Add the missing 0.01.',
    )
    expect(saidOf(checkPercentages([7000, 3500]))).toContain('105.00')
    expect(saidOf(checkPercentages([7000, 3500]))).toContain('Take away 5.00.')
    expect(saidOf(checkPercentages([]))).toContain('0.00')
    expect(saidOf(checkPercentages([-1, 10_001]))).toContain('from 0 to 100')
  })
})

describe('a stopped change', () => {
  const at = new Date('2026-03-17T10:00:00Z')
  const row = (created: string, changed: string) => ({
    created_at: new Date(created),
    changed_at: new Date(changed),
  })
  it.each([
    ['what came with it', true, row('2026-03-17T10:00:00Z', '2026-03-17T10:00:00Z')],
    ['what came since', true, row('2026-03-17T11:00:00Z', '2026-03-17T11:00:00Z')],
    [
      'what came shortly before and was changed then',
      true,
      row('2026-03-16T09:00:00Z', '2026-03-17T10:00:00Z'),
    ],
    ['nothing that was not changed', false, row('2026-03-16T09:00:00Z', '2026-03-17T09:59:59Z')],
    [
      'nothing that had been there for two weeks',
      false,
      row('2026-03-03T10:00:00Z', '2026-03-17T10:00:00Z'),
    ],
  ])('holds %s', (_what, held, of) => {
    expect(isStoppedWith(at, of)).toBe(held)
  })

  it('is held for seven days', () => {
    expect(stoppedUntil(at)).toEqual(new Date('2026-03-24T10:00:00Z'))
  })
})
