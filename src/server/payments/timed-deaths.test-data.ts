/** What holds of a rail whose lanes time uses up, when a process of it dies at any word with its node or its signer: the chain has each payment once. */
import { expect, it } from 'vitest'
import type { Rail, RailOrder } from '../gateways/rails/rail.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'

type Dying = Parameters<Parameters<typeof dyingAtEachWord>[0]>[0]

/** A chain of this machine, and the rail that pays there. */
type OnTime = {
  readonly local: {
    readonly mood: { refuses: boolean }
    mine(by: number): void
    pass(by: number): void
    stood(): number
  }
  readonly rail: Rail
  paid(orders: readonly RailOrder[]): bigint[]
}

/** The tests of one chain: `mortal` is another process of its rail, `turn` how far it goes until a lane has another value, `over` until nothing that was made may stand any more; it dies at `every` so-many-th word. */
export function diesAtEachWord<On extends OnTime>(of: {
  readonly orders: readonly [RailOrder, ...RailOrder[]]
  readonly turn: number
  readonly over: number
  readonly every: number
  open(of: { readonly lanes: number }): Promise<On>
  mortal(on: On, dying: Dying, as: 'pays' | 'finds it dead'): Rail
}): void {
  const { orders, turn, over } = of
  const outcomes = async ({ rail }: On) =>
    (await rail.ask(orders.map(order => order.attempt_uuid))).map(one => one.outcome)

  it('pays each once all the same as it pays', async () => {
    await dyingAtEachWord(async (dying, died) => {
      const on = await of.open({ lanes: 2 })
      const mortal = of.mortal(on, dying, 'pays')
      const end = (error: unknown) => expect(error).toBe(died)
      await mortal.send(orders).catch(end)
      on.local.mine(turn)
      await mortal.follow?.().catch(end)
      for (let round = 0; round < orders.length; round++) {
        await on.rail.send(orders)
        await on.rail.follow?.()
        on.local.mine(turn)
      }
      await on.rail.follow?.()
      expect(on.paid(orders)).toEqual(orders.map(order => order.amount.minor))
      expect(await outcomes(on)).toEqual(orders.map(() => 'SETTLED'))
      expect(on.local.stood()).toBe(orders.length)
    }, of.every)
  })

  it('pays by another once as it finds out that a payment is dead', async () => {
    const [order] = orders
    await dyingAtEachWord(async (dying, died) => {
      const on = await of.open({ lanes: 2 })
      on.local.mood.refuses = true
      await on.rail.send([order])
      on.local.pass(over)
      const mortal = of.mortal(on, dying, 'finds it dead')
      await mortal.follow?.().catch(error => expect(error).toBe(died))
      on.local.mood.refuses = false
      for (let minute = 0; minute < 3; minute++) await on.rail.follow?.()
      on.local.mine(turn)
      await on.rail.follow?.()
      expect(await outcomes(on)).toEqual(['SETTLED'])
      expect(on.paid([order])).toEqual([order.amount.minor])
      expect(on.local.stood()).toBe(1)
    }, of.every)
  })
}
