/** A payment whose transaction is dead and that is paid anew: whatever the chain leaves behind afterwards, its own books show it paid once. */
import { describe, expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import type { RailOrder } from '../gateways/rails/rail.ts'
import { explainedByTwo } from './explained.test-data.ts'
import {
  after,
  COIN,
  type OnAChain,
  onAChain,
  orderOf,
  payeeOf,
  treasury,
} from './on-a-chain.test-data.ts'

const { open, rows } = onAChain()
const payee = payeeOf(1)

/** The n-th attempt to pay the same payee, after the ones named. */
function attempt(n: number, minor: bigint, before: readonly number[] = []): RailOrder {
  return orderOf(n, minor, { account: payee, ...after(...before) })
}

type Spent = { coin_txid: string; coin_vout: number }
type Opened = OnAChain & {
  follow(): Promise<void>
  /** What the transaction of an attempt spends, its id, and itself as it was signed. */
  spentBy(n: number): Promise<Spent[]>
  txidOf(n: number): Promise<string>
  rawOf(n: number): Promise<string>
  outcomes(...of: number[]): Promise<string[]>
}

/** A treasury of coins of a million satoshi each, and empty books. */
async function opened(coins: number): Promise<Opened> {
  const on = await open(coins)
  const { rail } = on
  const one = async (n: number) => {
    const [row] = await rows<{ txid: string; raw: string }>(
      `select txid, raw from bitcoin_rail.payout join bitcoin_rail.transaction using (txid) where attempt_uuid = '${attemptOf(n)}'`,
    )
    if (!row) throw new Error(`attempt ${n} has no transaction`)
    return row
  }
  return {
    ...on,
    follow: async () => rail.follow?.(),
    txidOf: async n => (await one(n)).txid,
    rawOf: async n => (await one(n)).raw,
    spentBy: async n =>
      rows<Spent>(
        `select coin_txid, coin_vout from bitcoin_rail.input where txid = '${(await one(n)).txid}' order by 1, 2`,
      ),
    outcomes: async (...of) => {
      const told = new Map((await rail.ask(of.map(attemptOf))).map(it => [it.attempt_uuid, it]))
      return of.map(n => told.get(attemptOf(n))?.outcome ?? 'UNKNOWN')
    },
  }
}

/** The transaction of an attempt is dead: its first coin was spent otherwise; answers by what. The treasury is paid five million meanwhile. */
async function dies(on: Opened, to?: string, n = 1): Promise<string> {
  const [coin] = await on.spentBy(n)
  const other = on.chain.spendElsewhere(coin?.coin_txid ?? '', coin?.coin_vout ?? 0, to)
  on.chain.fund(treasury.address, 5n * COIN)
  on.chain.mine(6)
  await on.follow()
  await explainedByTwo(on.rail)
  expect(await on.outcomes(n)).toEqual(['FAILED'])
  return other
}

/** All blocks since are left behind, and with them what spent the coin; whatever of ours lives is offered in this order. */
async function revives(
  on: Opened,
  without: readonly string[],
  raws: readonly string[],
  blocks = 7,
) {
  on.chain.reorganise(blocks, without)
  for (const raw of raws) await on.chain.node.broadcast(raw)
  on.chain.mine(6)
  await on.follow()
  on.chain.mine(6)
  await on.follow()
}

describe('a payment whose transaction is dead', () => {
  for (const winner of ['the dead one', 'the new one'] as const)
    it(`is paid once by what spends its other coin, where ${winner} is mined after seven blocks were left behind`, async () => {
      const on = await opened(3)
      await on.rail.send([attempt(1, 1_500_000n)])
      expect(await on.spentBy(1)).toHaveLength(2)
      const other = await dies(on)
      const again = attempt(2, 1_500_000n, [1])
      expect((await on.rail.send([again]))[0]?.outcome).toBe('SENT')
      const first = await on.spentBy(1)
      expect(
        (await on.spentBy(2)).filter(of =>
          first.some(it => it.coin_txid === of.coin_txid && it.coin_vout === of.coin_vout),
        ),
      ).toHaveLength(1)
      on.chain.mine()
      await on.follow()
      const raws = [await on.rawOf(1), await on.rawOf(2)]
      const left = winner === 'the dead one' ? [other, await on.txidOf(2)] : [other]
      await revives(on, left, winner === 'the dead one' ? raws : raws.toReversed())
      expect(on.chain.paid(payee)).toBe(1_500_000n)
      expect(await on.outcomes(1, 2)).toEqual(
        winner === 'the dead one' ? ['SETTLED', 'FAILED'] : ['FAILED', 'SETTLED'],
      )
    })

  it('is paid by what descends from what killed it, which is gone with that', async () => {
    const on = await opened(1)
    await on.rail.send([attempt(1, 500_000n)])
    const other = await dies(on, treasury.address)
    await on.rail.send([attempt(2, 500_000n, [1])])
    expect(await on.spentBy(2)).toEqual([{ coin_txid: other, coin_vout: 0 }])
    on.chain.mine()
    await on.follow()
    await revives(on, [other], [await on.rawOf(1), await on.rawOf(2)])
    expect(on.chain.paid(payee)).toBe(500_000n)
    // What killed the first can stand in no block any more, nor what descends from it.
    expect(await on.outcomes(1, 2)).toEqual(['SETTLED', 'FAILED'])
  })

  it('is paid by the change of another that took its free coin meanwhile', async () => {
    const on = await opened(2)
    await on.rail.send([attempt(1, 1_500_000n)])
    const other = await dies(on)
    expect((await on.rail.send([attempt(8, 5_500_000n)]))[0]?.outcome).toBe('SENT')
    on.chain.fund(treasury.address, 5n * COIN)
    on.chain.mine()
    await on.follow()
    await on.rail.send([attempt(2, 1_500_000n, [1])])
    expect((await on.spentBy(2)).map(of => of.coin_txid)).toContain(await on.txidOf(8))
    on.chain.mine()
    await on.follow()
    const left = [other, await on.txidOf(8), await on.txidOf(2)]
    await revives(on, left, [await on.rawOf(1)], 8)
    expect(on.chain.paid(payee)).toBe(1_500_000n)
    expect(await on.outcomes(1, 8, 2)).toEqual(['SETTLED', 'FAILED', 'FAILED'])
  })

  it('and the next that is dead as well are both kept out', async () => {
    const on = await opened(3)
    await on.rail.send([attempt(1, 2_500_000n)])
    await dies(on)
    await on.rail.send([attempt(2, 6_500_000n, [1])])
    const [first, second] = [await on.spentBy(1), await on.spentBy(2)]
    const big = second.find(of => !first.some(it => it.coin_txid === of.coin_txid))
    on.chain.spendElsewhere(big?.coin_txid ?? '', big?.coin_vout ?? 0)
    on.chain.fund(treasury.address, 9n * COIN)
    on.chain.mine(6)
    await on.follow()
    await explainedByTwo(on.rail)
    expect(await on.outcomes(1, 2)).toEqual(['FAILED', 'FAILED'])
    await on.rail.send([attempt(3, 2_500_000n, [1, 2])])
    const third = await on.spentBy(3)
    const shares = (of: Spent[]) => third.some(it => of.some(one => one.coin_txid === it.coin_txid))
    expect([shares(first), shares(second)]).toEqual([true, true])
  })

  it('does not leave by itself where a foreign hand spent its only coin, and stops no other; without that demand it leaves', async () => {
    const on = await opened(1)
    await on.rail.send([attempt(1, 500_000n)])
    await dies(on)
    const said = await on.rail.send([attempt(2, 500_000n, [1]), attempt(9, 10_000n)])
    expect(said.map(({ outcome, by_two = false }) => [outcome, by_two])).toEqual([
      ['FAILED', true],
      ['SENT', false],
    ])
    expect(said[0]?.reason).toMatch(/could arrive after all/)
    expect(await on.rail.send([attempt(2, 500_000n)])).toEqual([said[0]])
    expect((await on.rail.send([attempt(3, 500_000n)]))[0]?.outcome).toBe('SENT')
  })

  it('is not paid beside a transaction of before that lives', async () => {
    const on = await opened(2)
    await on.rail.send([attempt(1, 500_000n)])
    const [said] = await on.rail.send([attempt(2, 500_000n, [1])])
    expect(said).toMatchObject({ outcome: 'FAILED', by_two: false })
    expect(said?.reason).toMatch(/may still arrive/)
    on.chain.mine()
    expect(on.chain.paid(payee)).toBe(500_000n)
  })
})
