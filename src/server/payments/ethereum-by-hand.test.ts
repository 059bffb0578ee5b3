/** Tokens on Ethereum whose key is with people: what is paid is asked for once, by a nonce of its own, is taken back only as it was asked for, and is never paid twice, whoever sends it and when. */
import { type Hex, parseTransaction, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { signedByHand } from '../gateways/ethereum/signer.ts'
import type { Imported, Rail } from '../gateways/rails/rail.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'
import {
  ETH,
  type OnEthereum,
  onEthereum,
  orderIn,
  treasury,
  walletOf,
} from './on-ethereum.test-data.ts'

const stage = onEthereum({ epoch: 4 })
const { rows } = stage
const HAND = signedByHand(treasury.address)
/** Whoever has the key, on a device of theirs. */
const holder = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'09'.repeat(32)}`)
const ORDERS = [1, 2].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)
/** A unit of gas, in wei. */
const DEAR = 10_000_000_000n

type On = OnEthereum & { readonly rail: Rail; other(node?: OnEthereum['node']): Rail }

async function opened(of: Parameters<typeof stage.open>[0] = {}): Promise<On> {
  const on = await stage.open(of)
  const other = (node?: OnEthereum['node']) => on.another({ signer: HAND, ...(node && { node }) })
  return { ...on, rail: other(), other }
}

const outcomes = async ({ rail }: On, ids = IDS) => (await rail.ask(ids)).map(one => one.outcome)
const waits = async ({ rail }: On) => (await rail.byHand?.list()) ?? []
const why = async ({ rail }: On) => ((await rail.progress?.(IDS)) ?? []).map(of => of.wait)

/** The text of what waits for the longest, or of one. */
async function exported(on: On, id?: string): Promise<{ id: string; hex: Hex }> {
  const of = id ?? (await waits(on))[0]?.id ?? ''
  const file = await on.rail.byHand?.export(of)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return { id: of, hex: Buffer.from(file.bytes).toString().trim() as Hex }
}
const brought = (rail: Rail, id: string, signed: Uint8Array | string) =>
  rail.byHand?.import(id, Buffer.from(signed)) as Promise<Imported>
const signed = (hex: Hex, by = holder, change: Partial<TransactionSerializable> = {}) =>
  by.signTransaction({ ...parseTransaction(hex), ...change } as TransactionSerializable)
const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex')
const SIGNED = { outcome: 'SIGNED', signatures: 1, needed: 1 }

async function arrived(on: On): Promise<void> {
  await on.local.settle()
  await on.rail.follow?.()
  await on.rail.follow?.()
}

/** Has whoever holds the key sign all that waits. */
async function signAll(on: On): Promise<void> {
  for (const { id } of await waits(on))
    expect(await brought(on.rail, id, await signed((await exported(on, id)).hex))).toEqual(SIGNED)
}

railContract('ethereum signed by hand', async () => (await opened()).rail, {
  orders: ORDERS,
  currency: 'USDC',
})

describe('a payment on ethereum that people sign', () => {
  it('is asked for once, waits by its nonce, leaves once it is signed, and arrives', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    expect(await on.local.waiting()).toEqual([])
    const asked = await waits(on)
    expect(asked).toMatchObject([
      {
        ...{ payments: 1, amount: ORDERS[0]?.amount, payee: walletOf(1), signatures: 0 },
        ...{ needed: 1, exported_at: null, replaces: null, after: null },
      },
      { amount: ORDERS[1]?.amount, payee: walletOf(2), after: asked[0]?.id },
    ])
    // It is looked at again and again, by whoever, while fees change and blocks come: nothing else is asked for.
    await on.local.cost(DEAR)
    for (let n = 0; n < 3; n++) {
      await on.local.mine()
      await on.rail.follow?.()
      await on.other().send(ORDERS)
    }
    expect(await waits(on)).toEqual(asked)
    expect(await outcomes(on)).toEqual(['SENT', 'SENT'])
    expect(await why(on)).toEqual(['SIGNATURE', 'SIGNATURE'])
    expect((await on.rail.progress?.(IDS))?.map(of => of.transaction)).toEqual([null, null])
    const { id, hex } = await exported(on)
    expect(await exported({ ...on, rail: on.other() })).toEqual({ id, hex })
    expect((await waits(on))[0]?.exported_at).toBeInstanceOf(Date)
    await on.local.cost(1n)
    expect(await brought(on.rail, id, await signed(hex))).toEqual(SIGNED)
    expect(await waits(on)).toMatchObject([{ id: asked[1]?.id, after: null }])
    expect(await brought(on.other(), id, await signed(hex))).toEqual(SIGNED)
    expect(await on.local.waiting()).toHaveLength(1)
    await signAll(on)
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await brought(on.rail, id, await signed(hex))).toEqual(SIGNED)
    expect(await on.local.countOf(treasury.address)).toBe(2)
  })

  it('is taken back as wallets write it: the transaction or its signature, in hexadecimal, bytes, base64 or JSON', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    const { id, hex } = await exported(on)
    const raw = await signed(hex)
    const { r, s, yParity = 0 } = parseTransaction(raw)
    const whole = `${r}${s?.slice(2)}`
    const high =
      0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - BigInt(s ?? 0)
    for (const text of [
      raw,
      `${raw.slice(2).toUpperCase()}\n`,
      bytesOf(raw),
      bytesOf(raw).toString('base64'),
      JSON.stringify(raw),
      JSON.stringify({ raw, tx: {} }),
      JSON.stringify({ rawTransaction: raw, transactionHash: '0x' }),
      `${whole}${yParity ? '1c' : '1b'}`,
      bytesOf(`${whole}0${yParity}`),
      JSON.stringify({ signature: `${whole}0${yParity}` }),
      JSON.stringify({ r, s, v: 27 + yParity }),
      JSON.stringify({ r, s, yParity: `0x${yParity}` }),
      JSON.stringify({ r, s: `0x${high.toString(16)}`, v: 28 - yParity }),
    ]) {
      expect(await brought(on.rail, id, text), `${text}`).toEqual(SIGNED)
      expect(await rows('select raw from token_rail.raise')).toEqual([{ raw }])
      await rows('update token_rail.to_sign set txid = null')
      await rows('delete from token_rail.raise')
    }
  })

  it('is refused by what differs, and changes nothing', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const { id, hex } = await exported(on)
    const second = (await waits(on))[1]?.id
    const refusal = async (bytes: Uint8Array | string) => {
      const answer = await brought(on.rail, id, bytes)
      expect(await rows('select from token_rail.raise')).toEqual([])
      return 'problem' in answer ? answer.problem : answer.outcome
    }
    const raw = await signed(hex)
    for (const bad of ['', 'nonsense', '{}', '[]', 'null', '{"r":1}', '0x02', raw.slice(0, 40)])
      expect(await refusal(bad), bad).toBe('NOT_READ')
    for (const length of [1, 66, bytesOf(raw).length - 1])
      expect(await refusal(bytesOf(raw).subarray(0, length)), `${length}`).toBe('NOT_READ')
    expect(await refusal(hex)).toBe('NOT_SIGNED')
    expect(await refusal(await signed(hex, stranger))).toBe('OTHER_KEY')
    for (const zeros of ['00'.repeat(65), 'ff'.repeat(65), `${'00'.repeat(64)}1b`])
      expect(await refusal(`0x${zeros}`), zeros).toBe('OTHER_KEY')
    const of = parseTransaction(hex)
    const differently = async (change: object) => refusal(await signed(hex, holder, change))
    expect(await differently({ nonce: 1 })).toBe('OTHER_TURN')
    expect(await differently({ maxFeePerGas: (of.maxFeePerGas ?? 0n) + 1n })).toBe('OTHER_FEE')
    expect(await differently({ gas: 1n })).toBe('OTHER_FEE')
    expect(await differently({ chainId: 5 })).toBe('OTHER_TRANSACTION')
    expect(await differently({ value: 1n })).toBe('OTHER_TRANSACTION')
    expect(await differently({ to: walletOf(5) })).toBe('OTHER_PAYEES')
    expect(await differently({ data: '0x' })).toBe('OTHER_PAYEES')
    expect(await refusal(await signed((await exported(on, second)).hex))).toBe('OTHER_PAYEES')
    expect(await brought(on.rail, 'ab'.repeat(32), raw)).toEqual({ outcome: 'UNKNOWN' })
    expect(await on.rail.byHand?.export('ab'.repeat(32))).toBeUndefined()
    expect(await on.local.waiting()).toEqual([])
  })

  it('waits for its turn where twenty are asked for', async () => {
    const on = await opened()
    const many = Array.from({ length: 22 }, (_, n) => orderIn(n + 1))
    await on.rail.send(many)
    expect(await waits(on)).toHaveLength(20)
    const { id, hex } = await exported(on)
    await brought(on.rail, id, await signed(hex))
    await on.rail.follow?.()
    expect(await waits(on)).toHaveLength(20)
    expect(new Set((await waits(on)).map(of => of.id)).size).toBe(20)
  })

  it('keeps what it takes of the treasury from whatever else is paid', async () => {
    const on = await opened()
    const [held] = (await on.rail.treasuries?.()) ?? []
    await on.rail.send([orderIn(1, (held?.held.minor ?? 0n) - 1n)])
    await on.rail.send([orderIn(2, 2n)])
    expect(await waits(on)).toHaveLength(1)
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null, waiting: 1 })
  })

  it('is not forgone, whoever asks for that', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.rail.forgo?.(ORDERS)
    expect(await outcomes(on)).toEqual(['SENT', 'SENT'])
    expect(await waits(on)).toHaveLength(2)
  })
})

describe('what people were asked to sign on ethereum', () => {
  /** What the holder sends by themselves, and how that is told. */
  const sentByHolder = async (on: On, raw: string) => {
    await on.local.ask('eth_sendRawTransaction', [raw])
    await arrived(on)
  }

  it('arrives where whoever holds it sends it by themselves, and is paid once', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const { id, hex } = await exported(on)
    await sentByHolder(on, await signed(hex))
    await on.rail.send(ORDERS)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SENT'])
    expect(await waits(on)).toHaveLength(1)
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await brought(on.rail, id, await signed(hex))).toEqual(SIGNED)
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null, hold: null })
    await signAll(on)
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
  })

  it('is that payment also for another fee, or by another signature than was brought back', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const [one, two] = await waits(on)
    const first = await exported(on, one?.id)
    const cheap = await signed(first.hex)
    on.local.mood.refuses = true
    await brought(on.rail, first.id, cheap)
    on.local.mood.refuses = false
    const dearer = { maxFeePerGas: DEAR, maxPriorityFeePerGas: DEAR }
    await sentByHolder(on, await signed(first.hex, holder, dearer))
    const second = await exported(on, two?.id)
    await sentByHolder(on, await signed(second.hex, holder, dearer))
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect((await on.rail.progress?.(IDS))?.map(of => of.transaction)).not.toContain(null)
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null, hold: null })
  })

  it('stands as refused where the token refuses what its holder sent', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    const { id, hex } = await exported(on)
    await on.local.list(walletOf(1), 'USDC')
    await sentByHolder(on, await signed(hex))
    expect((await on.rail.ask(IDS))[0]).toMatchObject({ outcome: 'FAILED' })
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await on.paid(ORDERS.slice(0, 1))).toEqual([0n])
  })

  it('cannot stand any more once something else used its nonce up, and says so', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    const { id, hex } = await exported(on)
    const other = await signed(hex, holder, { to: treasury.address, data: '0x' })
    await on.local.ask('eth_sendRawTransaction', [other])
    await on.local.mine()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SENT'])
    await arrived(on)
    expect(await outcomes(on)).toEqual(['FAILED'])
    expect(await waits(on)).toEqual([])
    expect(await on.rail.byHand?.export(id)).toBe('DEAD')
    expect(await brought(on.rail, id, await signed(hex))).toEqual({ outcome: 'DEAD' })
    // Whoever sends the old file now sends nothing.
    await on.local.ask('eth_sendRawTransaction', [await signed(hex)]).catch(() => null)
    await on.rail.send([
      { ...orderIn(9, amounts[0]), account: walletOf(1), before: [IDS[0] ?? ''] },
    ])
    await signAll(on)
    await arrived(on)
    expect(await on.paid(ORDERS.slice(0, 1))).toEqual(amounts.slice(0, 1))
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
          const raw = await signed((await exported(on, id)).hex)
          await mortal.byHand?.import(id, Buffer.from(raw)).catch(end)
          await Promise.all([brought(on.rail, id, raw), brought(on.other(), id, raw)])
        }
        await on.local.settle()
        await mortal.follow?.().catch(end)
        await arrived(on)
        expect(await on.paid(ORDERS)).toEqual(amounts)
        expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED'])
        expect(await rows('select from token_rail.transaction')).toHaveLength(2)
        expect(await on.local.countOf(treasury.address)).toBe(2)
      },
      heavy(7, 1),
    )
  })
})

describe('a higher fee on ethereum that people sign', () => {
  /** Signed for little, while the network asks for much by now. */
  async function stuck() {
    const on = await opened()
    const orders = ORDERS.slice(0, 1)
    await on.rail.send(orders)
    const first = await exported(on)
    await brought(on.rail, first.id, await signed(first.hex))
    await on.local.cost(DEAR)
    await on.rail.follow?.()
    return { on, orders, first }
  }

  it('is asked for once, stands beside the one before until it is signed, and takes its place then', async () => {
    const { on, orders, first } = await stuck()
    const [asked] = await waits(on)
    expect(asked).toMatchObject({ replaces: first.id, payments: 1, signatures: 0 })
    expect((asked?.fee.minor ?? 0n) < ETH).toBe(true)
    expect((await why(on))[0]).toBe('FEE_SIGNATURE')
    await on.local.cost(2n * DEAR)
    await Promise.all([on.rail.follow?.(), on.other().follow?.()])
    expect(await waits(on)).toEqual([asked])
    await on.local.cost(DEAR)
    const dearer = await exported(on)
    expect(await brought(on.rail, dearer.id, await signed(dearer.hex))).toEqual(SIGNED)
    await arrived(on)
    expect(await on.paid(orders)).toEqual(amounts.slice(0, 1))
    expect(await outcomes(on)).toEqual(['SETTLED'])
    expect(await on.local.countOf(treasury.address)).toBe(1)
    expect(await on.rail.byHand?.export(first.id)).not.toBeTypeOf('object')
  })

  it('is not needed any more where the one before arrives after all', async () => {
    const { on, orders } = await stuck()
    const dearer = await exported(on)
    await on.local.cost(1n)
    await on.rail.follow?.()
    await arrived(on)
    expect(await outcomes(on)).toEqual(['SETTLED'])
    expect(await waits(on)).toEqual([])
    expect(await on.rail.byHand?.export(dearer.id)).toBe('DEAD')
    expect(await brought(on.rail, dearer.id, await signed(dearer.hex))).toEqual({ outcome: 'DEAD' })
    expect(await on.paid(orders)).toEqual(amounts.slice(0, 1))
  })

  it('arrives where its holder sends it by themselves', async () => {
    const { on, orders } = await stuck()
    const dearer = await exported(on)
    await on.local.ask('eth_sendRawTransaction', [await signed(dearer.hex)])
    await arrived(on)
    expect(await outcomes(on)).toEqual(['SETTLED'])
    expect(await waits(on)).toEqual([])
    expect(await on.rail.byHand?.export(dearer.id)).toBe('IN_BLOCK')
    expect(await on.paid(orders)).toEqual(amounts.slice(0, 1))
  })
})
