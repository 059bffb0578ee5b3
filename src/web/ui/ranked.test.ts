import { expect, it } from 'vitest'
import { ranked } from './ranked.ts'

const options = [
  { value: 'DZ', label: 'Algeria' },
  { value: 'CI', label: 'Côte d’Ivoire' },
  { value: 'DE', label: 'Germany' },
  { value: 'NE', label: 'Niger' },
  { value: 'UA', label: 'Ukraine' },
  { value: 'GB', label: 'United Kingdom', also: ['UK', 'Great Britain'] },
  { value: 'US', label: 'United States' },
]
const found = (typed: string) => ranked(options, typed).map(({ value }) => value)

it('a country is found by its beginning first, then by a word, then within', () => {
  expect(found('ger')).toEqual(['DE', 'DZ', 'NE'])
  expect(found('king')).toEqual(['GB'])
  expect(found('uk')).toEqual(['GB', 'UA'])
  expect(found('britain')).toEqual(['GB'])
  expect(found('us')).toEqual(['US'])
  expect(found('britain uk')).toEqual(['GB'])
  expect(found('cote')).toEqual(['CI'])
  expect(found('')).toHaveLength(options.length)
  expect(found('atlantis')).toEqual([])
})
