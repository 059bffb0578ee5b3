import { expect, it } from 'vitest'
import { proposalStands } from './proposal.ts'

const proposed_at = new Date('2026-03-02T23:59:00Z')

it.each([
  ['a week later', 'treasurer', '2026-03-09', true],
  ['a day after that', 'treasurer', '2026-03-10', false],
  ['of one who may not propose any more', 'verifier', '2026-03-02', false],
  ['of one who is gone', null, '2026-03-02', false],
])('a proposal %s', (_when, proposer_role, today, stands) => {
  expect(proposalStands({ proposed_at, proposer_role }, ['admin', 'treasurer'], today)).toBe(stands)
})
