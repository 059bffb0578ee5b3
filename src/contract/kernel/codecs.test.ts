import { describe, expect, test } from 'vitest'
import { Hours, Percentage } from './codecs.ts'

describe('hours', () => {
  test('of every whole hundredth are read as exactly that, and written back the same', () => {
    const wrong: number[] = []
    for (let hundredths = 0; hundredths <= 1_000_000; hundredths += 1) {
      const hours = Number((hundredths / 100).toFixed(2))
      const read = Hours.safeDecode(hours)
      if (read.data !== hundredths || Hours.encode(hundredths) !== hours) wrong.push(hundredths)
    }
    expect(wrong).toEqual([])
  })

  test.each([79.999999999, 79.9999999999, 37.505, 0.001, 1e-9, 9999.9999999])(
    'of %s are refused, not rounded',
    hours => {
      expect(Hours.safeDecode(hours).error?.issues[0]?.message).toBe(
        'kernel.problems.hoursDecimals',
      )
    },
  )
})

describe('a percentage', () => {
  test.each([33.333333333, 69.9999999999, 0.001])('of %s is refused, not rounded', percentage => {
    expect(Percentage.safeDecode(percentage).success).toBe(false)
  })
})
