/** What others than the treasury's holder could have tokens on Algorand do that people sign for: another key, what only looks alike, files that no wallet of theirs wrote. */
import { decodeSignedTransaction, encodeMsgpack, LogicSig, SignedTransaction } from 'algosdk'
import { describe, expect, it } from 'vitest'
import { LIFE_BY_HAND } from '../gateways/algorand/network.ts'
import { signedByHand, signerOf } from '../gateways/algorand/signer.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { changed, holderOf, unsignedOf } from './algorand-holder.test-data.ts'
import {
  ALGO,
  HELD,
  type OnAlgorand,
  onAlgorand,
  orderIn,
  treasury,
  walletOf,
} from './on-algorand.test-data.ts'

const stage = onAlgorand()
const [ada, bo] = [holderOf(7), holderOf(9)]
const other = signerOf(new Uint8Array(32).fill(9))
const [byAda, byBo] = [signedByHand(treasury.address), signedByHand(other.address)]
const ORDER = orderIn(1)
const NEXT = orderIn(2)
const SIGNED = { outcome: 'SIGNED', signatures: 1, needed: 1 }
const OVER = Number(LIFE_BY_HAND) + 1

const outcome = async (rail: Rail, of = ORDER) => (await rail.ask([of.attempt_uuid]))[0]?.outcome
const waits = async (rail: Rail) => (await rail.byHand?.list()) ?? []
const brought = (rail: Rail, id: string, of: Uint8Array) => rail.byHand?.import(id, of)

async function exported(rail: Rail, id: string): Promise<Uint8Array> {
  const file = await rail.byHand?.export(id)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return file.bytes
}

/** One that waits for Ada's signature. */
async function waiting(order = ORDER) {
  const on = await stage.open()
  const rail = on.another({ signer: byAda })
  await rail.send([order])
  const [{ id } = { id: '' }] = await waits(rail)
  return { on, rail, id, file: await exported(rail, id) }
}

/** Bo's treasury, with as much as Ada's. */
async function fundedBo({ local, another }: OnAlgorand): Promise<Rail> {
  for (const currency of ['USDC', 'USDT'] as const) local.fund(other.address, currency, HELD)
  local.fund(other.address, 'ALGO', ALGO)
  const rail = another({ signer: byBo })
  await rail.follow?.()
  return rail
}

async function looks(rail: Rail, times = 4): Promise<void> {
  for (let minute = 0; minute < times; minute++) await rail.follow?.()
}

describe('another address than the one that was asked', () => {
  it('pays by its own, while whoever holds the file of the one before can still send it: each is paid once', async () => {
    const { on, file } = await waiting()
    const rail = await fundedBo(on)
    await rail.send([NEXT])
    const own = (await waits(rail)).find(of => of.payee === walletOf(2))?.id ?? ''
    expect(await brought(rail, own, bo.sign(await exported(rail, own)))).toEqual(SIGNED)
    on.local.mine()
    await looks(rail)
    expect(await outcome(rail, NEXT)).toBe('SETTLED')
    expect(await outcome(rail)).toBe('SENT')
    expect(on.local.offer(ada.sign(file))).toBeUndefined()
    on.local.mine()
    await looks(rail)
    expect(await outcome(rail)).toBe('SETTLED')
    expect(on.paid([ORDER, NEXT])).toEqual([ORDER.amount.minor, NEXT.amount.minor])
  })

  it('signs nothing that was asked of another: what the other one signed of it is taken, and arrives', async () => {
    const { on, id, file } = await waiting()
    const rail = await fundedBo(on)
    expect(await brought(rail, id, bo.sign(file))).toMatchObject({ problem: 'OTHER_KEY' })
    expect(await brought(rail, id, ada.sign(file))).toEqual(SIGNED)
    on.local.mine()
    await looks(rail)
    expect(await outcome(rail)).toBe('SETTLED')
    expect(on.paid([ORDER])).toEqual([ORDER.amount.minor])
  })

  it('knows what the one before sent by the lease that it was asked for, and asks for nothing anew of what is over otherwise: nobody knows what the other purse lacks', async () => {
    for (const isSent of [true, false]) {
      const { on, file } = await waiting()
      const rail = await fundedBo(on)
      if (isSent) expect(on.local.offer(ada.sign(changed(file, { fee: 3_000n })))).toBeUndefined()
      on.local.mine()
      on.local.pass(OVER + 20)
      await looks(rail)
      const asked = await waits(rail)
      expect(asked).toHaveLength(isSent ? 0 : 1)
      // Its time is over: nobody is handed it any more.
      for (const { id } of asked) expect(await rail.byHand?.export(id)).toBe('DEAD')
      on.local.mine()
      await looks(rail)
      expect(await outcome(rail)).toBe(isSent ? 'SETTLED' : 'SENT')
      expect(on.paid([ORDER])).toEqual([isSent ? ORDER.amount.minor : 0n])
      const [{ wait } = { wait: null }] = (await rail.progress?.([ORDER.attempt_uuid])) ?? []
      expect(wait).toBe(isSent ? null : 'LOST')
    }
  })

  it('asks for nothing anew of what a key in our process signed, and the other way round', async () => {
    const on = await stage.open()
    await on.rail.send([ORDER])
    const rail = on.another({ signer: byAda })
    await rail.send([NEXT])
    expect((await waits(rail)).map(of => of.payee)).toEqual([walletOf(2)])
    on.local.mine()
    await looks(rail)
    expect(await outcome(rail)).toBe('SETTLED')
    await looks(on.rail)
    expect(await outcome(on.rail, NEXT)).toBe('SENT')
    expect((await waits(rail)).map(of => of.payee)).toEqual([walletOf(2)])
  })
})

describe('what only looks like a payment', () => {
  it('is none where somebody else uses its lease, or pays its payee without it', async () => {
    const { on, rail, file } = await waiting()
    on.local.fund(other.address, 'USDC', HELD)
    on.local.fund(other.address, 'ALGO', ALGO)
    const copied = changed(file, { snd: bo.publicKey })
    expect(on.local.offer(bo.sign(copied))).toBeUndefined()
    on.local.mine()
    const paid = ORDER.amount.minor
    expect(on.paid([ORDER])).toEqual([paid])
    on.local.pass(OVER + 20)
    await looks(rail)
    const [{ id } = { id: '' }] = await waits(rail)
    expect(await brought(rail, id, ada.sign(await exported(rail, id)))).toEqual(SIGNED)
    on.local.mine()
    await looks(rail)
    expect(on.paid([ORDER])).toEqual([2n * paid])
  })

  it('is one of two that pay the same where its lease was used, and never both', async () => {
    const twin = { ...NEXT, account: ORDER.account, amount: ORDER.amount }
    const { on, rail, file } = await waiting()
    await rail.send([twin])
    expect(await waits(rail)).toHaveLength(2)
    expect(on.local.offer(ada.sign(changed(file, { fee: 3_000n })))).toBeUndefined()
    on.local.mine()
    on.local.pass(OVER + 20)
    await looks(rail)
    expect([await outcome(rail), await outcome(rail, twin)]).toEqual(['SETTLED', 'SENT'])
    const [{ id } = { id: '' }, ...more] = await waits(rail)
    expect(more).toEqual([])
    expect(await brought(rail, id, ada.sign(await exported(rail, id)))).toEqual(SIGNED)
    on.local.mine()
    await looks(rail)
    expect(await outcome(rail, twin)).toBe('SETTLED')
    expect(on.paid([ORDER])).toEqual([2n * ORDER.amount.minor])
  })

  it('is missed, and stops all, where its holder paid it without its lease: nobody is asked for it anew then', async () => {
    const { on, rail, id, file } = await waiting()
    const free = changed(file, { lx: undefined })
    expect(await brought(rail, id, ada.sign(free))).toMatchObject({ problem: 'OTHER_TURN' })
    expect(on.local.offer(ada.sign(free))).toBeUndefined()
    on.local.mine()
    on.local.pass(OVER + 20)
    await looks(rail, 6)
    expect(await waits(rail)).toEqual([])
    expect((await rail.treasuries?.())?.[0]).toMatchObject({ hold: 'TOKENS_MISSING' })
    expect(on.paid([ORDER])).toEqual([ORDER.amount.minor])
  })

  it('is found by a node that has its blocks alone: one that answers in another way proves nothing', async () => {
    const { on, rail } = await waiting()
    on.local.pass(OVER + 20)
    on.local.mood.nonsense = true
    await expect(rail.follow?.()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    on.local.mood.nonsense = false
    const blocks = { leasedIn: async () => null }
    const lying = on.another({ signer: byAda, node: { ...on.node, ...blocks } })
    await looks(lying)
    expect(await outcome(lying)).toBe('SENT')
    expect((await lying.progress?.([ORDER.attempt_uuid]))?.[0]?.wait).toBe('LOST')
  })
})

describe('a file that somebody brings back', () => {
  it('is of another key where several keys, a program or a key that was set in its place signed it', async () => {
    const { rail, id, file } = await waiting()
    const txn = unsignedOf(file)
    const { sig } = decodeSignedTransaction(bo.sign(file))
    const subsig = [{ pk: bo.publicKey, ...(sig && { s: sig }) }]
    for (const by of [
      new SignedTransaction({ txn, msig: { v: 1, thr: 1, subsig } }),
      new SignedTransaction({ txn, lsig: new LogicSig(new Uint8Array([1, 32, 1, 1, 34])) }),
      new SignedTransaction({ txn, ...(sig && { sig }), sgnr: unsignedOf(file).sender }),
    ])
      expect(await brought(rail, id, encodeMsgpack(by))).toMatchObject({ problem: 'OTHER_KEY' })
  })
})
