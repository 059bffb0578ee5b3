/** Tokens on Solana whose key is with people: what is paid is asked for once, by a nonce account of theirs, is taken back only as it was asked for, and is never paid twice, whoever sends it and when. */
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import type { Imported, Rail } from '../gateways/rails/rail.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import { signedByHand } from '../gateways/solana/signer.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'
import { type OnSolana, onSolana, orderIn, SOL, treasury, walletOf } from './on-solana.test-data.ts'
import { holderOf, type Otherwise } from './solana-holder.test-data.ts'

const stage = onSolana()
const { rows } = stage
const HAND = signedByHand(treasury.address)
/** Whoever has the key, on a device of theirs. */
const holder = holderOf(7)
const stranger = holderOf(9)
const ORDERS = [1, 2].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)

type On = OnSolana & { readonly rail: Rail; other(node?: OnSolana['node']): Promise<Rail> }

async function opened(of: Parameters<typeof stage.open>[0] = {}): Promise<On> {
  const on = await stage.open(of)
  const other = (node?: OnSolana['node']) => on.another({ signer: HAND, ...(node && { node }) })
  return { ...on, rail: await other(), other }
}

const outcomes = async ({ rail }: On, ids = IDS) => (await rail.ask(ids)).map(one => one.outcome)
const waits = async ({ rail }: On) => (await rail.byHand?.list()) ?? []
const why = async ({ rail }: On) => ((await rail.progress?.(IDS)) ?? []).map(of => of.wait)

/** The text of what waits for the longest, or of one. */
async function exported(on: On, id?: string): Promise<{ id: string; file: string }> {
  const of = id ?? (await waits(on))[0]?.id ?? ''
  const file = await on.rail.byHand?.export(of)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return { id: of, file: Buffer.from(file.bytes).toString().trim() }
}
const brought = (rail: Rail, id: string, signed: Uint8Array | string) =>
  rail.byHand?.import(id, Buffer.from(signed)) as Promise<Imported>
const SIGNED = { outcome: 'SIGNED', signatures: 1, needed: 1 }

async function arrived(on: On): Promise<void> {
  on.local.settle()
  await on.rail.follow?.()
  await on.rail.follow?.()
}

/** Has whoever holds the key sign all that waits. */
async function signAll(on: On): Promise<void> {
  for (const { id } of await waits(on))
    expect(await brought(on.rail, id, holder.sign((await exported(on, id)).file))).toEqual(SIGNED)
}

railContract('solana signed by hand', async () => (await opened()).rail, {
  orders: ORDERS,
  currency: 'USDC',
})

describe('a payment on solana that people sign', () => {
  it('is asked for once, waits by its nonce account, leaves once it is signed, and arrives', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    expect(on.local.waiting()).toEqual([])
    const asked = await waits(on)
    expect(asked).toMatchObject([
      {
        ...{ payments: 1, amount: ORDERS[0]?.amount, payee: walletOf(1), signatures: 0 },
        ...{ needed: 1, exported_at: null, replaces: null, after: null, until: null },
        // With what is laid down for the payee's account.
        fee: { currency: 'SOL', minor: 7_400n + 2_039_280n },
        shown: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/),
      },
      { amount: ORDERS[1]?.amount, payee: walletOf(2), after: null },
    ])
    // It is looked at again and again, by whoever, while fees change and blocks come: nothing else is asked for.
    on.local.mood.unitPrices = [500_000n]
    for (let n = 0; n < 3; n++) {
      on.local.settle()
      await on.rail.follow?.()
      await (await on.other()).send(ORDERS)
    }
    expect(await waits(on)).toEqual(asked)
    expect(await outcomes(on)).toEqual(['SENT', 'SENT'])
    expect(await why(on)).toEqual(['SIGNATURE', 'SIGNATURE'])
    expect((await on.rail.progress?.(IDS))?.map(of => of.transaction)).toEqual([null, null])
    const { id, file } = await exported(on)
    expect(await exported({ ...on, rail: await on.other() })).toEqual({ id, file })
    expect((await waits(on))[0]?.exported_at).toBeInstanceOf(Date)
    expect(await brought(on.rail, id, holder.sign(file))).toEqual(SIGNED)
    expect(await waits(on)).toMatchObject([{ id: asked[1]?.id }])
    expect(await brought(await on.other(), id, holder.sign(file))).toEqual(SIGNED)
    expect(on.local.waiting()).toEqual([holder.signature(file)])
    await signAll(on)
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await brought(on.rail, id, holder.sign(file))).toEqual(SIGNED)
  })

  it('is taken back as wallets write it: the transaction or its signature, in base64, base58, hexadecimal, bytes or JSON', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    const { id, file } = await exported(on)
    const raw = holder.sign(file)
    const signature = holder.signature(file)
    const [whole, alone] = [Buffer.from(raw, 'base64'), Buffer.from(base58.decode(signature))]
    for (const text of [
      ...[raw, `${raw}\n`, whole, whole.toString('hex'), base58.encode(whole)],
      ...[signature, ` ${signature}\n`, alone, alone.toString('base64'), alone.toString('hex')],
      ...[`${holder.address}=${signature}`, JSON.stringify(raw), JSON.stringify({ signature })],
      ...[JSON.stringify({ transaction: raw }), JSON.stringify({ signedTransaction: raw })],
    ]) {
      expect(await brought(on.rail, id, text), `${text}`).toEqual(SIGNED)
      expect(await rows('select txid, raw from token_rail.raise')).toEqual([
        { txid: signature, raw },
      ])
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
    const raw = Buffer.from(holder.sign(file), 'base64')
    for (const bad of ['', 'nonsense', '{}', '[]', 'null', '0x', '{"signature":1}', ' '.repeat(9)])
      expect(await refusal(bad), bad).toBe('NOT_READ')
    for (const length of [1, 63, 66, raw.length - 1])
      expect(await refusal(raw.subarray(0, length)), `${length}`).toBe('NOT_READ')
    expect(await refusal(`${holder.sign(file)}${' '.repeat(5_000)}`)).toBe('NOT_READ')
    expect(await refusal(file)).toBe('NOT_SIGNED')
    expect(await refusal(stranger.signature(file))).toBe('OTHER_KEY')
    expect(await refusal(holder.withSignature(file, new Uint8Array(64).fill(1)))).toBe('OTHER_KEY')
    const same = { payee: walletOf(1), amount: amounts[0] ?? 0n }
    const differently = async (of: Partial<Otherwise>) =>
      refusal(holder.sign(await holder.instead(file, { ...same, ...of })))
    expect(await differently({ unit_price: 1n })).toBe('OTHER_FEE')
    expect(await differently({ payee: walletOf(5) })).toBe('OTHER_PAYEES')
    expect(await differently({ amount: 1n })).toBe('OTHER_PAYEES')
    const { blockhash } = await on.node.latestBlock()
    expect(await differently({ by_block: blockhash })).toBe('OTHER_TURN')
    const second = (await waits(on))[1]?.id
    const elsewhere = (await exported(on, second)).file
    expect(await refusal(holder.sign(elsewhere))).toBe('OTHER_PAYEES')
    expect(await refusal(holder.sign(await holder.instead(elsewhere, same)))).toBe('OTHER_TURN')
    expect(await refusal(stranger.sign(await stranger.instead(file, same)))).toBe(
      'OTHER_TRANSACTION',
    )
    expect(await brought(on.rail, 'ab'.repeat(32), raw)).toEqual({ outcome: 'UNKNOWN' })
    expect(await on.rail.byHand?.export('ab'.repeat(32))).toBeUndefined()
    expect(on.local.waiting()).toEqual([])
  })

  it('waits for its turn where twenty are asked for, or where there are no more nonce accounts', async () => {
    for (const [lanes, most] of [
      [undefined, 20],
      [3, 3],
    ] as const) {
      const on = await opened(lanes === undefined ? {} : { lanes })
      await on.rail.send(Array.from({ length: 22 }, (_, n) => orderIn(n + 1)))
      expect(await waits(on)).toHaveLength(most)
      const { id, file } = await exported(on)
      await brought(on.rail, id, holder.sign(file))
      await arrived(on)
      expect(new Set((await waits(on)).map(of => of.id)).size).toBe(most)
      expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null })
    }
  })

  it('is not taken while there is no nonce account: that is said, and whoever has the key opens some', async () => {
    const on = await opened({ opens: false })
    await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code: 'CHAIN_NO_NONCES' })
    await on.rail.follow?.()
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ hold: 'NO_NONCES' })
    expect(on.local.waiting()).toEqual([])
    await on.chain.open(SOL / 100n)
    on.local.settle()
    await on.rail.send(ORDERS)
    expect(await waits(on)).toHaveLength(2)
  })

  it('is not forgone, whoever asks for that', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.rail.forgo?.(ORDERS)
    expect(await outcomes(on)).toEqual(['SENT', 'SENT'])
    expect(await waits(on)).toHaveLength(2)
  })
})

describe('what people were asked to sign on solana', () => {
  /** What the holder sends by themselves, and how that is told. */
  const sentByHolder = async (on: On, raw: string) => {
    on.local.offer(raw)
    await arrived(on)
  }

  it('arrives where whoever holds it sends it by themselves, and is paid once', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const { id, file } = await exported(on)
    await sentByHolder(on, holder.sign(file))
    await on.rail.send(ORDERS)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SENT'])
    expect((await on.rail.progress?.(IDS))?.[0]?.transaction).toBe(holder.signature(file))
    expect(await waits(on)).toHaveLength(1)
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await brought(on.rail, id, holder.sign(file))).toEqual(SIGNED)
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null, hold: null })
    await signAll(on)
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
  })

  it('is that payment also for another fee, by another instruction or another signature than was brought back', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const [one, two] = await waits(on)
    const [first, second] = [await exported(on, one?.id), await exported(on, two?.id)]
    on.local.mood.refuses = true
    await brought(on.rail, first.id, holder.sign(first.file))
    on.local.mood.refuses = false
    const of = (n: number) => ({ payee: walletOf(n + 1), amount: amounts[n] ?? 0n })
    const dearer = holder.sign(await holder.instead(first.file, { ...of(0), unit_price: 900_000n }))
    const plain = holder.sign(await holder.instead(second.file, { ...of(1), plainly: true }))
    on.local.offer(dearer)
    await sentByHolder(on, plain)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await waits(on)).toEqual([])
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null, hold: null })
  })

  it('stands as that where it moved nothing: its payee was frozen as its holder sent it', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    const { id, file } = await exported(on)
    await on.local.freeze(walletOf(1), 'USDC')
    await sentByHolder(on, holder.sign(file))
    expect((await on.rail.ask(IDS))[0]).toMatchObject({ outcome: 'FAILED' })
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await on.paid(ORDERS.slice(0, 1))).toEqual([0n])
  })

  it('cannot stand any more once something else used its nonce up, and says so', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    const { id, file } = await exported(on)
    const other = await holder.instead(file, { payee: walletOf(5), amount: 1n })
    on.local.offer(holder.sign(other))
    on.local.confirm(20)
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SENT'])
    await arrived(on)
    expect(await outcomes(on)).toEqual(['FAILED'])
    expect(await waits(on)).toEqual([])
    expect(await on.rail.byHand?.export(id)).toBe('DEAD')
    expect(await brought(on.rail, id, holder.sign(file))).toEqual({ outcome: 'DEAD' })
    // Whoever sends the old file now sends nothing.
    on.local.offer(holder.sign(file))
    on.local.settle()
    expect(await on.paid(ORDERS.slice(0, 1))).toEqual([0n])
  })

  it('is kept once, though its node dies at any word and two at once hand it over and sign it', async () => {
    await dyingAtEachWord(
      async (dying, died) => {
        const on = await opened({ lanes: 5 })
        const mortal = await on.other(dying(on.node))
        const end = (error: unknown) => expect(error).toBe(died)
        await Promise.all([mortal.send(ORDERS).catch(end), (await on.other()).send(ORDERS)])
        await mortal.follow?.().catch(end)
        for (const { id } of await waits(on)) {
          const raw = holder.sign((await exported(on, id)).file)
          await mortal.byHand?.import(id, Buffer.from(raw)).catch(end)
          await Promise.all([brought(on.rail, id, raw), brought(await on.other(), id, raw)])
        }
        on.local.settle()
        await mortal.follow?.().catch(end)
        await arrived(on)
        expect(await on.paid(ORDERS)).toEqual(amounts)
        expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
        expect(await rows('select from token_rail.transaction')).toHaveLength(2)
      },
      heavy(7, 1),
    )
  })
})
