import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { pastedPhone, phoneCountries } from './phone-countries.ts'

test('lists every region of the numbering plan once, with its dial code', () => {
  expect(phoneCountries.length).toBe(getCountries().length)
  for (const region of getCountries()) {
    const own = phoneCountries.filter(country => country.iso2 === region.toLowerCase())
    expect(own.length, region).toBe(1)
    expect(own[0]?.dialCode.startsWith(getCountryCallingCode(region)), region).toBe(true)
  }
})

test('a pasted national number gets the chosen dial code in front', () => {
  const us = { iso2: 'us', dialCode: '1' }
  expect(pastedPhone('(202) 555-0123', us)).toBe('+12025550123')
  expect(pastedPhone('1 202 555 0123', us)).toBe('+12025550123')
  expect(pastedPhone('264 235 1234', { iso2: 'ai', dialCode: '1264' })).toBe('+12642351234')
  expect(pastedPhone('235 1234', { iso2: 'ai', dialCode: '1264' })).toBe('+12642351234')
  expect(pastedPhone('030 901820', { iso2: 'de', dialCode: '49' })).toBe('+4930901820')
  expect(pastedPhone('06 6982', { iso2: 'it', dialCode: '39' })).toBe('+39066982')
})

test('a pasted international number is left to the field', () => {
  expect(pastedPhone('+44 7911 123456', { iso2: 'us', dialCode: '1' })).toBeUndefined()
  expect(pastedPhone('0044 7911 123456', { iso2: 'us', dialCode: '1' })).toBe('+447911123456')
  expect(pastedPhone('none', { iso2: 'us', dialCode: '1' })).toBeUndefined()
})
