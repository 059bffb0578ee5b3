import { expect, it } from 'vitest'
import { isPlausibleBirth, spelledNumber } from './identity-documents.ts'

it('a number is one however it is typed', () => {
  for (const typed of ['G00482915', 'g 0048-2915', ' G.0048/2915 ', 'Ｇ００４８２９１５'])
    expect(spelledNumber(typed)).toBe('G00482915')
  expect(spelledNumber('G00482916')).not.toBe('G00482915')
  expect(spelledNumber('--')).toBe('')
})

it('whoever works is 18 to 120 years old', () => {
  const of = (birth_date: string) => isPlausibleBirth(birth_date, '2026-11-23')
  expect(['2008-11-23', '1991-03-14', '1905-11-24'].map(of)).toEqual([true, true, true])
  expect(['2008-11-24', '2027-01-01', '1905-11-23', '1191-03-14'].map(of)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
