/** What others than the treasury's holder could have tokens on Ethereum do that people sign for: another key, what only looks alike, files that hold a process. */
import { type Hex, parseTransaction, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { signedByHand, signerOf } from '../gateways/ethereum/signer.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import {
  ETH,
  HELD,
  type OnEthereum,
  onEthereum,
  orderIn,
  treasury,
  walletOf,
} from './on-ethereum.test-data.ts'

const stage = onEthereum({ epoch: 4 })
const ada = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const bo = privateKeyToAccount(`0x${'09'.repeat(32)}`)
const [byAda, byBo] = [ada, bo].map(of => signedByHand(of.address)) as [
  ReturnType<typeof signedByHand>,
  ReturnType<typeof signedByHand>,
]
const ORDER = orderIn(1)
const SIGNED = { outcome: 'SIGNED', signatures: 1, needed: 1 }

const outcome = async (rail: Rail, of = ORDER) => (await rail.ask([of.attempt_uuid]))[0]?.outcome
const waits = async (rail: Rail) => (await rail.byHand?.list()) ?? []
const brought = (rail: Rail, id: string, of: string) => rail.byHand?.import(id, Buffer.from(of))
const signed = (hex: Hex, by = ada, change: Partial<TransactionSerializable> = {}) =>
  by.signTransaction({ ...parseTransaction(hex), ...change } as TransactionSerializable)

async function exported(rail: Rail, id: string): Promise<Hex> {
  const file = await rail.byHand?.export(id)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return Buffer.from(file.bytes).toString().trim() as Hex
}

/** One that waits for Ada's signature. */
async function waiting(order = ORDER) {
  const on = await stage.open()
  const rail = on.another({ signer: byAda })
  await rail.send([order])
  const [{ id } = { id: '' }] = await waits(rail)
  return { on, rail, id, hex: await exported(rail, id) }
}

async function arrived({ local }: OnEthereum, rail: Rail): Promise<void> {
  await local.settle()
  await rail.follow?.()
  await rail.follow?.()
}

const sentBy = ({ local }: OnEthereum, raw: string) => local.ask('eth_sendRawTransaction', [raw])

/** Bo's treasury, with as much as Ada's. */
async function fundedBo({ local, another }: OnEthereum): Promise<Rail> {
  for (const currency of ['USDC', 'USDT'] as const) await local.fund(bo.address, currency, HELD)
  await local.fund(bo.address, 'ETH', ETH)
  await local.settle()
  const rail = another({ signer: byBo })
  await rail.follow?.()
  return rail
}

describe('another address than the one that was asked', () => {
  it('says by its own nonces nothing of what waits: whoever holds the file can still send it, and it is paid once', async () => {
    const { on, hex } = await waiting()
    const rail = await fundedBo(on)
    const next = orderIn(2)
    await rail.send([next])
    const own = (await waits(rail)).find(of => of.payee === walletOf(2))?.id ?? ''
    expect(await brought(rail, own, await signed(await exported(rail, own), bo))).toEqual(SIGNED)
    await arrived(on, rail)
    expect(await outcome(rail, next)).toBe('SETTLED')
    expect(await outcome(rail)).toBe('SENT')
    await sentBy(on, await signed(hex))
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('SETTLED')
    expect(await on.paid([ORDER, next])).toEqual([ORDER.amount.minor, next.amount.minor])
  })

  it('signs nothing that was asked of another: what the other one signed of it is taken, and arrives', async () => {
    const { on, id, hex } = await waiting()
    const rail = await fundedBo(on)
    expect(await brought(rail, id, await signed(hex, bo))).toMatchObject({ problem: 'OTHER_KEY' })
    expect(await brought(rail, id, await signed(hex))).toEqual(SIGNED)
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('SETTLED')
    expect(await on.paid([ORDER])).toEqual([ORDER.amount.minor])
  })

  it('is asked for no higher fee of what another signed, which arrives as it is', async () => {
    for (const before of [treasury, signerOf(new Uint8Array(32).fill(7))]) {
      const on = await stage.open()
      await on.another({ signer: before }).send([ORDER])
      const rail = await fundedBo(on)
      await on.local.cost(10_000_000_000n)
      await rail.follow?.()
      expect(await waits(rail)).toEqual([])
      await on.local.cost(1n)
      await arrived(on, rail)
      expect(await outcome(rail)).toBe('SETTLED')
    }
  })

  it('pays by its own nonces, whichever another used up, and whose is not known of what was made before', async () => {
    const on = await stage.open()
    await on.rail.send([ORDER])
    await arrived(on, on.rail)
    await stage.rows('update token_rail.transaction set treasury = null')
    const rail = await fundedBo(on)
    const next = orderIn(2)
    await rail.send([next])
    await rail.follow?.()
    expect((await waits(rail)).map(of => of.payee)).toEqual([walletOf(2)])
  })
})
