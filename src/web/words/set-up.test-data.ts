/**
 * What every test of the web begins with. Tests have no build that brings each script its words: all are there, also where a test loads its
 * modules anew. A key that has none fails the test that says it. What is waited for may take a minute: a busy machine draws late.
 * Alerts that another file of the same worker opened are closed.
 */
import { configure } from '@testing-library/react'
import { IntlError } from 'use-intl'
import { beforeEach, vi } from 'vitest'
import { closeAlert } from '#web/ui/alert-bus.ts'

const report = console.error
console.error = (...what) => {
  if (what[0] instanceof IntlError) throw what[0]
  report(...what)
}

configure({ asyncUtilTimeout: 60_000 })

beforeEach(() => closeAlert())

vi.mock('./learned.ts', async () => {
  const { ALL_WORDS } = await import('./all-words.ts')
  return { LEARNED: ALL_WORDS, learn: () => {} }
})
