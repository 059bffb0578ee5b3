import { describe, expect, it } from 'vitest'
import {
  asksOwnerFirst,
  BLOCKCHAINS,
  networkName,
  supportedTokens,
} from '#domain/kernel/network.ts'
import { hasSubdivisions } from '#domain/kernel/subdivisions.ts'
import { arrivalOn } from '#domain/payments/arrival.ts'
import { countries, isCountry, isSubdivision, subdivisions } from './countries.ts'
import { contractCurrencies, currencies, findCurrency } from './currencies.ts'
import { easterSunday } from './federal-holidays.ts'
import { holidaysOf, isBankingDayIn, isHolidayIn, isTargetDay } from './holidays.ts'

describe('countries', () => {
  it('are the 249 of ISO 3166-1 in English, sorted', () => {
    expect(countries()).toHaveLength(249)
    expect(new Set(countries().map(country => country.countryCode)).size).toBe(249)
    expect(countries()).toContainEqual({ countryCode: 'CA', name: 'Canada' })
    const names = countries().map(country => country.name)
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare))
    expect(names.every(name => name.length > 2)).toBe(true)
    expect([isCountry('CA'), isCountry('ca'), isCountry('XX'), isCountry('EU')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('have subdivisions only where there are any', () => {
    expect(subdivisions('CA')).toHaveLength(13)
    expect(subdivisions('CA')[0]).toEqual({ code: 'CA-AB', name: 'Alberta' })
    expect(subdivisions('US').length).toBeGreaterThanOrEqual(51)
    expect(subdivisions('GG')).toEqual([])
    expect(subdivisions('XX')).toEqual([])
    expect(isSubdivision('CA', 'CA-QC')).toBe(true)
    expect(isSubdivision('US', 'CA-QC')).toBe(false)
    // Their field stands before it is known which there are.
    const named = countries().filter(({ countryCode }) => hasSubdivisions(countryCode))
    expect(named.length).toBeGreaterThan(70)
    for (const { countryCode } of named)
      expect(subdivisions(countryCode), countryCode).not.toEqual([])
  })
})

describe('currencies', () => {
  it('have the specified fields', () => {
    expect(findCurrency('CAD')).toEqual({
      name: 'Canadian Dollar',
      code: 'CAD',
      smallest_unit_name: 'cent',
      smallest_unit_factor: 100,
    })
    expect(findCurrency('JPY')).toMatchObject({ smallest_unit_factor: 1 })
    expect(findCurrency('KWD')).toMatchObject({
      smallest_unit_name: 'fils',
      smallest_unit_factor: 1000,
    })
    expect(findCurrency('BTC')).toEqual({
      name: 'Bitcoin',
      code: 'BTC',
      smallest_unit_name: 'satoshi',
      smallest_unit_factor: 100_000_000,
    })
    expect(findCurrency('USDC')?.smallest_unit_factor).toBe(1_000_000)
  })

  it('leave out what cannot be paid', () => {
    for (const code of ['XDR', 'XSU', 'HRK', 'ZWL', 'BGN', 'ANG'])
      expect(findCurrency(code)).toBeUndefined()
  })

  it('have the exponents that the runtime knows from ISO 4217, where it follows the standard', () => {
    // The runtime takes CLDR's customary digits for these; the standard says two (or three for IQD).
    const customary = new Set(
      'AFN ALL COP IDR IQD LAK LBP MGA MMK PKR RSD SOS STN TZS UZS YER HUF TWD AMD CRC GYD LRD MUR MNT NOK SEK CZK SYP KHR ISK UYU'.split(
        ' ',
      ),
    )
    for (const { code, smallest_unit_factor } of currencies()) {
      if (customary.has(code) || ['BTC', 'USDC', 'USDT'].includes(code)) continue
      const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
        style: 'currency',
        currency: code,
      }).resolvedOptions()
      expect([code, smallest_unit_factor]).toEqual([code, 10 ** maximumFractionDigits])
    }
  })

  it('all have a name for their smallest unit', () => {
    const unnamed = currencies().filter(({ smallest_unit_name }) => /\d/.test(smallest_unit_name))
    expect(unnamed.map(({ code }) => code)).toEqual(['USDC', 'USDT'])
  })

  it('of contracts are currencies with a published rate, never tokens', () => {
    const codes = contractCurrencies().map(({ code }) => code)
    expect(codes).toHaveLength(30)
    expect(codes).toEqual(expect.arrayContaining(['USD', 'EUR', 'CAD', 'GBP', 'INR', 'JPY']))
    expect(codes).not.toContain('BTC')
  })
})

describe('tokens', () => {
  it('are on the networks of the specification, spelled so, and then on those that we added', () => {
    expect(
      supportedTokens().map(({ asset, networks }) => [
        asset,
        networks.map(
          ({ blockchain, label, added }) => `${label} (${blockchain})${added ? ', our own' : ''}`,
        ),
      ]),
    ).toEqual([
      [
        'USDC',
        [
          ...['Solana (solana)', 'Mainnet Hedera HBAR (hedera)', 'Algo (algo)'],
          'Ethereum (ethereum), our own',
        ],
      ],
      ['USDT', ['Solana (solana)', 'Algo (algo)', 'Ethereum (ethereum), our own']],
      ['BTC', ['Bitcoin (bitcoin)']],
    ])
  })

  it('some of which deliver a token only to whoever said before that they hold it', () => {
    expect(BLOCKCHAINS.filter(asksOwnerFirst)).toEqual(['hedera', 'algo'])
  })

  it('and networks have the names of the specification', () => {
    expect(['bitcoin', 'ethereum', 'hedera', 'algo', 'solana', 'fiat'].map(networkName)).toEqual([
      'Bitcoin',
      'Ethereum',
      'Hedera',
      'Algorand',
      'Solana',
      'Fiat',
    ])
  })
})

describe('holidays', () => {
  const dates = (country: string, subdivision: string | null, year: number) =>
    holidaysOf(country, subdivision, year).map(({ date }) => date.slice(5))

  it('of the United States in 2026, with July 3 observed', () => {
    expect(dates('US', null, 2026)).toEqual([
      '01-01',
      '01-19',
      '02-16',
      '05-25',
      '06-19',
      '07-03',
      '07-04',
      '09-07',
      '10-12',
      '11-11',
      '11-26',
      '12-25',
    ])
    expect(holidaysOf('US', null, 2026)[5]).toEqual({
      date: '2026-07-03',
      name: 'Independence Day (observed)',
    })
  })

  it('of the United States, observed where the library has no day, and across the year’s end', () => {
    const isHoliday = isHolidayIn({
      country_code: 'US',
      subdivision_code: null,
      company_holidays: [],
    })
    expect(isHoliday('2028-11-10')).toBe(true)
    expect(isHoliday('2023-11-10')).toBe(true)
    expect(isHoliday('2027-12-31')).toBe(true)
    expect(isHoliday('2023-01-02')).toBe(true)
    expect(isHoliday('2020-06-19')).toBe(false)
    expect(isHoliday('2026-11-27')).toBe(false)
    expect(
      isHolidayIn({ country_code: 'US', subdivision_code: 'US-CA', company_holidays: [] })(
        '2026-11-27',
      ),
    ).toBe(true)
  })

  it('of Canada in 2026, with Boxing Day observed on Monday', () => {
    expect(dates('CA', null, 2026)).toEqual([
      '01-01',
      '04-03',
      '04-06',
      '05-18',
      '07-01',
      '09-07',
      '09-30',
      '10-12',
      '11-11',
      '12-25',
      '12-26',
      '12-28',
    ])
    expect(dates('CA', 'CA-ON', 2026)).toContain('02-16')
    expect(dates('CA', 'CA-QC', 2026)).toContain('06-24')
    expect(dates('CA', null, 2026)).not.toContain('02-16')
  })

  it('of Canada when Christmas and Boxing Day both fall on a weekend', () => {
    expect(dates('CA', null, 2027).slice(-4)).toEqual(['12-25', '12-26', '12-27', '12-28'])
    expect(dates('CA', null, 2022).slice(-3)).toEqual(['12-25', '12-26', '12-27'])
    expect(dates('CA', null, 2023)).toContain('01-02')
  })

  it('has Easter as published, to the edges of the calendar', () => {
    const easters = [
      '2000-04-23',
      '2008-03-23',
      '2024-03-31',
      '2026-04-05',
      '2038-04-25',
      '2049-04-18',
    ]
    for (const day of easters) expect(easterSunday(Number(day.slice(0, 4))).toString()).toBe(day)
  })

  it('counts every day of a feast, and no half days', () => {
    const emirates = dates('AE', null, 2026)
    expect(emirates).toEqual(expect.arrayContaining(['03-20', '03-21', '03-22']))
    expect(emirates).not.toContain('03-23')
    expect(dates('CN', null, 2026)).not.toContain('03-08')
  })

  it('close the banks of a country, as its weekend does', () => {
    const arrives = (country: string | null, leaves: string) =>
      arrivalOn('fiat', leaves, isBankingDayIn(country))
    // Christmas Day is a Friday: sent on Thursday, in Manila on Monday.
    expect(arrives('PH', '2026-12-24')).toBe('2026-12-28')
    // Colombia keeps Saint Joseph on the Monday after.
    expect(arrives('CO', '2026-03-20')).toBe('2026-03-24')
    expect(arrives('US', '2026-11-25')).toBe('2026-11-27')
    // England keeps Easter Monday and the last Monday of August, Scotland does not.
    expect(arrives('GB', '2026-04-02')).toBe('2026-04-07')
    expect(arrives('GB', '2026-08-28')).toBe('2026-09-01')
    // Weeks end on Friday and Saturday in Egypt, and on Saturday alone in Nepal.
    expect(arrives('EG', '2026-11-19')).toBe('2026-11-22')
    expect(arrives('IL', '2026-11-19')).toBe('2026-11-22')
    expect(arrives('XX', '2026-11-20')).toBe('2026-11-23')
    expect(arrives(null, '2026-12-24')).toBe('2026-12-25')
  })

  it('of a country that is not known are none', () => {
    expect(holidaysOf('XX', null, 2026)).toEqual([])
    expect(
      isHolidayIn({ country_code: 'XX', subdivision_code: 'XX-1', company_holidays: [] })(
        '2026-12-25',
      ),
    ).toBe(false)
  })
})

describe('TARGET', () => {
  it('is closed on weekends and on its six holidays', () => {
    const closed = [
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-12-25',
      '2026-12-28',
    ]
    expect(closed.filter(isTargetDay)).toEqual(['2026-12-28'])
    expect(['2026-03-21', '2026-03-22', '2026-04-02', '2026-04-07'].map(isTargetDay)).toEqual([
      ...[false, false, true, true],
    ])
  })
})
