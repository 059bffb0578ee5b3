/** Ethereum by a node over HTTP that others wrote (anvil): what the rail of tokens asks of it, and a node's bad days. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, parseTransaction, recoverTransactionAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayError } from '../gateway-error.ts'
import type { Signed, TokenChain } from '../tokens/token-chain.ts'
import { ethereumChain } from './ethereum-chain.ts'
import { type LocalChain, localChain } from './local-chain.test-data.ts'
import { CHAIN_IDS, GWEI, MOST_GAS, TOKENS } from './network.ts'
import { ethereumNode } from './node.ts'
import { makeKeyFile, openKeyFile, signerOf } from './signer.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const payee = signerOf(new Uint8Array(32).fill(8)).address
const FEE = 10_000n

let local: LocalChain
let chain: TokenChain
beforeAll(async () => {
  local = await localChain()
  await local.fund(signer.address, 'ETH', GWEI)
  await local.fund(signer.address, 'USDC', 100_000_000n)
  await local.settle()
  chain = ethereumChain(ethereumNode(local.url), signer)
})
beforeEach(() => local.again())
afterAll(() => local.end())

const pay = (amount: bigint, to: string = payee, currency = 'USDC') => ({
  ...{ payee: to, currency, amount },
})
const lane = (nonce: number) => ({ name: String(nonce % 100), value: String(nonce) })
const underWay = (nonce: number, ...versions: readonly Signed[]) => ({
  lane: lane(nonce),
  versions,
})

describe('lanes on Ethereum', () => {
  it('are the next nonces, a hundred of them, and are of the one a hundred later once theirs is final', async () => {
    const lanes = await chain.lanes()
    expect(lanes.map(of => of.value)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)))
    const signed = await chain.sign(pay(1n), lane(0), FEE)
    await chain.offer(signed.raw)
    await local.mine(64)
    expect((await chain.lanes()).find(of => of.name === '0')?.value).toBe('0')
    await local.mine()
    const next = await chain.lanes()
    expect(next.find(of => of.name === '0')?.value).toBe('100')
    expect(next.map(of => Number(of.value))).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  })

  it('let through one of two transactions that name the same nonce', async () => {
    const [one, other] = [
      await chain.sign(pay(1_000n), lane(0), FEE),
      await chain.sign(pay(2_000n), lane(0), chain.displacing(FEE) ?? 0n),
    ]
    for (const { raw } of [one, other]) await chain.offer(raw)
    await local.settle()
    expect(await local.tokensOf(payee, 'USDC')).toBe(2_000n)
    const [seen] = await chain.seen([underWay(0, one, other)])
    expect(seen).toEqual({ state: 'FINAL', txid: other.txid, failure: null })
    await expect(chain.offer(one.raw)).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
  })
})

describe('a payment on Ethereum', () => {
  it('is known by its id before it is sent, is signed alike each time, for the main network, and offers what it may cost', async () => {
    const signed = await chain.sign(pay(5_000n), lane(0), FEE)
    expect(await chain.sign(pay(5_000n), lane(0), FEE)).toEqual(signed)
    const raw = signed.raw as `0x02${string}`
    const { chainId, gas, maxFeePerGas, to, value } = parseTransaction(raw)
    expect([BigInt(chainId), gas, value]).toEqual([CHAIN_IDS.main, MOST_GAS, undefined])
    expect(to?.toLowerCase()).toBe(TOKENS[0]?.contract.toLowerCase())
    expect(((maxFeePerGas ?? 0n) * MOST_GAS) / GWEI).toBe(FEE)
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(signer.address)
    await chain.offer(signed.raw)
    expect(await chain.seen([underWay(0, signed)])).toEqual([{ state: 'UNSEEN' }])
    await local.mine(7)
    expect(await chain.seen([underWay(0, signed)])).toEqual([
      { state: 'SEEN', txid: signed.txid, confirmations: 7 },
    ])
    const before = await local.coinOf(signer.address)
    expect(GWEI - before).toBeLessThanOrEqual(FEE)
    await local.settle()
    const purse = await chain.purse()
    expect([purse.coin, purse.tokens.get('USDC')]).toEqual([before, 99_995_000n])
  })

  it('that moves nothing stands as that, and says why', async () => {
    const listed = signerOf(new Uint8Array(32).fill(9)).address
    const signed = [
      await chain.sign(pay(1n, listed), lane(0), FEE),
      await chain.sign(pay(100_000_001n), lane(1), FEE),
      await chain.sign(pay(1n, payee, 'USDT'), lane(2), FEE),
    ]
    await local.list(listed, 'USDC')
    await local.mine()
    expect(await chain.look([pay(1n, listed), pay(1n)])).toEqual(['FROZEN', 'READY'])
    for (const { raw } of signed) await chain.offer(raw)
    await local.settle()
    for (const pruned of [false, true]) {
      local.mood.pruned = pruned
      const seen = await chain.seen(signed.map((one, at) => underWay(at, one)))
      expect(seen.map(of => of.state === 'FINAL' && of.failure)).toEqual([
        'FROZEN',
        'TOKENS',
        'TOKENS',
      ])
    }
  })

  it('costs twice what the next block asks, and is known to be too little where it asks more than that', async () => {
    await local.cost(8n * GWEI)
    const { fee, entering } = await chain.prices()
    // The block after it asks an eighth less: 7 gwei a unit.
    expect(fee).toBe((2n * 7_000_000_000n + 10_000_000n) / 10_000n)
    expect(entering).toBe((7_000_000_000n + 875_000_000n) / 10_000n)
    local.mood.feeless = true
    expect((await chain.prices()).fee).toBeNull()
  })
})

describe('a node of Ethereum', () => {
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'answered',
      (error: GatewayError) => {
        expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toMatch(
          /a-key-of-ours/,
        )
        return error.code
      },
    )

  it('is held against the network and its tokens before anything else', async () => {
    expect(await chain.tip()).toBeGreaterThan(0)
    local.mood.chain_id = '0xaa36a7'
    expect(await codeOf(chain.tip())).toBe('CHAIN_OTHER_NETWORK')
    local.mood.chain_id = null
    await local.build(TOKENS[1]?.contract ?? '', '0x')
    await local.settle()
    expect(await codeOf(chain.tip())).toBe('CHAIN_OTHER_NETWORK')
  })

  it('that is behind, silent, or answers what nobody understands is named, and the key in its address is not', async () => {
    local.mood.behind = true
    expect(await codeOf(chain.tip())).toBe('CHAIN_BEHIND')
    Object.assign(local.mood, { behind: false, nonsense: true })
    const one = { txid: `0x${'1'.repeat(64)}`, raw: '0x' }
    const asked = () => [chain.tip(), chain.purse(), chain.lanes(), chain.seen([underWay(0, one)])]
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(4).fill('CHAIN_OTHER'))
    Object.assign(local.mood, { nonsense: false, silent: true })
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(4).fill('CHAIN_SILENT'))
  })

  it('is believed no signer that signed something else', async () => {
    const lying = { ...signer, sign: (unsigned: Hex) => signer.sign(`${unsigned}00`) }
    const other = ethereumChain(ethereumNode(local.url), lying)
    expect(await codeOf(other.sign(pay(1n), lane(0), FEE))).toBe('ETHEREUM_SIGNED_OTHERWISE')
  })
})

describe('the file of a key', () => {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-ethereum-'))
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
