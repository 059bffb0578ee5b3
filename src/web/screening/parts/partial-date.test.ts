import { expect, it } from 'vitest'
import { partialDateText } from './partial-date.ts'

it.each([
  ['1958-11-05', 'November 5, 1958'],
  ['1958-11', 'November 1958'],
  ['1958', '1958'],
  ['circa 1958', 'circa 1958'],
])('of %s is known %s', (text, words) => expect(partialDateText(text)).toBe(words))
