/** What people are to sign on Ethereum: the card says whom it pays, and what is copied is the text that wallets take. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ToSign } from './parts/to-sign.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const UNSIGNED = '0x02f86b0180'
const asked = {
  ...{ network: 'ethereum', id: 'ab'.repeat(32), payments: 1, payee: PAYEE },
  ...{
    amount: { currency: 'USDC', amount_in_smallest_unit: 12_500_000 },
    fee: { currency: 'ETH', amount_in_smallest_unit: 20_000 },
  },
  totals: [
    { currency: 'USDC', amount_in_smallest_unit: 12_500_000 },
    { currency: 'ETH', amount_in_smallest_unit: 20_000 },
  ],
  ...{ since: '2026-03-20T10:00:00Z', exported_at: null, signatures: 0, needed: 1 },
  ...{ replaces: null, after: 'cd'.repeat(32), allowed_actions: ['export', 'import'] },
}

it('says whom it pays and what is to be signed before it, and is copied as the text that it is', async () => {
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    return path.endsWith('/file')
      ? { body: UNSIGNED, file: 'text/plain' }
      : { body: { to_sign: [asked] } }
  })
  openPages('/funds', { '/funds': () => <ToSign /> })
  await screen.findByText('Ethereum, 1 payment')
  expect(screen.getByText(PAYEE)).toBeTruthy()
  expect(screen.getByText('It arrives only once cdcdcdcd is signed as well.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Copy as text: abababab' }))
  await waitFor(() => expect(copied).toEqual([UNSIGNED]))
})
