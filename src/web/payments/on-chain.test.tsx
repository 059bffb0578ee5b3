/** Payments on a chain: what is asked for, and what stands where. */
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { Confirmations, Transaction, useOnChain } from './parts/on-chain.tsx'
import { PartsOnChain } from './shared.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TRANSACTION = 'a1b2c3d4'.repeat(8)
const SENT = { network: 'bitcoin', status: 'SENT', simulated: false, outside: false } as const

function Payments({ of }: { of: Parameters<typeof useOnChain>[0] }) {
  const onChain = useOnChain(of)
  return of.map(({ payment_uuid }) => {
    const found = onChain(payment_uuid)
    return (
      <div key={payment_uuid}>
        {found ? (
          <>
            <Transaction of={found} copied />
            <Confirmations of={found} />
          </>
        ) : (
          'nothing known'
        )}
      </div>
    )
  })
}

/** Payments as a list answers them; asked again, it has what became of them by then. */
function Listed({ asked }: { asked: () => 'SENT' | 'SETTLED' }) {
  const { data: status } = useQuery({ queryKey: ['listUnpaid'], queryFn: asked })
  return (
    <>
      {status}
      {status && <Payments of={[{ ...SENT, payment_uuid: 'one', status }]} />}
    </>
  )
}

/** Opens payments beside a server that answers so of those on a chain; answers what it was asked for. */
function open(of: Parameters<typeof useOnChain>[0] | ReactNode, answer: object): string[] {
  const asked: string[] = []
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    const [, query] = path.split('/payments/on-chain?')
    if (query === undefined) return { body: {} }
    asked.push(query)
    return { body: { payments: [{ payment_uuid: 'one', needed: 6, since: null, ...answer }] } }
  })
  const page = Array.isArray(of) ? <Payments of={of} /> : (of as ReactNode)
  openPages('/payments', { '/payments': () => page })
  return asked
}

const quiet = { wait: null, fee_rate: null, fee_rate_now: null, allowed_actions: [] }

it('asks once, and of nothing that no chain carries', async () => {
  const asked = open(
    [
      { ...SENT, payment_uuid: 'one' },
      { ...SENT, payment_uuid: 'two', status: 'SETTLED' },
      { ...SENT, payment_uuid: 'bank', network: 'fiat' },
      { ...SENT, payment_uuid: 'outside', outside: true },
      { ...SENT, payment_uuid: 'planned', status: 'SCHEDULED' },
    ],
    { ...quiet, transaction: TRANSACTION, link: null, confirmations: 2 },
  )
  expect(await screen.findByText(/In 2 of 6 blocks/)).toBeTruthy()
  expect(asked.map(query => new URLSearchParams(query).get('payment_uuids'))).toEqual(['one,two'])
})

it('leads to an explorer where there is one, and says why it waits where it does', async () => {
  const link = `https://explorer.example.test/tx/${TRANSACTION}`
  open([{ ...SENT, payment_uuid: 'one' }], {
    ...quiet,
    ...{ transaction: TRANSACTION, link, confirmations: 0, wait: 'NETWORK' },
  })
  const leads = await screen.findByRole('link', { name: /looks the transaction up/ })
  expect(leads.getAttribute('href')).toBe(link)
  expect(leads.getAttribute('rel')).toContain('noopener')
  expect(screen.getByText(/network is busy/)).toBeTruthy()
})

it('says that nothing of it is made yet', async () => {
  open([{ ...SENT, payment_uuid: 'one', status: 'EXECUTING' }], {
    ...quiet,
    ...{ transaction: null, link: null, confirmations: 0 },
  })
  expect(await screen.findByText(/not made yet/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('has what lists a payment look again once its chain has it, until that says so as well', async () => {
  const said: ('SENT' | 'SETTLED')[] = ['SENT', 'SETTLED']
  const asked = vi.fn(() => said.shift() ?? 'SETTLED')
  open(<Listed asked={asked} />, {
    ...quiet,
    ...{ transaction: TRANSACTION, link: null, confirmations: 6 },
  })
  expect(await screen.findByText('SETTLED')).toBeTruthy()
  expect(asked).toHaveBeenCalledTimes(2)
})

it('stand on a home with their transaction and how far they have come, those that left by a chain alone', async () => {
  const parts = ['one', 'bank'].map(payment_uuid => ({
    ...{ ...SENT, payment_uuid, label: `Wallet ${payment_uuid}`, destination_uuid: payment_uuid },
    network: payment_uuid === 'one' ? 'bitcoin' : 'fiat',
  })) as never
  const link = 'https://explorer.example.test/tx/1'
  const asked = open(<PartsOnChain parts={parts} />, {
    ...{ transaction: TRANSACTION, link, confirmations: 2, wait: null },
  })
  expect(await screen.findByText(/In 2 of 6 blocks/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /a1b2/ }).getAttribute('href')).toBe(link)
  expect(screen.queryByText('Wallet bank')).toBeNull()
  expect(asked).toEqual(['payment_uuids=one'])
})
