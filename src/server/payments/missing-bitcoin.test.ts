/** Coins that left the treasury of bitcoin by nothing of ours: nothing more is paid from there until two operators say what that was. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { givenOperator } from '#test/harness/world.ts'
import { eachInBitcoin, type InBitcoin, signer } from './in-bitcoin.test-data.ts'
import { COIN, type OnAChain, onAChain, orderOf, treasury } from './on-a-chain.test-data.ts'

const btc = (minor: bigint) => ({ currency: 'BTC', minor })
const nothing = { hold: null, missing: null }

describe('a treasury of bitcoin', () => {
  const { open, rows } = onAChain()
  const holds = async ({ rail }: OnAChain) => {
    const [one] = (await rail.treasuries?.()) ?? []
    return { hold: one?.hold, missing: one?.missing }
  }
  /** Whoever has its key spends coins of it that stand in blocks, as many; back to it, or not. */
  async function take(on: OnAChain, coins = 1, to?: string) {
    const found = await rows<{ txid: string; vout: number }>(
      `select txid, vout from bitcoin_rail.coin where spent_height is null and height is not null order by txid limit ${coins}`,
    )
    for (const { txid, vout } of found) on.chain.spendElsewhere(txid, vout, to)
    on.chain.mine()
    await on.rail.follow?.()
  }
  const said = { words: 'Moved to the vault.', asked_by: 'noor', explained_by: 'emeka' }
  const explain = (on: OnAChain, minor: bigint, more = {}) =>
    on.rail.explainMissing?.({ ...said, missing: btc(minor), explained_at: new Date(), ...more })

  it('lacks nothing by what it pays, nor by what comes back to it', async () => {
    const on = await open(3)
    await on.rail.send([orderOf(1)])
    await on.rail.follow?.()
    expect(await holds(on)).toEqual(nothing)
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(await holds(on)).toEqual(nothing)
    await take(on, 1, treasury.address)
    expect(await holds(on)).toEqual(nothing)
  })

  it('pays nothing more from the block on in which coins left it otherwise; what was signed before arrives', async () => {
    const on = await open(3)
    await on.rail.send([orderOf(1)])
    await take(on)
    expect(await holds(on)).toEqual({ hold: 'TOKENS_MISSING', missing: btc(COIN) })
    await expect(on.rail.send([orderOf(2)])).rejects.toMatchObject({
      ...{ code: 'BITCOIN_TOKENS_MISSING', retriable: true },
    })
    on.chain.fund(treasury.address, 2n * COIN)
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(await holds(on)).toEqual({ hold: 'TOKENS_MISSING', missing: btc(COIN) })
    expect(on.chain.paid(orderOf(2).account)).toBe(0n)
  })

  it('pays nothing where coins leave it while a payment is made: it is looked at with the books held', async () => {
    const on = await open(3)
    let asks = 0
    // After the rail looked for why nothing leaves, and before it holds the books.
    const view = async (payees: readonly unknown[]) => {
      if (asks++ === 0) await take(on)
      const most = { left: { BTC: 10n * COIN }, most_payment: { BTC: COIN }, most_fee: COIN }
      return { refusals: payees.map(() => null), ...most }
    }
    const rail = on.another({ signer: { ...treasury, view } })
    await expect(rail.send([orderOf(1)])).rejects.toMatchObject({ code: 'BITCOIN_TOKENS_MISSING' })
    expect(await rows('select from bitcoin_rail.payout')).toEqual([])
  })

  it('lacks nothing any more once the chain left that block behind', async () => {
    const on = await open(3)
    await take(on)
    const taken = await rows<{ spent_by: string }>(
      'select spent_by from bitcoin_rail.coin where spent_by is not null',
    )
    on.chain.reorganise(
      1,
      taken.map(of => of.spent_by),
    )
    on.chain.mine()
    await on.rail.follow?.()
    expect(await holds(on)).toEqual(nothing)
    expect((await on.rail.send([orderOf(2)]))[0]?.outcome).toBe('SENT')
  })

  it('lacks it until just that much is explained, once, by two; more is a new question', async () => {
    const on = await open(4)
    await take(on, 2)
    expect((await holds(on)).missing).toEqual(btc(2n * COIN))
    expect(await explain(on, COIN)).toBe(false)
    await expect(explain(on, 2n * COIN, { explained_by: 'noor' })).rejects.toThrow(
      'explained_by_two',
    )
    const both = await Promise.all([explain(on, 2n * COIN), explain(on, 2n * COIN)])
    expect(both).toEqual([true, true])
    expect(await explain(on, 2n * COIN, { asked_by: 'ines' })).toBe(false)
    await on.rail.follow?.()
    expect(await holds(on)).toEqual(nothing)
    expect((await on.rail.send([orderOf(2)]))[0]?.outcome).toBe('SENT')
    await take(on)
    expect((await holds(on)).missing).toEqual(btc(COIN))
  })

  it('pays nobody twice by books of before its last payments: what they paid reads as missing', async () => {
    const on = await open(3)
    const before = await rows('select height from bitcoin_rail.block order by height desc limit 1')
    expect(before).toHaveLength(1)
    await on.rail.send([orderOf(1)])
    // A copy of before that is restored: neither the payment nor its transaction is known.
    await rows('delete from bitcoin_rail.payout')
    await rows('delete from bitcoin_rail.input')
    await rows('delete from bitcoin_rail.coin where height is null')
    await rows('delete from bitcoin_rail.transaction')
    on.chain.mine()
    await on.rail.follow?.()
    expect((await holds(on)).hold).toBe('TOKENS_MISSING')
    await expect(on.rail.send([orderOf(1)])).rejects.toMatchObject({
      code: 'BITCOIN_TOKENS_MISSING',
    })
    on.chain.mine(6)
    expect(on.chain.paid(orderOf(1).account)).toBe(orderOf(1).amount.minor)
  })
})

describe('what is missing in bitcoin', () => {
  let on: InBitcoin
  eachInBitcoin(it => {
    on = it
  })
  const wallet = async () => {
    const { treasuries } = await call(on.world, on.told.operator, 'listTreasuries')
    return treasuries.find(of => of.held.currency === 'BTC')
  }

  it('is explained by two operators, and payments leave again', async () => {
    await on.follow()
    const [coin] = await on.admin.rows<{ txid: string; vout: number; value_sat: string }>(
      'select txid, vout, value_sat from bitcoin_rail.coin',
    )
    on.chain.spendElsewhere(coin?.txid ?? '', coin?.vout ?? 0)
    on.chain.fund(signer.address, 5_000_000n)
    on.chain.mine()
    await on.follow()
    const missing = btc(BigInt(coin?.value_sat ?? 0))
    expect(await wallet()).toMatchObject({
      ...{ hold: 'TOKENS_MISSING', missing, allowed_actions: ['explain_missing'] },
    })
    const body = { network: 'bitcoin' as const, missing, words: 'Moved to the vault.' }
    const { waiting } = await call(on.world, on.told.operator, 'explainMissing', { body })
    const params = { id: waiting?.step_uuid ?? '' }
    const answer = async (by: Person) => {
      const { step } = await call(on.world, by, 'getApprovalStep', { params, query: { limit: 50 } })
      return call(on.world, by, 'approveStep', { params, body: { digest: step.digest } })
    }
    await expect(answer(on.told.operator)).rejects.toMatchObject({ code: 'SECOND_PERSON_NEEDED' })
    await answer(await givenOperator(on.world, 'emeka@corridor.test'))
    await on.follow()
    expect(await wallet()).toMatchObject({ ...nothing, allowed_actions: [] })
    await on.execute()
    expect((await on.payment()).status).toBe('SENT')
  })
})
