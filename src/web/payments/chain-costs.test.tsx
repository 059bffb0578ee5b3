/** What the checklist says that a chain takes. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ChainCosts } from './parts/chain-costs.tsx'

afterEach(cleanup)

const inBitcoin = (amount_in_smallest_unit: number) => ({
  currency: 'BTC',
  amount_in_smallest_unit,
})
const inSol = (amount_in_smallest_unit: number) => ({ currency: 'SOL', amount_in_smallest_unit })
const COST = {
  ...{ network: 'bitcoin', payments: 3, total: inBitcoin(2_113_000), fee: inBitcoin(4_860) },
  ...{ fee_rate: 18, asked_at: '2026-11-27T20:31:00Z', ready: inBitcoin(5_000_000) },
  ...{ short: null, wait: null },
} as const

it.each([
  [
    'what it takes',
    {},
    /can pay 0.05 BTC by now, which is enough.*about 0.0000486 BTC.*18 satoshi/,
  ],
  ['what is lacking', { short: inBitcoin(113_000) }, /lacks 0.00113 BTC.*fund it first/],
  ['that nobody knows the fee', { fee: null, fee_rate: null }, /enough. Nobody knows yet/],
  [
    'what a transaction takes, and the accounts of payees, where the network is paid otherwise',
    {
      fee_unit: 'LAMPORTS_TRANSACTION',
      fee: inSol(18_600),
      fee_rate: 6_200,
      accounts: inSol(6_117_840),
    },
    /about 0.0000186 SOL.*6,200 lamports a payment.*up to 0.00611784 SOL for payees/,
  ],
  ['that the network cannot be paid', { coin_short: inSol(4_000_000) }, /lacks 0.004 SOL for what/],
  ['why nothing leaves', { wait: 'FEE_TOO_HIGH' }, /more than is paid at the most, so nothing/],
] as const)('%s', async (_what, more, said) => {
  openPages('/checklist', { '/checklist': () => <ChainCosts of={[{ ...COST, ...more }]} /> })
  const link = await screen.findByRole('link', { name: 'Our wallets' })
  expect(link.getAttribute('href')).toBe('/operations/funds')
  expect(document.body.textContent?.replace(/\s+/g, ' ')).toMatch(said)
})
