import { describe, expect, it } from 'vitest'
import { namesOfWhole, plainLine, wholeName } from './names.ts'

describe('a whole name', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Lovelace, Ada', 'Ada', 'Lovelace'],
    ['  Ada   King  Lovelace ', 'Ada King', 'Lovelace'],
    ['Lovelace,', 'Lovelace', ''],
    ['Ada', 'Ada', ''],
    ['\u5f20\u4f1f', '\u5f20\u4f1f', ''],
    ['', '', ''],
  ])('%j is begun with as %j and %j', (name, first_name, last_name) => {
    expect(namesOfWhole(name)).toEqual({ first_name, last_name })
  })
})

it.each([
  ['Ada', 'King', 'Lovelace', 'Ada King Lovelace'],
  ['Ada', '', 'Lovelace', 'Ada Lovelace'],
  ['\u4f1f', '', '\u5f20', '\u5f20\u4f1f'],
  ['Ada', '', '', 'Ada'],
])('%s, %s and %s are written %s on papers', (first_name, middle_name, last_name, whole) => {
  expect(wholeName({ first_name, middle_name, last_name })).toBe(whole)
})

describe('a line in one way of writing it', () => {
  it.each([
    ['An\u200ba\u00adly\u2060st', 'Analyst'],
    ['An\u200daly\u200cst', 'Analyst'],
    ['  Ana\u00a0\u2003lyst ', 'Ana lyst'],
    // Two signs that nobody sees are spelling in Persian and in Hindi.
    [
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    ],
    ['\u0930\u094d\u200d\u092f', '\u0930\u094d\u200d\u092f'],
  ])('%j is %j', (typed, line) => {
    expect(plainLine(typed)).toBe(line)
  })
})
