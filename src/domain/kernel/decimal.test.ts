import { expect, it } from 'vitest'
import { decimalProblem } from './decimal.ts'

it.each([
  ['13.5', 2, undefined],
  [' 40 ', 2, undefined],
  ['40.', 2, 'form'],
  ['1e3,5', 2, 'form'],
  ['1e3', 2, 'form'],
  ['-1', 2, 'form'],
  ['.5', 2, 'form'],
  ['1.2.3', 2, 'form'],
  ['1,5', 2, 'form'],
  ['1,250.50', 2, 'form'],
  ['1.234', 2, 'decimals'],
  ['1.5', 0, 'whole'],
] as const)('%s with %i decimals: %s', (typed, decimals, problem) => {
  expect(decimalProblem(typed, decimals)).toBe(problem)
})
