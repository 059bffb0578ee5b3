import { describe, expect, it } from 'vitest'
import { textOf } from '#domain/kernel/words.ts'
import { readAdd, readAlt, readFtm, readSdn } from './list-formats.ts'

const ftm = (schema: string, properties: object) =>
  JSON.stringify({ id: 'inv-1', schema, properties })
const countryOf = (name: string) => ({ Iran: 'IR', Mexico: 'MX' })[name]

describe('a line of FollowTheMoney', () => {
  it('is an entry with all its names, weak ones marked', () => {
    const properties = {
      name: ['Tobrin Vashkelo'],
      alias: ['Тобрін Вашкело'],
      weakAlias: ['TV'],
      birthDate: ['1971-04-02'],
      country: ['xk'],
      nationality: ['xk', 'mx'],
      topics: ['sanction'],
      programId: ['INVENTED'],
    }
    expect(readFtm(ftm('Person', properties))).toEqual({
      entry: {
        entry_id: 'inv-1',
        kind: 'person',
        names: [
          { name: 'Tobrin Vashkelo', weak: false },
          { name: 'Тобрін Вашкело', weak: false },
          { name: 'TV', weak: true },
        ],
        birth_dates: ['1971-04-02'],
        countries: ['XK', 'MX'],
        registration_numbers: [],
        topics: ['sanction'],
        programs: ['INVENTED'],
        wallets: [],
      },
    })
  })
  it('is a wallet with its address, and with its holder where that is said', () => {
    const publicKey = [' 0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B']
    const wallet = (properties: object) => {
      const read = readFtm(ftm('CryptoWallet', { topics: ['sanction'], ...properties }))
      return 'entry' in read ? read.entry.wallets : read
    }
    const address = '0xab5801a7d398351b8be11c439e05c5b3259aec9b'
    expect(wallet({ publicKey })).toEqual([{ address, holder_id: null }])
    expect(wallet({ publicKey, holder: ['inv-2'] })).toEqual([{ address, holder_id: 'inv-2' }])
    expect(wallet({ publicKey, holder: [{ id: 'inv-2', schema: 'Person' }] })).toEqual([
      { address, holder_id: 'inv-2' },
    ])
    expect(wallet({ currency: ['XBT'] })).toEqual({ none: 'nameless' })
    const held = { name: ['Tobrin'], cryptoWallets: [{ id: 'w', properties: { publicKey } }] }
    expect(readFtm(ftm('Person', held))).toMatchObject({
      entry: { kind: 'person', wallets: [{ address, holder_id: null }] },
    })
  })
  it('is nothing where it is about a ship, an address or somebody without a name', () => {
    expect(readFtm(ftm('Vessel', { name: ['Invented'] }))).toEqual({ none: 'kind' })
    expect(readFtm(ftm('Company', {}))).toEqual({ none: 'nameless' })
    expect(readFtm(ftm('Person', { name: ['. '] }))).toEqual({ none: 'nameless' })
  })
  it('is an entry where a person has parts of a name alone, put together', () => {
    const names = (properties: object) => {
      const read = readFtm(ftm('Person', properties))
      return 'entry' in read ? read.entry.names.map(({ name, weak }) => [name, weak]) : read
    }
    const firstName = ['Tobrin', 'Тобрін']
    expect(names({ firstName, lastName: ['Vashkelo'] })).toEqual([
      ['Tobrin Vashkelo', false],
      ['Тобрін Vashkelo', false],
    ])
    expect(names({ lastName: ['Vashkelo'] })).toEqual([['Vashkelo', true]])
    expect(names({ name: ['T. Vashkelo'], firstName })).toEqual([['T. Vashkelo', false]])
  })
  it('is wrong where it was cut off or is something else', () => {
    for (const line of ['{"id":"a","sch', '[]', '"a"', 'null', '{"id":1,"schema":"Person"}'])
      expect([line, readFtm(line)]).toMatchObject([line, { wrong: { text: expect.any(String) } }])
    expect(readFtm('{"id":"a","schema":"Person","properties":[]}')).toHaveProperty('wrong')
  })
})

describe('rows of OFAC', () => {
  const sdn = (name: string, type: string, remarks: string) => [
    '7',
    name,
    type,
    'INVENTED] [OTHER',
    ...Array(7).fill('-0- '),
    remarks,
  ]
  it('are entries, with birth dates and nationalities out of the remarks', () => {
    const remarks = 'DOB 12 Mar 1961; alt. DOB 1962; nationality Iran; Registration ID 44-11.'
    expect(readSdn(sdn('VASHKELO, Tobrin', 'individual', remarks), countryOf)).toMatchObject({
      entry: {
        entry_id: '7',
        kind: 'person',
        birth_dates: ['1961-03-12', '1962'],
        countries: ['IR'],
        registration_numbers: ['44-11'],
        programs: ['INVENTED', 'OTHER'],
      },
    })
    expect(readSdn(sdn('ZARNOVA TRADING', '-0- ', '-0- '), countryOf)).toMatchObject({
      entry: { kind: 'organisation', birth_dates: [], countries: [] },
    })
    expect(readSdn(sdn('INVENTED STAR', 'vessel', '-0- '), countryOf)).toEqual({ none: 'kind' })
  })
  it('name the wallets of whom they are about', () => {
    const remarks =
      'DOB 1962; Digital Currency Address - XBT 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S; alt. Digital Currency Address - ETH 0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B; Digital Currency Address - SOL 8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9.'
    expect(readSdn(sdn('VASHKELO, Tobrin', 'individual', remarks), countryOf)).toMatchObject({
      entry: {
        wallets: [
          { address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', holder_id: null },
          { address: '0xab5801a7d398351b8be11c439e05c5b3259aec9b', holder_id: null },
          { address: '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9', holder_id: null },
        ],
      },
    })
  })
  it('say other names and countries', () => {
    expect(readAlt(['7', '1', 'aka', 'TOBRIN V.', '-0- '])).toEqual({
      entry: { entry_id: '7', name: 'TOBRIN V.', weak: false },
    })
    expect(readAlt(['7', '1', 'aka', 'TV', 'weak'])).toMatchObject({ entry: { weak: true } })
    expect(readAdd(['7', '1', 'Street 1', 'Puebla', 'Mexico', '-0- '], countryOf)).toEqual({
      entry: { entry_id: '7', country: 'MX' },
    })
    expect(readAdd(['7', '1', '-0- ', '-0- ', '-0- ', '-0- '], countryOf)).toEqual({
      none: 'nameless',
    })
  })
  it('are wrong with another number of fields', () => {
    expect(readSdn(['7', 'X'], countryOf)).toEqual({
      wrong: textOf('screening.lines.fields', { count: 2, wanted: 12 }),
    })
    expect(readAlt(['7'])).toHaveProperty('wrong')
    expect(readAdd(['x', '', '', '', '', ''], countryOf)).toHaveProperty('wrong')
  })
})
