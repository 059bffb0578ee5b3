import { expect, it } from 'vitest'
import { type Answers, requireAnswers } from './answers.ts'

const PERSON: Answers = {
  kind: 'INDIVIDUAL',
  country_code: 'CA',
  us_resident: false,
  entity_name: '',
  entity_type: null,
  active_nffe: false,
  classification: null,
  us_tax_number: '',
  foreign_tax_number: '',
  birth_date: '1990-05-17',
  treaty: false,
}
const wrong = (answers: Partial<Answers>, residence = 'CA') => {
  try {
    requireAnswers({ ...PERSON, ...answers }, residence, '2026-11-23')
    return []
  } catch (error) {
    const { fields } = error as { fields: { loc: string[] }[] }
    return fields.map(({ loc }) => loc.at(-1))
  }
}

it('nobody works who was born yesterday, or two lives ago', () => {
  for (const birth_date of ['2026-11-22', '2026-11-24', '2012-11-24', '1905-01-01'])
    expect(wrong({ birth_date })).toEqual(['birth_date'])
  for (const birth_date of ['2012-11-23', '1930-01-01']) expect(wrong({ birth_date })).toEqual([])
})

it('a treaty is claimed where there is one', () => {
  const us_tax_number = '912-70-1234'
  expect(wrong({ treaty: true, us_tax_number })).not.toContain('treaty')
  // Of that with Belarus one exemption is suspended, which is none of pay for services.
  expect(wrong({ treaty: true, us_tax_number }, 'BY')).not.toContain('treaty')
  for (const residence of ['NG', 'BR', 'HU', 'RU', 'SG', 'HK', 'HR', 'VN', 'TW'])
    expect(wrong({ treaty: true, us_tax_number }, residence)).toContain('treaty')
})

it('an entity that is no corporation gives another form', () => {
  const entity = { kind: 'ENTITY', entity_name: 'A', active_nffe: true, birth_date: null } as const
  expect(wrong({ ...entity, entity_type: 'CORPORATION' })).toEqual([])
  for (const entity_type of ['PARTNERSHIP', 'DISREGARDED', 'ESTATE'] as const)
    expect(wrong({ ...entity, entity_type })).toEqual(['entity_type'])
})

it('an entity says that it is active before its form does, and nobody else is asked', () => {
  const entity = { kind: 'ENTITY', entity_name: 'A', entity_type: 'CORPORATION' } as const
  expect(wrong({ ...entity, active_nffe: false })).toEqual(['active_nffe'])
  expect(wrong({ ...entity, active_nffe: true })).toEqual([])
  expect(wrong({})).toEqual([])
})
