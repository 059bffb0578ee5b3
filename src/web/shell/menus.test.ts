import { createTranslator } from 'use-intl'
import { expect, test } from 'vitest'
import { type CompletionFlags, onboardingSteps } from '#domain/identity/onboarding.ts'
import { contractorWay, employerWay } from '#domain/payroll/first-pay.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { LOCALE } from '#web/words/words.tsx'
import {
  accountPages,
  currentPage,
  legalPages,
  type MenuRole,
  menuOf,
  menuRole,
  menus,
} from './menus.ts'

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
    'Time',
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
  expect(words('partner')).toEqual(['Home', 'Payments > Contractors > Funds', 'Settings > Team'])
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
    menuOf({ ...partner, allowed_calls }).entries.map(({ label, pages = [] }) =>
      [label, ...pages.map(page => page.label)].join(' '),
    )
  expect(seen('listApiKeys', 'listContractors', 'getWaysToFund', 'listMembers')).toEqual([
    ...['home', 'payments contractors funds', 'settings team'],
  ])
  // What stands under a page that they may not open stands in its place.
  expect(seen('listMembers')).toEqual(['home', 'payments', 'team'])
})

const NOTHING_DONE = { is_partner: false } as CompletionFlags

test('every page that a step of a checklist leads to is in the menu of its role, or under the name', () => {
  const open = (link: string) => ({ done: false, link })
  const facts = {
    today: '2026-11-20',
    verification: 'VERIFIED',
    ...{ began_at: new Date('2026-11-18'), refused_at: null },
    ...{ handed_in: null, verified_at: null, agreed_at: null, contract: null, pay: null },
    accepted: { contractor_sub: 'amara', at: null },
  } as const
  const company = (is_partner: boolean) => ({
    ...{ is_partner, agreements: open(''), documents: open('') },
    company: { ...open(''), done_at: null },
    payroll: { ...open(''), done_at: null },
    funding: { received_at: null, announced_at: null },
  })
  const invited = [null, new Date('2026-11-20')]
  const steps: Record<Exclude<MenuRole, 'operator'>, readonly { link: string | null }[]> = {
    contractor: [
      ...onboardingSteps('contractor', NOTHING_DONE),
      ...contractorWay({
        ...{
          ...facts,
          invited_at: null,
          invitation_link: null,
          by_partner: false,
          agreements: open(''),
        },
        personal_information: { ...open(''), done_at: null },
        documents: open(''),
        payment_method: { ...open(''), done_at: null },
        contract: {
          status: 'AWAITING_SIGNATURE',
          ...{ contract_uuid: 'c', contractor_sub: 'amara' },
          ...{ since: new Date(0), signed_at: null },
        },
      }),
    ],
    employer: [
      ...onboardingSteps('employer', NOTHING_DONE),
      ...invited.flatMap(invited_at => employerWay({ ...facts, invited_at, ...company(false) })),
    ],
    partner: [
      ...onboardingSteps('employer', { ...NOTHING_DONE, is_partner: true }),
      ...invited.flatMap(invited_at => employerWay({ ...facts, invited_at, ...company(true) })),
    ],
  }
  for (const [role, all] of Object.entries(steps)) {
    const menu = menus[role as MenuRole]
    const type = role === 'contractor' ? 'contractor' : 'employer'
    const user = { type, allowed_calls: ['putEmployerName', 'putEmployerKyc'] } as const
    const named = [...accountPages(user), ...legalPages(user)].map(({ href }) => href)
    const links = all.flatMap(({ link }) => link || []).map(link => link.replace(/\?.*/, ''))
    expect(links.length).toBeGreaterThan(4)
    const lost = links.filter(
      link => !named.includes(link) && currentPage(menu, link) === undefined,
    )
    expect([role, lost]).toEqual([role, []])
    // Home is where the checklist itself stands: what lies below it needs a line of its own.
    const below = links.filter(link => link.startsWith('/dashboard/') && !named.includes(link))
    expect([role, below]).toEqual([role, []])
  }
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
