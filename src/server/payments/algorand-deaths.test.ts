/** Paying in tokens on Algorand by a process that dies at any word with its node or its signer: the chain holds each payment once. */
import { expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'
import { onAlgorand, orderIn, treasury } from './on-algorand.test-data.ts'

const { open: opened } = onAlgorand()
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
      on.local.mine(21)
      await mortal.follow?.().catch(end)
      for (let round = 0; round < 3; round++) {
        await on.rail.send(ORDERS)
        await on.rail.follow?.()
        on.local.mine(21)
      }
      await on.rail.follow?.()
      expect(on.paid(ORDERS)).toEqual(amounts)
      expect((await on.rail.ask(IDS)).map(of => of.outcome)).toEqual(Array(3).fill('SETTLED'))
      expect(on.local.stood()).toBe(3)
    },
    heavy(3, 1),
  )
})

it('dies before or after any word as it finds out that a payment is dead, and pays by another once', async () => {
  await dyingAtEachWord(
    async (dying, died) => {
      const on = await opened({ lanes: 2 })
      const [order] = ORDERS
      if (!order) throw new Error('an order')
      on.local.mood.refuses = true
      await on.rail.send([order])
      on.local.pass(520)
      // Of the blocks that it reads one is like the other: it dies before and after all of them.
      const node = { ...dying(on.node), txidsIn: on.node.txidsIn }
      const mortal = on.another({ node, signer: dying(treasury) })
      await mortal.follow?.().catch(error => expect(error).toBe(died))
      on.local.mood.refuses = false
      for (let minute = 0; minute < 3; minute++) await on.rail.follow?.()
      on.local.mine(21)
      await on.rail.follow?.()
      expect((await on.rail.ask([order.attempt_uuid]))[0]?.outcome).toBe('SETTLED')
      expect(on.paid([order])).toEqual([order.amount.minor])
      expect(on.local.stood()).toBe(1)
    },
    heavy(3, 1),
  )
})
