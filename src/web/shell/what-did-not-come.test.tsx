/** What is shown only where there is any says that it did not come, and does not read as if there were none. */
import type { RouteComponent } from '@tanstack/react-router'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ApprovalLimitCard } from '../identity/parts/approval-limit-card.tsx'
import { AskedFor, Exchanged } from '../ledger/parts/asked-and-exchanged.tsx'
import { Accounts, Transfers } from '../ledger/parts/book-lists.tsx'
import { FundsStatement } from '../ledger/parts/statement.tsx'
import { ContractorPaymentMethodsPage } from '../payments/contractor-payment-methods-page.tsx'
import { ContractorReplacePage } from '../payments/contractor-replace-page.tsx'
import { CalendarGaps } from '../payroll/parts/calendar-gaps.tsx'
import { Payslips } from '../payroll/parts/payslips.tsx'
import { UnpaidPeriodCard } from '../payroll/parts/unpaid-period.tsx'
import { MessagesCard } from '../people/parts/messages-card.tsx'
import { MatchesOf } from '../screening/parts/matches-of.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const EMPTY = { items: [], next_cursor: null }
const OF = { employer_domain: '', currency: '' }
const USD = { currency: 'USD', amount_in_smallest_unit: 0 }
const ID = '01a219f3-46a3-70da-ab01-1115e327a269'

const PARTS: readonly (readonly [
  what: string,
  path: string,
  part: RouteComponent,
  comes: unknown,
])[] = [
  [
    'messages to somebody',
    '/operations/contractors/c1/messages',
    () => <MessagesCard sub="c1" name="Ada" />,
    EMPTY,
  ],
  ['money that is asked for', '/operations/funding-requests', AskedFor, EMPTY],
  ['exchanges', '/operations/conversions', () => <Exchanged balances={[]} />, EMPTY],
  [
    'accounts of the books',
    '/operations/ledger/accounts',
    () => <Accounts {...{ of: OF, at: {} }}>below</Accounts>,
    EMPTY,
  ],
  [
    'transfers of the books',
    '/operations/ledger/transfers',
    () => <Transfers of={OF} until="" />,
    EMPTY,
  ],
  [
    'gaps of a calendar',
    '/operations/employers/e1/calendar-gaps',
    () => <CalendarGaps domain="e1" />,
    [],
  ],
  [
    'days that no pay holds',
    '/employer/unpaid-periods',
    () => <UnpaidPeriodCard contract_uuid={ID} />,
    EMPTY,
  ],
  ['matches with a list', '/operations/screening', () => <MatchesOf party="c1" />, EMPTY],
  ['pays that are kept, above payslips', '/contractor/next-pays', Payslips, []],
  ['pays that are kept, above accounts', '/contractor/next-pays', ContractorPaymentMethodsPage, []],
  [
    'pays that are kept, where an account is replaced',
    '/contractor/next-pays',
    () => <ContractorReplacePage />,
    [],
  ],
  [
    'the limit of approvals',
    '/employer',
    ApprovalLimitCard,
    { approval_limit: null, approval_bands: [], bands_version: 'v', currency: 'USD' },
  ],
  [
    'a statement of funds',
    '/employer/funds-statement',
    () => <FundsStatement currencies={['USD']}>below</FundsStatement>,
    { opening: USD, closing: USD, lines: [] },
  ],
]

it.each(PARTS)('%s', async (_what, path, part, comes) => {
  let fails = true
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path: asked }) => {
    const [of = ''] = asked.replace('/api/v1', '').split('?')
    if (of.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (of === path)
      return fails
        ? { status: 422, body: { error: { code: 'VALIDATION', message: 'No.' } } }
        : { body: comes }
    if (of === '/user/banking') return { body: { destinations: [], changes: [] } }
    if (of === '/user/payslips') return { body: EMPTY }
    return { body: { sub: 'ana', type: 'operator', allowed_calls: [], today: '2026-11-25' } }
  })
  openPages('/part', { '/part': part })
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  fireEvent.click(again)
  await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
