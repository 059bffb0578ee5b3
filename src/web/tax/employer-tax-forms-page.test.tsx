import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { EmployerTaxFormsPage } from './employer-tax-forms-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const FORM = {
  ...{ form_uuid: '01a219f3-46a3-70da-ab01-1115e327a269', kind: 'W-8BEN', state: 'VALID' },
  ...{ signed_at: '2026-03-02T10:00:00.000Z', valid_through: '2029-12-31' },
}
const person = (contractor_sub: string, works_here: boolean) => ({
  ...{ contractor_sub, contractor_name: contractor_sub, country_code: 'NG' },
  ...{ works_here, form: FORM },
})

async function open(allowed_calls: readonly string[]): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.includes('/tax-forms'))
      return {
        body: {
          ...{ payer_in_us: true, counts: { people: 1, valid: 1, missing: 0 } },
          ...{ items: [person('Amara', true), person('Kwame', false)], next_cursor: null },
        },
      }
    return { body: { sub: 'ana', type: 'employer', allowed_calls, today: '2026-11-25' } }
  })
  const watch = { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
  vi.stubGlobal('ResizeObserver', function observer() {
    return watch
  })
  openPages('/forms', { '/forms': EmployerTaxFormsPage })
  await screen.findByText('Kwame')
}

it('says of whom a form is kept who left', async () => {
  await open([])
  expect(screen.getAllByText('No longer works with you')).toHaveLength(1)
})

it('offers a form, with the number in it, to those alone who may open it', async () => {
  const pdfs = () => screen.queryAllByRole('button', { name: /PDF/ })
  await open([])
  expect(pdfs()).toEqual([])
  await open(['getEmployerTaxFormPdf'])
  await expect.poll(pdfs).toHaveLength(2)
})
