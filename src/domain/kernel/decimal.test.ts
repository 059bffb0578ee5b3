import { expect, it } from 'vitest'
import { decimalProblem, withPoint } from './decimal.ts'

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

it.each([
  ['12,5', '12.5'],
  [' 1250,50 ', '1250.50'],
  ['0,1250', '0.1250'],
  ['١٢٫٥', '12.5'],
  ['۱۲۳', '123'],
  // A thousand to some, and a bit more than one to others.
  ['1,250', '1,250'],
  ['1,250.50', '1,250.50'],
  ['1.250,50', '1.250,50'],
  ['1 250,50', '1 250,50'],
  ['12,50 zł', '12,50 zł'],
  ['١٬٢٥٠', '١٬٢٥٠'],
  ['12.5', '12.5'],
  ['', ''],
] as const)('%s is read as %s', (typed, read) => {
  expect(withPoint(typed)).toBe(read)
})
