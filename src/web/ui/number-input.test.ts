import { createTranslator } from 'use-intl'
import { expect, test } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { LOCALE } from '#web/words/words.tsx'
import { refusal, sizeText, typesText } from './read-file.ts'
import { percentText } from './split-bar.tsx'

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
