/** Paying in USDC on Hedera by a process that dies at any word with its nodes or its signer: the chain holds each payment once. */
import { expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import type { HederaNode } from '../gateways/hedera/node.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'
import { onHedera, orderIn, treasury } from './on-hedera.test-data.ts'

const { open: opened } = onHedera()
const ORDERS = [1, 2, 3].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)

/** Which node is next is said by nobody. */
const alive = ({ nodeFor }: HederaNode) => ({ nodeFor })

it('dies before or after any word as it pays, and pays each once all the same', async () => {
  await dyingAtEachWord(
    async (dying, died) => {
      const on = await opened({ lanes: 2 })
      const node = { ...dying({ ...on.node }), ...alive(on.node) }
      const mortal = on.another({ node, signer: dying(treasury) })
      const end = (error: unknown) => expect(error).toBe(died)
      await mortal.send(ORDERS).catch(end)
      on.local.mine(31)
      await mortal.follow?.().catch(end)
      for (let round = 0; round < 3; round++) {
        await on.rail.send(ORDERS)
        await on.rail.follow?.()
        on.local.mine(31)
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
      on.local.pass(250)
      const node = { ...dying({ ...on.node }), ...alive(on.node) }
      const mortal = on.another({ node, signer: dying(treasury) })
      await mortal.follow?.().catch(error => expect(error).toBe(died))
      on.local.mood.refuses = false
      for (let minute = 0; minute < 3; minute++) await on.rail.follow?.()
      on.local.mine(31)
      await on.rail.follow?.()
      expect((await on.rail.ask([order.attempt_uuid]))[0]?.outcome).toBe('SETTLED')
      expect(on.paid([order])).toEqual([order.amount.minor])
      expect(on.local.stood()).toBe(1)
    },
    heavy(3, 1),
  )
})
