import { describe, expect, it } from 'vitest'
import { spelledAccount } from './account-spelling.ts'

describe('spelledAccount', () => {
  it.each([
    [{ bank_code: '062-000' }, { bank_code: '062000' }],
    [{ bank_code: '20‑00–00' }, { bank_code: '200000' }],
    [{ bank_code: 'hdfc0000123' }, { bank_code: 'HDFC0000123' }],
    [{ account_number: '12.345-x' }, { account_number: '12345X' }],
    [
      { transit_number: ' 000 12', institution_number: '0 03' },
      { transit_number: '00012', institution_number: '003' },
    ],
    [
      { iban: 'gb29 nwbk 6016', swift_code: 'coba de ff xxx' },
      { iban: 'GB29NWBK6016', swift_code: 'COBADEFFXXX' },
    ],
  ])('of %j is %j', (typed, spelled) => {
    expect(spelledAccount(typed)).toEqual(spelled)
    expect(spelledAccount(spelled)).toEqual(spelled)
  })

  it('leaves all else, and what is not there, as it is', () => {
    const other = { account_name: 'Ana Pérez-Gil', interac_email: 'ana@bank-one.test', iban: null }
    expect(spelledAccount(other)).toEqual(other)
  })
})
