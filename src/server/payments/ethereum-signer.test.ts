/** Paying in tokens on Ethereum by a signer in a process of its own. */
import { expect, it } from 'vitest'
import { ethereumSignerAt } from '../gateways/signer/client.ts'
import { type OnEthereum, onEthereum, orderIn, walletOf } from './on-ethereum.test-data.ts'
import { signedApart } from './tokens-signed-apart.test-data.ts'

const stage = onEthereum({ epoch: 4 })
const opened = new WeakMap<object, OnEthereum>()
/** A unit of gas, in wei: a hundred times what is offered where nobody else asks for anything. */
const DEAR = 10_000_000_000n

const { open, hold, outcomes, waits, settled } = signedApart({
  ...{ network: 'ethereum', orderIn, walletOf, rows: stage.rows },
  ...{ coin: { ETH: 100_000_000 }, most_fee: 5_000_000 },
  open: async process => {
    const on = await stage.open()
    opened.set(process, on)
    const signer = ethereumSignerAt(process)
    return {
      rail: on.another({ signer }),
      another: async hear => on.another({ signer: hear(signer) }),
      ...{ paid: on.paid, settle: on.local.settle },
    }
  },
})

const raises = () => stage.rows('select from token_rail.raise')

/** Payments that wait for a block, and offer too little by now to stand in one. */
async function givenLow() {
  const on = await open()
  const { local } = opened.get(on.process) as OnEthereum
  const orders = [1, 2].map(n => orderIn(n, 300_000n))
  await on.rail.send(orders)
  await local.cost(DEAR)
  return { ...on, local, orders }
}

it('signs for a higher fee, of which the difference alone counts', async () => {
  const on = await givenLow()
  await on.process.kill()
  await on.rail.follow?.()
  expect(await raises()).toEqual([])
  expect(await waits(on.rail, on.orders)).toEqual(['FEE_SIGNER', 'FEE_SIGNER'])
  await on.process.start()
  const before = (await on.process.left('ETH')) ?? 0n
  await on.rail.follow?.()
  expect(await raises()).toHaveLength(2)
  // Its hour holds a hundred thousand of the token yet, and no second time what is paid by both.
  expect(await on.process.left('USDC')).toBe(100_000n)
  const fees = await stage.rows<{ fee: string }>('select fee from token_rail.transaction')
  const dearer = fees.reduce((sum, { fee }) => sum + BigInt(fee), 0n)
  expect((await on.process.left('ETH')) ?? 0n).toBeLessThan(before)
  expect(await on.process.left('ETH')).toBe(100_000_000n - dearer)
  await settled(on)
  expect(await on.paid(on.orders)).toEqual([300_000n, 300_000n])
  expect(await outcomes(on.rail, on.orders)).toEqual(['SETTLED', 'SETTLED'])
})

it('signs nothing in the place of a payment that pays somebody else or more, whatever our books say', async () => {
  const on = await givenLow()
  await stage.rows(`update token_rail.payout set payee = '${walletOf(5)}', amount = 1000`)
  await on.rail.follow?.()
  expect(await hold()).toBe('SIGNER_REFUSES')
  expect(await waits(on.rail, on.orders)).toEqual(['FEE_SIGNER', 'FEE_SIGNER'])
  expect(on.process.said()).toContain('"refused":"PAYS_OTHERWISE"')
  expect(await raises()).toEqual([])
  await on.local.cost(1n)
  await on.rail.follow?.()
  await settled(on)
  expect(await on.paid([...on.orders, orderIn(5, 0n)])).toEqual([300_000n, 300_000n, 0n])
})
