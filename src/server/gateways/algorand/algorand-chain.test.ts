/** Algorand by a node over HTTP: what the rail of tokens asks of it, what is signed for it, and a node's bad days. */
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeSignedTransaction } from 'algosdk'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayError } from '../gateway-error.ts'
import type { Signed, TokenChain } from '../tokens/token-chain.ts'
import { algorandChain } from './algorand-chain.ts'
import { type LocalChain, localChain } from './local-chain.test-data.ts'
import { ASSETS, GENESIS, LIFE } from './network.ts'
import { algorandNode } from './node.ts'
import { makeKeyFile, openKeyFile, signerOf } from './signer.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const payee = signerOf(new Uint8Array(32).fill(8)).address
const FEE = 1_000n

let local: LocalChain
let chain: TokenChain
beforeEach(async () => {
  local = await localChain()
  local.fund(signer.address, 'ALGO', 1_000_000n)
  local.fund(signer.address, 'USDC', 100_000_000n)
  local.fund(payee, 'USDC', 0n)
  chain = algorandChain(algorandNode(local.url), signer)
})
afterEach(() => local.end())

const pay = (amount: bigint, to: string = payee, currency = 'USDC') => ({
  ...{ payee: to, currency, amount },
})
const signedBy = async (amount: bigint, lane = '0', fee = FEE) =>
  chain.sign(pay(amount), { name: lane, value: (await chain.lanes())[0]?.value ?? '' }, fee)
const underWay = async (...versions: readonly Signed[]) => ({
  lane: { name: '0', value: String(decoded(versions[0]).txn.firstValid) },
  versions,
})
const decoded = (of: Signed | undefined) =>
  decodeSignedTransaction(Buffer.from(of?.raw ?? '', 'base64'))

describe('lanes on Algorand', () => {
  it('are a hundred, and have another value about once a minute', async () => {
    const lanes = await chain.lanes()
    expect(lanes.map(of => of.name)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)))
    expect(new Set(lanes.map(of => of.value))).toEqual(new Set(['40000000']))
    local.pass(12)
    expect((await chain.lanes())[0]?.value).toBe('40000000')
    local.pass(1)
    expect((await chain.lanes())[0]?.value).toBe('40000020')
  })

  it.each(['in its pool', 'in a block'])(
    'let through one of two that name the same, with the other %s',
    async place => {
      const [one, other] = [await signedBy(1_000n), await signedBy(2_000n, '0', 5_000n)]
      await chain.offer(one.raw)
      if (place === 'in a block') local.mine()
      await expect(chain.offer(other.raw)).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
      local.mine(400)
      await expect(chain.offer(other.raw)).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
      expect(local.tokensOf(payee, 'USDC')).toBe(1_000n)
      const third = await chain.sign(pay(3_000n), { name: '1', value: '40000000' }, FEE)
      await chain.offer(third.raw)
      local.mine()
      expect(local.tokensOf(payee, 'USDC')).toBe(4_000n)
    },
  )

  it('let nothing through any more once their time is over', async () => {
    const signed = await signedBy(1n)
    local.pass(Number(LIFE))
    await expect(chain.offer(signed.raw)).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
  })
})

describe('a payment on Algorand', () => {
  it('is known by its id before it is sent, is signed alike each time, for the main network alone, and says nothing else', async () => {
    const signed = await signedBy(5_000n)
    expect(await signedBy(5_000n)).toEqual(signed)
    const { txn, sig } = decoded(signed)
    expect(txn.txID()).toBe(signed.txid)
    expect(Buffer.from(txn.genesisHash ?? []).toString('base64')).toBe(GENESIS.main.genesis_hash)
    expect([txn.fee, txn.note.length, txn.rekeyTo, txn.group]).toEqual([
      FEE,
      0,
      undefined,
      undefined,
    ])
    expect(txn.lastValid - txn.firstValid).toBe(LIFE)
    expect(txn.assetTransfer).toMatchObject({ amount: 5_000n, closeRemainderTo: undefined })
    expect(Number(txn.assetTransfer?.assetIndex)).toBe(ASSETS[0]?.id)
    // By another's hand than the one that signs here.
    const x = Buffer.from(txn.sender.publicKey).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    expect(verify(null, txn.bytesToSign(), key, sig ?? new Uint8Array())).toBe(true)
    await chain.offer(signed.raw)
    expect(await chain.seen([await underWay(signed)])).toEqual([{ state: 'UNSEEN' }])
    local.mine()
    expect(await chain.seen([await underWay(signed)])).toEqual([
      { state: 'FINAL', txid: signed.txid, failure: null },
    ])
    const purse = await chain.purse()
    expect([purse.coin, purse.tokens.get('USDC')]).toEqual([999_000n, 99_995_000n])
  })

  it('costs what the network asks at the least, and by its bytes while that is full', async () => {
    expect(await chain.prices()).toMatchObject({ fee: 1_000n, least: 200_000n, account: 0n })
    local.mood.for_a_byte = 20n
    expect((await chain.prices()).fee).toBe(6_400n)
    const { raw } = await signedBy(2n ** 60n)
    expect(Buffer.from(raw, 'base64').length).toBeLessThanOrEqual(320)
    local.mood.for_a_byte = null
    expect((await chain.prices()).fee).toBeNull()
  })
})

describe('a node of Algorand', () => {
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'answered',
      (error: GatewayError) => {
        expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toMatch(
          /of-ours/,
        )
        return error.code
      },
    )

  it('that is behind, silent, or answers what nobody understands is named, and neither the key in its address nor its token is', async () => {
    chain = algorandChain(algorandNode(local.url, 'a-token-of-ours'), signer)
    expect(await chain.tip()).toBeGreaterThan(0)
    local.mood.behind = true
    expect(await codeOf(chain.tip())).toBe('CHAIN_BEHIND')
    Object.assign(local.mood, { behind: false, nonsense: true })
    const one = await underWay(await algorandSigned())
    const asked = () => [chain.tip(), chain.purse(), chain.lanes(), chain.seen([one])]
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(4).fill('CHAIN_OTHER'))
    Object.assign(local.mood, { nonsense: false, silent: true })
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(4).fill('CHAIN_SILENT'))
  })

  it('that ends in the middle of an answer is silent, and what says that there is nothing without being a node says nothing', async () => {
    local.mood.cut = true
    expect(await codeOf(chain.purse())).toBe('CHAIN_SILENT')
    Object.assign(local.mood, { cut: false, misled: true })
    const one = await underWay(await algorandSigned())
    const asked = () => [chain.purse(), chain.look([pay(1n)]), chain.seen([one])]
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(3).fill('CHAIN_OTHER'))
  })

  const algorandSigned = () => chain.sign(pay(1n), { name: '0', value: '40000000' }, FEE)

  it('is believed no signer that signed something else', async () => {
    const lying = {
      ...signer,
      sign: (unsigned: Uint8Array) => signer.sign(Uint8Array.from([...unsigned, 0])),
    }
    chain = algorandChain(algorandNode(local.url), lying)
    expect(await codeOf(algorandSigned())).toBe('ALGORAND_SIGNED_OTHERWISE')
  })
})

describe('the file of a key', () => {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-algorand-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'key.json')
  const words = 'a passphrase of the tests'

  it('is of its chain alone, is the owner’s alone, and is never written over', () => {
    const address = makeKeyFile(path, words)
    expect(openKeyFile(path, words).address).toBe(address)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(() => makeKeyFile(path, words)).toThrow(/EEXIST/)
    const content = JSON.parse(readFileSync(path, 'utf8'))
    const other = join(dir, 'other.json')
    writeFileSync(other, JSON.stringify({ ...content, kind: 'corridor-solana-key' }))
    expect(() => openKeyFile(other, words)).toThrow(/cannot be opened/)
  })
})
