import { expect, it } from 'vitest'
import { likelyCountries } from './likely-countries.ts'

const ALL = ['CA', 'DE', 'FR', 'PE', 'US']

it('likely is the country of the clock, then those of the languages that name one', () => {
  expect(likelyCountries(ALL, 'Europe/Berlin', ['en-US', 'de', 'fr-FR'])).toEqual([
    'DE',
    'US',
    'FR',
  ])
  expect(likelyCountries(ALL, 'America/Lima', ['es-PE'])).toEqual(['PE'])
  expect(likelyCountries(ALL, 'UTC', ['en', 'not a language'])).toEqual([])
})
