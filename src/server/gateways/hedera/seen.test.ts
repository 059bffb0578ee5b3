/** What Hedera has of what is under way: its record in each of its bad forms, by a mirror node over HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Signed, TokenChain } from '../tokens/token-chain.ts'
import { hederaChain } from './hedera-chain.ts'
import type { LocalRecord } from './local-books.test-data.ts'
import { type LocalChain, localChain } from './local-chain.test-data.ts'
import { LIFE_S, TOKENS } from './network.ts'
import { hederaNode } from './node.ts'
import { readOffered } from './read-offered.test-data.ts'
import { signerOf } from './signer.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const PAYEE = '0.0.48211'
const SECOND = '1770000000'

let local: LocalChain
let chain: TokenChain
beforeEach(async () => {
  local = await localChain()
  local.fund(signer.address, 'HBAR', 1_000_000_000n)
  chain = hederaChain(hederaNode(local.url, local.nodes, { now: local.now }), signer)
})
afterEach(() => local.end())

const signedBy = (amount: bigint, lane = '0') =>
  chain.sign({ payee: PAYEE, currency: 'USDC', amount }, { name: lane, value: SECOND }, 2_000_000n)
const underWay = (one: Signed) => ({ lane: { name: '0', value: SECOND }, versions: [one] })

describe('what a node has of an id of ours', () => {
  const recorded = (
    one: Signed,
    of: Partial<LocalRecord> & { readonly result: string; readonly amount?: bigint },
  ) => {
    const { amount = 0n } = of
    const token = TOKENS.main[0].id
    local.record({
      ...{
        txid: one.txid,
        hash: of.hash ?? readOffered(Buffer.from(one.raw, 'base64')).hash,
        payer: '0.0.5000',
      },
      ns: BigInt(local.now()) * 1_000_000n,
      ...of,
      parts: of.parts ?? [
        { token, account: '0.0.5000', amount: -amount },
        { token, account: PAYEE, amount },
      ],
    })
  }
  const state = async (one: Signed) => (await chain.seen([underWay(one)]))[0]

  it('is no payment where it moved another amount', async () => {
    const one = await signedBy(5_000n)
    recorded(one, { result: 'SUCCESS', amount: 4_999n })
    expect(await state(one)).toEqual({ state: 'LOST' })
  })

  it.each([
    ['to another', [['0.0.48212', 5_000n]]],
    [
      'of which somebody kept a part',
      [
        [PAYEE, 4_999n],
        ['0.0.98', 1n],
      ],
    ],
  ] as const)('is no payment where it moved all of it %s', async (_, paid) => {
    const one = await signedBy(5_000n)
    const parts = [['0.0.5000', -5_000n] as const, ...paid]
    const token = TOKENS.main[0].id
    recorded(one, {
      result: 'SUCCESS',
      parts: parts.map(([account, amount]) => ({ token, account, amount })),
    })
    expect(await state(one)).toEqual({ state: 'LOST' })
  })

  it('is a failure by what we signed, and not by what another or the network did under the id', async () => {
    const [one, other] = [await signedBy(5_000n), await signedBy(5_000n, '1')]
    recorded(one, { result: 'SUCCESS', nonce: 1 })
    recorded(one, { result: 'NO_REMAINING_AUTOMATIC_ASSOCIATIONS' })
    recorded(other, { result: 'INSUFFICIENT_TOKEN_BALANCE', hash: 'anothers' })
    local.pass(LIFE_S + 30)
    expect(await state(one)).toEqual({ state: 'UNSEEN' })
    expect(await state(other)).toEqual({ state: 'UNSEEN' })
    local.pass(40)
    expect(await state(one)).toMatchObject({ state: 'FINAL', failure: 'NOT_OPTED_IN' })
    expect(await state(other)).toMatchObject({ state: 'EXPIRED' })
  })

  it('is no failure where that was another’s, or a second copy; then the id is not used up', async () => {
    const [one, other] = [await signedBy(5_000n), await signedBy(5_000n, '1')]
    for (const of of [one, other]) {
      recorded(of, { result: 'INVALID_PAYER_SIGNATURE', hash: 'anothers' })
      recorded(of, { result: 'DUPLICATE_TRANSACTION' })
    }
    recorded(one, { result: 'SUCCESS', amount: 5_000n })
    expect(await state(one)).toMatchObject({ state: 'FINAL', failure: null })
    local.pass(LIFE_S + 70)
    expect(await state(other)).toMatchObject({ state: 'EXPIRED' })
  })

  it('is dead whatever somebody gave the treasury in its time, of tokens that nobody asked for', async () => {
    const one = await signedBy(5_000n)
    const given = { token: '0.0.600000', account: '0.0.5000', amount: 9_000_000_000_000_000_001n }
    const other = { ...one, txid: '0.0.5000@1770000001.000000001' }
    recorded(other, { result: 'SUCCESS', parts: [given] })
    local.pass(LIFE_S + 70)
    expect(await state(one)).toMatchObject({ state: 'EXPIRED' })
  })

  it('is nobody’s guess where the treasury was part of more than can be read, and nothing else waits for that', async () => {
    const [one, later] = [await signedBy(5_000n), await signedBy(6_000n, '1')]
    for (let n = 0n; n < 5_000n; n++) {
      const ns = BigInt(local.now()) * 1_000_000n + n
      recorded(one, { result: 'SUCCESS', txid: '0.0.9@1770000001.000000001', hash: 'anothers', ns })
    }
    recorded(later, { result: 'SUCCESS', amount: 6_000n })
    local.pass(LIFE_S + 70)
    expect(await chain.seen([underWay(one), underWay(later)])).toMatchObject([
      { state: 'LOST' },
      { state: 'FINAL', failure: null },
    ])
  })

  it('is dead by our own clock as well, and not where a node is ahead of its time', async () => {
    const one = await signedBy(5_000n)
    const behind = local.now()
    local.pass(LIFE_S + 70)
    expect(await state(one)).toMatchObject({ state: 'EXPIRED' })
    chain = hederaChain(hederaNode(local.url, local.nodes, { now: () => behind }), signer)
    expect(await state(one)).toEqual({ state: 'UNSEEN' })
  })
})
