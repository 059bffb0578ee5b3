/** A link whose token stands behind its # is opened on the page of another one: that shows what the new one leads to. */
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SharedContractPage } from '#web/contracts/shared-contract-page.tsx'
import { PaymentInformationPage } from '#web/invoicing/payment-information-page.tsx'
import { fakeServer } from './fake-server.test-data.ts'
import { openPages } from './open-pages.test-data.tsx'

afterEach(() => {
  cleanup()
  window.location.hash = ''
  vi.unstubAllGlobals()
})

it.each([
  ['an invoice', PaymentInformationPage],
  ['a contract', SharedContractPage],
])('the link of %s', async (_, page) => {
  const asked: string[] = []
  fakeServer(({ path, body }) => {
    if (path.endsWith('/token')) return { status: 401 }
    asked.push(JSON.parse(body ?? '{}').token)
    return { status: 404, body: { code: 'LINK_NOT_VALID', detail: 'This link shows nothing.' } }
  })
  openPages('/shared#FIRST', { '/shared': page })
  await screen.findByText('This link shows nothing.')
  act(() => {
    window.location.hash = '#SECOND'
  })
  await waitFor(() => expect(asked).toEqual(['FIRST', 'SECOND']))
})
