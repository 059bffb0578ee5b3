import { describe, expect, it } from 'vitest'
import { namesOfWhole, wholeName } from './names.ts'

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
