import { describe, expect, test } from 'vitest'
import { Hours, line, Percentage, requiredLine, requiredName, sentence } from './codecs.ts'

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

describe('a sentence', () => {
  test.each([
    ['Not mine.\r\n  Please ask Ana.\n\n', 'Not mine. Please ask Ana.'],
    ['two  spaces stay', 'two  spaces stay'],
    [' \n\t\r ', ''],
  ])('%j is one line', (typed, kept) => {
    expect(sentence(500).parse(typed)).toBe(kept)
  })

  test('of nothing but spaces and breaks is read as fast as it came', () => {
    expect(sentence(500).safeParse(`x${' '.repeat(1_000_000)}y`).success).toBe(false)
    expect(sentence(500).parse(`x${' \n'.repeat(500_000)}y`)).toBe('x y')
  })
})

describe('a line of text', () => {
  const needed = 'contracts.problems.fullName'

  test.each([
    ['a space that has no width', '\u200b'],
    ['a joiner and a mark of direction', '\u2060\u200d \u200f'],
    ['a filler of Hangul', '\u3164'],
    ['a hyphen that shows at the end of a line alone', '\u00ad'],
    ['an empty cell of Braille', '\u2800'],
    ['what turns the direction of text', '\u202e\u2066'],
    ['nothing', ' '],
  ])('that has to be there is not %s', (_what, text) => {
    for (const codec of [requiredLine(200, needed), requiredName(200, needed)])
      expect(codec.safeDecode(text).error?.issues[0]?.message).toBe(needed)
  })

  test('never turns the text of ours in which it stands', () => {
    expect(line(200).decode('\u202eAmara\u202c \u2067Okafor\u2069 ')).toBe('Amara Okafor')
    expect(line(5).safeDecode('\u202a12345\u202c').data).toBe('12345')
  })

  test.each(['علی\u200cرضا', 'क्\u200dष', '张伟', 'Zoë-Ann O’Neill', '👩\u200d💻'])(
    '%s stays',
    text => {
      expect(requiredName(200, needed).decode(text)).toBe(text)
    },
  )
})
