import { describe, expect, it } from 'vitest'
import { rankSuggestions } from './suspense.ts'

describe('whose a receipt may be', () => {
  it('is said of each once, the strongest reason first, and of no more than four', () => {
    const of = (employer_uuid: string, why: 'REFERENCE' | 'ANNOUNCED' | 'NAME') => ({
      employer_uuid,
      why,
    })
    expect(
      rankSuggestions([
        ...[of('d', 'NAME'), of('c', 'NAME'), of('c', 'ANNOUNCED'), of('a', 'ANNOUNCED')],
        ...[of('b', 'REFERENCE'), of('e', 'NAME'), of('f', 'NAME')],
      ]),
    ).toEqual([
      { employer_uuid: 'b', why: ['REFERENCE'] },
      { employer_uuid: 'c', why: ['ANNOUNCED', 'NAME'] },
      { employer_uuid: 'a', why: ['ANNOUNCED'] },
      { employer_uuid: 'd', why: ['NAME'] },
    ])
    expect(rankSuggestions([])).toEqual([])
  })
})
