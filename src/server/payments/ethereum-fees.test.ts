/** What a payment on Ethereum offers: raised where it could not stand by now, within what is paid at the most, and never paid twice, whichever of the offered stands. */
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import type { EthereumNode } from '../gateways/ethereum/node.ts'
import {
  ETH,
  type OnEthereum,
  onEthereum,
  orderIn,
  treasury,
  walletOf,
} from './on-ethereum.test-data.ts'

const { open: opened, rows } = onEthereum()
const ORDERS = [1, 2].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)
/** A unit of gas, in wei: a hundred times what is offered where nobody else asks for anything. */
const DEAR = 10_000_000_000n

const told = async ({ rail }: OnEthereum) =>
  (await rail.ask(IDS)).map(({ outcome, reference }) => [outcome, reference])
const waits = async ({ rail }: OnEthereum) =>
  ((await rail.progress?.(IDS)) ?? []).map(of => of.wait)
const raises = async () =>
  (await rows<{ txid: string }>('select txid from token_rail.raise order by number')).map(
    of => of.txid,
  )
const arrived = async ({ local, rail }: OnEthereum) => {
  await local.settle()
  await rail.follow?.()
}

describe('a fee on ethereum', () => {
  it('is raised where the network asks more than was offered, by the same nonce: one of both stands', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.local.cost(DEAR)
    await on.rail.follow?.()
    const second = await raises()
    expect(await on.local.waiting()).toEqual(second)
    expect(await told(on)).toEqual(second.map(txid => ['SENT', txid]))
    expect(await waits(on)).toEqual([null, null])
    await arrived(on)
    expect(await told(on)).toEqual(second.map(txid => ['SETTLED', txid]))
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await on.local.countOf(treasury.address)).toBe(2)
    expect(await raises()).toEqual(second)
  })

  it('that was raised, and was not heard, leaves the first to stand, which is told then', async () => {
    const on = await opened()
    const first = (await on.rail.send(ORDERS)).map(of => of.reference)
    await on.local.cost(DEAR)
    on.local.mood.refuses = true
    await on.rail.follow?.()
    expect(await raises()).toHaveLength(2)
    await on.local.cost(1n)
    const offered = await rows<{ raw: string }>(
      'select raw from token_rail.transaction order by number',
    )
    for (const { raw } of offered) await on.local.ask('eth_sendRawTransaction', [raw])
    await on.local.mine()
    on.local.mood.refuses = false
    await arrived(on)
    await arrived(on)
    expect(await told(on)).toEqual(first.map(txid => ['SETTLED', txid]))
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await on.local.countOf(treasury.address)).toBe(2)
  })

  it('is never above what is paid at the most: it waits, says so, nothing new leaves, and all of it arrives once the network asks less', async () => {
    const on = await opened({ most_fee: 20_000n })
    await on.rail.send(ORDERS)
    await on.local.cost(DEAR)
    await on.rail.follow?.()
    await on.rail.follow?.()
    expect(await raises()).toHaveLength(2)
    const [most] = await rows<{ fee: string }>('select max(fee) fee from token_rail.raise')
    expect(most?.fee).toBe('20000')
    expect(await waits(on)).toEqual(['FEE_LIMIT', 'FEE_LIMIT'])
    await expect(on.rail.send([orderIn(3)])).rejects.toMatchObject({ code: 'CHAIN_FEE_TOO_HIGH' })
    await on.local.cost(1n)
    await on.rail.follow?.()
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await on.local.countOf(treasury.address)).toBe(2)
  })

  it('is raised as far as the treasury reaches, the oldest first, and the rest once it is funded', async () => {
    const on = await opened({ coin: 3_000_000n })
    await on.rail.send(ORDERS)
    await on.local.cost(DEAR)
    await on.rail.follow?.()
    expect(await raises()).toHaveLength(1)
    expect(await waits(on)).toEqual([null, 'FEE_COINS'])
    await on.local.fund(treasury.address, 'ETH', ETH)
    await arrived(on)
    await on.local.cost(DEAR)
    await on.rail.follow?.()
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await on.local.countOf(treasury.address)).toBe(2)
  })

  it('is raised once by two processes that look at once', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.local.cost(DEAR)
    await Promise.all([on.rail.follow?.(), on.another().follow?.()])
    expect(await raises()).toHaveLength(2)
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
  })
})

describe('a nonce of the treasury that something else used up', () => {
  const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
  /** Uses a nonce by the treasury's key for nothing, as whoever has it could. */
  const useUp = async ({ local }: OnEthereum, nonce: number) => {
    const raw = await account.signTransaction({
      ...({ type: 'legacy', chainId: 1, nonce, gas: 21_000n, gasPrice: DEAR } as const),
      ...{ to: account.address, value: 0n },
    })
    await local.forget()
    return { raw, txid: await local.ask('eth_sendRawTransaction', [raw]) }
  }

  it('fails what named it, with that as its proof, once it is final, and it is paid anew', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const { raw, txid } = await useUp(on, 0)
    await on.local.mine(3)
    await on.rail.follow?.()
    expect((await told(on)).map(([outcome]) => outcome)).toEqual(['SENT', 'SENT'])
    on.local.mood.pruned = true
    await arrived(on)
    expect(await waits(on)).toEqual(['LOST', null])
    on.local.mood.pruned = false
    await on.rail.follow?.()
    await arrived(on)
    const [failed, paid] = await on.rail.ask(IDS)
    expect([failed?.outcome, paid?.outcome]).toEqual(['FAILED', 'SETTLED'])
    expect(failed?.reason).toMatch(/another transaction of Corridor’s wallet in its place/)
    const proofs = await rows(
      'select spent_by, spent_proof from token_rail.transaction where spent_by is not null',
    )
    expect(proofs).toEqual([{ spent_by: txid, spent_proof: raw }])
    const anew = { ...orderIn(9, amounts[0]), account: walletOf(1), before: [attemptOf(1)] }
    await on.rail.send([anew])
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
  })

  it('is proved by nothing that the treasury’s key did not sign', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.local.settle()
    const lying: EthereumNode = {
      ...on.node,
      receipts: async of => of.map(() => null),
      transactionsIn: async at =>
        (await on.node.transactionsIn(at)).map(of => ({ ...of, value: '0x1' })),
    }
    const other = on.another({ node: lying })
    await other.follow?.()
    expect(await waits(on)).toEqual(['LOST', 'LOST'])
    await on.rail.follow?.()
    expect((await told(on)).map(([outcome]) => outcome)).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.paid(ORDERS)).toEqual(amounts)
  })
})
