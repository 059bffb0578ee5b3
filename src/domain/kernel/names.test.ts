import { describe, expect, it } from 'vitest'
import { namesOfWhole } from './names.ts'

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
