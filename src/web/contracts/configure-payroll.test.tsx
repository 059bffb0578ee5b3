import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ConfigurePayrollPage } from './configure-payroll-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('asks for the company again where that alone did not come', async () => {
  let fails = true
  fakeServer(({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.endsWith('/v1/employer'))
      return fails
        ? { status: 422, body: { error: { code: 'VALIDATION', message: 'No.' } } }
        : { body: { approved_payroll_policies: [], currency: 'USD' } }
    if (path.includes('/employer/contractors/'))
      return { body: { contractor_sub: 'c1', contracts: [], allowed_actions: ['draft_contract'] } }
    const allowed_calls = ['configurePayroll']
    return { body: { sub: 'ana', type: 'employer', allowed_calls, today: '2026-11-25' } }
  })
  openPages('/employer/contractors/c1/configure-payroll', {
    '/employer/contractors/$contractorId/configure-payroll': ConfigurePayrollPage,
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  fireEvent.click(again)
  await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
