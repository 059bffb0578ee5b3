/** A treasury on Algorand that several people sign for: what each brings back is kept until there are enough, whoever brings it and when, and nothing else is. */
import { decodeAddress, decodeSignedTransaction, encodeMsgpack, SignedTransaction } from 'algosdk'
import { describe, expect, it } from 'vitest'
import { addressOf, readSeveral } from '../gateways/algorand/multisig.ts'
import { LIFE_BY_HAND } from '../gateways/algorand/network.ts'
import { type Several, signedByHand, signerOf } from '../gateways/algorand/signer.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { changed, holderOf, signatureOf } from './algorand-holder.test-data.ts'
import { ALGO, HELD, onAlgorand, orderIn } from './on-algorand.test-data.ts'

const stage = onAlgorand()
const KEYS = [11, 12, 13]
const [ada = 0, bo = 0, chen = 0] = KEYS
const STRANGER = 14
const addressIn = (byte: number) => signerOf(new Uint8Array(32).fill(byte)).address
const SEVERAL: Several = { version: 1, threshold: 2, addrs: KEYS.map(addressIn) }
const HAND = signedByHand(addressOf(SEVERAL), SEVERAL)
const ORDER = orderIn(1)

/** The file with signatures of these keys, each in the place of its own, or of another's. */
function signed(file: Uint8Array, keys: readonly number[], inPlaceOf = keys): Uint8Array {
  const { txn, msig } = decodeSignedTransaction(file)
  if (!msig) throw new Error('it names the keys')
  const subsig = msig.subsig.map(({ pk }) => {
    const at = inPlaceOf.findIndex(of =>
      Buffer.from(decodeAddress(addressIn(of)).publicKey).equals(pk),
    )
    const key = keys[at]
    return { pk, ...(key !== undefined && { s: signatureOf(key, file) }) }
  })
  return encodeMsgpack(new SignedTransaction({ txn, msig: { ...msig, subsig } }))
}

async function opened() {
  const on = await stage.open()
  for (const currency of ['USDC', 'USDT'] as const) on.local.fund(HAND.address, currency, HELD)
  on.local.fund(HAND.address, 'ALGO', ALGO)
  await stage.rows('truncate token_rail.purse, token_rail.follow')
  const other = () => on.another({ signer: HAND })
  const rail = other()
  await rail.follow?.()
  await rail.send([ORDER])
  return { ...on, rail, other, ...(await asked(rail)) }
}

async function asked(rail: Rail) {
  const [{ id } = { id: '' }] = (await rail.byHand?.list()) ?? []
  const file = await rail.byHand?.export(id)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return { id, file: file.bytes }
}

const brought = (rail: Rail, id: string, bytes: Uint8Array) => rail.byHand?.import(id, bytes)
const outcome = async (rail: Rail) => (await rail.ask([ORDER.attempt_uuid]))[0]?.outcome
const counts = async (rail: Rail) =>
  ((await rail.byHand?.list()) ?? []).map(({ signatures, needed }) => ({ signatures, needed }))
const KEPT = { outcome: 'KEPT', signatures: 1, needed: 2 }
const SIGNED = { outcome: 'SIGNED', signatures: 2, needed: 2 }

describe('a payment on algorand that two of three sign', () => {
  it('names the keys in its file, leaves once two of them signed it, and arrives', async () => {
    const on = await opened()
    expect(await counts(on.rail)).toEqual([{ signatures: 0, needed: 2 }])
    expect(decodeSignedTransaction(on.file).msig).toMatchObject({ v: 1, thr: 2 })
    for (let n = 0; n < 2; n++)
      expect(await brought(on.rail, on.id, signed(on.file, [chen]))).toEqual(KEPT)
    expect(await counts(on.other())).toEqual([{ signatures: 1, needed: 2 }])
    expect(on.local.waiting()).toEqual([])
    expect(await asked(on.other())).toEqual({ id: on.id, file: on.file })
    expect(await brought(on.other(), on.id, signed(on.file, [ada]))).toEqual(SIGNED)
    expect(on.local.waiting()).toHaveLength(1)
    expect(await brought(on.rail, on.id, signed(on.file, [bo]))).toEqual(SIGNED)
    on.local.mine()
    await on.rail.follow?.()
    expect(await outcome(on.rail)).toBe('SETTLED')
    expect(on.paid([ORDER])).toEqual([ORDER.amount.minor])
  })

  it('leaves where two bring theirs at the same moment, or one brings those of all', async () => {
    const both = await opened()
    const answers = await Promise.all([
      brought(both.rail, both.id, signed(both.file, [ada])),
      brought(both.other(), both.id, signed(both.file, [bo])),
    ])
    expect(answers).toEqual(expect.arrayContaining([KEPT, SIGNED]))
    expect(both.local.waiting()).toHaveLength(1)
    const all = await opened()
    expect(await brought(all.rail, all.id, signed(all.file, KEYS))).toEqual(SIGNED)
    expect(all.local.waiting()).toHaveLength(1)
  })

  it('arrives where two of them sent it by themselves, whatever others brought', async () => {
    const on = await opened()
    expect(await brought(on.rail, on.id, signed(on.file, [chen]))).toEqual(KEPT)
    expect(on.local.offer(signed(on.file, [ada, bo]))).toBeUndefined()
    on.local.mine()
    await on.rail.follow?.()
    expect(await outcome(on.rail)).toBe('SETTLED')
    expect(await counts(on.rail)).toEqual([])
  })

  it('keeps nothing of other keys, of signatures that do not hold, and of other transactions', async () => {
    const on = await opened()
    const refused = async (bytes: Uint8Array) => {
      const answer = await brought(on.rail, on.id, bytes)
      expect(await counts(on.rail)).toEqual([{ signatures: 0, needed: 2 }])
      return answer && 'problem' in answer ? answer.problem : answer?.outcome
    }
    expect(await refused(on.file)).toBe('NOT_SIGNED')
    expect(await refused(signed(on.file, [STRANGER, STRANGER], [ada, bo]))).toBe('OTHER_KEY')
    expect(await refused(signed(on.file, [ada], [bo]))).toBe('OTHER_KEY')
    expect(await refused(holderOf(ada).sign(on.file))).toBe('OTHER_KEY')
    const { txn, msig } = decodeSignedTransaction(signed(on.file, [ada]))
    if (!msig) throw new Error('it is of several')
    for (const other of [
      { ...msig, thr: 1 },
      { ...msig, thr: 0 },
      { ...msig, subsig: msig.subsig.slice(0, 2) },
      { ...msig, subsig: msig.subsig.toReversed() },
    ])
      expect(await refused(encodeMsgpack(new SignedTransaction({ txn, msig: other })))).toBe(
        'OTHER_KEY',
      )
    const dearer = decodeSignedTransaction(changed(on.file, { fee: 5_000n })).txn
    expect(await refused(encodeMsgpack(new SignedTransaction({ txn: dearer, msig })))).toBe(
      'OTHER_FEE',
    )
  })

  it('is signed anew by all of them once its time is over', async () => {
    const on = await opened()
    expect(await brought(on.rail, on.id, signed(on.file, [ada]))).toEqual(KEPT)
    on.local.pass(Number(LIFE_BY_HAND) + 30)
    for (let minute = 0; minute < 4; minute++) await on.rail.follow?.()
    expect(await counts(on.rail)).toEqual([{ signatures: 0, needed: 2 }])
    const anew = await asked(on.rail)
    expect(await brought(on.rail, anew.id, signed(anew.file, [ada, chen]))).toEqual(SIGNED)
    on.local.mine()
    await on.rail.follow?.()
    expect(on.paid([ORDER])).toEqual([ORDER.amount.minor])
  })
})

it('reads how many of which keys, and nothing else', () => {
  const [one, two] = SEVERAL.addrs
  expect(readSeveral(`2:${SEVERAL.addrs.join(', ')}`)).toEqual(SEVERAL)
  for (const text of [
    ...['', '2', '2:', `0:${one}`, `2:${one}`, `3:${one},${two}`, `2:${one},${one}`],
    ...[`2:${one},${two?.slice(1)}`, `-1:${one}`, `2;${one},${two}`, `2:${one},`],
  ])
    expect(readSeveral(text), text).toBeUndefined()
})
