import { describe, expect, it } from 'vitest'
import { isForeignNumber } from './answers.ts'

describe('a tax number', () => {
  it.each([
    // As they are written in the country, with dots and hyphens.
    ['CL', '12.531.909-2'],
    ['BR', '390.533.447-05'],
    ['DE', '36 574 261 809'],
    ['GB', '19558 39661'],
    // Of people, of whose numbers the library knows those of companies alone.
    ['JP', '1234 5678 9018'],
    ['SG', 'S1234567D'],
    ['LU', '1893120105732'],
    ['MT', '0123456M'],
    ['MA', '40123456'],
    // Of people, beside those that it knows.
    ['HU', '8071592153'],
    ['LV', '32123456789'],
    ['MY', 'IG 12345678910'],
    // The number of the identity card took the place of another.
    ['GH', 'GHA-123456789-0'],
    ['ID', '3171 0157 0845 0001'],
    ['VN', '001099012345'],
    // Of countries that it does not know.
    ['NG', '12345678-0001'],
    ['PH', '123-456-789-000'],
  ])('of %s may be %s', (country, number) => {
    expect(isForeignNumber('INDIVIDUAL', country, number)).toBe(true)
  })

  it.each([
    ['CL', '12.531.909-3'],
    ['DE', '365742618'],
    ['CA', '123456789'],
    ['JP', '12345'],
    ['SG', '1234567'],
    ['HU', '7071592153'],
    ['ID', '317101570845000'],
    ['NG', '-'],
  ])('of %s is never %s', (country, number) => {
    expect(isForeignNumber('INDIVIDUAL', country, number)).toBe(false)
  })

  it('of a company is judged by those of companies', () => {
    expect(isForeignNumber('ENTITY', 'SG', '197401143C')).toBe(true)
    expect(isForeignNumber('ENTITY', 'MY', '201901000005')).toBe(true)
    expect(isForeignNumber('ENTITY', 'CA', '123456789')).toBe(false)
  })
})
