/** How a company pays in where a memo says for whom: the account and the memo, each to be copied, and as loud as the network what happens without it. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { PayInByChain } from './parts/pay-in-by-chain.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const told = { address: '0.0.7001', uri: '0.0.7001', memo: '100008', missing: null }
const untold = { address: null, uri: null, memo: null }
type Missing = 'UNVERIFIED' | 'CLOSED' | null

function show(of: typeof told | (typeof untold & { missing: Missing })) {
  const way = {
    ...{ network: 'hedera' as const, currency: 'USDC', chain: 'main', needed: 30, by_memo: true },
    ...{ frozen: false, least: { currency: 'USDC', amount_in_smallest_unit: 1_000_000 }, ...of },
  }
  const body = { ways: [way], deposits: [] }
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/me')) return { body: { sub: 'ana', allowed_calls: ['openDeposits'] } }
    return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
  })
  openPages('/funds', {
    '/funds': () => <PayInByChain currency="USDC" found={body} toSend={[]} />,
  })
}

it('shows the account and the memo, and that nothing arrives without it', async () => {
  show(told)
  const notes = await screen.findAllByRole('note')
  expect(notes.map(note => note.textContent)).toEqual([
    expect.stringMatching(/^Hedera main network only/),
    'Send it with the memo 100008.Without this memo it arrives at nobody’s account.',
  ])
  for (const name of ['Our account on Hedera', 'Your memo on Hedera'])
    expect(screen.getByRole('button', { name: new RegExp(name) })).toBeTruthy()
  expect(screen.getByRole('img', { name: /our account/ })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'A code of your memo' })).toBeTruthy()
  expect(screen.getByText(/30 blocks hold it, about a minute/)).toBeTruthy()
  expect(screen.queryByText(/This address is your company’s alone/)).toBeNull()
})

it('offers a memo', async () => {
  show({ ...untold, missing: null })
  expect(await screen.findByText(/gets a memo of its own/)).toBeTruthy()
})

it('tells nothing while nothing can be paid in there', async () => {
  show({ ...untold, missing: 'CLOSED' })
  expect(await screen.findByText(/Nothing can be paid in by Hedera/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
