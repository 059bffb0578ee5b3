import { describe, expect, it } from 'vitest'
import { isSameName } from './same-name.ts'

describe('a typed name', () => {
  it.each([
    ['Chloé Tremblay', 'Chloé Tremblay'],
    ['  chloé   TREMBLAY ', 'Chloé Tremblay'],
    ['Chloe\u0301 Tremblay', 'Chloé Tremblay'],
    ['Ada King Lovelace', 'Ada Lovelace'],
    ['Ada Lovelace', 'Ada King Lovelace'],
    ['Chloe Tremblay', 'Chloé Tremblay'],
    ['Tremblay Chloé', 'Chloé Tremblay'],
    ['QUISPE ROJAS, Mateo', 'Mateo Quispe Rojas'],
    ['Łukasz Grossmann', 'Lukasz Großmann'],
    ['Seán O’Brien', "Sean O'Brien"],
    ['Jean Luc Picard', 'Jean-Luc Picard'],
    ['İbrahim Yılmaz', 'Ibrahim Yilmaz'],
    ['مُحَمَّد الهاشمي', 'محمد الهاشمي'],
    ['प्रिया राघवन', 'प्रिया राघवन'],
    ['王伟', '王伟'],
    ['张 伟', '张伟'],
    ['张伟', '伟 张'],
    ['伟 张', '张伟'],
    ['김 민준', '민준 김'],
    ['\u200eChloé\u200b Trem\u00adblay', 'Chloé Tremblay'],
    ['张\u2060伟', '伟 张'],
    ['علی‌رضا کریمی', 'علیرضا کریمی'],
  ])('%s is that of %s', (typed, known) => expect(isSameName(typed, known)).toBe(true))

  it.each([
    ['', 'Chloé Tremblay'],
    ['Chloé', 'Chloé Chloé'],
    ['Bob', 'Mateo Quispe Rojas'],
    ['Zhang Wei', '张伟'],
    ['伟', '张伟'],
    ['伟张', '张伟'],
    ['张张', '张伟'],
    ['प्रया राघवन', 'प्रिया राघवन'],
    [' ', '张伟'],
    ['\u200b\u2060', '\u200b'],
    ['Сhloé Tremblay', 'Chloé Tremblay'],
    ['...', 'Chloé Tremblay'],
    ['C. Tremblay', 'Chloé Tremblay'],
    ['Chloé', 'Chloé Tremblay'],
    ['Jane Chief', 'Chloé Tremblay'],
    ['Ada Byron Lovelace', 'Ada King Lovelace'],
    ['', ''],
  ])('%s is not that of %s', (typed, known) => expect(isSameName(typed, known)).toBe(false))
})
