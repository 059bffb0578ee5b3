/** Paying in tokens on Solana by a signer in a process of its own. */
import { expect, it } from 'vitest'
import { solanaSignerAt } from '../gateways/signer/client.ts'
import { solanaChain } from '../gateways/solana/solana-chain.ts'
import { type OnSolana, onSolana, orderIn, SOL, walletOf } from './on-solana.test-data.ts'
import { signedApart } from './tokens-signed-apart.test-data.ts'

const stage = onSolana()
const opened = new WeakMap<object, OnSolana>()

const { open } = signedApart({
  ...{ network: 'solana', orderIn, walletOf, rows: stage.rows },
  ...{ coin: { SOL: 1_000_000_000 }, most_fee: 1_000_000 },
  open: async process => {
    const on = await stage.open({ lanes: 6 })
    opened.set(process, on)
    const signer = solanaSignerAt(process)
    return {
      rail: await on.another({ signer }),
      another: hear => on.another({ signer: hear(signer) }),
      ...{ paid: on.paid, settle: async () => on.local.settle() },
    }
  },
})

it('has its signer open lanes, which count for what they lay down each time', async () => {
  const { process } = await open()
  const on = opened.get(process)
  if (!on) throw new Error('it was opened')
  const chain = await solanaChain(on.node, solanaSignerAt(process), { lanes: 8 })
  const { lane } = await chain.prices()
  await chain.open(SOL)
  expect(await process.left('SOL')).toBe(SOL - 2n * lane - 5_000n)
  on.local.settle()
  expect(await chain.lanes()).toHaveLength(8)
})
