import { expect, test } from 'vitest'
import { hashOf, initials } from './initials.ts'

test.each([
  ['Łukasz Wiśniewski', 'ŁW'],
  ['mateus de carvalho', 'MC'],
  ['Юлія Шевчук', 'ЮШ'],
  ['Θεοδώρα Παππά', 'ΘΠ'],
  ['김지우', '김'],
  ['佐藤 美咲', '佐'],
  ['فاطمة الزهراء', 'فا'],
  ['प्रिया राघवन', 'प्र'],
  ['Cher', 'C'],
  ['  ', '?'],
])('takes the letters of %s in its own script', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('the tint of a person stays the same and in range', () => {
  expect(hashOf('a@example.test', 8)).toBe(hashOf('a@example.test', 8))
  for (const seed of ['', 'x', '김지우']) expect(hashOf(seed, 8)).toBeLessThan(8)
})
