import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { BankFields } from './bank-fields.tsx'
import { EMPTY_BANK } from './bank-form.ts'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const REASON = 'No bank of ours sends naira.'

it('says why the currency of a country is not paid until another one is chosen', async () => {
  fakeServer(({ path }) => {
    if (path.endsWith('/auth/token')) {
      const iat = Math.floor(Date.now() / 1000)
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    }
    if (!path.includes('currencies')) return { body: [{ alpha_2: 'NG', name: 'Nigeria' }] }
    return {
      body: [
        { code: 'NGN', name: 'Nigerian Naira', not_paid: REASON },
        { code: 'USD', name: 'US Dollar', not_paid: null },
      ],
    }
  })
  openPages('/bank', {
    '/bank': () => (
      <BankFields
        form={useForm({ defaultValues: { ...EMPTY_BANK, bank_country: 'NG', currency: '' } })}
      />
    ),
  })
  await screen.findByText(REASON)
  await userEvent.type(screen.getByRole('combobox', { name: /^Currency/ }), 'usd{Enter}')
  await waitFor(() => expect(screen.queryByText(REASON)).toBeNull())
})
