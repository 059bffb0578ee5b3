import { expect, it } from 'vitest'
import { smallLetters } from './small-letters.ts'

it.each([
  ['Engineer', 'engineer'],
  ['ΠΛΗΡΩΜΗΣ', 'πληρωμησ'],
  ['πληρωμής', 'πληρωμής'],
  ['ÄẞЯ', 'äßя'],
  ['', ''],
])('%s is %s', (text, small) => {
  expect(smallLetters(text)).toBe(small)
})
