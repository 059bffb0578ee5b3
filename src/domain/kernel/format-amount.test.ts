import { describe, expect, test } from 'vitest'
import { formatAmount, groupWhole } from './money.ts'

describe('formatAmount', () => {
  test.each([
    [3664885, 2, '36648.85'],
    [5, 2, '0.05'],
    [0, 2, '0.00'],
    [496000, 0, '496000'],
    [1500, 3, '1.500'],
    [48210339, 8, '0.48210339'],
    [100000000, 8, '1.00'],
    [804000000, 6, '804.00'],
    [804120000, 6, '804.12'],
    [1, 6, '0.000001'],
    [-63017, 2, '-630.17'],
    [12345678901234567890n, 2, '123456789012345678.90'],
    [1234567890123456789n, 18, '1.23456789'],
  ])('writes %s with exponent %s as %s', (minor, exponent, text) => {
    expect(formatAmount(minor, exponent)).toBe(text)
  })

  test('puts nothing between digits, and groups join to the same digits', () => {
    expect(groupWhole('1234567')).toEqual(['1', '234', '567'])
    expect(groupWhole('496000')).toEqual(['496', '000'])
    expect(groupWhole('7')).toEqual(['7'])
  })
})
