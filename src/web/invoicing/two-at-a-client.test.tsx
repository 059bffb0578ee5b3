import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ContractorClientPage } from './contractor-client-page.tsx'

const ID = 'e1715a0a-be47-47a7-b729-bf381ee4aae0'

let kept: Record<string, unknown>
let seen: unknown[]
let archived: string[]

beforeEach(() => {
  seen = []
  archived = []
  kept = {
    ...{ uuid: ID, client_name: 'Magda', company_name: '', phone_number: '', currency: 'USD' },
    ...{ email: 'magda@latarnia.test', tax_number: '', version: 'one' },
    address: {
      ...{ street_number_and_name: 'Prosta 1', apartment_or_unit_number: '' },
      ...{ city_or_municipality: 'Warszawa', postal_code: '00-001', subdivision: null },
      country: { alpha_2: 'PL', name: 'Poland' },
    },
  }
  fakeServer(({ method, path, body }) => {
    const at = path.replace('/api/v1', '').split('?')[0]
    if (at === '/api/auth/token') {
      const iat = Math.floor(Date.now() / 1000)
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    }
    if (at === '/user/me') return { body: { sub: 'ana', allowed_calls: [], held_calls: [] } }
    if (at === '/user/app-config') return { body: { today: '2026-11-26' } }
    if (method === 'PUT') {
      const given = JSON.parse(body ?? '{}')
      seen.push(given.seen)
      if (given.seen !== kept.version)
        return {
          status: 409,
          body: { code: 'CONFLICT', detail: 'It was changed elsewhere.', fields: [] },
        }
      kept = { ...kept, ...given, address: kept.address, version: 'three' }
      return { body: kept }
    }
    if (method === 'DELETE') {
      archived.push(at ?? '')
      return { body: { ok: true } }
    }
    if (at === `/contractor/clients/${ID}`) return { body: kept }
    if (at?.startsWith('/contractor/clients/'))
      return { status: 404, body: { code: 'NOT_FOUND', detail: 'There is no such client.' } }
    if (at?.endsWith('currencies')) return { body: [{ code: 'USD', name: 'US Dollar' }] }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function typedOverAnother(): Promise<void> {
  openPages(`/contractor/create-client?client=${ID}`, {
    '/contractor/create-client': ContractorClientPage,
    '/contractor/invoice': () => <h1>Invoices</h1>,
  })
  fireEvent.change(await screen.findByLabelText(/^Contact/), { target: { value: 'Magda Nowak' } })
  // Another tab saves meanwhile.
  kept = { ...kept, client_name: 'Ewa', tax_number: 'PL123', version: 'two' }
  fireEvent.click(screen.getByRole('button', { name: 'Save client' }))
  await screen.findByText(/changed elsewhere/)
  await screen.findByText('Ewa')
  expect(screen.getByText('PL123')).toBeTruthy()
  expect(kept.client_name).toBe('Ewa')
}

it('what is typed over a client that was saved elsewhere stays, and is put over it once both were seen', async () => {
  await typedOverAnother()
  fireEvent.click(screen.getByRole('button', { name: 'Keep what stands here' }))
  await screen.findByText('Invoices')
  expect([kept.client_name, seen]).toEqual(['Magda Nowak', ['one', 'two']])
})

it('what was saved elsewhere is taken instead where that is asked for', async () => {
  await typedOverAnother()
  fireEvent.click(screen.getByRole('button', { name: 'Show what is saved' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Contact/).value).toBe('Ewa'))
  fireEvent.click(screen.getByRole('button', { name: 'Save client' }))
  await screen.findByText('Invoices')
  expect([kept.client_name, seen]).toEqual(['Ewa', ['one', 'two']])
})

it('a client is taken out of the list once that was asked', async () => {
  openPages(`/contractor/create-client?client=${ID}`, {
    '/contractor/create-client': ContractorClientPage,
    '/contractor/invoice': () => <h1>Invoices</h1>,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Take out of the list' }))
  const asked = await screen.findByRole('dialog')
  expect(archived).toEqual([])
  fireEvent.click(within(asked).getByRole('button', { name: 'Take out of the list' }))
  await screen.findByText('Invoices')
  expect(archived).toEqual([`/contractor/clients/${ID}`])
})

it('a client that is not in the list is not added by being changed', async () => {
  openPages('/contractor/create-client?client=5c072b3f-a78f-408d-b253-fa27a1469e2f', {
    '/contractor/create-client': ContractorClientPage,
  })
  await screen.findByText(/no such client/)
  expect(screen.queryByRole('button', { name: 'Add client' })).toBeNull()
})
