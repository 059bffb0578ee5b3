import { expect, it } from 'vitest'
import { otherNames } from './country-names.ts'

it('a country is found by how it is called there, and for short', () => {
  expect(otherNames('DE')).toContain('Deutschland')
  expect(otherNames('JP')).toContain('日本')
  expect(otherNames('GB')).toEqual(expect.arrayContaining(['UK', 'England']))
  expect(otherNames('US')).toContain('USA')
  expect(otherNames('??')).toEqual([])
})
