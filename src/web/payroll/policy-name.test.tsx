/** Two policies are never called the same: people choose between them by their names. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { press, typeInto } from '#web/kernel/two-savers.test-data.tsx'
import { EmployerPolicyFormPage } from './employer-policy-form-page.tsx'

const BIWEEKLY = {
  ...{ uuid: 'p', label: 'Biweekly', version: 'one', approved: true, pay_periods: [] },
  ...{ period_type: 'BI_WEEKLY', first_period_end_date: '2026-12-04' },
  ...{ pay_date_rule: 'END_OF_PAY_PERIOD', preferred_pay_day: null, week_of_month: null },
  ...{ day_of_week: null, monthly_business_day: null, holiday_policy: 'RESPECT' },
  ...{ semi_monthly_preferred_pay_day: null, after_holiday: false },
  kept: { contracts: 3, opened_through: '2026-12-04' },
}

let saved: string[]

beforeEach(() => {
  saved = []
  fakeServer(({ method, path, body }) => {
    const at = path.replace('/api/v1', '').split('?')[0] ?? ''
    if (at === '/api/auth/token') return { body: { token: tokenOf({ sub: 'ana' }) } }
    if (at === '/user/app-config') return { body: { today: '2026-11-26' } }
    if (at === '/user/me')
      return {
        body: { sub: 'ana', type: 'employer', allowed_calls: ['putPolicy'], held_calls: [] },
      }
    if (at.endsWith('/preview')) return { body: { description: '', pay_periods: [], change: null } }
    if (at === '/employer') return { body: { payroll_policies: [BIWEEKLY] } }
    // What a test of before may still send is none of ours.
    if (method === 'PUT' && at.startsWith('/employer/payroll-policy/'))
      saved.push(JSON.parse(body ?? '{}').label)
    return { body: BIWEEKLY }
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it('other dates for later periods begin without a name, and take none that another policy has', async () => {
  openPages('/policy?like=p', { '/policy': EmployerPolicyFormPage })
  const field = (await screen.findByLabelText(/name/i)) as HTMLInputElement
  expect(field.value).toBe('')
  await typeInto(/name/i, 'BIWEEKLY ')
  await press('Save')
  expect(await screen.findByText(/Another policy has this name/)).toBeTruthy()
  expect(saved).toEqual([])
  fireEvent.change(field, { target: { value: 'Biweekly, Thursdays' } })
  await press('Save')
  await expect.poll(() => saved).toEqual(['Biweekly, Thursdays'])
})

it('a policy that is changed keeps its own name', async () => {
  openPages('/policy?policy=p', { '/policy': EmployerPolicyFormPage })
  await screen.findByDisplayValue('Biweekly')
  await press('Save')
  await expect.poll(() => saved).toEqual(['Biweekly'])
})
