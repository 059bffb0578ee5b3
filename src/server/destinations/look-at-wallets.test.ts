/** What wallets are on their chains: looked at when they are added, and again until what is sent there arrives; and whose they are, by the key that a network has for them. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenContractor, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { byTheClock } from '../clock-work.ts'
import { hederaChain } from '../gateways/hedera/hedera-chain.ts'
import { type LocalChain, localChain } from '../gateways/hedera/local-chain.test-data.ts'
import { hederaNode } from '../gateways/hedera/node.ts'
import { signerOf } from '../gateways/hedera/signer.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { lookAtWallets } from './index.ts'

const treasury = signerOf(new Uint8Array(32).fill(7))
let local: LocalChain
let world: World
let operator: Person
let admin: Admin
beforeAll(async () => {
  local = await localChain()
  local.fund(treasury.address, 'HBAR', 1_000_000_000n)
  local.fund(treasury.address, 'USDC', 100_000_000n)
  world = await plainWorld(undefined, {
    chains: ({ books }) => {
      const node = hederaNode(local.url, local.nodes, { now: local.now })
      return {
        hedera: tokenRail(books, { chain: hederaChain(node, treasury), now: () => new Date() }),
      }
    },
  })
  operator = await givenOperator(world)
  admin = await adminOf(world)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
  await local.end()
})

let people = 0
/** Somebody with a wallet of that number. */
async function adding(address: string) {
  const who = await givenContractor(world, operator, `person${people++}@okafor.test`)
  const body = { currency: 'USDC', blockchain: 'hedera', address } as const
  await call(world, who, 'putCryptoWallet', { body })
  const wallet = async () => {
    const { destinations } = await call(world, who, 'getBanking')
    const found = destinations.find(of => of.network === 'hedera')
    if (!found) throw new Error('no wallet')
    return found
  }
  return { who, wallet, id: (await wallet()).destination_uuid }
}

const later = (minutes: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000).toISOString())
const look = () => lookAtWallets({}, world)
/** Whether the job was put into the queue since this was asked last. */
const queued = async () =>
  (
    await admin.rows(
      "delete from graphile_worker._private_jobs where key = 'look_at_wallets' returning 1",
    )
  ).length > 0

it('is looked at once it is added, and not asked again where it takes what is sent', async () => {
  local.fund('0.0.51001', 'USDC', 0n)
  const { wallet } = await adding('0.0.51001')
  expect((await wallet()).on_chain).toEqual({ state: null, looked_at: null, looking: true })
  expect(await queued()).toBe(true)
  await look()
  expect((await wallet()).on_chain).toEqual({
    ...{ state: 'READY', looked_at: world.clock.now(), looking: false },
  })
  later(48 * 60)
  await byTheClock({}, world)
  expect(await queued()).toBe(false)
})

it('is said to take nothing until it does, which is seen by itself, or as soon as its owner asks', async () => {
  const { who, wallet, id } = await adding('0.0.51002')
  await look()
  expect((await wallet()).on_chain).toMatchObject({ state: 'NOT_OPTED_IN', looking: false })
  await queued()
  await byTheClock({}, world)
  expect(await queued()).toBe(false)
  later(10)
  await byTheClock({}, world)
  expect(await queued()).toBe(true)
  await look()
  expect((await wallet()).on_chain).toMatchObject({ state: 'NOT_OPTED_IN', looking: false })

  local.fund('0.0.51002', 'USDC', 0n)
  await Promise.all([1, 2].map(() => call(world, who, 'lookAtWallet', { params: { id } })))
  expect((await wallet()).on_chain).toMatchObject({ state: 'NOT_OPTED_IN', looking: true })
  await look()
  expect((await wallet()).on_chain).toMatchObject({ state: 'READY', looking: false })
})

it('is looked at once more where its owner asks while its chain is being asked', async () => {
  const { who, wallet, id } = await adding('0.0.51007')
  await look()
  later(10)
  const rail = world.kernel.gateways.railOf('hedera')
  const meanwhile: typeof rail = {
    ...rail,
    payees: async wallets => {
      const told = (await rail.payees?.(wallets)) ?? []
      local.fund('0.0.51007', 'USDC', 0n)
      later(1)
      await call(world, who, 'lookAtWallet', { params: { id } })
      return told
    },
  }
  const { gateways: real } = world.kernel
  const railOf = (of: string) => (of === 'hedera' ? meanwhile : real.railOf(of))
  const gateways = { ...real, railOf }
  await lookAtWallets({}, { unit: world.unit, kernel: { ...world.kernel, gateways } })
  expect((await wallet()).on_chain).toMatchObject({ state: 'NOT_OPTED_IN', looking: true })
  await look()
  expect((await wallet()).on_chain).toMatchObject({ state: 'READY', looking: false })
})

it('keeps what it knew while its chain says nothing, and is asked of as soon as it does', async () => {
  const { wallet } = await adding('0.0.51003')
  local.mood.silent = true
  await expect(look()).rejects.toThrow()
  expect((await wallet()).on_chain).toMatchObject({ state: null, looking: true })
  local.mood.silent = false
  local.set('0.0.51003', { takes: -1, is_contract: true })
  await look()
  expect((await wallet()).on_chain).toMatchObject({ state: 'NO_WALLET', looking: false })
  // What is wrong with the token says nothing of a wallet.
  local.set('0.0.51003', { is_contract: false })
  local.change('USDC', { paused: true })
  later(24 * 60)
  await look()
  expect((await wallet()).on_chain).toMatchObject({ state: 'NO_WALLET', looking: false })
  local.change('USDC', { paused: false })
  later(24 * 60)
  await look()
  expect((await wallet()).on_chain).toMatchObject({ state: 'NEW', looking: false })
})

it('is asked of as many as are due, and not of one that is out of use', async () => {
  const { who, id, wallet } = await adding('0.0.51004')
  await call(world, who, 'deactivateDestination', { body: { destination_uuid: id } })
  expect((await wallet()).on_chain).toBeNull()
  await look()
  expect(
    await admin.rows("select 1 from wallet_look where network = 'hedera' and due_at <= $1", [
      world.clock.now(),
    ]),
  ).toEqual([])
  await expect(call(world, who, 'lookAtWallet', { params: { id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await call(world, who, 'reactivateDestination', { body: { destination_uuid: id } })
  expect((await wallet()).on_chain).toMatchObject({ state: null, looking: true })
  await admin.rows('update wallet_look set due_at = $1', [world.clock.now()])
  await look()
  expect(
    await admin.rows("select 1 from wallet_look where network = 'hedera' and due_at <= $1", [
      world.clock.now(),
    ]),
  ).toEqual([])
})

it('is looked at for its owner alone', async () => {
  const { id } = await adding('0.0.51005')
  const { who } = await adding('0.0.51006')
  await expect(call(world, who, 'lookAtWallet', { params: { id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

const message = (text: string) => utf8ToBytes(`\x19Hedera Signed Message:\n${text.length}${text}`)
const edKey = ed25519.keygen(new Uint8Array(32).fill(9))
const ecKey = secp256k1.keygen(new Uint8Array(48).fill(9))
const KEYS = {
  ED25519: {
    key: bytesToHex(edKey.publicKey),
    sign: (text: string) => ed25519.sign(message(text), edKey.secretKey),
    field: 0x1a,
  },
  ECDSA_SECP256K1: {
    key: bytesToHex(ecKey.publicKey),
    sign: (text: string) =>
      secp256k1.sign(keccak_256(message(text)), ecKey.secretKey, { prehash: false }),
    field: 0x32,
  },
} as const

it.each(['ED25519', 'ECDSA_SECP256K1'] as const)(
  'is proved by the %s key that its network has for it, and no other',
  async kind => {
    const [address, other] =
      kind === 'ED25519' ? ['0.0.52001', '0.0.52002'] : ['0.0.52003', '0.0.52004']
    const { key, sign, field } = KEYS[kind]
    for (const of of [address, other]) {
      local.fund(of, 'USDC', 0n)
      local.set(of, { key: { _type: kind, key } })
    }
    const { who, wallet, id } = await adding(address)
    const prove = (signature: string) =>
      call(world, who, 'proveWallet', { params: { id }, body: { signature } })
    expect((await wallet()).message_to_sign).toBeNull()
    await expect(prove('x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await look()
    const text = (await wallet()).message_to_sign ?? ''
    expect(text).toContain(address)
    const another = await adding(other)
    await look()
    const wrong = sign((await another.wallet()).message_to_sign ?? '')
    const plain =
      kind === 'ED25519' ? ed25519.sign(utf8ToBytes(text), edKey.secretKey) : sign(`${text}.`)
    for (const bytes of [wrong, plain])
      await expect(prove(base64.encode(bytes))).rejects.toMatchObject({ code: 'VALIDATION' })
    for (const nonsense of ['x', base64.encode(Uint8Array.of(0x1a, 64, 1)), key])
      await expect(prove(nonsense)).rejects.toMatchObject({ code: 'VALIDATION' })
    // As wallets answer: the pair of a prefix of the key and its signature, in a map of such pairs.
    const pair = concatBytes(Uint8Array.of(0x0a, 2, 1, 2, field, 64), sign(text))
    await prove(base64.encode(concatBytes(Uint8Array.of(0x0a, pair.length), pair)))
    expect((await wallet()).proved_at).toEqual(world.clock.now())
  },
)

it('is proved by no key that its network has for it no more', async () => {
  local.fund('0.0.52005', 'USDC', 0n)
  local.set('0.0.52005', { key: { _type: 'ED25519', key: KEYS.ED25519.key } })
  const { who, wallet, id } = await adding('0.0.52005')
  await look()
  const text = (await wallet()).message_to_sign ?? ''
  expect(text).not.toBe('')
  local.set('0.0.52005', { key: { _type: 'ProtobufEncoded', key: 'aa'.repeat(40) } })
  await call(world, who, 'lookAtWallet', { params: { id } })
  await look()
  expect((await wallet()).message_to_sign).toBeNull()
  const signature = base64.encode(KEYS.ED25519.sign(text))
  await expect(
    call(world, who, 'proveWallet', { params: { id }, body: { signature } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('is looked at also where a process of before added it', async () => {
  const { id, wallet } = await adding('0.0.52006')
  await admin.rows('delete from wallet_look where destination_uuid = $1', [id])
  const [row] = await admin.rows(
    'delete from destination where destination_uuid = $1 returning *',
    [id],
  )
  const names = Object.keys(row ?? {}).filter(of => of !== 'seal')
  await admin.rows(
    `insert into destination (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
    names.map(of => row?.[of]),
  )
  expect((await wallet()).on_chain).toMatchObject({ looking: true })
})

it('offers no proof by a list of keys, or of an account that nobody moves', async () => {
  for (const [address, key] of [
    ['0.0.53001', { _type: 'ProtobufEncoded', key: 'aa'.repeat(40) }],
    ['0.0.53002', null],
  ] as const) {
    local.fund(address, 'USDC', 0n)
    local.set(address, { key })
    const { wallet } = await adding(address)
    await look()
    const { on_chain, message_to_sign } = await wallet()
    expect(on_chain).toMatchObject({ state: 'READY' })
    expect(message_to_sign).toBeNull()
  }
})
