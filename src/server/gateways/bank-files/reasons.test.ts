import { describe, expect, it } from 'vitest'
import { sayText } from '#server/kernel/words.ts'
import { codesOf, reasonOf, toldReason } from './reasons.ts'

describe('reasons', () => {
  it.each([
    ['ISO', /^[A-Z]{2}[A-Z0-9]{2}$/, 130],
    ['NACHA', /^R\d\d$/, 50],
    ['CPA', /^9\d\d$/, 20],
  ] as const)('%s: every code says what to do', (codes, form, least) => {
    expect(codesOf(codes).length).toBeGreaterThan(least)
    for (const code of codesOf(codes)) {
      expect(code).toMatch(form)
      expect(sayText(reasonOf(codes, code).text)).toMatch(/\.$/)
    }
  })

  it.each([
    ['ISO', 'AC04', 'The account is closed. Ask its owner for another one.'],
    ['NACHA', 'R03', 'There is no such account. Compare the number with the one from the bank.'],
    ['CPA', '914', 'The name is not that of the account’s owner. Ask for it as the bank has it.'],
    ['ISO', 'ZZ99', 'The bank gives the code ZZ99, which no table has. Ask it what that means.'],
    [
      'ISO',
      '__proto__',
      'The bank gives the code __proto__, which no table has. Ask it what that means.',
    ],
  ] as const)('%s %s', (codes, code, words) => {
    expect(sayText(reasonOf(codes, code).text)).toBe(words)
  })

  it('of no table are told in the bank’s words', () => {
    expect(sayText(reasonOf('ISO', 'X1', 'Kontaktieren Sie uns').text)).toBe(
      'The bank says: Kontaktieren Sie uns',
    )
    expect(toldReason('', 'wrong branch').code).toBe('')
  })
})
