import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { LOCALE } from '#web/words/words.tsx'
import { bankInput, bankNamed, bankProblems, EMPTY_BANK, fieldsOf, waysOf } from './bank-form.ts'

const words = { locale: LOCALE, messages: ALL_WORDS }
const t = createTranslator({ ...words, namespace: 'payments.bankForm' })
const tAccounts = createTranslator({ ...words, namespace: 'payments.accounts' })
const tLocal = createTranslator({ ...words, namespace: 'payments.localAccounts' })

describe('the bank form', () => {
  it.each([
    ['CA', 'CAD', ['canadian', 'interac']],
    ['CA', 'USD', ['canadian']],
    ['DE', 'EUR', ['iban']],
    ['GB', 'GBP', ['local', 'iban']],
    ['GB', 'EUR', ['iban']],
    ['US', 'USD', ['local']],
    ['IN', 'USD', ['account']],
    ['JP', 'JPY', ['account']],
    ['', 'EUR', []],
  ] as const)('%s in %s is reached by %j', (bank_country, currency, ways) => {
    expect(waysOf({ bank_country, currency })).toEqual(ways)
  })

  it.each([
    ['US', 'USD', { bank_code: '021000021', account_number: '0012345678' }],
    ['GB', 'GBP', { bank_code: '20-00-00', account_number: '12345678' }],
    ['IN', 'INR', { bank_code: 'hdfc0000123', account_number: '123456789012' }],
    ['MX', 'MXN', { account_number: '032180000118359719' }],
    ['PE', 'USD', { account_number: '011-366-000100032542-21', swift_code: 'BCONPEPL' }],
    ['AR', 'ARS', { account_number: '2850590940090418135201' }],
    ['BR', 'BRL', { bank_code: '341-0500', account_number: '12345-x' }],
    ['NG', 'NGN', { bank_code: '058', account_number: '0152792740' }],
    ['NG', 'NGN', { bank_code: '100004', account_number: '8012345678' }],
    ['NG', 'USD', { account_number: '0123453391', swift_code: 'FBNINGLA' }],
  ])('asks in %s for %s what banks there ask for', (bank_country, currency, typed) => {
    const way = waysOf({ bank_country, currency })[0] ?? 'iban'
    const values = { ...EMPTY_BANK, account_name: 'Amara', bank_country, currency, way, ...typed }
    expect(bankProblems(values, t, tAccounts, tLocal)).toEqual([])
    expect(fieldsOf(values).filter(name => name !== 'account_type')).toEqual(Object.keys(typed))
  })

  it.each([
    ['US', 'USD', { bank_code: '021000022', account_number: '1' }],
    ['GB', 'GBP', { bank_code: '20', account_number: '1' }],
    ['IN', 'INR', { bank_code: 'HDFC', account_number: '1' }],
    ['AU', 'AUD', { bank_code: '06', account_number: '1' }],
    ['MX', 'MXN', { account_number: '032180000118359710' }],
    ['PE', 'USD', { account_number: '00219300123456789012', swift_code: 'BCONPEPL' }],
    ['PE', 'USD', { account_number: '1', swift_code: 'B' }],
    ['AR', 'ARS', { account_number: '2850590940090418135200' }],
    ['BR', 'BRL', { bank_code: '341', account_number: '12345-6' }],
    ['NG', 'NGN', { bank_code: '5', account_number: '0152792741' }],
    ['DE', 'EUR', { iban: 'DE89370400440532013001' }],
    ['CA', 'CAD', { transit_number: '1', institution_number: '1', account_number: '1' }],
  ])('says in %s for %s what is wrong, in words', (bank_country, currency, typed) => {
    const way = waysOf({ bank_country, currency })[0] ?? 'iban'
    const values = { ...EMPTY_BANK, account_name: 'Amara', bank_country, currency, way, ...typed }
    const found = bankProblems(values, t, tAccounts, tLocal)
    expect(found.length).toBeGreaterThan(0)
    for (const { msg } of found) expect(msg).toMatch(/^[A-Z].* .*\.$/)
  })

  it.each([
    ['IN', 'INR', 'bank_code', 'hdfc0000123', 'HDFC Bank'],
    ['AU', 'AUD', 'bank_code', '062-000', 'Commonwealth Bank'],
    ['MX', 'MXN', 'account_number', '0121 8000 1183 5971 19', 'BBVA México'],
    ['CA', 'CAD', 'institution_number', '003', 'Royal Bank of Canada'],
    ['CA', 'CAD', 'account_number', '0030000', undefined],
    ['US', 'USD', 'bank_code', '021000021', 'Chase'],
    ['DE', 'EUR', 'iban', 'DE89', undefined],
    ['NL', 'EUR', 'iban', 'nl91 abna 0417 1643 00', 'ABN AMRO'],
    ['GB', 'EUR', 'iban', 'GB29NWBK60161331926819', 'NatWest'],
    ['ES', 'EUR', 'iban', 'ES91 2100', 'CaixaBank'],
    ['UA', 'UAH', 'iban', 'UA213223130000026007233566001', undefined],
    ['IT', 'EUR', 'iban', 'IT23A0336844430152923804660', undefined],
    ['IT', 'EUR', 'iban', 'IT60X0306911101000000123456', 'Intesa Sanpaolo'],
    ['PL', 'PLN', 'iban', 'PL61 1090 1014 0000 0712 1981 2874', undefined],
    ['FR', 'EUR', 'iban', 'FR14 2004 1010 0505 0001 3M02 606', 'La Banque Postale'],
  ] as const)(
    'names the bank in %s by what is typed: %s, %s, %s',
    (bank_country, currency, field, text, name) => {
      const way = waysOf({ bank_country, currency })[0] ?? 'iban'
      const named = bankNamed({ ...EMPTY_BANK, bank_country, currency, way, [field]: text }, field)
      expect(named?.bank).toBe(name)
    },
  )

  it.each([
    ['IN', 'INR', 'bank_code', 'hdfc0000123', '000123'],
    ['IN', 'INR', 'bank_code', 'HDFC00001', undefined],
    ['AU', 'AUD', 'bank_code', '062-184', '184'],
    ['BR', 'BRL', 'bank_code', '341-0500', '0500'],
    ['AR', 'ARS', 'account_number', '0720590940090418135201', '0590'],
    ['PE', 'PEN', 'account_number', '01136600010003254221', '366'],
    ['MX', 'MXN', 'account_number', '002010077777777771', undefined],
    ['ES', 'EUR', 'iban', 'ES91 2100 0418 4502 0005 1332', '0418'],
    ['IT', 'EUR', 'iban', 'IT60X0306911101000000123456', '11101'],
    ['FR', 'EUR', 'iban', 'FR14 2004 1010 0505 0001 3M02 606', '01005'],
    ['NL', 'EUR', 'iban', 'NL91ABNA0417164300', undefined],
    ['CA', 'CAD', 'institution_number', '003', undefined],
  ] as const)(
    'names the branch in %s as its number does: %s, %s, %s',
    (bank_country, currency, field, text, branch) => {
      const way = waysOf({ bank_country, currency })[0] ?? 'iban'
      const named = bankNamed({ ...EMPTY_BANK, bank_country, currency, way, [field]: text }, field)
      expect(named).toEqual({ bank: expect.any(String), branch })
    },
  )

  it('sends only the fields that are shown, without copied spaces', () => {
    const values = {
      ...EMPTY_BANK,
      account_name: ' Amara Okafor ',
      bank_country: 'DE',
      currency: 'EUR',
      iban: 'de89 3704 0044 0532 0130 00',
      swift_code: 'cobadeffxxx',
      transit_number: '00102',
    }
    expect(bankInput(values)).toEqual({
      account_name: 'Amara Okafor',
      bank_country: 'DE',
      currency: 'EUR',
      account_number: '',
      iban: 'DE89370400440532013000',
      swift_code: 'COBADEFFXXX',
    })
    expect(bankProblems(values, t, tAccounts, tLocal)).toEqual([])
  })

  it('says a missing IBAN at the IBAN and a missing Interac e-mail at the e-mail', () => {
    const named = { ...EMPTY_BANK, account_name: 'Amara Okafor', bank_country: 'DE' }
    const problems = (of: Partial<typeof EMPTY_BANK>) =>
      bankProblems({ ...named, ...of }, t, tAccounts, tLocal)
    const iban = problems({ currency: 'EUR', swift_code: 'COBADEFF' })
    expect(iban.map(({ name }) => name)).toEqual(['iban'])
    const interac = problems({ currency: 'CAD', way: 'interac' })
    expect(interac.map(({ name }) => name)).toEqual(['interac_email'])
  })
})
