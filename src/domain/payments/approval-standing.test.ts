import { expect, it } from 'vitest'
import { approvalStanding } from './approval-standing.ts'

it.each([
  ['WAITS', { approved: false, lost: false, asked: false }],
  ['GOES_BACK', { approved: false, lost: true, asked: false }],
  ['REOPENS', { approved: true, lost: false, asked: false }],
  // It was lost once, and approved again.
  ['REOPENS', { approved: true, lost: true, asked: false }],
  ['HOLDS', { approved: true, lost: false, asked: true }],
] as const)('is %s', (standing, facts) => {
  expect(approvalStanding(facts)).toBe(standing)
})
