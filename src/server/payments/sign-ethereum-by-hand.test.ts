/** A pay in USDC on Ethereum whose treasury people sign for: operators save its text, and what they bring back signed is sent, and arrives. */
import { type Hex, parseTransaction, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { ethereumChain } from '../gateways/ethereum/ethereum-chain.ts'
import { type LocalChain, localChain } from '../gateways/ethereum/local-chain.test-data.ts'
import { ethereumNode } from '../gateways/ethereum/node.ts'
import { signedByHand } from '../gateways/ethereum/signer.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type Due, followed, givenWallets } from './followed.test-data.ts'
import { ETH, HELD, treasury, walletOf } from './on-ethereum.test-data.ts'

const holder = privateKeyToAccount(`0x${'07'.repeat(32)}`)

let local: LocalChain
let on: Copy<Due> & ReturnType<typeof followed>
beforeAll(async () => {
  local = await localChain({ epoch: 4 })
  await local.fund(treasury.address, 'ETH', ETH)
  await local.fund(treasury.address, 'USDC', 1_000_000n * HELD)
  await local.settle()
})
beforeEach(() => local.again())
afterAll(() => local.end())
eachInACopy(
  async (world: World) => {
    const stage = await givenApprovableCycle(world, 2)
    await givenWallets(world, stage, { blockchain: 'ethereum', walletOf })
    world.clock.set('2026-03-19T10:00:00Z')
    return givenDue(world, stage)
  },
  copy => {
    on = { ...copy, ...followed(copy, 'ethereum') }
  },
  {
    chains: ({ books }) => {
      const chain = ethereumChain(ethereumNode(local.url), signedByHand(treasury.address))
      return { ethereum: tokenRail(books, { chain, now: () => new Date() }) }
    },
  },
)

it('waits for people, is saved as text, and arrives once it was brought back', async () => {
  await on.follow()
  await on.execute()
  const { operator } = on.told
  const statuses = async () => (await on.payments()).map(of => of.status)
  expect(await statuses()).toEqual(['SENT', 'SENT'])
  const { to_sign } = await call(on.world, operator, 'listToSign')
  expect(to_sign.map(of => of.payee).toSorted()).toEqual([walletOf(0), walletOf(1)].toSorted())
  for (const { network, id, totals, amount, fee } of to_sign) {
    expect(totals).toEqual(expect.arrayContaining([amount, fee]))
    const params = { network, id }
    const file = await call(on.world, operator, 'exportToSign', { params })
    expect(file).toMatchObject({
      mime_type: 'text/plain',
      file_name: `corridor-${id.slice(0, 8)}.txt`,
    })
    const parts: Uint8Array[] = []
    for await (const piece of file.pieces) parts.push(piece)
    const unsigned = parseTransaction(Buffer.concat(parts).toString().trim() as Hex)
    const bytes = Buffer.from(await holder.signTransaction(unsigned as TransactionSerializable))
    const body = { file_name: 'signed.txt', bytes }
    const sent = { sent: true, signatures: 1, needed: 1 }
    expect(await call(on.world, operator, 'importSigned', { params, body })).toEqual(sent)
  }
  await local.settle()
  await on.follow()
  expect(await statuses()).toEqual(['SETTLED', 'SETTLED'])
  expect(await on.world.broken()).toEqual([])
})

it('is not handed out while it is frozen', async () => {
  await on.follow()
  await on.execute()
  const { operator } = on.told
  const [asked] = (await call(on.world, operator, 'listToSign')).to_sign
  const params = { network: 'ethereum' as const, id: asked?.id ?? '' }
  await call(on.world, operator, 'freezePayments', {
    body: { before: '2026-12-31', words: '' } as never,
  })
  await expect(call(on.world, operator, 'exportToSign', { params })).rejects.toMatchObject({
    text: 'payments.problems.frozenToSign',
  })
})
