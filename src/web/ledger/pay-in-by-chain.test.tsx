/** How a company pays in by chains: one card for an address, whatever it takes, its network before all else. */
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { PayInByChain } from './parts/pay-in-by-chain.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ADDRESS = '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650'
const wayOf = (currency: string, frozen: boolean) => ({
  ...{ network: 'ethereum' as const, currency, chain: 'main', address: ADDRESS, uri: ADDRESS },
  ...{ needed: 64, missing: null, frozen },
  least: { currency, amount_in_smallest_unit: 1_000_000 },
})

it('names both tokens of an address once, and which of them its issuer froze', async () => {
  const now = Math.floor(Date.now() / 1000)
  const body = { ways: [wayOf('USDC', false), wayOf('USDT', true)], deposits: [] }
  fakeServer(({ path }) =>
    path.endsWith('/token')
      ? { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
      : { body },
  )
  openPages('/funds', {
    '/funds': () => <PayInByChain currency="USDC" found={body} toSend={[]} />,
  })
  expect(await screen.findAllByRole('heading', { name: 'Pay in by Ethereum' })).toHaveLength(1)
  expect(screen.getAllByText(ADDRESS)).toHaveLength(1)
  const only = within(screen.getByRole('note'))
  expect(only.getByText(/^Ethereum main network only. Send USDC or USDT and/)).toBeTruthy()
  expect(screen.getByText(/64 blocks hold it, about a quarter of an hour/)).toBeTruthy()
  expect(screen.getByText(/issuer of USDT froze this address/)).toBeTruthy()
  expect(screen.queryByText(/issuer of USDC froze/)).toBeNull()
  expect(screen.getByRole('button', { name: /Your address on Ethereum/ })).toBeTruthy()
})
