import { createTranslator } from 'use-intl'
import { expect, test } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { LOCALE } from '#web/words/words.tsx'
import { currentPage, type MenuRole, menuOf, menuRole, menus } from './menus.ts'

const t = createTranslator({ locale: LOCALE, messages: ALL_WORDS, namespace: 'shell.menu' })
const words = (role: MenuRole) =>
  menus[role].entries.map(entry =>
    [t(entry.label), ...(entry.pages ?? []).map(page => t(page.label))].join(' > '),
  )

test('the menus are those of the specification, then the teams, with the home, the payments and the matches of operators', () => {
  expect(words('contractor')).toEqual([
    'Home',
    'Invoice',
    'My profile',
    'Contracts',
    'Payment methods',
    'Reports',
  ])
  expect(words('employer')).toEqual([
    'Home',
    'Contractors',
    'Payroll > Run payroll > Historical > Payroll setup',
    'Funds',
    'Reports',
    'Receipts',
    'Team',
  ])
  expect(words('partner')).toEqual(['Home', 'Payments', 'Settings', 'Contractors', 'Funds', 'Team'])
  expect(words('operator')).toEqual([
    'Home',
    'Employers',
    'Contractors',
    'Transactions',
    'Funds',
    'Screening',
    'Operators',
  ])
  expect(menus.operator.action).toMatchObject({
    label: 'moveMoney',
    href: '/operations/transactions/checklist',
  })
})

test('a partner is an employer with the flag', () => {
  expect(menuRole({ type: 'employer', is_partner: true })).toBe('partner')
  expect(menuRole({ type: 'employer', is_partner: false })).toBe('employer')
  expect(menuRole({ type: 'operator', is_partner: false })).toBe('operator')
})

test('an operator sees the pages that the server lets them use', () => {
  const operator = { type: 'operator', is_partner: false } as const
  const seen = (allowed_calls: string[]) => {
    const { entries, action } = menuOf({ ...operator, allowed_calls })
    return [...entries.map(({ label }) => label), action?.label]
  }
  expect(seen(['listOperators', 'bulkExecute'])).toEqual([
    'home',
    'employers',
    'contractors',
    'transactions',
    'funds',
    'screening',
    'operators',
    'moveMoney',
  ])
  expect(seen(['bulkExecute']).at(-1)).toBe('moveMoney')
  expect(seen([])).toEqual([
    'home',
    'employers',
    'contractors',
    'transactions',
    'funds',
    'screening',
    undefined,
  ])
})

test('a partner sees the pages of employers that the server lets them use', () => {
  const partner = { type: 'employer', is_partner: true } as const
  const seen = (...allowed_calls: string[]) =>
    menuOf({ ...partner, allowed_calls }).entries.map(({ label }) => label)
  expect(seen('listContractors', 'getWaysToFund', 'listMembers')).toEqual([
    ...['home', 'payments', 'settings', 'contractors', 'funds', 'team'],
  ])
  expect(seen('listMembers')).toEqual(['home', 'payments', 'settings', 'team'])
})

test('a path belongs to the page with the longest matching prefix', () => {
  expect(currentPage(menus.employer, '/employer/contractors/c1/profile/read')).toBe(
    '/employer/contractors',
  )
  expect(currentPage(menus.employer, '/employer/payroll-run/paycycle/p/c/s')).toBe(
    '/employer/payroll-run',
  )
  expect(currentPage(menus.employer, '/employer/payroll-runner')).toBeUndefined()
  expect(currentPage(menus.contractor, '/dashboard/contractor/complete-profile')).toBe('/dashboard')
  expect(currentPage(menus.contractor, '/contractor/create-client')).toBe('/contractor/invoice')
})
