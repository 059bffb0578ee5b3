import { describe, expect, it } from 'vitest'
import { isSameName } from './same-name.ts'

describe('a typed name', () => {
  it.each([
    ['Chloé Tremblay', 'Chloé Tremblay'],
    ['  chloé   TREMBLAY ', 'Chloé Tremblay'],
    ['Chloe\u0301 Tremblay', 'Chloé Tremblay'],
    ['Ada King Lovelace', 'Ada Lovelace'],
    ['Ada Lovelace', 'Ada King Lovelace'],
    ['王伟', '王伟'],
  ])('%s is that of %s', (typed, known) => expect(isSameName(typed, known)).toBe(true))

  it.each([
    ['', 'Chloé Tremblay'],
    ['Chloe Tremblay', 'Chloé Tremblay'],
    ['Tremblay Chloé', 'Chloé Tremblay'],
    ['C. Tremblay', 'Chloé Tremblay'],
    ['Chloé', 'Chloé Tremblay'],
    ['Jane Chief', 'Chloé Tremblay'],
    ['Ada Byron Lovelace', 'Ada King Lovelace'],
    ['', ''],
  ])('%s is not that of %s', (typed, known) => expect(isSameName(typed, known)).toBe(false))
})
