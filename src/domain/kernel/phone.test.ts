import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneText } from './phone.ts'

test.each([
  ['+15145550142', '+1 514 555 0142'],
  ['+8613812345678', '+86 138 123 456 78'],
  ['+2348012345678', '+234 801 234 5678'],
  ['+493012345', '+49 301 2345'],
  ['030 12345', '030 12345'],
  ['', ''],
])('%s is read as %s', (number, text) => {
  expect(phoneText(number)).toBe(text)
})

test('changes no digit', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[1-9]\d{4,14}$/), number => {
      expect(phoneText(number).replaceAll(' ', '')).toBe(number)
    }),
  )
})
