/** What a wallet is on its chain, as its owner reads it. */
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { DestinationRow } from './parts/destination-row.tsx'
import { OnItsChain } from './parts/on-its-chain.tsx'
import type { Destination } from './queries.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const WALLET = { destination_uuid: 'one', network: 'algo', currency: 'USDC', held: true }

/** Shows a wallet; answers the calls that it makes. */
function open(on_chain: Destination['on_chain'], more: object = {}): string[] {
  const called: string[] = []
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ method, path }) => {
    if (path.endsWith('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (method !== 'GET') called.push(`${method} ${path}`)
    return { body: { destinations: [], changes: [], version: '' } }
  })
  const wallet = { ...WALLET, ...more, on_chain } as Destination
  openPages('/methods', {
    '/methods': () => (
      <>
        <OnItsChain wallet={wallet} />
        <p>the next wallet</p>
      </>
    ),
  })
  return called
}

const of = (state: NonNullable<Destination['on_chain']>['state'], looking = false) => ({
  ...{ state, looking, looked_at: state && '2026-03-02T10:00:00Z' },
})

it.each([
  ['what is being asked', of(null, true), /^Asking Algorand whether this wallet takes USDC/],
  ['what takes what is sent', of('READY'), /says that this wallet takes USDC/],
  ['what Corridor makes', of('NEW'), /Corridor makes one with the first payment, and pays for it/],
  ['what has not opted in', of('NOT_OPTED_IN'), /does not take USDC on Algo.* yet/],
  ['what is no wallet', of('NO_WALLET'), /no wallet: nothing sent here would arrive/],
  ['what is frozen', of('FROZEN'), /Whoever issues USDC froze this wallet/],
] as const)('says %s', async (_what, on_chain, words) => {
  open(on_chain)
  expect(await screen.findByText(words)).toBeTruthy()
})

it.each([
  ['nothing is known', null, {}],
  ['nothing was learned', of(null), {}],
  ['it is well and not new', of('READY'), { held: false }],
] as const)('says nothing where %s', async (_why, on_chain, more) => {
  open(on_chain, more)
  const beside = await screen.findByText('the next wallet')
  expect(beside.previousElementSibling).toBeNull()
})

it('is looked at again by a press, once', async () => {
  const called = open(of('NOT_OPTED_IN'))
  await userEvent.click(await screen.findByRole('button', { name: 'Look again' }))
  await expect.poll(() => called).toHaveLength(1)
  expect(called[0]).toMatch(/^PUT .*\/contractor\/crypto-wallets\/one\/look$/)
})

it.each([
  ['takes it', of('READY'), 1],
  ['is no wallet', of('NO_WALLET'), 0],
] as const)(
  'is asked to be given a share, and a small payment first, where it %s',
  async (_what, on_chain, count) => {
    const said = {
      proved_at: null,
      message_to_sign: null,
      allowed_actions: [],
      first_payment: null,
    }
    const wallet = {
      ...{ ...WALLET, ...said, network: 'solana', held: false, label: 'Toke…Q5DA', kind: 'wallet' },
      ...{ created_at: '2026-03-02T10:00:00Z', usable_from: '2026-03-03T10:00:00Z' },
      ...{ address: 'Toke', bank: null, first_payment_may_be: ['WANTED'], on_chain },
    } as unknown as Destination
    const none = () => {}
    fakeServer(() => ({ body: {} }))
    openPages('/methods', {
      '/methods': () => (
        <DestinationRow
          {...{ destination: wallet, index: 0, kept: [], text: '0.00' }}
          {...{ onType: none, onLeave: none }}
        />
      ),
    })
    await screen.findByLabelText(/^Percentage for/)
    expect(screen.queryAllByText(/Give it a share/)).toHaveLength(count)
    expect(screen.queryAllByRole('button', { name: 'Send a small payment first' })).toHaveLength(
      count,
    )
  },
)
