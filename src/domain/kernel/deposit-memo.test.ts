import { describe, expect, it } from 'vitest'
import { memoOf, placeOf, readPlace, writtenMemo } from './deposit-memo.ts'

const MANY = Array.from({ length: 3_000 }, (_, number) => memoOf(number))
const given = new Set(MANY)

describe('a memo', () => {
  it('is short, and another for each number', () => {
    expect(MANY.slice(0, 3)).toEqual(['100008', '100105', '100202'])
    expect(given.size).toBe(MANY.length)
    expect(memoOf(99_999)).toHaveLength(8)
  })

  it('with a digit that was taken for another, or two that changed places, is nobody’s', () => {
    for (const memo of MANY.slice(0, 300))
      for (let at = 0; at < memo.length; at++) {
        for (const digit of '0123456789') {
          const typed = memo.slice(0, at) + digit + memo.slice(at + 1)
          expect(typed !== memo && given.has(typed)).toBe(false)
        }
        const [one = '', other = ''] = memo.slice(at)
        const swapped = memo.slice(0, at) + other + one + memo.slice(at + 2)
        expect(swapped !== memo && given.has(swapped)).toBe(false)
      }
  })

  it('and its account are one text', () => {
    for (const memo of ['100008', 'a?memo=b', '', null]) {
      const place = { address: '0.0.7001', memo }
      expect(readPlace(placeOf(place))).toEqual(place)
    }
  })

  it.each([
    ['100008', '100008'],
    [' 100008\n', '100008'],
    ['\u0000\u200b\u202e', ''],
    ['to\tboss', 'to boss'],
    ['\ud800x', '\ufffdx'],
    ['é'.repeat(150), 'é'.repeat(100)],
  ])('of %j is kept as %j', (text, kept) => {
    expect(writtenMemo(text)).toBe(kept)
  })
})
