/** What a payment on Solana offers: raised by the same nonce where it could not stand by now, and never paid twice, whichever of the offered stands. */
import { describe, expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { MOST_FEE } from '../gateways/solana/network.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'
import { type OnSolana, onSolana, orderIn, SOL, treasury } from './on-solana.test-data.ts'

const { open: opened, rows } = onSolana()
const ORDERS = [1, 2].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)
/** Millionths of a lamport for a unit, as the last blocks asked them. */
const DEAR = [80_000n, 90_000n, 100_000n]
const CHEAP = [0n, 0n, 0n]

const told = async ({ rail }: OnSolana) =>
  (await rail.ask(IDS)).map(({ outcome, reference }) => [outcome, reference])
const waits = async ({ rail }: OnSolana) => ((await rail.progress?.(IDS)) ?? []).map(of => of.wait)
const raises = () =>
  rows<{ txid: string; raw: string; fee: string }>(
    'select txid, raw, fee from token_rail.raise order by number',
  )
const arrived = async ({ local, rail }: OnSolana) => {
  local.settle()
  await rail.follow?.()
}

describe('a fee on solana', () => {
  it('is raised where the last blocks asked more than was offered, by the same nonce: one of both stands', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.forget()
    on.local.mood.unitPrices = DEAR
    on.local.mood.refuses = true
    await on.rail.follow?.()
    const second = await raises()
    expect(second).toHaveLength(2)
    expect(await told(on)).toEqual(second.map(({ txid }) => ['SENT', txid]))
    on.local.mood.refuses = false
    for (const { raw } of second) on.local.offer(raw)
    await arrived(on)
    expect(await told(on)).toEqual(second.map(({ txid }) => ['SETTLED', txid]))
    // The first are offered once more, and stand nowhere: their nonces are used up.
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await raises()).toEqual(second)
  })

  it('that was raised, and was not heard, leaves the first to stand, which is told then', async () => {
    const on = await opened()
    const first = (await on.rail.send(ORDERS)).map(of => of.reference)
    on.local.mood.unitPrices = DEAR
    on.local.mood.refuses = true
    await on.rail.follow?.()
    expect(await raises()).toHaveLength(2)
    on.local.mood.refuses = false
    await arrived(on)
    await arrived(on)
    expect(await told(on)).toEqual(first.map(txid => ['SETTLED', txid]))
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(on.local.stood().failed).toBe(0)
  })

  it('stays as it is where it would stand, however long it waits', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.mood.unitPrices = CHEAP
    for (let n = 0; n < 3; n++) {
      on.local.forget()
      await on.rail.follow?.()
    }
    expect(await raises()).toEqual([])
    on.local.mood.unitPrices = null
    await on.rail.follow?.()
    expect(await raises()).toEqual([])
  })

  it('is never above what is paid at the most: it waits, says so, and arrives once the network asks less', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.forget()
    on.local.mood.unitPrices = [90_000_000n, 90_000_000n, 90_000_000n]
    on.local.mood.refuses = true
    await on.rail.follow?.()
    await on.rail.follow?.()
    const second = await raises()
    expect(second.map(of => BigInt(of.fee))).toEqual([MOST_FEE, MOST_FEE])
    expect(await waits(on)).toEqual(['FEE_LIMIT', 'FEE_LIMIT'])
    on.local.mood.refuses = false
    on.local.mood.unitPrices = CHEAP
    await on.rail.follow?.()
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await raises()).toEqual(second)
  })

  it('is raised once by two processes that look at once', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.mood.unitPrices = DEAR
    const other = await on.another()
    await Promise.all([on.rail.follow?.(), other.follow?.()])
    expect(await raises()).toHaveLength(2)
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
  })

  it('takes of the treasury what one of both took', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.mood.unitPrices = DEAR
    await on.rail.follow?.()
    await arrived(on)
    await on.rail.follow?.()
    const [usdc] = (await on.rail.treasuries?.()) ?? []
    expect(usdc?.coin).toEqual({ currency: 'SOL', minor: on.local.coinOf(treasury.address) })
    expect(usdc?.coin_missing ?? null).toBeNull()
    expect(on.local.coinOf(treasury.address)).toBeLessThan(SOL)
  })

  it('is raised by who dies before or after any word, and each is paid once all the same', async () => {
    await dyingAtEachWord(
      async (dying, died) => {
        const on = await opened()
        await on.rail.send(ORDERS)
        on.local.mood.unitPrices = DEAR
        const mortal = await on.another({ node: dying(on.node), signer: dying(treasury) })
        await mortal.follow?.().catch(error => expect(error).toBe(died))
        await on.rail.follow?.()
        expect(await raises()).toHaveLength(2)
        await arrived(on)
        expect(await on.paid(ORDERS)).toEqual(amounts)
        expect((await told(on)).map(([outcome]) => outcome)).toEqual(['SETTLED', 'SETTLED'])
      },
      heavy(7, 1),
    )
  })
})
