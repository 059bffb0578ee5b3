import { createTranslator } from 'use-intl'
import { expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { LOCALE } from '#web/words/words.tsx'
import { agoText } from './times.ts'

const t = createTranslator({ locale: LOCALE, messages: ALL_WORDS, namespace: 'parts.times' })
const NOW = Date.parse('2026-11-21T12:00:00Z')

it.each([
  ['2026-11-21T11:59:10Z', 'just now'],
  ['2026-11-21T12:00:40Z', 'just now'],
  ['2026-11-21T11:55:00Z', '5 minutes ago'],
  ['2026-11-21T10:59:00Z', '1 hour ago'],
  ['2026-11-20T12:30:00Z', '23 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-15T11:00:00Z', '6 days ago'],
])('%s was %s', (instant, words) => expect(agoText(t, instant, NOW)).toBe(words))
