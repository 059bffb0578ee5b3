import { describe, expect, it } from 'vitest'
import { countryOfWay, endsOfWays } from './way-names.ts'

const bank = (more: object) => ({
  ...{ kind: 'bank' as const, network: '', currency: 'EUR', address: null },
  bank: {
    ...{ iban: null, account_number: '', swift_code: null, transit_number: null },
    ...{ interac_email: null, ...more },
  },
})
const wallet = (network: string, address: string) => ({
  ...{ kind: 'wallet' as const, network, currency: 'USDC', bank: null, address },
})
const german = bank({ iban: 'DE89 3704 0044 0532 0130 00' })
const french = bank({ iban: 'FR7630006000011234567890189' })

describe('ways to pay', () => {
  it('are told apart by the end of their number where their names are the same', () => {
    expect(endsOfWays([german, french, wallet('SOLANA', 'abc123')])).toEqual([
      '•• 3000',
      '•• 0189',
      '',
    ])
    const ends = endsOfWays([
      wallet('SOLANA', 'abcdef'),
      wallet('SOLANA', 'uvwxyz'),
      wallet('BASE', '0x1'),
    ])
    expect(ends).toEqual(['•• cdef', '•• wxyz', ''])
    expect(endsOfWays([german])).toEqual([''])
  })

  it('have the country that their IBAN, their BIC or a transit number tells', () => {
    const countries = [
      german,
      bank({ account_number: '1', swift_code: 'CHASUS33' }),
      bank({ account_number: '2', transit_number: '00412' }),
      wallet('SOLANA', 'abc'),
    ].map(countryOfWay)
    expect(countries).toEqual(['DE', 'US', 'CA', undefined])
  })
})
