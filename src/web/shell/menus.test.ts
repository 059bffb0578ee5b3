import { expect, test } from 'vitest'
import { currentPage, type MenuRole, menuRole, menus } from './menus.ts'

const words = (role: MenuRole) =>
  menus[role].entries.map(entry =>
    [entry.label, ...(entry.pages ?? []).map(page => page.label)].join(' > '),
  )

test('the menus are those of the specification', () => {
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
  ])
  expect(words('partner')).toEqual(['Home', 'Payments', 'Settings'])
  expect(words('operator')).toEqual(['Employers', 'Contractors', 'Funds'])
  expect(menus.operator.action).toMatchObject({
    label: 'Move money',
    href: '/operations/transactions/checklist',
  })
})

test('a partner is an employer with the flag', () => {
  expect(menuRole({ type: 'employer', is_partner: true })).toBe('partner')
  expect(menuRole({ type: 'employer', is_partner: false })).toBe('employer')
  expect(menuRole({ type: 'operator', is_partner: false })).toBe('operator')
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
