/** A pay of which a part goes out in USDC on Solana: from its approval to the chain's word that it arrived, or that it moved nothing. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, givenOperator, type World } from '#test/harness/world.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type LocalChain, localChain } from '../gateways/solana/local-chain.test-data.ts'
import { solanaNode } from '../gateways/solana/node.ts'
import { solanaChain } from '../gateways/solana/solana-chain.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import { type Due, EXPLORER, followed } from './followed.test-data.ts'
import { first } from './held.test-data.ts'
import { followRails, setHalted } from './index.ts'
import { HELD, SOL, treasury } from './on-solana.test-data.ts'

const PAID = 1_000_000n * HELD

let local: LocalChain
let chain: TokenChain
let on: Copy<Due> & ReturnType<typeof followed>
beforeEach(async () => {
  local = await localChain()
  await local.fund(treasury.address, 'SOL', SOL)
  await local.fund(treasury.address, 'USDC', PAID)
  chain = await solanaChain(solanaNode(local.url), treasury, { lanes: 1 })
  await chain.open(SOL)
  local.settle()
  return () => local.end()
})
eachInACopy(
  async (world: World) => {
    const stage = await givenApprovableCycle(world, 2)
    world.clock.set('2026-03-19T10:00:00Z')
    return givenDue(world, stage)
  },
  copy => {
    on = { ...copy, ...followed(copy, 'solana') }
  },
  {
    chains: ({ books }) => {
      return { solana: tokenRail(books, { chain, explorer: EXPLORER, now: () => new Date() }) }
    },
  },
)

const follow = () => on.follow()
const execute = () => on.execute()
const payments = () => on.payments()
/** A minute after what was sent is final. */
const minute = async () => {
  local.settle()
  await follow()
}
/** Whom each is paid to, and what that has by the chain. */
const wallets = async () => {
  const found = await Promise.all(on.told.contractors.map(by => call(on.world, by, 'getBanking')))
  return found.flatMap(({ destinations }) =>
    destinations.flatMap(of => ('address' in of && of.address ? [String(of.address)] : [])),
  )
}

/** What the payslip of somebody's pay is made of. */
const payslipOf = async (by: Parameters<typeof call>[1]) => {
  const { items } = await call(on.world, by, 'listPayslips', { query: { limit: 1 } })
  const params = { uuid: items[0]?.payslip_uuid ?? '' }
  const { pieces } = await call(on.world, by, 'getPayslip', { params })
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all).toString()
}

it('is told to have arrived, or that it did not, whatever else of its chain could not be read', async () => {
  await follow()
  await execute()
  local.settle()
  await follow()
  local.settle()
  const rail = on.world.kernel.gateways.railOf('solana')
  const { follow: whole } = rail
  const died = new Error('deposits could not be read')
  const blind = {
    ...rail,
    follow: async () => {
      await whole?.()
      throw died
    },
  }
  const kernel = {
    ...on.world.kernel,
    gateways: {
      ...on.world.kernel.gateways,
      railOf: (of: string) => (of === 'solana' ? blind : on.world.kernel.gateways.railOf(of)),
    },
  }
  const blindly = () => followRails({}, { kernel, unit: on.world.unit })
  for (let n = 0; n < 3; n++) {
    await expect(blindly()).rejects.toBe(died)
    local.settle()
  }
  expect((await payments()).map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
})

describe('a pay in USDC on Solana', () => {
  it('is taken at once, is paid in its turn, and is settled once that is final, with its payslip', async () => {
    await follow()
    const { operator } = on.told
    const checklist = await call(on.world, operator, 'getChecklist', {
      query: { pay_date: '2026-03-20' },
    })
    expect(checklist.chains).toMatchObject([
      {
        ...{ network: 'solana', payments: 2, short: null, coin_short: null, wait: null },
        ...{ fee_unit: 'LAMPORTS_TRANSACTION', ready: { currency: 'USDC', minor: PAID } },
        accounts: { currency: 'SOL', minor: 4_078_560n },
      },
    ])
    await execute()
    const sent = await payments()
    expect(sent.map(of => [of.status, of.rail])).toEqual(Array(2).fill(['SENT', 'Solana']))
    const payment_uuids = sent.map(of => of.payment_uuid).join(',')
    const seen = async (by: Parameters<typeof call>[1]) =>
      (await call(on.world, by, 'listOnChain', { query: { payment_uuids } })).payments
    const [txid] = local.waiting()
    const link = `${EXPLORER}${txid}`
    expect((await seen(operator)).map(of => of.wait).toSorted()).toEqual(['TURN', null])
    expect(await seen(operator)).toContainEqual(
      expect.objectContaining({ transaction: txid, link, needed: 32, allowed_actions: [] }),
    )
    expect((await seen(on.told.employer)).map(of => of.wait)).toContain('NETWORK')
    expect(await on.world.checked(true)).toEqual([])
    await minute()
    await minute()
    const settled = await payments()
    expect(settled.map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    expect(settled.map(of => of.reference)).toContain(txid)
    expect(new Set(settled.map(of => of.reference)).size).toBe(2)
    const has = await Promise.all((await wallets()).map(of => local.tokensOf(of, 'USDC')))
    expect(has.toSorted()).toEqual(settled.map(of => BigInt(of.amount_minor)).toSorted())
    const banks = on.told.payment_uuids.filter(id => !payment_uuids.includes(id))
    const body = { payment_uuids: banks, reference: 'BANK-1' }
    await call(on.world, operator, 'bulkSettle', { body })
    const slips = await Promise.all(on.told.contractors.map(payslipOf))
    for (const { reference } of settled)
      expect(slips.filter(slip => slip.includes(reference))).toHaveLength(1)
    expect(await on.world.checked(true)).toEqual([])
    const { treasuries } = await call(on.world, operator, 'listTreasuries')
    expect(treasuries.map(of => [of.network, of.held.currency, of.coin?.currency])).toEqual([
      ['solana', 'USDC', 'SOL'],
      ['solana', 'USDT', 'SOL'],
    ])
  })

  it('that waits its turn is not signed while it is frozen, or payments are halted, and is afterwards', async () => {
    await follow()
    await execute()
    const { operator } = on.told
    const statuses = async () => (await payments()).map(of => of.status).toSorted()
    const made = () => on.admin.rows('select from token_rail.transaction')
    const body = {
      before: '2026-03-21',
      network: 'solana',
      words: 'Its key may be known.',
    } as const
    const { freeze_uuid } = await call(on.world, operator, 'freezePayments', { body })
    for (let n = 0; n < 3; n++) await minute()
    expect(await statuses()).toEqual(['SENT', 'SETTLED'])
    expect(await made()).toHaveLength(1)
    const lift = { params: { id: freeze_uuid }, body: { words: 'It is not.' } }
    await on.world.unit(ctx => setHalted(ctx.tx, ctx.now.toISOString()))
    await call(on.world, await givenOperator(on.world, 'second@corridor.test'), 'liftFreeze', lift)
    for (let n = 0; n < 2; n++) await minute()
    expect(await made()).toHaveLength(1)
    await on.world.unit(ctx => setHalted(ctx.tx, null))
    for (let n = 0; n < 2; n++) await minute()
    expect(await statuses()).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('fails in words where its issuer has frozen the wallet’s account, and is paid anew once, when that is over', async () => {
    await follow()
    await execute()
    for (const of of await wallets()) await local.freeze(of, 'USDC')
    await minute()
    await minute()
    const failed = await payments()
    expect(failed.map(of => of.status)).toEqual(['FAILED', 'FAILED'])
    for (const { failure_reason } of failed)
      expect(failure_reason).toMatch(/has frozen the account/)
    expect(await on.world.checked(true)).toEqual([])
    for (const of of await wallets()) await local.thaw(of, 'USDC')
    for (const { payment_uuid: id } of failed)
      await call(on.world, on.told.operator, 'retryPayment', { params: { id } })
    await execute()
    await minute()
    await minute()
    const paid = await payments()
    expect(paid.map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    const has = await Promise.all((await wallets()).map(of => local.tokensOf(of, 'USDC')))
    expect(has.toSorted()).toEqual(paid.map(of => BigInt(of.amount_minor)).toSorted())
    expect(await on.world.checked(true)).toEqual([])
  })

  it('is waited for while its node is silent or has no history, and nothing of it is lost', async () => {
    await follow()
    await execute()
    local.mood.silent = true
    await expect(follow()).rejects.toMatchObject({ code: 'CHAIN_SILENT' })
    Object.assign(local.mood, { silent: false, forgetful: true })
    await minute()
    const sent = await payments()
    expect(sent.map(of => of.status)).toEqual(['SENT', 'SENT'])
    const query = { payment_uuids: sent.map(of => of.payment_uuid).join(',') }
    const seen = await call(on.world, on.told.operator, 'listOnChain', { query })
    expect(seen.payments.map(of => of.wait).toSorted()).toEqual(['LOST', 'TURN'])
    local.mood.forgetful = false
    await follow()
    await minute()
    expect((await payments()).map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('goes to no address of ours', async () => {
    const body = { currency: 'USDC', blockchain: 'solana', address: treasury.address } as const
    await expect(call(on.world, first(on.told), 'putCryptoWallet', { body })).rejects.toMatchObject(
      { code: 'DESTINATION_NOT_VALID' },
    )
  })
})
