import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { COUNTRY_CLAUSES, clausesFor } from '#domain/contracts/country-clauses.ts'
import { draftContract } from './contract-samples.test-data.ts'
import { contractText } from './contract-text.ts'
import { listCountryClauses, wordsOfClauses } from './country-clauses.ts'

/**
 * What each version says, by its SHA-256. A contract that was offered names its version, and its words are said again when it is signed: other words
 * are another version, and a line here is never changed.
 */
const SAID: Readonly<Record<(typeof COUNTRY_CLAUSES)[number], string>> = {
  'CA.1': '5db989860673a4b492b3c8508d69914e43f2f0c61f0963f818ae722ce6578299',
  'US.1': 'b1ce12140f51af4843eacdad18725a2b6a8effd55408e36a3c29b97e4e04abe6',
  'GENERAL.1': 'c9acf99cae7dcd4be51ed0f1effb88f74085c962df65e3718e60dfc970cd5bec',
}

describe('the clauses of a country', () => {
  it.each(COUNTRY_CLAUSES)('%s says for ever what it says', code => {
    const said = JSON.stringify(wordsOfClauses(code))
    expect(createHash('sha256').update(said).digest('hex')).toBe(SAID[code])
  })

  it('are templates, which say their version and that they are no legal advice', () => {
    for (const { title, clauses } of listCountryClauses()) {
      expect(title).toContain('version 1')
      expect(clauses).toHaveLength(6)
      expect(clauses.at(-1)).toContain('not legal advice')
    }
  })

  it('fit the country of the work, or are the general ones', () => {
    expect([clausesFor('CA'), clausesFor('US'), clausesFor('NG'), clausesFor(null)]).toEqual([
      'CA.1',
      'US.1',
      'GENERAL.1',
      'GENERAL.1',
    ])
  })

  it('stand in the contract as a section of their own, after all others and before the signatures', () => {
    const titles = (data: typeof draftContract) =>
      contractText(data).sections.map(({ number, title }) => `${number} ${title}`)
    const without = titles(draftContract)
    const withThem = titles({ ...draftContract, country_clauses: 'US.1' })
    expect(withThem.slice(0, 9)).toEqual(without.slice(0, 9))
    expect(withThem.slice(9)).toEqual([
      '10 Work in the United States (US, version 1)',
      '11 Signatures',
    ])
  })
})
