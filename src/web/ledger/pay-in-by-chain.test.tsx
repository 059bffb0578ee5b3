/** How a company pays in by chains: one card for an address, whatever it takes, its network before all else. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import type { ClientOutput } from '#web/kernel/types.ts'
import { PayInByChain } from './parts/pay-in-by-chain.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Found = ClientOutput<'getDeposits'>

const ADDRESS = '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650'
const wayOf = (currency: string, frozen: boolean) => ({
  ...{ network: 'ethereum' as const, currency, chain: 'main', address: ADDRESS, uri: ADDRESS },
  ...{ needed: 64, missing: null, frozen },
  least: { currency, amount_in_smallest_unit: 1_000_000 },
})

function show(ways: Found['ways']) {
  const now = Math.floor(Date.now() / 1000)
  const found = { ways, deposits: [] }
  fakeServer(({ path }) => {
    if (path.endsWith('/me')) return { body: { sub: 'ana', allowed_calls: ['openDeposits'] } }
    return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
  })
  openPages('/funds', {
    '/funds': () => <PayInByChain currency="USDC" found={found} toSend={[]} />,
  })
}

it('names both tokens of an address once, and which of them its issuer froze', async () => {
  show([wayOf('USDC', false), wayOf('USDT', true)])
  expect(await screen.findAllByRole('heading', { name: 'Pay in by Ethereum' })).toHaveLength(1)
  expect(screen.getAllByText(ADDRESS)).toHaveLength(1)
  const only = within(screen.getByRole('note'))
  expect(only.getByText(/^Ethereum main network only. Send USDC or USDT and/)).toBeTruthy()
  expect(screen.getByText(/64 blocks hold it, about a quarter of an hour/)).toBeTruthy()
  expect(screen.getByText(/issuer of USDT froze this address/)).toBeTruthy()
  expect(screen.queryByText(/issuer of USDC froze/)).toBeNull()
  expect(screen.getByRole('button', { name: /Your address on Ethereum/ })).toBeTruthy()
})

it('is of several networks the one that is chosen, and at first one that was told before', async () => {
  const solana = { ...wayOf('USDC', false), network: 'solana' as const, address: null, uri: null }
  show([solana, wayOf('USDC', false)])
  const networks = within(await screen.findByRole('group', { name: 'Network' }))
  expect(networks.getAllByRole('button').map(of => of.textContent)).toEqual(['Solana', 'Ethereum'])
  expect(screen.getByRole('heading', { name: 'Pay in by Ethereum' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Pay in by Solana' })).toBeNull()
  fireEvent.click(networks.getByRole('button', { name: 'Solana' }))
  expect(await screen.findByRole('heading', { name: 'Pay in by Solana' })).toBeTruthy()
  expect(screen.queryByText(ADDRESS)).toBeNull()
})
