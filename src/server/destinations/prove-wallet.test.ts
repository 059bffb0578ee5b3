/** A wallet is proved by a signature of its own line, by its own contractor, and nothing else changes by it. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { givenContractor, givenOperator, plainWorld, type World } from '#test/harness/world.ts'

let world: World
let amara: Person
let chloe: Person
const key = ed25519.keygen(new Uint8Array(32).fill(9))
const address = base58.encode(key.publicKey)
beforeAll(async () => {
  world = await plainWorld()
  const operator = await givenOperator(world)
  amara = await givenContractor(world, operator, 'amara@okafor.test')
  chloe = await givenContractor(world, operator, 'chloe@tremblay.test')
  for (const one of [amara, chloe])
    await call(world, one, 'putCryptoWallet', {
      body: { currency: 'USDC', blockchain: 'solana', address },
    })
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await world.close()
})

const walletOf = async (who: Person) => {
  const { destinations } = await call(world, who, 'getBanking')
  const wallet = destinations.find(one => one.address === address)
  if (!wallet) throw new Error('no wallet')
  return wallet
}
const sign = (message: string | null) =>
  base58.encode(ed25519.sign(new TextEncoder().encode(message ?? ''), key.secretKey))
const prove = async (who: Person, signature: string, id?: string) =>
  call(world, who, 'proveWallet', {
    params: { id: id ?? (await walletOf(who)).destination_uuid },
    body: { signature },
  })

it('is proved by its own line alone', async () => {
  const [mine, other] = [await walletOf(amara), await walletOf(chloe)]
  expect(mine.message_to_sign).toContain(address)
  // The same address of two people has two lines: what one signed proves nothing of the other.
  expect(mine.message_to_sign).not.toBe(other.message_to_sign)
  for (const signature of [sign(other.message_to_sign), sign('x'), 'x', address])
    await expect(prove(amara, signature)).rejects.toMatchObject({ code: 'VALIDATION' })
  await expect(
    prove(chloe, sign(mine.message_to_sign), mine.destination_uuid),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await walletOf(amara)).proved_at).toBeNull()

  const signature = sign(mine.message_to_sign)
  await Promise.all([prove(amara, signature), prove(amara, signature)])
  world.clock.set('2026-03-02T12:00:00Z')
  await prove(amara, signature)
  const proved = await walletOf(amara)
  expect(proved).toEqual({
    ...mine,
    proved_at: new Date('2026-03-02T10:00:00Z'),
    message_to_sign: null,
  })
  const { changes } = await call(world, amara, 'getBanking')
  expect(changes.filter(({ said }) => said?.text.includes('proved'))).toHaveLength(1)
  expect((await walletOf(chloe)).proved_at).toBeNull()
})

it('is offered where a message proves something', async () => {
  await call(world, amara, 'putCryptoWallet', {
    body: { currency: 'USDC', blockchain: 'hedera', address: '0.0.48211' },
  })
  const { destinations } = await call(world, amara, 'getBanking')
  for (const { network, message_to_sign, destination_uuid: id } of destinations) {
    if (network === 'solana') continue
    expect(message_to_sign).toBeNull()
    await expect(prove(amara, 'x', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})
