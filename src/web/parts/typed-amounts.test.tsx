/** An amount that cannot be read is named at its field and stays as it was typed; nothing is sent in its place. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PaymentsCard } from '#web/invoicing/parts/payments-card.tsx'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { AddEntry } from '#web/payroll/parts/add-entry.tsx'

const NOW = Math.floor(Date.now() / 1000)
let writes: { path: string; body: unknown }[]

beforeEach(() => {
  writes = []
  fakeServer(({ method, path, body }) => {
    if (path === '/api/auth/token')
      return { body: { token: tokenOf({ sub: 'ana', iat: NOW, exp: NOW + 3600 }) } }
    if (path.endsWith('/user/app-config')) return { body: { today: '2026-11-26' } }
    if (path.endsWith('/user/me')) return { body: { sub: 'ana', allowed_calls: [] } }
    if (method !== 'GET' && /\/(entries|payments)\//.test(path))
      writes.push({ path, body: JSON.parse(body ?? '{}') })
    return { body: {} }
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function show(what: ReactNode): void {
  openPages('/form', { '/form': () => what })
}

const UNREADABLE = ['1,250.00', '12.505', 'twelve', '-5', '99999999999999.00', '0', '0.00']
const ITEM = {
  line_item_uuid: 'item',
  contractor_name: 'Amara Okafor',
  amount: { currency: 'USD', amount_in_smallest_unit: 100 },
}
const INVOICE = {
  invoice_uuid: 'invoice',
  currency: 'USD',
  owed: { currency: 'USD', amount_in_smallest_unit: 125_000 },
  refund_due: { currency: 'USD', amount_in_smallest_unit: 0 },
  payments: [],
  allowed_actions: ['record_payment'],
}

const FORMS: readonly (readonly [string, () => Promise<HTMLInputElement>, string, number])[] = [
  [
    'an entry of a pay',
    async () => {
      const params = { id: 'cycle', item_uuid: 'item' }
      show(<AddEntry item={ITEM as never} params={params as never} onDone={() => {}} />)
      fireEvent.change(await screen.findByLabelText(/^What for/), { target: { value: 'Tests' } })
      return screen.findByLabelText<HTMLInputElement>(/^Amount/)
    },
    'Add',
    12_550,
  ],
  [
    'what a client paid',
    async () => {
      show(<PaymentsCard invoice={INVOICE as never} />)
      await userEvent.click(await screen.findByRole('button', { name: 'Record a payment' }))
      return screen.findByLabelText<HTMLInputElement>(/^Amount/)
    },
    'Record payment',
    12_550,
  ],
]

describe.each(FORMS)('%s', (_, open, verb, minor) => {
  const send = () => userEvent.click(screen.getByRole('button', { name: verb }))

  it.each(UNREADABLE)('is not sent where its amount is %s', async typed => {
    const field = await open()
    fireEvent.change(field, { target: { value: typed } })
    await send()
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(field.value).toBe(typed)
    expect(writes).toEqual([])
  })

  it('is sent once its amount can be read', async () => {
    const field = await open()
    fireEvent.change(field, { target: { value: '1,250' } })
    await send()
    fireEvent.change(field, { target: { value: '125.5' } })
    await send()
    await waitFor(() => expect(writes).toHaveLength(1))
    expect(JSON.stringify(writes)).toContain(`"amount_in_smallest_unit":${minor}`)
  })
})
