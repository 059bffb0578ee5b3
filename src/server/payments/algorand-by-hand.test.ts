/** Tokens on Algorand whose key is with people: what is paid is asked for once, for as long as it may stand; it is taken back only as it was asked for, asked for anew only once it is dead, and never paid twice. */
import { decodeSignedTransaction } from 'algosdk'
import { describe, expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { LIFE_BY_HAND } from '../gateways/algorand/network.ts'
import { signedByHand } from '../gateways/algorand/signer.ts'
import type { Imported, Rail } from '../gateways/rails/rail.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import { changed, holderOf, unsignedOf } from './algorand-holder.test-data.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'
import {
  ALGO,
  type OnAlgorand,
  onAlgorand,
  orderIn,
  treasury,
  walletOf,
} from './on-algorand.test-data.ts'

const stage = onAlgorand()
const { rows } = stage
const HAND = signedByHand(treasury.address)
/** Whoever has the key, on a device of theirs. */
const holder = holderOf(7)
const stranger = holderOf(9)
const ORDERS = [1, 2].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)
/** Until nothing that was asked for may stand any more, and until a lane has another value. */
const OVER = Number(LIFE_BY_HAND) + 1
const TURN = 21

type On = OnAlgorand & { readonly rail: Rail; other(node?: OnAlgorand['node']): Rail }

async function opened(of: Parameters<typeof stage.open>[0] = {}): Promise<On> {
  const on = await stage.open(of)
  const other = (node?: OnAlgorand['node']) => on.another({ signer: HAND, ...(node && { node }) })
  return { ...on, rail: other(), other }
}

const outcomes = async ({ rail }: On, ids = IDS) => (await rail.ask(ids)).map(one => one.outcome)
const waits = async ({ rail }: On) => (await rail.byHand?.list()) ?? []
const why = async ({ rail }: On) => ((await rail.progress?.(IDS)) ?? []).map(of => of.wait)

/** The file of what waits for the longest, or of one. */
async function exported(on: On, id?: string): Promise<{ id: string; file: Uint8Array }> {
  const of = id ?? (await waits(on))[0]?.id ?? ''
  const file = await on.rail.byHand?.export(of)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return { id: of, file: file.bytes }
}
const brought = (rail: Rail, id: string, signed: Uint8Array | string) =>
  rail.byHand?.import(id, Buffer.from(signed)) as Promise<Imported>
const SIGNED = { outcome: 'SIGNED', signatures: 1, needed: 1 }

async function arrived(on: On): Promise<void> {
  on.local.mine()
  await on.rail.follow?.()
}

/** Has whoever holds the key sign all that waits. */
async function signAll(on: On): Promise<void> {
  for (const { id } of await waits(on))
    expect(await brought(on.rail, id, holder.sign((await exported(on, id)).file))).toEqual(SIGNED)
}

/** As minutes pass: what is dead waits until the treasury was read twice more. */
async function lookAgain(on: On): Promise<void> {
  for (let minute = 0; minute < 4; minute++) await on.rail.follow?.()
}

railContract('algorand signed by hand', async () => (await opened()).rail, {
  orders: ORDERS,
  currency: 'USDC',
})

describe('a payment on algorand that people sign', () => {
  it('is asked for once, waits for as long as it may stand, leaves once it is signed, and arrives', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    expect(on.local.waiting()).toEqual([])
    const asked = await waits(on)
    expect(asked).toMatchObject([
      {
        ...{ payments: 1, amount: ORDERS[0]?.amount, payee: walletOf(1), signatures: 0 },
        ...{ needed: 1, exported_at: null, replaces: null, after: null, over: false },
        shown: expect.stringMatching(/^[A-Z2-7]{52}$/),
      },
      { amount: ORDERS[1]?.amount, payee: walletOf(2), after: null },
    ])
    // It is looked at again and again, by whoever, while blocks come: nothing else is asked for.
    for (let n = 0; n < 3; n++) {
      on.local.mine(TURN)
      on.local.mood.for_a_byte = 100n
      await on.rail.follow?.()
      await on.other().send(ORDERS)
    }
    on.local.mood.for_a_byte = 0n
    expect((await waits(on)).map(of => of.id)).toEqual(asked.map(of => of.id))
    expect(await outcomes(on)).toEqual(['SENT', 'SENT'])
    expect(await why(on)).toEqual(['SIGNATURE', 'SIGNATURE'])
    expect((await on.rail.progress?.(IDS))?.map(of => of.transaction)).toEqual([null, null])
    const { id, file } = await exported(on)
    expect(await exported({ ...on, rail: on.other() })).toEqual({ id, file })
    expect((await waits(on))[0]?.exported_at).toBeInstanceOf(Date)
    const signed = holder.sign(file)
    expect(await brought(on.rail, id, signed)).toEqual(SIGNED)
    expect(await waits(on)).toMatchObject([{ id: asked[1]?.id }])
    expect(await brought(on.other(), id, signed)).toEqual(SIGNED)
    expect(on.local.waiting()).toEqual([asked[0]?.shown])
    await signAll(on)
    await arrived(on)
    expect(on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await brought(on.rail, id, signed)).toEqual(SIGNED)
    expect(on.local.stood()).toBe(2)
  })

  it('is handed out as goal takes it, and says until when it can be signed', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    const file = await on.rail.byHand?.export((await waits(on))[0]?.id ?? '')
    if (typeof file !== 'object') throw new Error('it waits')
    expect(file).toMatchObject({ mime_type: 'application/octet-stream' })
    expect(file.file_name).toMatch(/^corridor-[A-Z2-7]{8}\.txn$/)
    const { txn, sig } = decodeSignedTransaction(file.bytes)
    expect(sig).toBeUndefined()
    expect(String(txn.sender)).toBe(treasury.address)
    expect(txn.lastValid - txn.firstValid).toBe(LIFE_BY_HAND)
    const until = async () => (await waits(on))[0]?.until?.getTime() ?? 0
    const at = await until()
    on.local.pass(100)
    await on.rail.follow?.()
    // The clock of the tests stands still, so that what passed on the chain comes off.
    expect(await until()).toBe(at - 100 * 2_700)
  })

  it('is taken back as wallets write it: in msgpack, base64, hexadecimal or JSON', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    const { id, file } = await exported(on)
    const signed = Buffer.from(holder.sign(file))
    const text = signed.toString('base64')
    for (const one of [
      ...[signed, text, `${text}\n`, signed.toString('hex').toUpperCase()],
      ...[JSON.stringify(text), JSON.stringify([text])],
    ]) {
      expect(await brought(on.rail, id, one), `${one}`).toEqual(SIGNED)
      expect(await rows('select raw from token_rail.raise')).toEqual([{ raw: text }])
      await rows('update token_rail.to_sign set txid = null')
      await rows('delete from token_rail.raise')
    }
  })

  it('is refused by what differs, and changes nothing', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const { id, file } = await exported(on)
    const refusal = async (bytes: Uint8Array | string) => {
      const answer = await brought(on.rail, id, bytes)
      expect(await rows('select from token_rail.raise')).toEqual([])
      return 'problem' in answer ? answer.problem : answer.outcome
    }
    const signed = holder.sign(file)
    for (const bad of ['', 'nonsense', '{}', '[]', 'null', '["a","b"]', 'gA=='])
      expect(await refusal(bad), bad).toBe('NOT_READ')
    for (const length of [1, 66, signed.length - 1])
      expect(await refusal(signed.subarray(0, length)), `${length}`).toBe('NOT_READ')
    const large = Buffer.concat([signed, Buffer.alloc(20_000)])
    expect(await refusal(large)).toBe('NOT_READ')
    expect(await refusal(file)).toBe('NOT_SIGNED')
    expect(await refusal(stranger.sign(file))).toBe('OTHER_KEY')
    expect(await refusal(holder.withSignature(file, new Uint8Array(64).fill(1)))).toBe('OTHER_KEY')
    const differently = async (change: Parameters<typeof changed>[1]) =>
      refusal(holder.sign(changed(file, change)))
    expect(await differently({ fee: 2_000n })).toBe('OTHER_FEE')
    expect(await differently({ lv: unsignedOf(file).lastValid - 1n })).toBe('OTHER_TURN')
    expect(await differently({ lx: new Uint8Array(32).fill(1) })).toBe('OTHER_TURN')
    expect(await differently({ note: new Uint8Array([1]) })).toBe('OTHER_TRANSACTION')
    expect(await differently({ gh: new Uint8Array(32).fill(1) })).toBe('OTHER_TRANSACTION')
    expect(await differently({ snd: stranger.publicKey })).toBe('OTHER_TRANSACTION')
    expect(await differently({ rekey: stranger.publicKey })).toBe('OTHER_TRANSACTION')
    expect(await differently({ aclose: stranger.publicKey })).toBe('OTHER_TRANSACTION')
    expect(await differently({ aamt: 1n })).toBe('OTHER_PAYEES')
    expect(await differently({ arcv: stranger.publicKey })).toBe('OTHER_PAYEES')
    expect(await differently({ xaid: 312_769n })).toBe('OTHER_PAYEES')
    const second = (await waits(on))[1]?.id
    expect(await refusal(holder.sign((await exported(on, second)).file))).toBe('OTHER_PAYEES')
    expect(await brought(on.rail, 'ab'.repeat(32), signed)).toEqual({ outcome: 'UNKNOWN' })
    expect(await on.rail.byHand?.export('ab'.repeat(32))).toBeUndefined()
    expect(on.local.waiting()).toEqual([])
  })

  it('waits for its turn where twenty are asked for, and keeps what it takes of the treasury from whatever else is paid', async () => {
    const on = await opened()
    const many = Array.from({ length: 22 }, (_, n) => orderIn(n + 1))
    await on.rail.send(many)
    expect(await waits(on)).toHaveLength(20)
    const { id, file } = await exported(on)
    await brought(on.rail, id, holder.sign(file))
    await on.rail.follow?.()
    expect(new Set((await waits(on)).map(of => of.id)).size).toBe(20)
    const [held] = (await on.rail.treasuries?.()) ?? []
    expect(held).toMatchObject({ missing: null, waiting: 21 })
  })

  it('is not forgone, whoever asks for that', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.rail.forgo?.(ORDERS)
    expect(await outcomes(on)).toEqual(['SENT', 'SENT'])
    expect(await waits(on)).toHaveLength(2)
  })

  it('is not taken while the treasury holds no token: that is said, and whoever has its key opts in', async () => {
    const on = await opened()
    for (const currency of ['USDC', 'USDT']) on.local.leave(treasury.address, currency)
    await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code: 'CHAIN_OPT_IN' })
    await on.rail.follow?.()
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ hold: 'OPT_IN' })
    expect(on.local.waiting()).toEqual([])
    on.local.fund(treasury.address, 'USDC', 100_000_000n)
    await on.rail.send(ORDERS)
    expect(await waits(on)).toHaveLength(2)
  })
})

describe('what people were asked to sign on algorand', () => {
  /** What the holder sends by themselves. */
  const sentByHolder = (on: On, raw: Uint8Array) => {
    expect(on.local.offer(raw)).toBeUndefined()
    on.local.mine()
  }

  it('arrives where whoever holds it sends it by themselves, and is paid once', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const { id, file } = await exported(on)
    sentByHolder(on, holder.sign(file))
    await on.rail.follow?.()
    await on.rail.send(ORDERS)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SENT'])
    expect(await waits(on)).toHaveLength(1)
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await brought(on.rail, id, holder.sign(file))).toEqual(SIGNED)
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null, hold: null })
    await signAll(on)
    await arrived(on)
    expect(on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
  })

  it('is asked for anew once its time is over, and not before it is certain that it does not stand', async () => {
    const on = await opened()
    const orders = ORDERS.slice(0, 1)
    await on.rail.send(orders)
    const [asked] = await waits(on)
    const { id, file } = await exported(on)
    on.local.pass(OVER + TURN)
    on.local.mood.pruned = 40_000_100n
    await lookAgain(on)
    expect((await why(on))[0]).toBe('LOST')
    expect(await waits(on)).toMatchObject([{ id, over: true }])
    expect(await on.rail.byHand?.export(id)).toBe('DEAD')
    expect(await brought(on.rail, id, holder.sign(file))).toEqual({ outcome: 'DEAD' })
    on.local.mood.pruned = 0n
    await lookAgain(on)
    const [anew] = await waits(on)
    expect(anew).toMatchObject({ amount: asked?.amount, payee: asked?.payee, over: false })
    expect(anew?.id).not.toBe(id)
    expect(await on.rail.byHand?.export(id)).toBe('DEAD')
    expect(await brought(on.rail, id, holder.sign(file))).toEqual({ outcome: 'DEAD' })
    expect(await outcomes(on)).toEqual(['SENT'])
    // Whoever sends the old file now sends nothing.
    expect(on.local.offer(holder.sign(file))).toMatch(/range/)
    await signAll(on)
    await arrived(on)
    expect(await outcomes(on)).toEqual(['SETTLED'])
    expect(on.paid(orders)).toEqual(amounts.slice(0, 1))
    expect(on.local.stood()).toBe(1)
  })

  it('is not asked for anew where its holder sent it at the last moment, also while the node knows of nothing that stands', async () => {
    const on = await opened()
    const orders = ORDERS.slice(0, 1)
    await on.rail.send(orders)
    const { file } = await exported(on)
    on.local.pass(OVER - 20)
    sentByHolder(on, holder.sign(file))
    on.local.mood.forgetful = true
    on.local.pass(OVER)
    await lookAgain(on)
    expect(await outcomes(on)).toEqual(['SETTLED'])
    expect(await waits(on)).toEqual([])
    expect(on.paid(orders)).toEqual(amounts.slice(0, 1))
  })

  it('is that payment also for another fee or with a word: by its lease that is known once its time is over', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const [one, two] = await waits(on)
    const dearer = changed((await exported(on, one?.id)).file, { fee: 5_000n })
    const worded = changed((await exported(on, two?.id)).file, { note: new Uint8Array([1]) })
    for (const file of [dearer, worded]) sentByHolder(on, holder.sign(file))
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SENT', 'SENT'])
    on.local.pass(OVER)
    await lookAgain(on)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
    expect((await on.rail.progress?.(IDS))?.map(of => of.transaction)).toEqual(
      [dearer, worded].map(file => unsignedOf(file).txID()),
    )
    expect(await waits(on)).toEqual([])
    expect(on.paid(ORDERS)).toEqual(amounts)
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null, hold: null })
  })

  it('is asked for anew once its time is over where its lease moved something else', async () => {
    const on = await opened()
    const orders = ORDERS.slice(0, 1)
    await on.rail.send(orders)
    const { file } = await exported(on)
    const other = changed(file, { arcv: holderOf(7).publicKey, aamt: 0n })
    sentByHolder(on, holder.sign(other))
    expect(on.local.offer(holder.sign(file))).toMatch(/lease/)
    on.local.pass(OVER + TURN)
    await lookAgain(on)
    await signAll(on)
    await arrived(on)
    expect(await outcomes(on)).toEqual(['SETTLED'])
    expect(on.paid(orders)).toEqual(amounts.slice(0, 1))
  })

  it('is kept once, though its node dies at any word and two at once hand it over and sign it', async () => {
    await dyingAtEachWord(
      async (dying, died) => {
        const on = await opened()
        const mortal = on.other(dying(on.node))
        const end = (error: unknown) => expect(error).toBe(died)
        await Promise.all([mortal.send(ORDERS).catch(end), on.other().send(ORDERS)])
        await mortal.follow?.().catch(end)
        for (const { id } of await waits(on)) {
          const raw = holder.sign((await exported(on, id)).file)
          await mortal.byHand?.import(id, Buffer.from(raw)).catch(end)
          await Promise.all([brought(on.rail, id, raw), brought(on.other(), id, raw)])
        }
        on.local.mine()
        await mortal.follow?.().catch(end)
        await arrived(on)
        expect(on.paid(ORDERS)).toEqual(amounts)
        expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
        expect(await rows('select from token_rail.transaction')).toHaveLength(2)
        expect(on.local.stood()).toBe(2)
      },
      heavy(7, 1),
    )
  })

  it('is asked for anew once, though whoever finds out that its time is over dies at any word', async () => {
    const [order] = ORDERS
    if (!order) throw new Error('there are orders')
    await dyingAtEachWord(
      async (dying, died) => {
        const on = await opened({ coin: ALGO })
        await on.rail.send([order])
        on.local.pass(OVER + TURN)
        const { leasedIn, txidsIn } = on.node
        const mortal = on.other({ ...dying(on.node), leasedIn, txidsIn })
        await mortal.follow?.().catch(error => expect(error).toBe(died))
        await Promise.all([on.rail.follow?.(), on.other().follow?.()])
        await lookAgain(on)
        expect(await waits(on)).toHaveLength(1)
        await signAll(on)
        await arrived(on)
        expect(on.paid([order])).toEqual([order.amount.minor])
        expect(on.local.stood()).toBe(1)
      },
      heavy(7, 1),
    )
  })
})
