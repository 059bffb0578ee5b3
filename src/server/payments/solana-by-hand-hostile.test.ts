/** What others than the treasury's holder could have tokens on Solana do that people sign for: another key, nodes that make things up, what only looks alike. */
import { describe, expect, it } from 'vitest'
import type { Rail } from '../gateways/rails/rail.ts'
import { signedByHand, signerOf } from '../gateways/solana/signer.ts'
import { solanaChain } from '../gateways/solana/solana-chain.ts'
import {
  HELD,
  type OnSolana,
  onSolana,
  orderIn,
  SOL,
  treasury,
  walletOf,
} from './on-solana.test-data.ts'
import { holderOf } from './solana-holder.test-data.ts'

const stage = onSolana()
const [ada, bo] = [holderOf(7), holderOf(9)]
const other = signerOf(new Uint8Array(32).fill(9))
const [byAda, byBo] = [signedByHand(treasury.address), signedByHand(other.address)]
const ORDER = orderIn(1)
const NEXT = orderIn(2)
const SIGNED = { outcome: 'SIGNED', signatures: 1, needed: 1 }

const outcome = async (rail: Rail, of = ORDER) => (await rail.ask([of.attempt_uuid]))[0]?.outcome
const waits = async (rail: Rail) => (await rail.byHand?.list()) ?? []
const brought = (rail: Rail, id: string, of: string) => rail.byHand?.import(id, Buffer.from(of))

async function exported(rail: Rail, id: string): Promise<string> {
  const file = await rail.byHand?.export(id)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return Buffer.from(file.bytes).toString().trim()
}

/** One that waits for Ada's signature. */
async function waiting() {
  const on = await stage.open({ lanes: 5 })
  const rail = await on.another({ signer: byAda })
  await rail.send([ORDER])
  const [{ id } = { id: '' }] = await waits(rail)
  return { on, rail, id, file: await exported(rail, id) }
}

async function arrived({ local }: OnSolana, rail: Rail): Promise<void> {
  local.settle()
  await rail.follow?.()
  await rail.follow?.()
}

/** Bo's treasury, with as much as Ada's. */
async function fundedBo({ local, node, another }: OnSolana): Promise<Rail> {
  for (const currency of ['USDC', 'USDT'] as const) await local.fund(other.address, currency, HELD)
  await local.fund(other.address, 'SOL', SOL)
  await (await solanaChain(node, other, { lanes: 5 })).open(SOL)
  local.settle()
  const rail = await another({ signer: byBo })
  await rail.follow?.()
  return rail
}

describe('another address than the one that was asked', () => {
  it('pays by its own nonce accounts, while whoever holds the file of the one before can still send it: each is paid once', async () => {
    const { on, file } = await waiting()
    const rail = await fundedBo(on)
    await rail.send([NEXT])
    const own = (await waits(rail)).find(of => of.payee === walletOf(2))?.id ?? ''
    expect(await brought(rail, own, bo.sign(await exported(rail, own)))).toEqual(SIGNED)
    await arrived(on, rail)
    expect(await outcome(rail, NEXT)).toBe('SETTLED')
    expect(await outcome(rail)).toBe('SENT')
    on.local.offer(ada.sign(file))
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('SETTLED')
    expect(await on.paid([ORDER, NEXT])).toEqual([ORDER.amount.minor, NEXT.amount.minor])
  })

  it('signs nothing that was asked of another: what the other one signed of it is taken, and arrives', async () => {
    const { on, id, file } = await waiting()
    const rail = await fundedBo(on)
    expect(await brought(rail, id, bo.signature(file))).toMatchObject({ problem: 'OTHER_KEY' })
    expect(await brought(rail, id, ada.signature(file))).toEqual(SIGNED)
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('SETTLED')
    expect(await on.paid([ORDER])).toEqual([ORDER.amount.minor])
  })

  it('hears of what a key in our process signed before it, and of what used up the nonce of the one before', async () => {
    const on = await stage.open({ lanes: 5 })
    await on.rail.send([NEXT])
    const hand = await on.another({ signer: byAda })
    await hand.send([ORDER])
    const [{ id } = { id: '' }] = await waits(hand)
    const file = await exported(hand, id)
    const rail = await fundedBo(on)
    expect(await outcome(rail, NEXT)).toBe('SETTLED')
    on.local.offer(ada.sign(await ada.instead(file, { payee: walletOf(5), amount: 1n })))
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('FAILED')
    expect(await brought(rail, id, ada.sign(file))).toEqual({ outcome: 'DEAD' })
  })
})

describe('what only looks like what used up a nonce', () => {
  it('is nothing where the treasury did not sign it, or it is by another nonce account: a node may have made that up', async () => {
    const { on, rail, file } = await waiting()
    await rail.send([NEXT])
    const elsewhere = (await waits(rail)).find(of => of.payee === walletOf(2))?.id ?? ''
    const made = await ada.instead(file, { payee: walletOf(5), amount: 1n })
    const of = { err: null, gained: new Map<string, bigint>() }
    const told = {
      ...on.node,
      accounts: async (...at: Parameters<typeof on.node.accounts>) => {
        const found = await on.node.accounts(...at)
        return found.map(one => (one?.data.length === 80 ? anotherValue(one) : one))
      },
      signaturesFor: async () => ['made-up'],
    }
    for (const raw of [
      bo.withSignature(made, new Uint8Array(64).fill(1)),
      ada.withSignature(made, new Uint8Array(64).fill(1)),
      // Nonce accounts that were opened by one block have one value.
      ada.sign(await exported(rail, elsewhere)),
      'AA==',
    ]) {
      const node = { ...told, transaction: async () => ({ ...of, raw }) }
      const lying = await on.another({ signer: byAda, node })
      await lying.follow?.()
      expect(await outcome(lying), raw).toBe('SENT')
      expect((await lying.progress?.([ORDER.attempt_uuid]))?.[0]?.wait).toBe('LOST')
    }
    const silent = { ...told, transaction: async () => null }
    const forgetful = await on.another({ signer: byAda, node: silent })
    await forgetful.follow?.()
    expect(await outcome(forgetful)).toBe('SENT')
  })

  it('is the payment where the account of its payee gained as much of the treasury in another way', async () => {
    const { on, rail, file } = await waiting()
    const many = await ada.instead(file, { payee: walletOf(1), amount: ORDER.amount.minor - 1n })
    on.local.offer(ada.sign(many))
    await arrived(on, rail)
    expect(await outcome(rail)).toBe('FAILED')
    const again = await waiting()
    const { amount } = ORDER
    const half = { payee: walletOf(1), amount: amount.minor / 2n }
    const rest = await ada.transfer({ payee: walletOf(1), amount: amount.minor - half.amount })
    again.on.local.offer(ada.sign(await ada.instead(again.file, { ...half, more: [rest] })))
    await arrived(again.on, again.rail)
    expect(await outcome(again.rail)).toBe('SETTLED')
    expect(await again.on.paid([ORDER])).toEqual([amount.minor])
  })

  it('stays under way where its node has no history, and arrives once one has', async () => {
    const { on, rail, file } = await waiting()
    on.local.offer(ada.sign(file))
    on.local.settle()
    on.local.mood.forgetful = true
    await rail.follow?.()
    expect(await outcome(rail)).toBe('SENT')
    expect((await rail.progress?.([ORDER.attempt_uuid]))?.[0]?.wait).toBe('LOST')
    on.local.mood.forgetful = false
    await rail.follow?.()
    expect(await outcome(rail)).toBe('SETTLED')
  })
})

function anotherValue<A extends { readonly data: Uint8Array }>(account: A): A {
  const data = Uint8Array.from(account.data)
  data[40] = (data[40] ?? 0) ^ 1
  return { ...account, data }
}
