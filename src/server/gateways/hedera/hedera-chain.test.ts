/** Hedera by a mirror node over HTTP and nodes over gRPC: what the rail of tokens asks of them, what is signed for them, and their bad days. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayError } from '../gateway-error.ts'
import type { Signed, TokenChain } from '../tokens/token-chain.ts'
import { hederaChain } from './hedera-chain.ts'
import { type LocalChain, localChain } from './local-chain.test-data.ts'
import { LIFE_S, TOKENS } from './network.ts'
import { type HederaNode, hederaNode } from './node.ts'
import { readOffered } from './read-offered.test-data.ts'
import { makeKeyFile, openKeyFile, signerOf } from './signer.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const PAYEE = '0.0.48211'
const FEE = 2_000_000n
const SECOND = '1770000000'

let local: LocalChain
let node: HederaNode
let chain: TokenChain
beforeEach(async () => {
  local = await localChain()
  local.fund(signer.address, 'HBAR', 1_000_000_000n)
  local.fund(signer.address, 'USDC', 100_000_000n)
  local.fund(PAYEE, 'USDC', 0n)
  node = hederaNode(local.url, local.nodes, { now: local.now })
  chain = hederaChain(node, signer)
})
afterEach(() => local.end())

const pay = (amount: bigint, to: string = PAYEE) => ({ payee: to, currency: 'USDC', amount })
const signedBy = (amount: bigint, lane = '0', fee = FEE) =>
  chain.sign(pay(amount), { name: lane, value: SECOND }, fee)
const underWay = (one: Signed) => ({ lane: { name: '0', value: SECOND }, versions: [one] })
const read = ({ raw }: Signed) => readOffered(Buffer.from(raw, 'base64'))

describe('lanes on Hedera', () => {
  it('are a hundred, and have another value each half minute, which is never later than our own clock', async () => {
    const lanes = await chain.lanes()
    expect(lanes.map(of => of.name)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)))
    expect(new Set(lanes.map(of => of.value))).toEqual(new Set([SECOND]))
    local.pass(14)
    expect((await chain.lanes())[0]?.value).toBe(SECOND)
    local.pass(2)
    expect((await chain.lanes())[0]?.value).toBe('1770000030')
    const ours = local.now() - 40_000
    const late = hederaChain(hederaNode(local.url, local.nodes, { now: () => ours }), signer)
    expect((await late.lanes())[0]?.value).toBe('1769999970')
  })

  it('let through one of two that name the same, before the other stands and after', async () => {
    const [one, other] = [await signedBy(1_000n), await signedBy(2_000n, '0', FEE + 1n)]
    expect(one.txid).toBe(other.txid)
    await chain.offer(one.raw)
    await chain.offer(other.raw)
    expect(local.waiting()).toEqual([one.txid])
    local.mine()
    await chain.offer(other.raw)
    local.mine()
    expect(local.tokensOf(PAYEE, 'USDC')).toBe(1_000n)
    await chain.offer((await signedBy(3_000n, '1')).raw)
    local.mine()
    expect(local.tokensOf(PAYEE, 'USDC')).toBe(4_000n)
    expect(await chain.seen([underWay(one), underWay(other)])).toEqual([
      { state: 'FINAL', txid: one.txid, failure: null },
      { state: 'LOST' },
    ])
  })

  it('let nothing through any more once their time is over', async () => {
    const signed = await signedBy(1n)
    local.pass(LIFE_S)
    await expect(chain.offer(signed.raw)).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
  })
})

describe('a payment on Hedera', () => {
  it('is known by its id before it is sent, is signed alike each time, and says nothing else', async () => {
    const signed = await signedBy(5_000n, '7')
    expect(await signedBy(5_000n, '7')).toEqual(signed)
    const { body, txid, is_signed, alias, first, last } = read(signed)
    expect([txid, is_signed, alias]).toEqual([signed.txid, true, signer.address.toLowerCase()])
    expect(signed.txid).toBe(`0.0.5000@${SECOND}.000000007`)
    expect([first, last]).toEqual([Number(SECOND), Number(SECOND) + LIFE_S])
    expect(body).toMatchObject({ transactionFee: FEE, memo: '', nodeAccountID: '0.0.4' })
    expect(body.cryptoTransfer?.tokenTransfers).toEqual([
      {
        token: TOKENS.main[0].id,
        transfers: [
          { accountID: '0.0.5000', amount: -5_000n },
          { accountID: PAYEE, amount: 5_000n },
        ],
        expected_decimals: { value: 6 },
      },
    ])
    await chain.offer(signed.raw)
    expect(await chain.seen([underWay(signed)])).toEqual([{ state: 'UNSEEN' }])
    local.mine()
    expect(await chain.seen([underWay(signed)])).toEqual([
      { state: 'FINAL', txid: signed.txid, failure: null },
    ])
    const purse = await chain.purse()
    expect([purse.coin, purse.tokens.get('USDC')]).toEqual([999_000_000n, 99_995_000n])
  })

  it('goes to the account of an alias, too, and costs what that holds the token for besides', async () => {
    const alias = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    local.set(alias, { takes: -1 })
    expect(await chain.look([pay(1n, alias)])).toEqual(['NEW'])
    const { fee, account } = await chain.prices()
    expect([fee, account]).toEqual([2_000_000n, 100_000_000n])
    const by = (n: string) => ({ name: n, value: SECOND })
    const [short, whole] = [
      await chain.sign(pay(1n, alias), by('1'), fee ?? 0n),
      await chain.sign(pay(2n, alias), by('2'), fee ?? 0n, account),
    ]
    for (const { raw } of [short, whole]) await chain.offer(raw)
    local.mine()
    expect(local.tokensOf(alias, 'USDC')).toBe(2n)
    expect(local.coinOf(signer.address)).toBe(1_000_000_000n - 2n * 1_000_000n - 50_000_000n)
    expect(await chain.seen([underWay(whole)])).toMatchObject([{ state: 'FINAL', failure: null }])
  })

  it('costs what the network asks by the rate of the hour, twice', async () => {
    local.mood.cents = 25
    expect(await chain.prices()).toMatchObject({ fee: 800_000n, account: 40_000_000n, least: 0n })
    local.mood.cents = null
    expect((await chain.prices()).fee).toBeNull()
  })

  it('that the network refused stands as that once nothing of its id may stand any more', async () => {
    const signed = await signedBy(5_000n)
    await chain.offer(signed.raw)
    local.leave(PAYEE, 'USDC')
    local.mine()
    expect(await chain.seen([underWay(signed)])).toEqual([{ state: 'UNSEEN' }])
    local.pass(LIFE_S + 70)
    expect(await chain.seen([underWay(signed)])).toEqual([
      { state: 'FINAL', txid: signed.txid, failure: 'NOT_OPTED_IN' },
    ])
  })
})

describe('a payee on Hedera', () => {
  const seen = async (to: string) => (await chain.look([pay(1n, to)]))[0]

  it('is who holds the token, or takes it by itself, and no program, nobody, or whoever asks to sign', async () => {
    expect(await seen(PAYEE)).toBe('READY')
    expect(await seen('0.0.48212')).toBe('NOT_OPTED_IN')
    local.set('0.0.48212', { takes: 0 })
    expect(await seen('0.0.48212')).toBe('NOT_OPTED_IN')
    local.set('0.0.48212', { takes: 1 })
    expect(await seen('0.0.48212')).toBe('NEW')
    local.set('0.0.48212', { is_contract: true })
    expect(await seen('0.0.48212')).toBe('NO_WALLET')
    local.freeze(PAYEE, 'USDC')
    expect(await seen(PAYEE)).toBe('FROZEN')
    local.freeze(PAYEE, 'USDC', false)
    local.set(PAYEE, { asks_signature: true })
    expect(await seen(PAYEE)).toBe('NO_WALLET')
    local.set(PAYEE, { asks_signature: false, deleted: true })
    expect(await seen(PAYEE)).toBe('NO_WALLET')
    expect(await seen('0.0.5000')).toBe('NO_WALLET')
  })

  it('is nobody while the token cannot be moved whole, or who takes it by itself could not have it', async () => {
    local.set('0.0.48212', { takes: -1 })
    for (const to of [{ begins_frozen: true }, { asks_kyc: true }]) {
      local.change('USDC', to)
      expect([await seen(PAYEE), await seen('0.0.48212')]).toEqual(['READY', 'NOT_OPTED_IN'])
      local.change('USDC', { begins_frozen: false, asks_kyc: false })
    }
    for (const to of [{ paused: true }, { paused: false, takes_fee: true }]) {
      local.change('USDC', to)
      expect([await seen(PAYEE), await seen('0.0.48212')]).toEqual(['STOPPED', 'STOPPED'])
    }
  })

  it('takes no more tokens by itself than it said, however many those are', async () => {
    local.set('0.0.48212', { takes: 250 })
    local.crowd('0.0.48212', 249)
    expect(await seen('0.0.48212')).toBe('NEW')
    local.crowd('0.0.48212', 250)
    expect(await seen('0.0.48212')).toBe('NOT_OPTED_IN')
  })

  it('may have more of the coin, or of other tokens, than whole numbers are exact for: an exchange does', async () => {
    local.fund(PAYEE, 'HBAR', 20_000_000_000_000_000n)
    expect(await seen(PAYEE)).toBe('READY')
    local.set('0.0.48212', { takes: 2 })
    local.crowd('0.0.48212', 1, 9_000_000_000_000_000_001n)
    expect(await seen('0.0.48212')).toBe('NEW')
  })

  it('is no treasury, token or spelling that is not kept', async () => {
    await chain.tip()
    expect([signer.address, '0.0.5000', PAYEE].map(chain.isOurs)).toEqual([true, true, false])
    const texts = [PAYEE, '0.0.456858', '0.0.98', `${PAYEE}-aaaaa`, '00.0.48211', signer.address]
    expect(texts.map(chain.isPayable)).toEqual([true, false, false, false, false, true])
  })
})

describe('a node of Hedera', () => {
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

  it('that is behind, silent, or answers what nobody understands is named, and the key in its address is not', async () => {
    expect(await chain.tip()).toBeGreaterThan(0)
    const one = underWay(await signedBy(1n))
    local.mood.behind = true
    expect(await codeOf(chain.tip())).toBe('CHAIN_BEHIND')
    // By its time whatever is made now would be over before it stood.
    Object.assign(local.mood, { behind: false, late: LIFE_S - 30 })
    expect(await codeOf(chain.tip())).toBe('CHAIN_BEHIND')
    Object.assign(local.mood, { late: 0, nonsense: true })
    const asked = () => [chain.tip(), chain.purse(), chain.lanes(), chain.seen([one])]
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(4).fill('CHAIN_OTHER'))
    Object.assign(local.mood, { nonsense: false, silent: true })
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(4).fill('CHAIN_SILENT'))
  })

  it('that ends in the middle of an answer is silent, and what says that there is nothing without being a node says nothing', async () => {
    const one = underWay(await signedBy(1n))
    local.mood.cut = true
    expect(await codeOf(chain.purse())).toBe('CHAIN_SILENT')
    Object.assign(local.mood, { cut: false, misled: true })
    const asked = () => [chain.purse(), chain.look([pay(1n)]), chain.seen([one])]
    expect(await Promise.all(asked().map(codeOf))).toEqual(Array(3).fill('CHAIN_OTHER'))
  })

  it('that has another account under the address of ours is not believed', async () => {
    const account: HederaNode['account'] = async id => {
      const told = await node.account(id)
      return told && { ...told, evm_address: `0x${'ab'.repeat(20)}` }
    }
    chain = hederaChain({ ...node, account }, signer)
    expect(await codeOf(chain.tip())).toBe('CHAIN_OTHER')
  })

  it('that takes nothing has others handed what is new, until it may be back', async () => {
    const dead = await deaf()
    const nodes = new Map([...local.nodes, ['0.0.4', dead.host]])
    let later = 0
    const now = () => local.now() + later
    chain = hederaChain(hederaNode(local.url, nodes, { now }), signer)
    const nodeOf = async (lane: string) => read(await signedBy(1n, lane)).body.nodeAccountID
    expect([await nodeOf('0'), await nodeOf('1')]).toEqual(['0.0.3', '0.0.4'])
    expect(await codeOf(chain.offer((await signedBy(1n, '1')).raw))).toBe('CHAIN_SILENT')
    expect([await nodeOf('0'), await nodeOf('1')]).toEqual(['0.0.3', '0.0.3'])
    later = 120_000
    expect([await nodeOf('0'), await nodeOf('1')]).toEqual(['0.0.3', '0.0.4'])
    dead.server.close()
  })

  /** What lets nobody in. */
  const deaf = () =>
    new Promise<{ host: string; server: Server }>(resolve => {
      const server = createServer(socket => socket.destroy())
      server.listen(0, '127.0.0.1', () => {
        const at = server.address()
        resolve({ host: `127.0.0.1:${typeof at === 'object' ? at?.port : ''}`, server })
      })
    })

  it('is believed no signer that signed something else, or by another key', async () => {
    const lying = [
      { ...signer, sign: (of: Uint8Array) => signer.sign(Uint8Array.from([...of, 0])) },
      { ...signer, sign: signerOf(new Uint8Array(32).fill(8)).sign },
      { ...signer, sign: async () => new Uint8Array(65) },
    ]
    for (const by of lying) {
      chain = hederaChain(node, by)
      expect(await codeOf(signedBy(1n))).toBe('HEDERA_SIGNED_OTHERWISE')
    }
  })
})

describe('the file of a key', () => {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-hedera-'))
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
    writeFileSync(other, JSON.stringify({ ...content, kind: 'corridor-ethereum-key' }))
    expect(() => openKeyFile(other, words)).toThrow(/cannot be opened/)
  })
})
