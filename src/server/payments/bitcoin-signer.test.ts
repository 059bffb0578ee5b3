/** Paying in bitcoin by a signer in a process of its own: what it allows leaves, what it refuses is said in words, and an attacker with our database gets no further. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { RailOrder } from '../gateways/rails/rail.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import { bitcoinSignerAt } from '../gateways/signer/client.ts'
import { type SignerProcess, signerProcess } from '../gateways/signer/signer-process.test-data.ts'
import { type OnAChain, onAChain, orderOf, payeeOf } from './on-a-chain.test-data.ts'

const THEIRS = payeeOf(99)
const LISTED = Array.from({ length: 8 }, (_, at) => payeeOf(at + 1))
const RULES = {
  ...{ most_payment: { BTC: 300_000 }, most_hour: { BTC: 700_000 }, most_fee: 20_000 },
  payees: 'LISTED',
}

const stage = onAChain()
const started: SignerProcess[] = []
afterAll(async () => {
  for (const one of started) await one.remove()
})

/** An order to somebody who may be another than the n-th payee. */
const orderTo = (n: number, minor: bigint, account: string): RailOrder =>
  orderOf(n, minor, { account })

async function open(): Promise<OnAChain & { process: SignerProcess }> {
  const process = signerProcess('bitcoin', RULES, LISTED)
  started.push(process)
  await process.start()
  return { process, ...(await stage.open(3, bitcoinSignerAt(process))) }
}
const hold = async () => {
  const [row] = await stage.rows<{ held: string | null }>('select held from bitcoin_rail.follow')
  return row?.held ?? null
}
railContract('bitcoin by a signer of its own', async () => (await open()).rail, {
  orders: [1, 2, 3].map(n => orderOf(n, 10_000n + BigInt(n))),
  currency: 'BTC',
})

describe('bitcoin by a signer of its own', () => {
  it('refuses by name who is not listed and what is too much, and pays the others', async () => {
    const on = await open()
    const orders = [orderOf(1, 50_000n), orderTo(2, 50_000n, THEIRS), orderOf(3, 300_001n)]
    await on.rail.send(orders)
    on.chain.mine()
    expect(on.chain.paid(payeeOf(1))).toBe(50_000n)
    expect(on.chain.paid(THEIRS) + on.chain.paid(payeeOf(3))).toBe(0n)
    const said = (await on.rail.ask(orders.map(one => one.attempt_uuid))).map(one => one.outcome)
    expect(said).toEqual(['SENT', 'FAILED', 'FAILED'])
    expect(JSON.stringify(await on.rail.ask([orders[1]?.attempt_uuid ?? '']))).toContain(
      'list of whom',
    )
    // Listed by now: what was refused stays so, and a new attempt leaves.
    appendFileSync(join(on.process.dir, 'payees.txt'), `${THEIRS}\n`)
    await on.rail.send([...orders, orderTo(4, 50_000n, THEIRS)])
    on.chain.mine()
    expect(on.chain.paid(THEIRS)).toBe(50_000n)
  })

  it('lets what is beyond the hour wait, unpaid and unrefused, and says so at the wallet', async () => {
    const on = await open()
    const orders = [1, 2, 3, 4].map(n => orderOf(n, 200_000n))
    await expect(on.rail.send(orders)).rejects.toMatchObject({ code: 'BITCOIN_SIGNER_FULL' })
    on.chain.mine()
    const paid = () => orders.map(order => on.chain.paid(order.account))
    expect(paid()).toEqual([200_000n, 200_000n, 200_000n, 0n])
    await on.rail.follow?.()
    expect(await hold()).toBe('SIGNER_FULL')
    // What is small leaves meanwhile; what was asked again is neither paid twice nor refused.
    await on.rail.send([orderOf(5, 20_000n)])
    await expect(on.rail.send(orders)).rejects.toMatchObject({ retriable: true })
    on.chain.mine()
    expect(paid()).toEqual([200_000n, 200_000n, 200_000n, 0n])
    expect(on.chain.paid(payeeOf(5))).toBe(20_000n)
    const said = await on.rail.ask(orders.map(one => one.attempt_uuid))
    expect(said.map(one => one.outcome)).toEqual(['SENT', 'SENT', 'SENT'])
  })

  it('signs for a higher fee, of which the difference alone counts, and for none that its rules are not for', async () => {
    const on = await open()
    const orders = [1, 2, 3].map(n => orderOf(n, 200_000n))
    await on.rail.send(orders)
    await on.rail.follow?.()
    const sent = on.chain.waiting()
    Object.assign(on.chain.mood, { fee_rate: 200n, mines_from: 200n })
    on.chain.mine(6)
    await on.rail.follow?.()
    // More than twenty thousand satoshi in all: it waits on, and the chain is followed all the same.
    expect(on.chain.waiting()).toEqual(sent)
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ problem: null, waiting: 1 })
    const [attempt] = orders.map(one => one.attempt_uuid)
    expect(await on.rail.progress?.([attempt ?? ''])).toMatchObject([{ wait: 'FEE_SIGNER' }])
    Object.assign(on.chain.mood, { fee_rate: 20n, mines_from: 20n })
    await on.process.kill()
    await on.rail.follow?.()
    expect(on.chain.waiting()).toEqual(sent)
    await on.process.start()
    // Its hour holds a hundred thousand yet, and no second time what is paid by both.
    await on.rail.follow?.()
    expect(on.chain.waiting()).not.toEqual(sent)
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(orders.map(order => on.chain.paid(order.account))).toEqual(orders.map(() => 200_000n))
    const said = await on.rail.ask(orders.map(one => one.attempt_uuid))
    expect(said.map(one => one.outcome)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
  })

  it('keeps nothing and pays nobody while its signer is silent, and goes on by itself', async () => {
    const on = await open()
    await on.process.kill()
    await on.rail.follow?.()
    expect(await hold()).toBe('SIGNER_SILENT')
    const orders = [orderOf(1, 50_000n)]
    await expect(on.rail.send(orders)).rejects.toMatchObject({ code: 'BITCOIN_SIGNER_SILENT' })
    expect(await on.rail.ask(orders.map(one => one.attempt_uuid))).toEqual([])
    await on.process.start()
    await on.rail.follow?.()
    expect(await hold()).toBeNull()
    await on.rail.send(orders)
    on.chain.mine()
    expect(on.chain.paid(payeeOf(1))).toBe(50_000n)
  })

  it('pays an attacker who writes into every table of ours nothing, and a listed payee no more than an hour holds', async () => {
    const on = await open()
    // Orders as a forged destination, a raised amount and invented payments would make them.
    const forged = [
      ...Array.from({ length: 20 }, (_, at) => orderTo(100 + at, 250_000n, THEIRS)),
      ...Array.from({ length: 20 }, (_, at) => orderTo(200 + at, 250_000n, payeeOf(1))),
    ]
    for (let round = 0; round < 5; round++) {
      await on.rail.send(forged).catch(() => null)
      on.chain.mine()
      await on.rail.follow?.()
      // What our books know of them is wiped, so that each seems new, and the signer is started anew.
      await stage.rows('delete from bitcoin_rail.payout')
      await on.process.kill()
      await on.process.start()
    }
    expect(on.chain.paid(THEIRS)).toBe(0n)
    expect(on.chain.paid(payeeOf(1))).toBe(500_000n)
    // A coin that the books call worth more is signed for nothing that the chain takes.
    await stage.rows('update bitcoin_rail.coin set value_sat = value_sat + 1')
    await on.rail.send([orderOf(2, 50_000n)]).catch(() => null)
    on.chain.mine()
    expect(on.chain.paid(payeeOf(2))).toBe(0n)
  })
})
