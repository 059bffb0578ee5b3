/** A chain that takes its word back after a payment was recorded as arrived, or as dead: operators are told, and nobody is paid twice. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { MendAction } from '#domain/payments/mending.ts'
import { outcome } from '#test/harness/races.ts'
import { givenOperator } from '#test/harness/world.ts'
import { explainedByTwo } from './explained.test-data.ts'
import { eachInBitcoin, type InBitcoin, signer, wallet } from './in-bitcoin.test-data.ts'

let on: InBitcoin
eachInBitcoin(it => {
  on = it
})

const list = async () => {
  const query = { limit: 50, sort: 'age' as const }
  const { items, counts } = await call(on.world, on.told.operator, 'listWork', { query })
  expect(counts.map(of => of.kind)).toEqual(items.length > 0 ? [items[0]?.kind] : [])
  return items.map(({ kind, status, reason, money, allowed_actions }) => ({
    ...{ kind, status, reason, money, allowed_actions },
  }))
}
const mend = async (action: MendAction, more: object = {}) => {
  const { payment_uuid } = await on.payment()
  const body = { action, payment_uuids: [payment_uuid], words: '', reference: '', ...more }
  return call(on.world, on.told.operator, 'mendPayments', { body })
}
const holds = async () => expect(await on.world.checked(true)).toEqual([])
const owed = async () => BigInt((await on.payment()).amount_minor)

/** Sent, and held by so many blocks; settled by six. */
async function inBlocks(blocks: number) {
  await on.follow()
  await on.execute()
  on.chain.mine(blocks)
  await on.follow()
}
/** Its coins are spent by another transaction, which six blocks hold. */
async function dies() {
  const coin = await on.spent()
  on.chain.spendElsewhere(coin.coin_txid, coin.coin_vout)
  on.chain.fund(signer.address, 5_000_000n)
  on.chain.mine(6)
  await on.follow()
  await explainedByTwo(on.world.kernel.gateways.railOf('bitcoin'))
}
const leftBehind = {
  ...{ kind: 'CONTRADICTED', status: 'SETTLED', money: 'OUT', allowed_actions: ['close'] },
  reason: expect.stringMatching(/left behind the block/),
}
const died = {
  ...{ kind: 'CONTRADICTED', status: 'SETTLED', money: 'OUT' },
  ...{ allowed_actions: ['return', 'close'], reason: expect.stringMatching(/transaction is dead/) },
}
const revived = { kind: 'CONTRADICTED', reason: expect.stringMatching(/may arrive after all/) }

describe('a payment whose chain contradicts nobody', () => {
  const refused = { results: [{ result: 'refused', reason: expect.stringMatching(/chain tells/) }] }

  it.each([0, 6])(
    'is called back by no operator with %i blocks on it, and is paid once',
    async blocks => {
      await inBlocks(blocks)
      const before = await on.payment()
      expect(before.status).toBe(blocks === 0 ? 'SENT' : 'SETTLED')
      expect(await mend('return', { reason: 'OTHER' })).toMatchObject(refused)
      expect(await mend('lose', { words: 'Nobody knows.' })).toMatchObject(refused)
      expect(await on.payment()).toEqual(before)
      await holds()
    },
  )

  it('is not marked unpaid again either, whoever called it paid', async () => {
    await inBlocks(0)
    const { id } = on.told
    const [item] = await on.admin.rows<{ line_item_uuid: string; domain: string; minor: number }>(
      "select line_item_uuid, domain, amount_minor::int minor from payment join employer using (employer_uuid) where network = 'bitcoin'",
    )
    const { line_item_uuid = '', domain = '', minor = 0 } = item ?? {}
    const mark = (operation: 'paid' | 'unpaid') =>
      call(on.world, on.told.operator, 'markLineItem', {
        params: { ...id, domain, line_item_uuid, currency: 'BTC', operation },
        body: { amount_in_smallest_unit: BigInt(minor), reference: '' },
      })
    await mark('paid')
    const [cycle] = await call(on.world, on.told.operator, 'listOperationsPayCycles', {
      params: { id: domain },
      query: { summary: 'false', cycle_uuid: id.cycle_uuid },
    })
    const offered = cycle?.line_items?.[0]?.marks.filter(of => of.currency === 'BTC')
    expect(offered).toEqual([])
    await expect(mark('unpaid')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
    await holds()
  })
})

describe('a payment that had arrived', () => {
  it.each([1, 6])(
    'and whose %i blocks were left behind stands on the work list, and no more once it arrived again',
    async blocks => {
      await inBlocks(6)
      expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
      on.chain.reorganise(blocks)
      // Two workers, and again.
      await Promise.all([on.follow(), on.follow()])
      await on.follow()
      // One block less, and two more instead: it stands where it stood.
      expect(await list()).toEqual(blocks === 1 ? [] : [leftBehind])
      await holds()
      on.chain.mine(6)
      await on.follow()
      expect(await list()).toEqual([])
      expect(on.chain.paid(wallet)).toBe(await owed())
      await holds()
      // The chain may do so again.
      on.chain.reorganise(blocks === 1 ? 13 : 6)
      await on.follow()
      expect(await list()).toEqual([leftBehind])
    },
  )

  it('and that an operator closed is not told again, but that it died since is', async () => {
    await inBlocks(6)
    on.chain.reorganise(6)
    await on.follow()
    await mend('close', { words: 'It stands in the pool of three explorers.' })
    await on.follow()
    expect(await list()).toEqual([])
    await dies()
    expect(await list()).toEqual([died])
    await holds()
  })

  it('and died since is given back by an operator and paid by a new attempt, once', async () => {
    await inBlocks(6)
    on.chain.reorganise(7)
    await on.follow()
    expect(await mend('return', { reason: 'OTHER' })).toMatchObject({
      results: [{ result: 'refused' }],
    })
    await dies()
    await on.follow()
    expect(await list()).toEqual([died])
    await holds()
    await mend('return', { reason: 'OTHER' })
    expect(await on.payment()).toMatchObject({ status: 'RETURNED' })
    await on.follow()
    await holds()
    await mend('retry')
    await on.execute()
    // A foreign hand spent its only coin: nothing that is ours excludes that it arrives after all.
    const refused = { kind: 'FAILED', reason: expect.stringMatching(/nothing .* rules that out/) }
    const actions = { allowed_actions: ['retry', 'retry_beside', 'give_back'] }
    expect(await list()).toMatchObject([{ ...refused, ...actions }])
    expect(await mend('retry')).toMatchObject({ results: [{ result: 'done' }] })
    await on.execute()
    expect(await list()).toMatchObject([{ ...refused, ...actions }])
    const words = 'The chain of before is given up by all.'
    const { waiting } = await mend('retry_beside', { words })
    expect(await mend('retry_beside', { words })).toMatchObject({ waiting })
    expect(await on.payment()).toMatchObject({ status: 'FAILED' })
    await holds()
    await confirm(await givenOperator(on.world, 'emeka@corridor.test'), waiting?.step_uuid ?? '')
    expect(await mend('retry_beside', { words })).toMatchObject({ results: [{ result: 'done' }] })
    await on.execute()
    on.chain.mine(6)
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
    expect(on.chain.paid(wallet)).toBe(await owed())
    expect(await list()).toEqual([])
    await holds()
  })

  it.each([0, 1, 2])(
    'is sent beside, sent again or given back by one of those who come at once (%i)',
    async turn => {
      await inBlocks(6)
      on.chain.reorganise(7)
      await dies()
      await mend('return', { reason: 'OTHER' })
      await mend('retry')
      await on.execute()
      // Without words nothing is asked, and of a payment of nobody nothing is known.
      expect(await outcome(mend('retry_beside'))).toBe('VALIDATION')
      const nobody = { words: 'Given up.', payment_uuids: [randomUUID()] }
      expect(await mend('retry_beside', nobody)).toMatchObject({ results: [{ result: 'refused' }] })
      const { waiting } = await mend('retry_beside', { words: 'Given up.' })
      const second = await givenOperator(on.world, 'emeka@corridor.test')
      const all = [
        () => outcome(confirm(second, waiting?.step_uuid ?? '')),
        () => outcome(mend('give_back')),
        () => outcome(mend('retry')),
      ]
      const order = all.map((_, n) => all[(n + turn) % all.length] ?? all[0])
      await Promise.all(order.map(one => one?.()))
      await holds()
      const { status } = await on.payment()
      await on.execute().catch(() => null)
      on.chain.mine(6)
      await on.follow()
      const paid = on.chain.paid(wallet)
      const now = (await on.payment()).status
      // Nothing leaves of what was given back, and by a plain retry; of one sent beside it leaves once.
      expect([0n, await owed()]).toContain(paid)
      expect(now === 'SETTLED').toBe(paid > 0n)
      if (status === 'CANCELLED') expect([now, paid]).toEqual(['CANCELLED', 0n])
      await holds()
    },
  )
})

describe('a payment that an operator called arrived', () => {
  it('waits like another while it stands in no block, and is told once it is dead', async () => {
    await inBlocks(0)
    const { payment_uuid } = await on.payment()
    const body = { payment_uuids: [payment_uuid], reference: 'seen at an explorer' }
    await call(on.world, on.told.operator, 'bulkSettle', { body })
    await on.follow()
    expect(await list()).toEqual([])
    await dies()
    await Promise.all([on.follow(), on.follow()])
    expect(await list()).toEqual([died])
    await holds()
  })
})

describe('a payment that was dead', () => {
  it('and stands in a block after all is told, and leaves no second time', async () => {
    await inBlocks(1)
    on.chain.reorganise(1)
    const [txid] = on.chain.waiting()
    const coin = await on.spent()
    const other = on.chain.spendElsewhere(coin.coin_txid, coin.coin_vout)
    on.chain.mine(6)
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'FAILED' })
    await holds()
    await mend('retry')
    on.chain.reorganise(6, [other])
    const [row] = await on.admin.rows<{ raw: string }>('select raw from bitcoin_rail.transaction')
    expect(await on.chain.node.broadcast(row?.raw ?? '')).toBe(null)
    expect(on.chain.waiting()).toEqual([txid])
    on.chain.mine()
    // Before anybody heard of it the check halts nobody, and after it neither.
    await on.world.kernel.gateways.railOf('bitcoin').follow?.()
    await holds()
    await on.follow()
    await on.follow()
    expect(await list()).toMatchObject([revived])
    await holds()
    on.chain.fund(signer.address, 5_000_000n)
    on.chain.mine(6)
    await on.follow()
    await on.execute()
    expect(await on.payment()).toMatchObject({ status: 'SCHEDULED' })
    on.chain.mine()
    expect(on.chain.paid(wallet)).toBe(await owed())
    await holds()
  })

  it('and stands in a block after all although it was paid anew, left, and what was to pay it anew is dead', async () => {
    await inBlocks(0)
    const [first] = await on.admin.rows<{ raw: string }>('select raw from bitcoin_rail.transaction')
    const coin = await on.spent()
    const other = on.chain.spendElsewhere(coin.coin_txid, coin.coin_vout, signer.address)
    on.chain.mine(6)
    await on.follow()
    await mend('retry')
    await on.execute()
    on.chain.mine()
    await on.follow()
    on.chain.reorganise(7, [other])
    expect(await on.chain.node.broadcast(first?.raw ?? '')).toBe(null)
    on.chain.mine(6)
    await on.follow()
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'FAILED' })
    expect(await list()).toMatchObject([{ ...revived, allowed_actions: ['left', 'close'] }])
    await holds()
    const { waiting } = await mend('left', { reference: 'on the chain after all' })
    await confirm(await givenOperator(on.world, 'emeka@corridor.test'), waiting?.step_uuid ?? '')
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
    expect(on.chain.paid(wallet)).toBe(await owed())
    expect(await list()).toEqual([])
    await holds()
  })

  it('and stands in a block after all left, when two operators say so', async () => {
    await inBlocks(0)
    const coin = await on.spent()
    const other = on.chain.spendElsewhere(coin.coin_txid, coin.coin_vout)
    on.chain.mine(6)
    await on.follow()
    on.chain.reorganise(6, [other])
    const [row] = await on.admin.rows<{ raw: string }>('select raw from bitcoin_rail.transaction')
    expect(await on.chain.node.broadcast(row?.raw ?? '')).toBe(null)
    on.chain.mine()
    await on.follow()
    expect(await list()).toMatchObject([{ ...revived, allowed_actions: ['left', 'close'] }])
    const { waiting } = await mend('left', { reference: 'on the chain after all' })
    await confirm(await givenOperator(on.world, 'emeka@corridor.test'), waiting?.step_uuid ?? '')
    on.chain.mine(6)
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
    expect(await list()).toEqual([])
    await holds()
  })
})

async function confirm(who: Awaited<ReturnType<typeof givenOperator>>, step_uuid: string) {
  const params = { id: step_uuid }
  const { step } = await call(on.world, who, 'getApprovalStep', { params, query: { limit: 50 } })
  return call(on.world, who, 'approveStep', { params, body: { digest: step.digest } })
}
