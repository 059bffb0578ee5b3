import { createTranslator } from 'use-intl'
import { expect, test } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { LOCALE } from '#web/words/words.tsx'
import { cleanDecimal } from './number-input.tsx'
import { refusal, sizeText, typesText } from './read-file.ts'
import { percentText } from './split-bar.tsx'

test('a decimal keeps digits and one point', () => {
  expect(cleanDecimal('1a2,345', 2)).toBe('12.34')
  expect(cleanDecimal('1.2.3', 2)).toBe('1.23')
  expect(cleanDecimal('12.9', 0)).toBe('12')
  expect(cleanDecimal('.', 2)).toBe('.')
})

test('a percentage shows no needless decimals', () => {
  expect([7000, 3333, 1250, 0, 10000, 5].map(percentText)).toEqual([
    '70%',
    '33.33%',
    '12.5%',
    '0%',
    '100%',
    '0.05%',
  ])
})

const t = createTranslator({ locale: LOCALE, messages: ALL_WORDS, namespace: 'ui.file' })

test('a file of another type, empty or too large is refused', () => {
  const types = ['application/pdf', 'image/png', 'image/jpeg']
  const file = (name: string, type: string, size: number) =>
    new File([new Uint8Array(size)], name, { type })
  expect(typesText(t, types)).toBe('PDF, PNG or JPEG')
  expect(sizeText(t, 10 * 1024 * 1024)).toBe('10 MB')
  expect(refusal(file('a.pdf', 'application/pdf', 5), types, 10)).toBeUndefined()
  expect(refusal(file('a.exe', 'application/x', 5), types, 10)).toBe('type')
  expect(refusal(file('a.pdf', 'application/pdf', 0), types, 10)).toBe('empty')
  expect(refusal(file('a.pdf', 'application/pdf', 11), types, 10)).toBe('size')
})
