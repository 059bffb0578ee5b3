import { describe, expect, it } from 'vitest'
import { imitatesAScript, looksLike } from './look-alikes.ts'

describe('a word that mixes scripts so that it looks like another', () => {
  it.each([
    ['a Cyrillic A', '\u0410ccountant'],
    ['in small letters', '\u0430ccountant'],
    ['in the second word', 'Chief \u0430ccountant'],
    ['beside a sign', 'QA/\u0430ccountant'],
    ['a Greek O', '\u039fperator'],
    ['an Armenian o', 'D\u0585ctor'],
    ['a Cherokee letter', '\u13aaoogle'],
    ['with an accent over it', '\u0430\u0301gent'],
    ['most of it Cyrillic', '\u041ep\u0435rator'],
    ['a Latin letter in a Cyrillic name', '\u042e\u043bi\u044f'],
    ['letters of mathematics around it', '\u{1d400}\u0441count'],
  ])('is found: %s', (_, text) => {
    expect(imitatesAScript(text)).toBe(true)
  })

  it.each(
    [
      [
        '张伟',
        'فاطمة',
        'Юлия',
        'Ядвіга Їжакевич',
        'Ελένη Παπαδοπούλου',
        'Գրիգոր Խաչատրյան',
        'გიორგი მაისურაძე',
      ],
      ['สมชาย ใจดี', 'வேலுப்பிள்ளை', 'राम प्रसाद', 'ຄໍາ', 'សុខ', 'မောင်', 'ሃይሌ', 'נועה לוי', 'ᏣᎳᎩ'],
      [
        '山田 太郎',
        'サトウ',
        '鈴木さくら',
        '김철수',
        '金철수',
        'T\u30b7\u30e3\u30c4',
        '株式会社ABCグループ',
        'ABC㈱',
      ],
      [
        'Siân O’Neill',
        "D'Arcy",
        'Nguyễn Thị Ánh',
        'Łukasz Żółć',
        'Þórður',
        'Ağaoğlu',
        'Əliyev',
        'Kaʻiulani',
        'Straße',
      ],
      [
        'Іван Франко',
        'Ђорђе Јовановић',
        'Қасым-Жомарт',
        'Ёлкин',
        'Владимир П. О’Нил',
        'Мак-Дональд',
      ],
      [
        'Юлия Smith',
        'Web-дизайнер',
        'IT-специалист',
        '1С программист',
        'ΔPlus',
        'PHP/Go разработчик',
        'C++ & C# dev',
      ],
      [
        'Engineer II',
        'Level 1',
        'M',
        '',
        '  ',
        '123',
        'فاطمة Ali',
        'José Núñez',
        'محمد\u200cرضا',
        'Đặng',
        'Ñandú',
      ],
    ].flat(),
  )('is none: %s', text => {
    expect(imitatesAScript(text)).toBe(false)
  })
})

describe('two texts', () => {
  it.each([
    ['Accountant', '\u0410\u0441countant'],
    ['CTO', '\u0421\u0422\u041e'],
    ['cto', '\u0421\u0422\u041e'],
    ['Full-stack', 'Full\u2013stack'],
    ['Engineer I', 'Engineer l'],
    ['Engineer I', 'Engineer 1'],
    ['ACCOUNTANT', 'accountant'],
    ['Cook', '\u0421\u043e\u043ek'],
  ])('look alike: %s, %s', (one, other) => {
    expect(looksLike(one, other)).toBe(true)
    expect(looksLike(other, one)).toBe(true)
  })

  it.each([
    ['Translator IT', 'Translator LT'],
    ['Analyst', 'Analista'],
    ['Análisis', 'Analisis'],
    ['Бухгалтер', 'Accountant'],
    ['C developer', 'C# developer'],
    ['Engineer I', 'Engineer II'],
  ])('do not: %s, %s', (one, other) => {
    expect(looksLike(one, other)).toBe(false)
  })
})
