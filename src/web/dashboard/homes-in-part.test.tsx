import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '#contract/kernel/endpoint.ts'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ContractorHome } from './contractor-home.tsx'
import { EmployerHome } from './employer-home.tsx'
import { OperatorHome } from './operator-home.tsx'

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return { observe: () => {}, disconnect: () => {} }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const DONE = { settled: true, steps: [] }
const NOBODY = { count: 0, people: [] }
const EMPLOYER = {
  '/api/v1/payrolls': { items: [], next_cursor: null },
  '/api/v1/user/first-pay': DONE,
  '/api/v1/employer/ways-to-fund': { requests: [] },
  '/api/v1/employer/people-needs': {
    ...{ to_draft: NOBODY, to_sign: NOBODY },
    ending: { count: 0, until: '2026-12-01', names: [] },
  },
  '/api/v1/employer/unpaid-periods': { items: [], next_cursor: null },
  '/api/v1/employer/failed-offers': [],
  '/api/v1/employer/pay-by-month': { months: [] },
}
const CONTRACTOR = {
  '/api/v1/contractor/next-pays': [],
  '/api/v1/user/first-pay': DONE,
  '/api/v1/contractor/timesheets': [],
  '/api/v1/contractor/documents': [],
  '/api/v1/contractor/invitations': [],
  '/api/v1/contractor/contracts': [],
  '/api/v1/user/payslips': { items: [], next_cursor: null },
}

const OPERATOR = {
  '/api/v1/operations/payments/checklist': {
    ...{ pay_date: '2026-11-25', late: null, blocked: [], ready: [], ready_payments: 0 },
    ready_totals: [],
  },
  '/api/v1/operations/payments/wrong': [
    {
      ...{ status: 'FAILED', payments: 2, since: '2026-11-23' },
      totals: [{ currency: 'CAD', amount_in_smallest_unit: 390000 }],
    },
  ],
  '/api/v1/operations/late-pay': { cycles: [], companies_late: 0, more: 0, unconfirmed: null },
  '/api/v1/operations/balances': { balances: [], notices: [], work: [] },
  '/api/v1/operations/bank-differences/count': { currencies: [] },
  '/api/v1/operations/checks': {
    ...{ state: 'HOLDS', checked_at: '2026-11-25T08:00:00.000Z', minutes_ago: 1 },
    ...{ broken: 0, failing: 0, laws: [] },
  },
  '/api/v1/operations/employers': {
    ...{ items: [], counts: {}, next_cursor: null, overdue: { count: 0, since: null } },
  },
  '/api/v1/operations/contractors': {
    ...{ items: [], counts: {}, next_cursor: null, overdue: { count: 0, since: null } },
  },
  '/api/v1/operations/approval-steps': { items: [], next_cursor: null },
}

/** A server that answers these, of which some fail until they are mended. */
function serve(answers: Readonly<Record<string, unknown>>, type: Role) {
  const broken = new Set<string>()
  fakeServer(({ path: asked }) => {
    const [path = ''] = asked.split('?')
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (broken.has(path))
      return { status: 422, body: { error: { code: 'VALIDATION', message: 'No.' } } }
    if (path in answers) return { body: answers[path] }
    const gates = { terms_signed: true }
    return { body: { sub: 'ana', type, gates, allowed_calls: [], today: '2026-11-25' } }
  })
  return broken
}

it.each([
  '/api/v1/employer/ways-to-fund',
  '/api/v1/employer/people-needs',
  '/api/v1/employer/unpaid-periods',
  '/api/v1/employer/failed-offers',
])('tells an employer not that nothing is to be done while %s did not come', async path => {
  const broken = serve(EMPLOYER, 'employer')
  broken.add(path)
  openPages('/dashboard', { '/dashboard': EmployerHome })
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/Everything that was due is done/)).toBeNull()
  broken.clear()
  fireEvent.click(again)
  expect(await screen.findByText(/Everything that was due is done/)).toBeTruthy()
})

it.each([
  '/api/v1/contractor/timesheets',
  '/api/v1/contractor/documents',
  '/api/v1/contractor/invitations',
  '/api/v1/contractor/contracts',
])('tells a contractor that %s did not come, beside what did', async path => {
  const broken = serve(CONTRACTOR, 'contractor')
  broken.add(path)
  openPages('/dashboard', { '/dashboard': ContractorHome })
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('No pay is planned yet')).toBeTruthy()
  broken.clear()
  fireEvent.click(again)
  await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it.each(Object.keys(OPERATOR).filter(path => !/wrong|approval-steps/.test(path)))(
  'tells an operator what is wrong where %s did not come, and not that this is all',
  async path => {
    const broken = serve(OPERATOR, 'operator')
    broken.add(path)
    openPages('/dashboard', { '/dashboard': OperatorHome })
    expect(await screen.findByText('Part of this page could not be loaded')).toBeTruthy()
    expect(screen.getByText('Refused before it left. The money is held.')).toBeTruthy()
    const [again] = screen.getAllByRole('button', { name: 'Try again' })
    broken.clear()
    fireEvent.click(again as HTMLElement)
    expect(await screen.findByText('2 payments failed')).toBeTruthy()
    expect(screen.queryByText('Part of this page could not be loaded')).toBeNull()
  },
)

it('tells an operator not that nothing is wrong while what went wrong did not come', async () => {
  serve(OPERATOR, 'operator').add('/api/v1/operations/payments/wrong')
  openPages('/dashboard', { '/dashboard': OperatorHome })
  expect(await screen.findByText('Part of this page could not be loaded')).toBeTruthy()
  expect(screen.queryByText('Wrong or waiting')).toBeNull()
})

/** The operators' home where nothing is wrong with pay, but for this. */
function calm(path: keyof typeof OPERATOR, said: object) {
  const answer = { ...OPERATOR[path], ...said }
  serve({ ...OPERATOR, '/api/v1/operations/payments/wrong': [], [path]: answer }, 'operator')
  openPages('/dashboard', { '/dashboard': OperatorHome })
}

it('tells an operator not that nothing is wrong while work behind the screens fails', async () => {
  calm('/api/v1/operations/checks', { failing: 3 })
  expect(await screen.findByText('Work that fails')).toBeTruthy()
  expect(screen.queryByText('Nothing is wrong.')).toBeNull()
})

it('tells an operator not that nothing leaves while files wait to be released', async () => {
  const totals = [{ currency: 'USD', amount_in_smallest_unit: 714000 }]
  const files = { count: 2, since: '2026-11-25T08:00:00.000Z', totals }
  calm('/api/v1/operations/payments/checklist', { files })
  expect(await screen.findByText('2 files for banks wait to be released')).toBeTruthy()
  expect(screen.queryByText('Nothing leaves today')).toBeNull()
})
