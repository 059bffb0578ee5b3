/** A wallet that pays, held against the ledger: what is more is asked about, what is less stops that rail alone, and two operators explain either. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { givenOperator } from '#test/harness/world.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import { eachInBitcoin, type InBitcoin, signer } from './in-bitcoin.test-data.ts'
import { reconcileWallets } from './wallet-books.ts'

/** A chain of which nothing moves. */
const still = {
  ...{ network: 'algo', currencies: ['USDC'], coin: 'ALGO', address: 'OURS', isMain: true },
  ...{ needed: 1, most_fee: 1n, fee_unit: 'MICROALGOS_TRANSACTION', lanes_by: 'TIME' },
  tip: async () => 1,
  purse: async () => ({ coin: 1000n, tokens: new Map([['USDC', 70n]]) }),
  prices: async () => ({ fee: 1n, entering: 0n, account: 0n, lane: 0n, least: 0n }),
  ...{ lanes: async () => [], seen: async () => [], open: async () => {} },
} as unknown as TokenChain

let on: InBitcoin
eachInBitcoin(
  it => {
    on = it
  },
  signer,
  books => ({ algo: tokenRail(books, { chain: still, now: () => new Date() }) }),
)

const btc = (minor: bigint) => ({ currency: 'BTC', minor })

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    on.world.clock.set(new Date(on.world.clock.now().getTime() + 60_000).toISOString())
    await on.follow()
  }
}
const wallets = async () => (await call(on.world, on.told.operator, 'listTreasuries')).treasuries
const wallet = async (network = 'bitcoin') => {
  const found = (await wallets()).find(of => of.network === network)
  const { held, booked, own, difference, hold, missing } = found ?? {}
  return { held, booked, own, difference, hold, missing }
}
const work = async () =>
  ((await call(on.world, on.told.operator, 'getBalances')).work ?? []).map(of => of.kind)
const explain = (minor: bigint, by: Person = on.told.operator, words = 'From the vault.') =>
  call(on.world, by, 'explainWallet', {
    body: { network: 'bitcoin', difference: btc(minor), words },
  })
async function answer(by: Person, id = '') {
  const { step } = await call(on.world, by, 'getApprovalStep', {
    ...{ params: { id }, query: { limit: 50 } },
  })
  return call(on.world, by, 'approveStep', { params: { id }, body: { digest: step.digest } })
}
async function byTwo(minor: bigint) {
  const { waiting } = await explain(minor)
  await answer(await givenOperator(on.world, 'emeka@corridor.test'), waiting?.step_uuid)
}
const nothing = { difference: null, hold: null, missing: null }
const balances = async () => {
  const { held, booked } = await wallet()
  return [held?.minor, booked?.minor]
}

/** Pays in bitcoin, handed over and in so many blocks, and followed. */
async function paid(blocks: number) {
  await on.execute()
  await minutes(1)
  if (blocks > 0) on.chain.mine(blocks)
  await minutes(2)
}

describe('a wallet of bitcoin', () => {
  it('is our own as two first readings tell it, and holds what the books say however a payment goes', async () => {
    await minutes(1)
    expect(await wallet()).toMatchObject({ booked: undefined, own: undefined, difference: null })
    await minutes(1)
    expect(await wallet()).toMatchObject({ own: btc(5_000_000n), booked: btc(5_000_000n) })
    for (const blocks of [0, 1, 5, 1]) {
      if (blocks === 0) await on.execute()
      else on.chain.mine(blocks)
      await minutes(1)
      expect(await wallet()).toMatchObject(nothing)
      const [held, booked] = await balances()
      expect(booked).toBe(held)
    }
    expect((await on.payment()).status).toBe('SETTLED')
    expect((await wallet()).held?.minor).toBeLessThan(5_000_000n)
  })

  it('is opened once its chain was read to the end, and not on the way there', async () => {
    on.chain.mine(450)
    on.chain.fund(signer.address, 70_000n)
    on.chain.mine()
    await minutes(5)
    expect(await wallet()).toMatchObject({ ...nothing, own: btc(5_070_000n) })
  })

  it('is nobody’s work while its rail is switched off: no card is there to end it', async () => {
    await on.admin.rows(`insert into wallet_reading (network, currency, minor, stops, since, seen_minor, seen_stops, seen_at)
      values ('hedera', 'USDC', -5, true, now(), -5, true, now())`)
    expect(await work()).toEqual([])
  })

  it('differs by no block that the chain leaves behind', async () => {
    await minutes(2)
    await paid(6)
    for (const blocks of [1, 6]) {
      on.chain.reorganise(blocks)
      await minutes(2)
      expect(await wallet()).toMatchObject({ ...nothing, hold: null })
      on.chain.mine(6)
      await minutes(2)
      expect(await wallet()).toMatchObject(nothing)
    }
    const [held, booked] = await balances()
    expect(booked).toBe(held)
  })

  it('that was topped up is asked about and pays on, until two operators say that this is ours', async () => {
    await minutes(2)
    on.chain.fund(signer.address, 70_000n)
    on.chain.mine()
    await minutes(1)
    expect((await wallet()).difference).toBe(null)
    await minutes(1)
    expect(await wallet()).toMatchObject({
      ...{ hold: null, booked: btc(5_000_000n) },
      difference: { amount: btc(70_000n), stops: false, allowed_actions: ['explain'] },
    })
    expect(await work()).toEqual(['WALLETS_MORE'])
    await on.execute()
    expect((await on.payment()).status).toBe('SENT')
    await expect(explain(69_999n)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    const { explained, waiting } = await explain(70_000n)
    expect(explained).toBe(false)
    await expect(answer(on.told.operator, waiting?.step_uuid)).rejects.toMatchObject({
      code: 'SECOND_PERSON_NEEDED',
    })
    const emeka = await givenOperator(on.world, 'emeka@corridor.test')
    const told = async () => (await call(on.world, emeka, 'getWaiting')).counts
    expect(await told()).toMatchObject({ '/operations/funds': 1 })
    await answer(emeka, waiting?.step_uuid)
    expect(await told()).not.toHaveProperty('/operations/funds')
    expect(await wallet()).toMatchObject({ ...nothing, own: btc(5_070_000n) })
    await minutes(2)
    expect(await wallet()).toMatchObject(nothing)
    expect(await work()).toEqual([])
    const kept = `select minor, words from wallet_own where network = 'bitcoin' order by said_at`
    expect(await on.admin.rows(kept)).toEqual([
      { minor: '5000000', words: '' },
      { minor: '70000', words: 'From the vault.' },
    ])
  })

  it('is explained by as much as two accepted where more came meanwhile, and the rest stays work', async () => {
    await minutes(2)
    on.chain.fund(signer.address, 70_000n)
    on.chain.mine()
    await minutes(2)
    const { waiting } = await explain(70_000n)
    on.chain.fund(signer.address, 1_000n)
    on.chain.mine()
    await minutes(2)
    await answer(await givenOperator(on.world, 'emeka@corridor.test'), waiting?.step_uuid)
    const rest = { own: btc(5_070_000n), difference: { amount: btc(1_000n), stops: false } }
    expect(await wallet()).toMatchObject(rest)
    await minutes(2)
    expect(await wallet()).toMatchObject(rest)
    expect(await work()).toEqual(['WALLETS_MORE'])
  })

  it('that lacks is explained although a stranger sends next to nothing meanwhile', async () => {
    await minutes(2)
    await on.admin.rows(
      "insert into wallet_own select gen_random_uuid(), 'bitcoin', 'BTC', 40000, 'A slip.', asked.sub, said.sub, $1 from person asked, person said where asked.sub < said.sub limit 1",
      [on.world.clock.now()],
    )
    await minutes(3)
    expect(await wallet()).toMatchObject({
      ...{ hold: 'TOKENS_MISSING', difference: { amount: btc(-40_000n), stops: true } },
    })
    const { waiting } = await explain(-40_000n)
    on.chain.fund(signer.address, 600n)
    on.chain.mine()
    await minutes(1)
    await answer(await givenOperator(on.world, 'emeka@corridor.test'), waiting?.step_uuid)
    await minutes(2)
    expect(await wallet()).toMatchObject({ ...nothing, own: btc(5_000_600n) })
  })

  it('is explained once where two yeses to two askers are given at one moment', async () => {
    await minutes(2)
    on.chain.fund(signer.address, 70_000n)
    on.chain.mine()
    await minutes(2)
    const emeka = await givenOperator(on.world, 'emeka@corridor.test')
    const asked = [
      (await explain(70_000n)).waiting?.step_uuid,
      (await explain(70_000n, emeka, 'From another vault.')).waiting?.step_uuid,
    ]
    const answers = await Promise.allSettled([
      answer(emeka, asked[0]),
      answer(on.told.operator, asked[1]),
    ])
    const ended = answers.map(of => (of.status === 'fulfilled' ? 'DONE' : of.reason.code))
    expect(ended.toSorted()).toEqual(['DONE', 'TRANSITION_NOT_ALLOWED'])
    await minutes(2)
    expect(await wallet()).toMatchObject({ ...nothing, own: btc(5_070_000n) })
  })

  it('stands still where a payment is called arrived that never left, and no other does', async () => {
    await minutes(2)
    await paid(0)
    const { payment_uuid, amount_minor } = await on.payment()
    const body = { payment_uuids: [payment_uuid], reference: 'seen at an explorer' }
    await call(on.world, on.told.operator, 'bulkSettle', { body })
    await minutes(2)
    // It may arrive yet.
    expect(await wallet()).toMatchObject(nothing)
    const { coin_txid, coin_vout } = await on.spent()
    on.chain.spendElsewhere(coin_txid, coin_vout, signer.address)
    on.chain.mine(6)
    await minutes(3)
    const difference = { amount: btc(BigInt(amount_minor)), stops: true }
    expect(await wallet()).toMatchObject({ difference, missing: null, hold: 'TOKENS_MISSING' })
    expect(await work()).toEqual(['WALLETS_DIFFER'])
    const order = {
      ...{ attempt_uuid: '018f0000-0000-7000-8000-000000000001', amount: btc(20_000n) },
      ...{ network: 'bitcoin', account: signer.address, account_name: '', payee: null },
      remittance: '',
    }
    const { railOf } = on.world.kernel.gateways
    await expect(railOf('bitcoin').send([order])).rejects.toMatchObject({
      code: 'BITCOIN_TOKENS_MISSING',
    })
    expect(await wallet('algo')).toMatchObject({ ...nothing, own: { minor: 70n } })
    await byTwo(BigInt(amount_minor))
    await minutes(2)
    expect(await wallet()).toMatchObject(nothing)
  })

  it('goes on by itself once what was called arrived is taken back', async () => {
    await minutes(2)
    await paid(0)
    const { payment_uuid } = await on.payment()
    const body = { payment_uuids: [payment_uuid], reference: 'seen at an explorer' }
    await call(on.world, on.told.operator, 'bulkSettle', { body })
    const { coin_txid, coin_vout } = await on.spent()
    on.chain.spendElsewhere(coin_txid, coin_vout, signer.address)
    on.chain.mine(6)
    await minutes(3)
    expect((await wallet()).hold).toBe('TOKENS_MISSING')
    const said = { words: 'It never arrived.', reference: '', reason: 'OTHER' as const }
    const { waiting } = await call(on.world, on.told.operator, 'mendPayments', {
      body: { action: 'return', payment_uuids: [payment_uuid], ...said },
    })
    if (waiting)
      await answer(await givenOperator(on.world, 'emeka@corridor.test'), waiting.step_uuid)
    await minutes(3)
    expect(await wallet()).toMatchObject(nothing)
  })

  it('lacks once what left it by nothing of ours, and nothing more once two explained that', async () => {
    await minutes(2)
    const [coin] = await on.admin.rows<{ txid: string; vout: number }>(
      'select txid, vout from bitcoin_rail.coin',
    )
    on.chain.spendElsewhere(coin?.txid ?? '', coin?.vout ?? 0)
    on.chain.fund(signer.address, 5_000_000n)
    on.chain.mine()
    await minutes(3)
    const missing = btc(5_000_000n)
    expect(await wallet()).toMatchObject({ hold: 'TOKENS_MISSING', missing, difference: null })
    const body = { network: 'bitcoin' as const, missing, words: 'Moved to another vault.' }
    const { waiting } = await call(on.world, on.told.operator, 'explainMissing', { body })
    await answer(await givenOperator(on.world, 'emeka@corridor.test'), waiting?.step_uuid)
    await minutes(2)
    expect(await wallet()).toMatchObject(nothing)
  })
})

it('a rail that does not say what it has keeps no other from being held against the books, and stays as it was', async () => {
  await minutes(3)
  const { railOf } = on.world.kernel.gateways
  const heard: boolean[] = []
  const [bitcoin, algo] = [railOf('bitcoin'), railOf('algo')]
  const silent: Rail = {
    ...bitcoin,
    treasuries: () => Promise.reject(new Error('no word')),
    differ: async stops => void heard.push(stops),
  }
  const lacking: Rail = { ...algo, differ: async stops => void heard.push(stops) }
  const later = async () => {
    on.world.clock.set(new Date(on.world.clock.now().getTime() + 60_000).toISOString())
    await reconcileWallets(
      [
        ['bitcoin', silent],
        ['algo', lacking],
      ],
      work => on.world.unit(work),
    )
  }
  await expect(later()).rejects.toThrow('no word')
  expect(heard).toEqual([false])
})

it('a chain that is not there holds nothing back of the others', async () => {
  on.chain.mood.silent = true
  await expect(minutes(1)).rejects.toThrow()
  await expect(minutes(1)).rejects.toThrow()
  expect(await wallet('algo')).toMatchObject({ own: { minor: 70n } })
  expect((await wallet()).own).toBe(undefined)
})
