/** What people type who do not know our name of a page leads there all the same. */
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ranked } from '#web/ui/ranked.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { useSearchWords } from './palette-groups.tsx'

const { pages, shell } = ALL_WORDS

/** What comes first of all pages and actions that there are for what was typed. */
function found(typed: string): string | undefined {
  const { result } = renderHook(useSearchWords, {
    wrapper: ({ children }) => <Words of={ALL_WORDS}>{children}</Words>,
  })
  const optionsOf = (kind: 'pages' | 'actions', titles: Readonly<Record<string, string>>) =>
    Object.entries(titles).map(([key, label]) => {
      const value = `${kind}.${key}` as const
      return { value, label, also: result.current(value) }
    })
  const options = [...optionsOf('actions', shell.actions), ...optionsOf('pages', pages)]
  return ranked(options, typed)[0]?.value
}

it.each([
  ['password', 'pages.security'],
  ['2FA', 'pages.security'],
  ['two-factor', 'pages.security'],
  ['passkey', 'pages.security'],
  ['payslip', 'pages.reports'],
  ['pay stub', 'pages.reports'],
  ['bank details', 'actions.addBank'],
  ['wallet', 'pages.wallet'],
  ['timesheet', 'pages.time'],
  ['top up', 'actions.addFunds'],
  ['payday', 'pages.myPay'],
  ['logout', 'actions.logOut'],
  ['sign out', 'actions.logOut'],
  ['dark mode', 'actions.dark'],
  ['support', 'actions.help'],
])('“%s” leads to %s', (typed, to) => {
  expect(found(typed)).toBe(to)
})

it('is said of pages and actions that there are', () => {
  expect(Object.keys(shell.searchWords.pages).filter(key => !(key in pages))).toEqual([])
  expect(Object.keys(shell.searchWords.actions).filter(key => !(key in shell.actions))).toEqual([])
})
