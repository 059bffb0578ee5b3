/** A pay in USDC on Solana whose treasury people sign for: operators save its text, and what they bring back signed is sent, and arrives. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type LocalChain, localChain } from '../gateways/solana/local-chain.test-data.ts'
import { solanaNode } from '../gateways/solana/node.ts'
import { signedByHand } from '../gateways/solana/signer.ts'
import { solanaChain } from '../gateways/solana/solana-chain.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import { type Due, followed, givenWallets } from './followed.test-data.ts'
import { HELD, SOL, treasury, walletOf } from './on-solana.test-data.ts'
import { holderOf } from './solana-holder.test-data.ts'

const holder = holderOf(7)

let local: LocalChain
let chain: TokenChain
let on: Copy<Due> & ReturnType<typeof followed>
beforeEach(async () => {
  local = await localChain()
  await local.fund(treasury.address, 'SOL', SOL)
  await local.fund(treasury.address, 'USDC', 1_000_000n * HELD)
  await (await solanaChain(solanaNode(local.url), treasury, { lanes: 5 })).open(SOL)
  local.settle()
  chain = await solanaChain(solanaNode(local.url), signedByHand(treasury.address), { lanes: 5 })
})
afterEach(() => local.end())
eachInACopy(
  async (world: World) => {
    const stage = await givenApprovableCycle(world, 2)
    await givenWallets(world, stage, { blockchain: 'solana', walletOf })
    world.clock.set('2026-03-19T10:00:00Z')
    return givenDue(world, stage)
  },
  copy => {
    on = { ...copy, ...followed(copy, 'solana') }
  },
  {
    chains: ({ books }) => ({ solana: tokenRail(books, { chain, now: () => new Date() }) }),
  },
)

it('waits for people, is saved as text, and arrives once a signature was brought back', async () => {
  await on.follow()
  await on.execute()
  const { operator } = on.told
  const statuses = async () => (await on.payments()).map(of => of.status)
  expect(await statuses()).toEqual(['SENT', 'SENT'])
  const { to_sign } = await call(on.world, operator, 'listToSign')
  expect(to_sign.map(of => of.payee).toSorted()).toEqual([walletOf(0), walletOf(1)].toSorted())
  for (const { network, id, shown, until } of to_sign) {
    expect(until).toBeNull()
    const params = { network, id }
    const file = await call(on.world, operator, 'exportToSign', { params })
    expect(file).toMatchObject({
      mime_type: 'text/plain',
      file_name: `corridor-${shown?.slice(0, 8)}.txt`,
    })
    const parts: Uint8Array[] = []
    for await (const piece of file.pieces) parts.push(piece)
    const bytes = Buffer.from(holder.signature(Buffer.concat(parts).toString().trim()))
    const body = { file_name: 'signed.txt', bytes }
    const sent = { sent: true, signatures: 1, needed: 1 }
    expect(await call(on.world, operator, 'importSigned', { params, body })).toEqual(sent)
  }
  local.settle()
  await on.follow()
  await on.follow()
  expect(await statuses()).toEqual(['SETTLED', 'SETTLED'])
  expect(await on.world.broken()).toEqual([])
})

it('is neither handed out nor taken back while its contractor is suspended, and is afterwards', async () => {
  await on.follow()
  await on.execute()
  const { operator, contractors } = on.told
  const { to_sign } = await call(on.world, operator, 'listToSign')
  const stand = async (operation: 'suspend' | 'reinstate') => {
    for (const { sub } of contractors)
      await call(on.world, operator, 'changeStanding', {
        params: { userTypes: 'contractors', sub, operation },
        body: { reason: 'They were asked for a paper.' },
      })
  }
  const params = { network: 'solana' as const, id: to_sign[0]?.id ?? '' }
  await stand('suspend')
  const stopped = { code: 'TRANSITION_NOT_ALLOWED', text: 'payments.problems.stoppedToSign' }
  await expect(call(on.world, operator, 'exportToSign', { params })).rejects.toMatchObject(stopped)
  const body = { file_name: 'signed.txt', bytes: Buffer.from('anything') }
  await expect(call(on.world, operator, 'importSigned', { params, body })).rejects.toMatchObject(
    stopped,
  )
  // What was asked for may have been saved before: it is not called stopped, and its turn is nobody else's.
  await on.follow()
  expect((await on.payments()).map(of => of.status)).toEqual(['SENT', 'SENT'])
  await stand('reinstate')
  expect(await call(on.world, operator, 'exportToSign', { params })).toMatchObject({
    mime_type: 'text/plain',
  })
})

it('is not handed out while it is frozen', async () => {
  await on.follow()
  await on.execute()
  const { operator } = on.told
  const [asked] = (await call(on.world, operator, 'listToSign')).to_sign
  const params = { network: 'solana' as const, id: asked?.id ?? '' }
  await call(on.world, operator, 'freezePayments', {
    body: { before: '2026-12-31', words: '' } as never,
  })
  await expect(call(on.world, operator, 'exportToSign', { params })).rejects.toMatchObject({
    text: 'payments.problems.frozenToSign',
  })
})
