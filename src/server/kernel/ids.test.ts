import { describe, expect, it } from 'vitest'
import { asUuid, newUuid } from './ids.ts'

describe('a new id', () => {
  it('says when it was made and which version it is, and no two are one', () => {
    const ids = Array.from({ length: 10_000 }, () => newUuid(1_772_445_600_000))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids)
      expect(id).toMatch(/^019cadfd-8900-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('sorts after those that were made before it, also within a millisecond', () => {
    for (const start of Array.from({ length: 200 }, (_, n) => 1_772_445_600_001 + n)) {
      const ids = Array.from({ length: 2_048 }, () => newUuid(start))
      expect(ids).toEqual([...ids].sort())
    }
    expect(newUuid(2_000) > newUuid(1_999)).toBe(true)
  })
})

describe('a name that may be an id', () => {
  it('is one in letters of either case, and null for all else', () => {
    const id = newUuid()
    for (const one of [id, id.toUpperCase()]) expect(asUuid(one)).toBe(one)
    for (const other of [`${id} `, id.replaceAll('-', ''), `{${id}}`, 'e7.test', ''])
      expect(asUuid(other)).toBeNull()
  })
})
