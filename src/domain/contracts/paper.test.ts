import { describe, expect, it } from 'vitest'
import { paperState, type SignedTerms } from './paper.ts'

const terms: SignedTerms = {
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
    ['IN_FORCE', { superseded_from: '2026-06-01' }, '2026-05-31'],
    ['REPLACED', { superseded_from: '2026-06-01' }, '2026-06-01'],
    // Closed before the revision that was to cut it short began.
    ['IN_FORCE', { superseded_from: '2026-06-01', contract_end_date: '2026-05-01' }, '2026-05-01'],
    ['COMPLETED', { superseded_from: '2026-06-01', contract_end_date: '2026-05-01' }, '2026-05-02'],
    ['COMPLETED', { superseded_from: '2026-06-01', contract_end_date: '2026-05-01' }, '2026-07-01'],
    ['IN_FORCE', { superseded_from: '2026-06-01', contract_end_date: '2026-06-30' }, '2026-05-31'],
    ['REPLACED', { superseded_from: '2026-06-01', contract_end_date: '2026-06-30' }, '2026-06-01'],
    // Another one took all its days before it began.
    ['REPLACED', { superseded_from: '2026-03-01' }, '2026-02-01'],
    ['COMPLETED', { contract_end_date: '2026-02-15' }, '2026-02-15'],
  ])('is %s by %j on %s', (state, more, today) => {
    expect(paperState({ ...terms, ...more }, today)).toBe(state)
  })
})
