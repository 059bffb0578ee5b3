import { describe, expect, it } from 'vitest'
import { paperState, type SignedTerms } from './paper.ts'

const terms: SignedTerms = {
  status: 'ACTIVE',
  effective_date: '2026-03-01',
  contract_start_date: '2026-02-01',
  contract_end_date: null,
  superseded_from: null,
}

describe('a signed paper', () => {
  it.each<[string, Partial<SignedTerms>, string]>([
    ['IN_FORCE', {}, '2026-03-01'],
    ['COMING', {}, '2026-02-28'],
    ['IN_FORCE', { contract_end_date: '2026-04-30' }, '2026-04-30'],
    ['COMPLETED', { contract_end_date: '2026-04-30' }, '2026-05-01'],
    ['COMPLETED', { status: 'COMPLETED', contract_end_date: '2026-04-30' }, '2026-04-30'],
    ['IN_FORCE', { superseded_from: '2026-06-01' }, '2026-05-31'],
    ['REPLACED', { superseded_from: '2026-06-01' }, '2026-06-01'],
    ['REPLACED', { status: 'COMPLETED', superseded_from: '2026-06-01' }, '2026-05-01'],
    ['REPLACED', { superseded_from: '2026-06-01', contract_end_date: '2026-05-01' }, '2026-07-01'],
  ])('is %s by %j on %s', (state, more, today) => {
    expect(paperState({ ...terms, ...more }, today)).toBe(state)
  })
})
