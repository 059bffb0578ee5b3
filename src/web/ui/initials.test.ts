import { expect, test } from 'vitest'
import { initials, withoutLegalForm } from './initials.ts'

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

test.each([
  ['Northwind Robotics, Inc.', 'Northwind Robotics'],
  ['Latarnia Optics Sp. z o.o.', 'Latarnia Optics'],
  ['Harbor Analytics LLC', 'Harbor Analytics'],
  ['Acme GmbH', 'Acme'],
  ['Inc', 'Inc'],
  ['Tesco', 'Tesco'],
  ['Coco', 'Coco'],
])('shows %s as it shows %s', (registered, known) => {
  expect(withoutLegalForm(registered)).toBe(known)
})
