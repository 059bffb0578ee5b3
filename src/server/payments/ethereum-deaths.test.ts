/** Paying in tokens on Ethereum by a process that dies at any word with its node or its signer: the chain holds each payment once. */
import { expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'
import { onEthereum, orderIn, treasury } from './on-ethereum.test-data.ts'

const { open: opened, rows } = onEthereum({ epoch: 4 })
const ORDERS = [1, 2, 3].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)

it('dies before or after any word as it pays, and pays each once all the same', async () => {
  await dyingAtEachWord(
    async (dying, died) => {
      const on = await opened({ lanes: 2 })
      const mortal = on.another({ node: dying(on.node), signer: dying(treasury) })
      const end = (error: unknown) => expect(error).toBe(died)
      await mortal.send(ORDERS).catch(end)
      await on.local.settle()
      await mortal.follow?.().catch(end)
      for (let round = 0; round < 3; round++) {
        await on.rail.send(ORDERS)
        await on.rail.follow?.()
        await on.local.settle()
      }
      await on.rail.follow?.()
      expect(await on.paid(ORDERS)).toEqual(amounts)
      expect((await on.rail.ask(IDS)).map(of => of.outcome)).toEqual(Array(3).fill('SETTLED'))
      expect(await on.local.countOf(treasury.address)).toBe(3)
    },
    heavy(7, 1),
  )
})

it('dies before or after any word as it raises a fee, and pays each once all the same', async () => {
  const two = ORDERS.slice(0, 2)
  await dyingAtEachWord(
    async (dying, died) => {
      const on = await opened()
      await on.rail.send(two)
      await on.local.cost(10_000_000_000n)
      const mortal = on.another({ node: dying(on.node), signer: dying(treasury) })
      await mortal.follow?.().catch(error => expect(error).toBe(died))
      await on.rail.follow?.()
      const [raised] = await rows<{ n: number }>('select count(*)::int n from token_rail.raise')
      expect(raised?.n).toBe(2)
      await on.local.settle()
      await on.rail.follow?.()
      expect(await on.paid(two)).toEqual(amounts.slice(0, 2))
      expect((await on.rail.ask(IDS)).map(of => of.outcome)).toEqual(Array(2).fill('SETTLED'))
      expect(await on.local.countOf(treasury.address)).toBe(2)
    },
    heavy(7, 1),
  )
})
