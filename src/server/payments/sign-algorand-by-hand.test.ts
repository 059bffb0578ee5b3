/** A pay in USDC on Algorand whose treasury people sign for: operators save its file, and what they bring back signed is sent, and arrives. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { algorandChain } from '../gateways/algorand/algorand-chain.ts'
import { type LocalChain, localChain } from '../gateways/algorand/local-chain.test-data.ts'
import { LIFE_BY_HAND } from '../gateways/algorand/network.ts'
import { algorandNode } from '../gateways/algorand/node.ts'
import { signedByHand } from '../gateways/algorand/signer.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { holderOf } from './algorand-holder.test-data.ts'
import { type Due, followed, givenWallets } from './followed.test-data.ts'
import { ALGO, HELD, treasury, walletOf } from './on-algorand.test-data.ts'

const holder = holderOf(7)

let local: LocalChain
let on: Copy<Due> & ReturnType<typeof followed>
beforeEach(async () => {
  local = await localChain()
  local.fund(treasury.address, 'ALGO', 100n * ALGO)
  local.fund(treasury.address, 'USDC', 1_000_000n * HELD)
  for (const n of [0, 1]) local.fund(walletOf(n), 'USDC', 0n)
})
afterEach(() => local.end())
eachInACopy(
  async (world: World) => {
    const stage = await givenApprovableCycle(world, 2)
    await givenWallets(world, stage, { blockchain: 'algo', walletOf })
    world.clock.set('2026-03-19T10:00:00Z')
    return givenDue(world, stage)
  },
  copy => {
    on = { ...copy, ...followed(copy, 'algo') }
  },
  {
    chains: ({ books }) => {
      const chain = algorandChain(algorandNode(local.url), signedByHand(treasury.address))
      return { algo: tokenRail(books, { chain, now: () => new Date() }) }
    },
  },
)

const statuses = async () => (await on.payments()).map(of => of.status)

it('waits for people, is saved as a file, and arrives once it was brought back', async () => {
  await on.follow()
  await on.execute()
  const { operator } = on.told
  expect(await statuses()).toEqual(['SENT', 'SENT'])
  const { to_sign } = await call(on.world, operator, 'listToSign')
  expect(to_sign.map(of => of.payee).toSorted()).toEqual([walletOf(0), walletOf(1)].toSorted())
  for (const { network, id, shown, over, until, allowed_actions } of to_sign) {
    expect({ over, allowed_actions }).toEqual({
      over: false,
      allowed_actions: ['export', 'import'],
    })
    expect(until).toBeInstanceOf(Date)
    const params = { network, id }
    const file = await call(on.world, operator, 'exportToSign', { params })
    expect(file).toMatchObject({
      mime_type: 'application/octet-stream',
      file_name: `corridor-${shown?.slice(0, 8)}.txn`,
    })
    const parts: Uint8Array[] = []
    for await (const piece of file.pieces) parts.push(piece)
    const bytes = Buffer.from(holder.sign(Buffer.concat(parts)))
    const body = { file_name: 'signed.stxn', bytes }
    const sent = { sent: true, signatures: 1, needed: 1 }
    expect(await call(on.world, operator, 'importSigned', { params, body })).toEqual(sent)
  }
  local.mine()
  await on.follow()
  expect(await statuses()).toEqual(['SETTLED', 'SETTLED'])
  expect(await on.world.broken()).toEqual([])
})

it('is said to be over once it cannot be signed any more, and is asked for by another file then', async () => {
  await on.follow()
  await on.execute()
  const { operator } = on.told
  const [asked] = (await call(on.world, operator, 'listToSign')).to_sign
  const params = { network: 'algo' as const, id: asked?.id ?? '' }
  local.pass(Number(LIFE_BY_HAND) + 30)
  local.mood.pruned = 10n ** 12n
  await on.follow()
  expect((await call(on.world, operator, 'listToSign')).to_sign[0]).toMatchObject({
    ...{ over: true, allowed_actions: [] },
  })
  await expect(call(on.world, operator, 'exportToSign', { params })).rejects.toMatchObject({
    text: 'payments.problems.notStanding',
  })
  local.mood.pruned = 0n
  for (let minute = 0; minute < 4; minute++) await on.follow()
  const anew = (await call(on.world, operator, 'listToSign')).to_sign
  expect(anew).toHaveLength(2)
  expect(anew.map(of => of.id)).not.toContain(asked?.id)
  expect(await statuses()).toEqual(['SENT', 'SENT'])
})

it('is not handed out while it is frozen', async () => {
  await on.follow()
  await on.execute()
  const { operator } = on.told
  const [asked] = (await call(on.world, operator, 'listToSign')).to_sign
  const params = { network: 'algo' as const, id: asked?.id ?? '' }
  await call(on.world, operator, 'freezePayments', {
    body: { before: '2026-12-31', words: '' } as never,
  })
  await expect(call(on.world, operator, 'exportToSign', { params })).rejects.toMatchObject({
    text: 'payments.problems.frozenToSign',
  })
})
