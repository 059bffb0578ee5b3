/** Bitcoin whose keys are with people: what it pays is asked for once, waits for them, is taken back only as it was asked for, and is never paid twice, whoever sends it and when. */
import { Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import type { HandPolicy } from '../gateways/bitcoin/descriptor.ts'
import { handWallet, policyOf } from '../gateways/bitcoin/hand-keys.test-data.ts'
import { signedByHand } from '../gateways/bitcoin/signer.ts'
import type { Imported, Rail } from '../gateways/rails/rail.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import { dyingAtEachWord, type OnAChain, onAChain, orderOf } from './on-a-chain.test-data.ts'

const [ada, bo, chen] = [handWallet(1), handWallet(2), handWallet(3)]
const ALONE = policyOf(1, ada.key)
const TWO_OF_THREE = policyOf(2, ada.key, bo.key, chen.key)

const stage = onAChain()
const { rows } = stage
const opened = (policy: HandPolicy = ALONE, coins = 3) => stage.open(coins, signedByHand(policy))
const ORDERS = [1, 2, 3].map(n => orderOf(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)

const paid = ({ chain }: OnAChain, orders = ORDERS) =>
  orders.map(order => chain.paid(order.account))
const outcomes = async (rail: Rail, ids = IDS) => (await rail.ask(ids)).map(one => one.outcome)
const waits = async (rail: Rail) => (await rail.byHand?.list()) ?? []
const wait = async (rail: Rail) => (await rail.progress?.([IDS[0] ?? '']))?.[0]?.wait

/** The file of what waits for the longest, or of one. */
async function exported(rail: Rail, id?: string): Promise<{ id: string; psbt: Uint8Array }> {
  const [first] = await waits(rail)
  const of = id ?? first?.id ?? ''
  const file = await rail.byHand?.export(of)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return { id: of, psbt: file.bytes }
}
const brought = (rail: Rail, id: string, bytes: Uint8Array | string) =>
  rail.byHand?.import(id, Buffer.from(bytes)) as Promise<Imported>

railContract('bitcoin signed by hand', async () => (await opened()).rail, {
  orders: ORDERS,
  currency: 'BTC',
})

describe('bitcoin signed by hand', () => {
  it('is asked for once, waits, leaves once it is signed, and arrives', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    expect(on.chain.waiting()).toEqual([])
    const [asked] = await waits(on.rail)
    const minor = amounts.reduce((sum, one) => sum + one, 0n)
    expect(asked).toMatchObject({
      ...{ payments: 3, amount: { currency: 'BTC', minor }, signatures: 0, needed: 1 },
      ...{ exported_at: null, replaces: null, after: null },
    })
    // It is looked at again and again, by whoever, while fees change and blocks come: nothing else is asked for.
    on.chain.mood.fee_rate = 40n
    for (let n = 0; n < 8; n++) {
      on.chain.mine()
      await on.rail.follow?.()
      await on.another().send(ORDERS)
    }
    expect(await waits(on.rail)).toEqual([asked])
    expect(await outcomes(on.rail)).toEqual(['SENT', 'SENT', 'SENT'])
    expect(await wait(on.rail)).toBe('SIGNATURE')
    const { id, psbt } = await exported(on.rail)
    expect((await exported(on.another())).psbt).toEqual(psbt)
    expect((await waits(on.rail))[0]?.exported_at).toBeInstanceOf(Date)
    const done = { outcome: 'SIGNED', signatures: 1, needed: 1 }
    expect(await brought(on.rail, id, ada.sign(psbt))).toEqual(done)
    expect(on.chain.waiting()).toEqual([id])
    expect(await waits(on.rail)).toEqual([])
    expect(await brought(on.rail, id, ada.sign(psbt))).toEqual(done)
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(paid(on)).toEqual(amounts)
    expect(await outcomes(on.rail)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
    expect(await brought(on.rail, id, ada.sign(psbt))).toEqual(done)
  })

  it('takes it as bytes, base64 or hexadecimal, signed or finished by the wallet', async () => {
    for (const write of [
      (psbt: Uint8Array) => ada.sign(psbt),
      (psbt: Uint8Array) => `${Buffer.from(ada.sign(psbt)).toString('base64')}\n`,
      (psbt: Uint8Array) => Buffer.from(ada.sign(psbt)).toString('hex').toUpperCase(),
      (psbt: Uint8Array) => ada.finish(psbt),
      (psbt: Uint8Array) => Buffer.from(ada.finish(psbt)).toString('hex'),
    ]) {
      const on = await opened()
      await on.rail.send(ORDERS)
      const { id, psbt } = await exported(on.rail)
      expect(await brought(on.rail, id, write(psbt))).toMatchObject({ outcome: 'SIGNED' })
      on.chain.mine()
      expect(paid(on)).toEqual(amounts)
    }
  })

  it('of several keys it keeps each until there are enough, in whichever order, and counts nobody twice', async () => {
    const on = await opened(TWO_OF_THREE)
    await on.rail.send(ORDERS)
    const { id, psbt } = await exported(on.rail)
    const kept = { outcome: 'KEPT', signatures: 1, needed: 2 }
    expect(await brought(on.rail, id, chen.sign(psbt))).toEqual(kept)
    expect(await brought(on.another(), id, chen.sign(psbt))).toEqual(kept)
    expect(await waits(on.rail)).toMatchObject([{ id, signatures: 1, needed: 2 }])
    const both = await Promise.all([
      brought(on.rail, id, ada.sign(psbt)),
      brought(on.another(), id, ada.sign(psbt)),
    ])
    expect(both.map(one => one.outcome)).toEqual(['SIGNED', 'SIGNED'])
    expect(on.chain.waiting()).toEqual([id])
    expect(await brought(on.rail, id, bo.sign(psbt))).toMatchObject({ outcome: 'SIGNED' })
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(paid(on)).toEqual(amounts)
    expect(await outcomes(on.rail)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
  })

  it('takes from one file the signatures of several who passed it on', async () => {
    const on = await opened(TWO_OF_THREE)
    await on.rail.send(ORDERS)
    const { id, psbt } = await exported(on.rail)
    expect(await brought(on.rail, id, bo.sign(ada.sign(psbt)))).toMatchObject({ signatures: 2 })
    on.chain.mine()
    expect(paid(on)).toEqual(amounts)
  })
})

/** A PSBT with a signature of the right form that no key of the treasury made. */
function byNobody(psbt: Uint8Array): Uint8Array {
  const of = Transaction.fromPSBT(psbt)
  const [key, signature] = Transaction.fromPSBT(ada.sign(psbt)).getInput(0).partialSig?.[0] ?? []
  if (!key || !signature) throw new Error('it is signed')
  const other = Uint8Array.from(signature)
  other[20] = (other[20] ?? 0) ^ 1
  of.updateInput(0, { partialSig: [[key, other]] }, true)
  return of.toPSBT()
}

describe('the file to sign', () => {
  /** Of each coin the transaction that it comes of, whole, and what it is said to be worth. */
  const wholes = (psbt: Uint8Array) => {
    const transaction = Transaction.fromPSBT(psbt)
    return Array.from({ length: transaction.inputsLength }, (_, at) => {
      const { nonWitnessUtxo, witnessUtxo, index = 0 } = transaction.getInput(at)
      return nonWitnessUtxo?.outputs[index]?.amount === witnessUtxo?.amount
    })
  }

  it('has the whole of what it spends, of blocks and of what waits, for devices that look', async () => {
    const on = await opened(ALONE, 1)
    await on.rail.send(ORDERS)
    await on.rail.send([orderOf(9)])
    const [one, two] = await waits(on.rail)
    for (const of of [one, two]) {
      const { id, psbt } = await exported(on.rail, of?.id)
      expect(wholes(psbt)).toEqual([true])
      expect(await brought(on.rail, id, ada.sign(psbt))).toMatchObject({ outcome: 'SIGNED' })
    }
  })

  it('goes without where the node does not tell it', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.chain.mood.silent = true
    const { id, psbt } = await exported(on.rail)
    expect(wholes(psbt)).toEqual([false])
    on.chain.mood.silent = false
    expect(await brought(on.rail, id, ada.sign(psbt))).toMatchObject({ outcome: 'SIGNED' })
  })
})

describe('what was signed by hand and is not what was asked for', () => {
  const refusal = async (on: OnAChain, bytes: Uint8Array | string) => {
    const { id } = await exported(on.rail)
    const answer = await brought(on.rail, id, bytes)
    expect(await rows('select from bitcoin_rail.signature')).toEqual([])
    expect(on.chain.waiting()).toEqual([])
    expect(await waits(on.rail)).toMatchObject([{ id, signatures: 0 }])
    return 'problem' in answer ? answer.problem : answer.outcome
  }

  it('is refused by what differs, and changes nothing', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    // Without the whole of what it spends, which a changed one would no longer be of.
    on.chain.mood.silent = true
    const { psbt } = await exported(on.rail)
    const signed = ada.sign(psbt)
    expect(await refusal(on, 'nonsense')).toBe('NOT_READ')
    expect(await refusal(on, '')).toBe('NOT_READ')
    for (const length of [5, 40, signed.length - 1])
      expect(await refusal(on, signed.subarray(0, length)), `${length}`).toBe('NOT_READ')
    expect(await refusal(on, psbt)).toBe('NOT_SIGNED')
    const changed = (change: (of: Transaction) => void) => {
      const of = Transaction.fromPSBT(psbt)
      change(of)
      of.sign(ada.privateKey)
      return of.toPSBT()
    }
    const shifted = changed(of => {
      const { amount = 0n } = of.getOutput(0)
      of.updateOutput(0, { amount: amount - 1n })
    })
    expect(await refusal(on, shifted)).toBe('OTHER_PAYEES')
    const elsewhere = changed(of => of.updateInput(0, { txid: 'ab'.repeat(32) }))
    expect(await refusal(on, elsewhere)).toBe('OTHER_COINS')
    const later = changed(of => of.updateInput(0, { sequence: 5 }))
    expect(await refusal(on, later)).toBe('OTHER_TRANSACTION')
    expect(await refusal(on, byNobody(psbt))).toBe('OTHER_KEY')
    for (const sighash of [2, 3, 0x81]) {
      const loose = Transaction.fromPSBT(psbt)
      loose.updateInput(0, { sighashType: sighash })
      loose.signIdx(ada.privateKey, 0, [sighash])
      expect(await refusal(on, loose.toPSBT()), `${sighash}`).toBe('NOT_ALL_OF_IT')
    }
  })

  it('is refused where it is another request of ours, or some coins only are signed', async () => {
    const on = await opened()
    await on.rail.send([orderOf(1)])
    await on.rail.send([orderOf(2, 1_500_000n)])
    const [one, two] = await waits(on.rail)
    const first = await exported(on.rail, one?.id)
    const second = await exported(on.rail, two?.id)
    expect(await brought(on.rail, first.id, ada.sign(second.psbt))).toEqual({
      ...{ outcome: 'REFUSED', problem: 'OTHER_COINS' },
    })
    const some = Transaction.fromPSBT(second.psbt)
    expect(some.inputsLength).toBe(2)
    some.signIdx(ada.privateKey, 1)
    expect(await brought(on.rail, second.id, some.toPSBT())).toEqual({
      ...{ outcome: 'REFUSED', problem: 'SOME_COINS' },
    })
    expect(await brought(on.rail, 'ab'.repeat(32), ada.sign(first.psbt))).toEqual({
      outcome: 'UNKNOWN',
    })
    expect(await rows('select from bitcoin_rail.signature')).toEqual([])
  })
})

describe('what people were asked to sign', () => {
  it('arrives where whoever holds it sends it by themselves, however late, and is paid once', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const { id, psbt } = await exported(on.rail)
    on.chain.mine(20)
    await on.rail.follow?.()
    const raw = Buffer.from(ada.finish(psbt)).toString('hex')
    expect(await on.chain.node.broadcast(raw)).toBeNull()
    await on.rail.send(ORDERS)
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(paid(on)).toEqual(amounts)
    expect(await outcomes(on.rail)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    expect(await waits(on.rail)).toEqual([])
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ missing: null, hold: null })
    expect(await on.rail.byHand?.export(id)).toBe('IN_BLOCK')
  })

  it('keeps its coins from whatever else is paid, and lets others be paid meanwhile, also of its change', async () => {
    const on = await opened(ALONE, 1)
    await on.rail.send(ORDERS)
    await on.rail.send([orderOf(9)])
    const [one, two] = await waits(on.rail)
    expect(two).toMatchObject({ after: one?.id })
    const second = await exported(on.rail, two?.id)
    // Signed out of order: it goes once what it spends of does.
    await brought(on.rail, second.id, ada.sign(second.psbt))
    expect(on.chain.waiting()).toEqual([])
    const last = await on.rail.progress?.([orderOf(9).attempt_uuid])
    expect(last).toMatchObject([{ wait: 'SIGNATURE' }])
    const first = await exported(on.rail)
    await brought(on.rail, first.id, ada.sign(first.psbt))
    await on.rail.follow?.()
    expect(on.chain.waiting().sort()).toEqual([first.id, second.id].sort())
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(paid(on, [...ORDERS, orderOf(9)])).toEqual([...amounts, orderOf(9).amount.minor])
  })

  it('cannot stand any more once its coins were spent otherwise, and says so', async () => {
    const on = await opened(ALONE, 1)
    await on.rail.send(ORDERS)
    const { id, psbt } = await exported(on.rail)
    const [coin] = await rows<{ coin_txid: string; coin_vout: number }>(
      'select coin_txid, coin_vout from bitcoin_rail.input',
    )
    on.chain.spendElsewhere(coin?.coin_txid ?? '', coin?.coin_vout ?? 0)
    on.chain.mine(5)
    await on.rail.follow?.()
    expect(await outcomes(on.rail)).toEqual(['SENT', 'SENT', 'SENT'])
    on.chain.mine()
    await on.rail.follow?.()
    expect(await outcomes(on.rail)).toEqual(['FAILED', 'FAILED', 'FAILED'])
    expect(await waits(on.rail)).toEqual([])
    expect(await on.rail.byHand?.export(id)).toBe('DEAD')
    expect(await brought(on.rail, id, ada.sign(psbt))).toEqual({ outcome: 'DEAD' })
  })

  it('is not forgone, whoever asks for that', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.rail.forgo?.(ORDERS)
    expect(await outcomes(on.rail)).toEqual(['SENT', 'SENT', 'SENT'])
    expect(await waits(on.rail)).toHaveLength(1)
  })

  it('is kept once, though its node dies at any word and two at once hand it over, take it and sign it', async () => {
    await dyingAtEachWord(async (dying, died) => {
      const on = await opened(ALONE, 2)
      const mortal = on.another({ node: dying(on.chain.node) })
      const end = (error: unknown) => expect(error).toBe(died)
      await Promise.all([mortal.send(ORDERS).catch(end), on.another().send(ORDERS)])
      await mortal.follow?.().catch(end)
      const { id, psbt } = await exported(on.rail)
      await mortal.byHand?.import(id, ada.sign(psbt)).catch(end)
      await Promise.all([brought(on.rail, id, ada.sign(psbt)), on.rail.follow?.()])
      await on.rail.follow?.()
      on.chain.mine(6)
      await on.rail.follow?.()
      expect(paid(on)).toEqual(amounts)
      expect(await rows('select from bitcoin_rail.transaction')).toHaveLength(1)
    })
  })
})

describe('a higher fee that people sign', () => {
  /** Signed for two satoshi a byte, while twenty are asked by now. */
  async function stuck(policy = ALONE, sign = ada.sign) {
    const on = await opened(policy)
    await on.rail.send(ORDERS)
    const first = await exported(on.rail)
    await brought(on.rail, first.id, sign(first.psbt))
    await on.rail.follow?.()
    Object.assign(on.chain.mood, { fee_rate: 20n, mines_from: 20n })
    on.chain.mine(6)
    await on.rail.follow?.()
    return { on, first }
  }

  const both = (psbt: Uint8Array) => chen.sign(ada.sign(psbt))
  it.each([
    ['one key', ALONE, ada.sign],
    ['two of three', TWO_OF_THREE, both],
  ] as const)(
    'of %s is asked for once, stands beside the one before until it is signed, and takes its place then',
    async (_, policy, sign) => {
      const { on, first } = await stuck(policy, sign)
      const [asked] = await waits(on.rail)
      expect(asked).toMatchObject({ replaces: first.id, payments: 3, signatures: 0 })
      expect(await wait(on.rail)).toBe('FEE_SIGNATURE')
      on.chain.mood.fee_rate = 60n
      on.chain.mine(8)
      await on.rail.follow?.()
      expect(await waits(on.rail)).toEqual([asked])
      const dearer = await exported(on.rail)
      await brought(on.rail, dearer.id, sign(dearer.psbt))
      expect(on.chain.waiting()).toEqual([dearer.id])
      on.chain.mine(6)
      await on.rail.follow?.()
      expect(paid(on)).toEqual(amounts)
      expect(await outcomes(on.rail)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    },
  )

  it('is not needed any more where the one before arrives after all', async () => {
    const { on } = await stuck()
    const dearer = await exported(on.rail)
    on.chain.mood.mines_from = 0n
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(await outcomes(on.rail)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    expect(await waits(on.rail)).toEqual([])
    expect(await brought(on.rail, dearer.id, ada.sign(dearer.psbt))).toEqual({ outcome: 'DEAD' })
    expect(paid(on)).toEqual(amounts)
  })
})
