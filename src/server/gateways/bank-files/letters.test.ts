import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CPA_LETTERS, ISO_LETTERS, type Letters, NACHA_LETTERS, spell } from './letters.ts'

const answer = (text: string, letters: Letters) => {
  const said = spell(text, letters)
  return 'spelled' in said ? said.spelled : (said.problem.params?.letters ?? said.problem.text)
}

const [SLASHES, CONTROL, MISSING] = ['slashes', 'control', 'missing'].map(
  key => `bank-files.texts.${key}`,
)
const SETS = [ISO_LETTERS, CPA_LETTERS, NACHA_LETTERS]

describe('letters', () => {
  it.each([
    ['Zoë  Weiß', 'Zoe Weiss', 'ZOE WEISS', 'ZOE WEISS'],
    [
      'Łukasz Þór Ægir Đặng',
      'Lukasz THor AEgir Dang',
      'LUKASZ THOR AEGIR DANG',
      'LUKASZ THOR AEGIR DANG',
    ],
    ['O’Neil – #12; 50% & co.', "O'Neil - .12, 50. + co.", '%', "O'NEIL - #12; 50% & CO."],
    ['Ｓｉｌｖａ (ﬁ)', 'Silva (fi)', 'SILVA -FI-', 'SILVA (FI)'],
    ['Iñigo‏ Öz', 'Inigo Oz', 'INIGO OZ', 'INIGO OZ'],
    ['王小明 Ming', '王 小 明', '王 小 明', '王 小 明'],
    ['Ανδρέας', 'Α ν δ ρ έ', 'Α ν δ ρ έ', 'Α ν δ ρ έ'],
    ['한글', '한 글', '한 글', '한 글'],
    ['//', SLASHES, '//', '//'],
    ['a\u0007b', CONTROL, CONTROL, CONTROL],
    [' \u0301\u200d ', MISSING, MISSING, MISSING],
  ])('spell %j', (text, iso, cpa, nacha) => {
    expect(SETS.map(letters => answer(text, letters))).toEqual([iso, cpa, nacha])
  })

  it('answer letters of their own alone, the same when asked again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...SETS), (text, letters) => {
        const said = spell(text, letters)
        if ('problem' in said) return
        const own = letters.small ? /[A-Za-z0-9]/ : /[A-Z0-9]/
        for (const letter of said.spelled)
          expect(own.test(letter) || letters.signs.includes(letter)).toBe(true)
        expect(spell(said.spelled, letters)).toEqual(said)
      }),
    )
  })
})
