import { expect, it } from 'vitest'
import { spelledNumber } from './identity-documents.ts'

it('a number is one however it is typed', () => {
  for (const typed of ['G00482915', 'g 0048-2915', ' G.0048/2915 ', 'Ｇ００４８２９１５'])
    expect(spelledNumber(typed)).toBe('G00482915')
  expect(spelledNumber('G00482916')).not.toBe('G00482915')
  expect(spelledNumber('--')).toBe('')
})
