import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { LOCALE } from '#web/words/words.tsx'
import { bankInput, bankProblems, EMPTY_BANK, waysOf } from './bank-form.ts'

const words = { locale: LOCALE, messages: ALL_WORDS }
const t = createTranslator({ ...words, namespace: 'payments.bankForm' })
const tAccounts = createTranslator({ ...words, namespace: 'payments.accounts' })

describe('the bank form', () => {
  it('offers Canadian numbers and Interac for CAD alone', () => {
    expect(waysOf('CAD')).toEqual(['canadian', 'interac'])
    expect(waysOf('EUR')).toEqual(['iban', 'account'])
    expect(waysOf('')).toEqual([])
  })

  it('sends only the fields that are shown, without copied spaces', () => {
    const values = {
      ...EMPTY_BANK,
      account_name: ' Amara Okafor ',
      currency: 'EUR',
      iban: 'de89 3704 0044 0532 0130 00',
      swift_code: 'cobadeffxxx',
      transit_number: '00102',
    }
    expect(bankInput(values)).toEqual({
      account_name: 'Amara Okafor',
      currency: 'EUR',
      account_number: '',
      iban: 'DE89370400440532013000',
      swift_code: 'COBADEFFXXX',
    })
    expect(bankProblems(values, t, tAccounts)).toEqual([])
  })

  it('says a missing IBAN at the IBAN and a missing Interac e-mail at the e-mail', () => {
    const named = { ...EMPTY_BANK, account_name: 'Amara Okafor' }
    const iban = bankProblems({ ...named, currency: 'EUR', swift_code: 'COBADEFF' }, t, tAccounts)
    expect(iban.map(({ name }) => name)).toEqual(['iban'])
    const interac = bankProblems({ ...named, currency: 'CAD', way: 'interac' }, t, tAccounts)
    expect(interac.map(({ name }) => name)).toEqual(['interac_email'])
  })
})
