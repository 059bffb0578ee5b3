/** Solana by a node over HTTP, on which the network's real programs run: what the rail of tokens asks of it, and a node's bad days. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayError } from '../gateway-error.ts'
import type { Signed, TokenChain } from '../tokens/token-chain.ts'
import { type LocalChain, localChain } from './local-chain.test-data.ts'
import { mintOf } from './local-tokens.test-data.ts'
import { GENESIS, MINTS } from './network.ts'
import { solanaNode } from './node.ts'
import { makeKeyFile, openKeyFile, signerOf } from './signer.ts'
import { solanaChain } from './solana-chain.ts'
import { feeAt } from './transactions.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const payee = signerOf(new Uint8Array(32).fill(8)).address
const SOL = 1_000_000_000n
const FEE = feeAt(10_000n)

let local: LocalChain
let chain: TokenChain
beforeEach(async () => {
  local = await localChain()
  await local.fund(signer.address, 'SOL', SOL)
  await local.fund(signer.address, 'USDC', 100_000_000n)
  chain = await solanaChain(solanaNode(local.url), signer)
})
afterEach(() => local.end())

const pay = (amount: bigint, to: string = payee, currency = 'USDC') => ({
  ...{ payee: to, currency, amount },
})
const underWay = (signed: Signed) => ({ lane: { name: '', value: '' }, versions: [signed] })
const opened = async () => {
  await chain.open(SOL)
  local.settle()
  return chain.lanes()
}
const first = async () => {
  const [lane] = await opened()
  if (!lane) throw new Error('there are lanes')
  return lane
}

describe('lanes on Solana', () => {
  it('are nonce accounts of the treasury, opened once, however often and by whomever they are', async () => {
    await Promise.all([chain.open(SOL), chain.open(SOL)])
    local.settle()
    const lanes = await chain.lanes()
    expect(lanes).toHaveLength(50)
    expect(new Set(lanes.map(of => of.name)).size).toBe(50)
    const left = local.coinOf(signer.address)
    await chain.open(SOL)
    expect(local.waiting()).toEqual([])
    expect(await chain.lanes()).toEqual(lanes)
    expect(local.coinOf(signer.address)).toBe(left)
    expect(lanes.every(of => chain.isOurs(of.name))).toBe(true)
  })

  it('are opened as far as the treasury reaches', async () => {
    const { lane } = await chain.prices()
    await chain.open(2n * (lane + 6_000n))
    local.settle()
    expect(await chain.lanes()).toHaveLength(2)
    await chain.open(-1n)
    expect(local.waiting()).toEqual([])
  })

  it('let through one of two transactions that name the same value, and are of another for good then', async () => {
    const lane = await first()
    const [one, other] = [
      await chain.sign(pay(1_000n), lane, FEE),
      await chain.sign(pay(2_000n), lane, FEE),
    ]
    for (const { raw } of [other, one, other]) await chain.offer(raw)
    local.settle()
    expect(await local.tokensOf(payee, 'USDC')).toBe(2_000n)
    const seen = await chain.seen([one, other].map(underWay))
    expect(seen).toEqual([{ state: 'UNSEEN' }, { state: 'FINAL', txid: other.txid, failure: null }])
    for (const { raw } of [other, one]) await chain.offer(raw)
    local.settle()
    expect(await local.tokensOf(payee, 'USDC')).toBe(2_000n)
    expect((await chain.lanes()).find(of => of.name === lane.name)?.value).not.toBe(lane.value)
  })
})

describe('a payment on Solana', () => {
  it('is known by its id before it is sent, is signed alike each time, and makes the payee’s account', async () => {
    const lane = await first()
    expect(await chain.look([pay(5_000n)])).toEqual(['NEW'])
    const signed = await chain.sign(pay(5_000n), lane, FEE)
    expect(await chain.sign(pay(5_000n), lane, FEE)).toEqual(signed)
    expect(Buffer.from(signed.raw, 'base64').length).toBeLessThan(1_232)
    const left = local.coinOf(signer.address)
    const { account } = await chain.prices()
    await chain.offer(signed.raw)
    expect(await chain.seen([underWay(signed)])).toEqual([{ state: 'UNSEEN' }])
    local.confirm(7)
    expect(await chain.seen([underWay(signed)])).toEqual([
      { state: 'SEEN', txid: signed.txid, confirmations: 7 },
    ])
    local.settle()
    expect(await chain.seen([underWay(signed)])).toEqual([
      { state: 'FINAL', txid: signed.txid, failure: null },
    ])
    expect(await local.tokensOf(payee, 'USDC')).toBe(5_000n)
    expect(left - local.coinOf(signer.address)).toBe(FEE + account)
    expect(await chain.look([pay(1n), pay(1n, payee, 'USDT')])).toEqual(['READY', 'NEW'])
    const purse = await chain.purse()
    expect(purse.tokens.get('USDC')).toBe(99_995_000n)
    expect(purse.tokens.get('USDT')).toBe(0n)
  })

  it('that moves nothing stands as that for good, uses up its lane, and says why', async () => {
    const lanes = await opened()
    const [a, b, c] = lanes
    if (!a || !b || !c) throw new Error('there are lanes')
    const frozen = signerOf(new Uint8Array(32).fill(9)).address
    const signed = [
      await chain.sign(pay(1n, frozen), a, FEE),
      await chain.sign(pay(100_000_001n), b, FEE),
      await chain.sign(pay(1n, payee, 'USDT'), c, FEE),
    ]
    await local.freeze(frozen, 'USDC')
    expect(await chain.look([pay(1n, frozen)])).toEqual(['FROZEN'])
    for (const { raw } of signed) await chain.offer(raw)
    local.settle()
    const seen = await chain.seen(signed.map(underWay))
    // Of USDT the treasury has not even an account.
    expect(seen.map(of => of.state === 'FINAL' && of.failure)).toEqual([
      'FROZEN',
      'TOKENS',
      'OTHER',
    ])
    const now = await chain.lanes()
    for (const { name, value } of [a, b, c])
      expect(now.find(of => of.name === name)?.value).not.toBe(value)
    await local.fund(signer.address, 'USDC', 100_000_000n)
    for (const { raw } of signed) await chain.offer(raw)
    local.settle()
    expect(await local.tokensOf(payee, 'USDC')).toBe(0n)
  })

  it('is to a wallet alone: no program, mint, account of tokens, nonce account or address off the curve', async () => {
    const lane = await first()
    const mint = MINTS[0]?.mint ?? ''
    const program = '11111111111111111111111111111111'
    expect([payee, mint, 'x', ''].map(chain.isPayable)).toEqual([true, false, false, false])
    expect(chain.isOurs(signer.address)).toBe(true)
    const other = signerOf(new Uint8Array(32).fill(10)).address
    local.spoil(other, mintOf(6))
    const looked = await chain.look([pay(1n, other), pay(1n, lane.name), pay(1n, program)])
    expect(looked).toEqual(['NO_WALLET', 'NO_WALLET', 'NO_WALLET'])
  })

  it('costs what others pay, as far as anybody tells', async () => {
    local.mood.unitPrices = Array.from({ length: 100 }, (_, n) => BigInt(n) * 1_000n)
    expect((await chain.prices()).fee).toBe(feeAt(75_000n))
    local.mood.unitPrices = [0n]
    expect((await chain.prices()).fee).toBe(FEE)
    for (const told of [[], null]) {
      local.mood.unitPrices = told
      expect((await chain.prices()).fee).toBeNull()
    }
  })
})

describe('a node of Solana', () => {
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
    local.mood.genesis = `${GENESIS.main.slice(0, -1)}e`
    expect(await codeOf(chain.tip())).toBe('CHAIN_OTHER_NETWORK')
    local.mood.genesis = GENESIS.main
    for (const { mint } of MINTS) {
      const was = local.bytesAt(mint)
      local.spoil(mint, mintOf(9))
      expect(await codeOf(chain.tip())).toBe('CHAIN_OTHER_NETWORK')
      local.spoil(mint, was, payee)
      expect(await codeOf(chain.tip())).toBe('CHAIN_OTHER_NETWORK')
      local.spoil(mint, was)
      expect(await codeOf(chain.tip())).toBe('answered')
    }
  })

  it('that is behind, silent, or answers what nobody understands is named, and the key in its address is not', async () => {
    local.mood.behind = true
    expect(await codeOf(chain.tip())).toBe('CHAIN_BEHIND')
    Object.assign(local.mood, { behind: false, nonsense: true })
    const asked = () => [
      chain.tip(),
      chain.purse(),
      chain.lanes(),
      chain.seen([underWay({ txid: signer.address, raw: '' })]),
    ]
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(4).fill('CHAIN_OTHER'))
    Object.assign(local.mood, { nonsense: false, silent: true })
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(4).fill('CHAIN_SILENT'))
  })

  it('is believed no signer that signed something else', async () => {
    const lane = await first()
    const lying = {
      ...signer,
      sign: (message: Uint8Array) => signer.sign(message.map(byte => byte ^ 1)),
    }
    const other = await solanaChain(solanaNode(local.url), lying)
    expect(await codeOf(other.sign(pay(1n), lane, FEE))).toBe('SOLANA_SIGNED_OTHERWISE')
  })
})

describe('the file of a key', () => {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-solana-'))
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
    writeFileSync(other, JSON.stringify({ ...content, kind: 'corridor-bitcoin-key' }))
    expect(() => openKeyFile(other, words)).toThrow(/cannot be opened/)
  })
})
