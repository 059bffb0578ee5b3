import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ContractorHome } from './contractor-home.tsx'
import { EmployerHome } from './employer-home.tsx'

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

/** A server that answers these, of which some fail until they are mended. */
function serve(answers: Readonly<Record<string, unknown>>, type: 'employer' | 'contractor') {
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
