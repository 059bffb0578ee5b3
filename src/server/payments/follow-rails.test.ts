/** A pay of which a part goes out in bitcoin: from its approval to the chain's word that it arrived, or that it never will. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { type CycleStage, givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { type MemoryChain, memoryChain } from '../gateways/bitcoin/memory-chain.test-data.ts'
import { signerOf } from '../gateways/bitcoin/signer.ts'
import { bitcoinRail } from '../gateways/rails/bitcoin.ts'
import { first, paymentsIn } from './held.test-data.ts'
import { followRails } from './index.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const wallet = signerOf(new Uint8Array(32).fill(101)).address

let world: World
let admin: Admin
let told: CycleStage & { payment_uuids: string[] }
let chain: MemoryChain

/** A contractor with a bank account, a wallet for dollars and one for bitcoin, whose pay is due. */
async function givenDueInBitcoin(on: World) {
  const stage = await givenApprovableCycle(on)
  const contractor = first(stage)
  await call(on, contractor, 'putCryptoWallet', {
    body: { currency: 'BTC', blockchain: 'bitcoin', address: wallet },
  })
  await paymentsIn({ world: on, admin }).setSplit(contractor, [5_000, 2_000, 3_000])
  on.clock.set('2026-03-19T10:00:00Z')
  return givenDue(on, stage)
}

eachInACopy(
  givenDueInBitcoin,
  copy => {
    world = copy.world
    admin = copy.admin
    told = copy.told
    chain.fund(signer.address, 5_000_000n)
    chain.mine()
  },
  {
    bitcoin: ({ operations }) => {
      chain = memoryChain()
      const { node } = chain
      return bitcoinRail(operations, { node, signer, from_height: 0, now: () => new Date() })
    },
  },
)

const follow = () => followRails({}, { kernel: world.kernel, unit: world.unit })
const execute = async () => {
  const { operator, payment_uuids } = told
  const body = { pay_date: '2026-03-20', payment_uuids }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
}
const inBitcoin = async () => {
  const [row] = await admin.rows<{
    status: string
    amount_minor: string
    reference: string
    failure_reason: string | null
    rail: string
  }>(
    `select p.status, p.amount_minor, p.reference, p.failure_reason, t.rail from payment p
      left join payment_attempt t on t.attempt_uuid = p.attempt_uuid where p.network = 'bitcoin'`,
  )
  return row
}

describe('what a chain says of a payment', () => {
  it('settles it once six blocks hold it, under the place where it stands on the chain', async () => {
    await follow()
    await execute()
    expect(await inBitcoin()).toMatchObject({ status: 'SENT', rail: 'Bitcoin' })
    const [txid] = chain.waiting()
    chain.mine(5)
    await follow()
    expect(await inBitcoin()).toMatchObject({ status: 'SENT' })
    chain.mine()
    await Promise.all([follow(), follow()])
    const payment = await inBitcoin()
    expect(payment).toMatchObject({ status: 'SETTLED' })
    expect(payment?.reference).toMatch(new RegExp(`^${txid}:\\d$`))
    expect(chain.paid(wallet)).toBe(BigInt(payment?.amount_minor ?? 0))
    expect(await world.checked(true)).toEqual([])
  })

  it('fails it where its coins were spent elsewhere: its contractor’s money is held, and goes by a new attempt', async () => {
    await follow()
    await execute()
    const [coin] = await admin.rows<{ coin_txid: string; coin_vout: number }>(
      'select coin_txid, coin_vout from bitcoin_rail.input',
    )
    chain.spendElsewhere(coin?.coin_txid ?? '', coin?.coin_vout ?? 0)
    chain.fund(signer.address, 5_000_000n)
    chain.mine(6)
    // What the rail knows by now and nobody heard yet is no breach of the books: the check between the two halts nobody.
    await world.kernel.gateways.railOf('bitcoin').follow?.()
    expect(await inBitcoin()).toMatchObject({ status: 'SENT' })
    expect(await world.checked(true)).toEqual([])
    await follow()
    const failed = await inBitcoin()
    expect(failed).toMatchObject({ status: 'FAILED' })
    expect(failed?.failure_reason).toMatch(/spent by another transaction/)
    expect(await world.checked(true)).toEqual([])
    const [id] = await admin.rows<{ payment_uuid: string }>(
      "select payment_uuid from payment where network = 'bitcoin'",
    )
    const params = { id: id?.payment_uuid ?? '' }
    await call(world, told.operator, 'retryPayment', { params })
    await execute()
    chain.mine(6)
    await follow()
    expect(await inBitcoin()).toMatchObject({ status: 'SETTLED' })
    expect(chain.paid(wallet)).toBe(BigInt((await inBitcoin())?.amount_minor ?? 0))
    expect(await world.checked(true)).toEqual([])
  })

  it('is waited for while its node is silent, and nothing of it is lost', async () => {
    await follow()
    await execute()
    chain.mood.silent = true
    await expect(follow()).rejects.toMatchObject({ code: 'BITCOIN_NODE_SILENT' })
    expect(await inBitcoin()).toMatchObject({ status: 'SENT' })
    chain.mood.silent = false
    chain.mine(6)
    await follow()
    expect(await inBitcoin()).toMatchObject({ status: 'SETTLED' })
  })

  it('fails a payment for which the treasury did not hold enough, and sends it when it does', async () => {
    await execute()
    expect(await inBitcoin()).toMatchObject({ status: 'FAILED' })
    expect((await inBitcoin())?.failure_reason).toMatch(/did not hold enough/)
    expect(await world.checked(true)).toEqual([])
  })

  it('is told operators with the wallet that it leaves from, also on the day on which its node says nothing', async () => {
    const list = async () => {
      const { treasuries } = await call(world, told.operator, 'listTreasuries')
      return treasuries[0]
    }
    expect(await list()).toMatchObject({ height: null, read_at: null, problem: null })
    await follow()
    const held = { currency: 'BTC', minor: 5_000_000n }
    const whole = { network: 'bitcoin', address: signer.address, held, waiting: 0, height: 1 }
    expect(await list()).toMatchObject({ ...whole, ready: held, problem: null })
    await execute()
    const waits = await list()
    expect(waits).toMatchObject({ ...whole, waiting: 1 })
    expect(waits?.ready.minor).toBeLessThan(5_000_000n)
    expect(waits?.ready.minor).toBeGreaterThan(4_000_000n)
    chain.mood.silent = true
    await expect(follow()).rejects.toThrow()
    const since = (await list())?.problem_since
    expect(await list()).toMatchObject({ ...whole, waiting: 1, problem: 'SILENT' })
    await expect(follow()).rejects.toThrow()
    expect((await list())?.problem_since).toEqual(since)
    chain.mood.silent = false
    chain.mood.chain = 'regtest'
    await expect(follow()).rejects.toThrow()
    expect(await list()).toMatchObject({ problem: 'OTHER_NETWORK' })
    chain.mood.chain = 'main'
    await follow()
    expect(await list()).toMatchObject({ problem: null, problem_since: null })
  })
})
