import { describe, expect, it } from 'vitest'
import { basisOf, neededTaxForm, type Taxpayer, taxFormState, validThrough } from './tax-form.ts'

const PERSON: Taxpayer = {
  kind: 'INDIVIDUAL',
  country_code: 'NG',
  residence: 'NG',
  us_resident: false,
}
const COMPANY: Taxpayer = { ...PERSON, kind: 'ENTITY' }

describe('which form is owed', () => {
  it.each([
    ['a Nigerian in Nigeria', PERSON, 'W-8BEN', 'FOREIGN_PERSON'],
    ['an American in Nigeria', { ...PERSON, country_code: 'US' }, 'W-9', 'US_PERSON'],
    ['a Nigerian who lives in the US', { ...PERSON, residence: 'US' }, 'W-9', 'US_PERSON'],
    ['a Nigerian with a green card', { ...PERSON, us_resident: true }, 'W-9', 'US_PERSON'],
    ['a company of Nigeria', COMPANY, 'W-8BEN-E', 'FOREIGN_ENTITY'],
    [
      'its owner’s home does not matter',
      { ...COMPANY, residence: 'US' },
      'W-8BEN-E',
      'FOREIGN_ENTITY',
    ],
    ...['GU', 'MP', 'PR', 'VI'].flatMap(country_code => [
      [`a citizen of ${country_code}`, { ...PERSON, country_code }, 'W-9', 'US_PERSON'] as const,
      [
        `a company of ${country_code}`,
        { ...COMPANY, country_code },
        'W-8BEN-E',
        'FOREIGN_ENTITY',
      ] as const,
      [
        `a Nigerian who lives in ${country_code}`,
        { ...PERSON, residence: country_code },
        'W-8BEN',
        'FOREIGN_PERSON',
      ] as const,
    ]),
    ['a national of American Samoa', { ...PERSON, country_code: 'AS' }, 'W-8BEN', 'FOREIGN_PERSON'],
    [
      'a national of American Samoa who lives in the US',
      { ...PERSON, country_code: 'AS', residence: 'US' },
      'W-9',
      'US_PERSON',
    ],
    ['a company of Delaware', { ...COMPANY, country_code: 'US' }, 'W-9', 'US_PERSON'],
  ] as const)('%s', (_, taxpayer, kind, reason) => {
    expect(neededTaxForm('US', taxpayer)).toEqual({ kind, reason })
    expect(neededTaxForm('CA', taxpayer)).toEqual({ kind: null, reason: 'PAYER_NOT_US' })
  })

  it('is not known before the questions are answered', () => {
    expect(neededTaxForm('US', undefined)).toEqual({ kind: null, reason: 'NOT_ANSWERED' })
  })
})

describe('by what a form holds', () => {
  const names = { first_name: 'Amara', middle_name: '', last_name: 'Okafor' }
  it.each([
    ['a foreign person: name and residence', PERSON, { names: 'Amara\n\nOkafor', residence: 'NG' }],
    ['a citizen abroad: the name', { ...PERSON, country_code: 'PR' }, { names: 'Amara\n\nOkafor' }],
    ['a green card: the name', { ...PERSON, us_resident: true }, { names: 'Amara\n\nOkafor' }],
    [
      'a resident of the US: both',
      { ...PERSON, residence: 'US' },
      { names: 'Amara\n\nOkafor', residence: 'US' },
    ],
    ['a company: what it said itself', COMPANY, {}],
  ] as const)('%s', (_, taxpayer, basis) => {
    expect(basisOf(taxpayer, names)).toEqual(basis)
  })
})

describe('how long a form holds', () => {
  it('ends with the third year after it was signed, and a W-9 does not', () => {
    expect(validThrough('W-8BEN', '2026-01-01')).toBe('2029-12-31')
    expect(validThrough('W-8BEN-E', '2026-12-31')).toBe('2029-12-31')
    expect(validThrough('W-9', '2026-12-31')).toBeNull()
  })

  it('is told on each day', () => {
    const form = { valid_through: '2029-12-31', outdated: false }
    const on = (today: string) => taxFormState(form, today)
    expect(on('2029-11-01')).toBe('VALID')
    expect(on('2029-11-02')).toBe('EXPIRES_SOON')
    expect(on('2029-12-31')).toBe('EXPIRES_SOON')
    expect(on('2030-01-01')).toBe('EXPIRED')
    expect(taxFormState({ ...form, outdated: true }, '2027-01-01')).toBe('OUTDATED')
    expect(taxFormState({ valid_through: null, outdated: false }, '2099-01-01')).toBe('VALID')
  })
})
