/** What people are to sign: the card says whom it pays and until when, and what is copied is the text that wallets take. */
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

/** Shows one, whose file is of these bytes; answers what is copied. */
function shown(of: object, file: { readonly body: string; readonly file: string }): string[] {
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    return path.endsWith('/file') ? file : { body: { to_sign: [of] } }
  })
  openPages('/funds', { '/funds': () => <ToSign /> })
  return copied
}

it('says whom it pays and what is to be signed before it, and is copied as the text that it is', async () => {
  const copied = shown(asked, { body: UNSIGNED, file: 'text/plain' })
  await screen.findByText('Ethereum abababab, 1 payment')
  expect(screen.getByText(PAYEE)).toBeTruthy()
  expect(screen.getByText('It arrives only once cdcdcdcd is signed as well.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Copy as text: abababab' }))
  await waitFor(() => expect(copied).toEqual([UNSIGNED]))
})

const TXID = 'H2KKVITXKWL2VBDP3QEMSBSFQ2RWRV3TTIDPRNNWKFBHLV4MLHZA'
const onAlgorand = {
  ...{ ...asked, network: 'algo', shown: TXID, after: null, over: false },
  until: '2026-03-20T10:40:00Z',
}

it('says until when it can be signed, by the id that the network has for it, and is copied in base64', async () => {
  const copied = shown(onAlgorand, { body: 'txn', file: 'application/octet-stream' })
  await screen.findByText('Algorand H2KKVITX, 1 payment')
  expect(screen.getByText(TXID)).toBeTruthy()
  expect(screen.getByText(/^About .* is asked for again, by another file/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Copy as text: H2KKVITX' }))
  await waitFor(() => expect(copied).toEqual([btoa('txn')]))
})

it('says that its time is over, and nothing is done with it then', async () => {
  shown(
    { ...onAlgorand, over: true, allowed_actions: [] },
    { body: '', file: 'application/octet-stream' },
  )
  expect(await screen.findByText(/^It was to be signed by .* Another file follows/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Save|Bring|Copy as)/ })).toBeNull()
})
