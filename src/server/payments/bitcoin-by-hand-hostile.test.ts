/** Bitcoin whose keys are with people, where somebody means ill or the wallet is another by now: a file that takes long to read, signatures that nodes refuse, a node that lies, coins of a key of before. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Transaction } from '@scure/btc-signer'
import { expect, it } from 'vitest'
import { handWallet, policyOf } from '../gateways/bitcoin/hand-keys.test-data.ts'
import { signedByHand } from '../gateways/bitcoin/signer.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { COIN, onAChain, orderOf, treasury } from './on-a-chain.test-data.ts'

const [ada, bo] = [handWallet(1), handWallet(2)]
const byAda = signedByHand(policyOf(1, ada.key))
const byBo = signedByHand(policyOf(1, bo.key))
const ORDER = orderOf(1)

const stage = onAChain()

/** The file of what waits for the longest. */
async function asked({ byHand }: Rail): Promise<{ id: string; psbt: Uint8Array }> {
  const [{ id } = { id: '' }] = (await byHand?.list()) ?? []
  const file = await byHand?.export(id)
  if (typeof file !== 'object') throw new Error(`nothing to sign: ${file}`)
  return { id, psbt: file.bytes }
}

const outcome = async (rail: Rail) => (await rail.ask([ORDER.attempt_uuid]))[0]?.outcome

/** One that waits, and the signature that Ada would make of its first coin, with her key. */
async function waiting() {
  const on = await stage.open(1, byAda)
  await on.rail.send([ORDER])
  const { id, psbt } = await asked(on.rail)
  const [made] = Transaction.fromPSBT(ada.sign(psbt)).getInput(0).partialSig ?? []
  if (!made) throw new Error('she signs it')
  return { on, id, psbt, made }
}

const refused = async ({ byHand }: Rail, id: string, bytes: Uint8Array) => {
  const answer = await byHand?.import(id, bytes)
  expect(await stage.rows('select from bitcoin_rail.signature')).toEqual([])
  return answer && 'problem' in answer ? answer.problem : answer?.outcome
}

it('more signatures than there are keys are of others, and none of them is tried', async () => {
  const { on, id, psbt, made } = await waiting()
  const [, signature] = made
  const other = Uint8Array.from(signature)
  other[20] = (other[20] ?? 0) ^ 1
  const flooded = Transaction.fromPSBT(psbt)
  flooded.updateInput(0, { finalScriptWitness: [other, other, signature] }, true)
  expect(await refused(on.rail, id, flooded.toBytes(true, true))).toBe('OTHER_KEY')
})

it('a file that is larger than wallets write is not read', async () => {
  const { on, id, psbt } = await waiting()
  const written = Buffer.from(ada.sign(psbt)).toString('hex')
  expect(await refused(on.rail, id, Buffer.from(written + ' '.repeat(900_000)))).toBe('NOT_READ')
})

it('a signature that holds and that no node relays is none: its other half, and another spelling', async () => {
  const { on, id, psbt, made } = await waiting()
  const [key, signature] = made
  const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der')
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('der')
  const length = signature[3] ?? 0
  const padded = [0x30, (signature[1] ?? 0) + 1, 2, length + 1, 0, ...signature.subarray(4, -1)]
  for (const der of [high, padded]) {
    const of = Transaction.fromPSBT(psbt)
    of.updateInput(0, { partialSig: [[key, Uint8Array.from([...der, 1])]] }, true)
    expect(await refused(on.rail, id, of.toPSBT())).toBe('OTHER_KEY')
  }
})

it('the file goes without what it spends where a node tells something else', async () => {
  const { on } = await waiting()
  const elsewhere = on.chain.fund(byBo.address, COIN)
  on.chain.mine()
  for (const told of ['00', 'ab'.repeat(200), null]) {
    const raw = async (_: string, hash: string) => {
      const { node } = on.chain
      const tip = await node.hashAt((await node.tip()).height)
      return told ?? node.raw(elsewhere, tip ?? hash)
    }
    const { psbt } = await asked(on.another({ node: { ...on.chain.node, raw } }))
    expect(Transaction.fromPSBT(psbt).getInput(0).nonWitnessUtxo).toBeUndefined()
  }
})

it('coins of a key of before are asked of nobody who cannot sign for them', async () => {
  for (const before of [treasury, byBo]) {
    const on = await stage.open(2, before)
    const rail = on.another({ signer: byAda })
    const [held] = (await rail.treasuries?.()) ?? []
    expect(held).toMatchObject({ held: { minor: 2n * COIN }, ready: { minor: 0n } })
    const total = ORDER.amount
    expect((await rail.cost?.({ payments: 1, total }))?.short?.minor).toBeGreaterThan(total.minor)
    await rail.send([ORDER])
    expect(await rail.byHand?.list()).toEqual([])
    expect(await outcome(rail)).toBe('FAILED')
    on.chain.fund(byAda.address, COIN)
    on.chain.mine()
    await rail.follow?.()
    const anew = { ...orderOf(2), account: ORDER.account }
    await rail.send([anew])
    const { id, psbt } = await asked(rail)
    expect(await rail.byHand?.import(id, ada.sign(psbt))).toMatchObject({ outcome: 'SIGNED' })
    on.chain.mine()
    expect(on.chain.paid(ORDER.account)).toBe(anew.amount.minor)
  }
})

it('what waits for the keys of before is theirs to sign, keeps nobody else from being paid, and is paid once', async () => {
  const { on, id, psbt } = await waiting()
  on.chain.fund(byBo.address, COIN)
  on.chain.mine()
  const byOther = on.another({ signer: byBo })
  await byOther.follow?.()
  expect(await refused(byOther, id, ada.sign(psbt))).toBe('OTHER_KEY')
  // By Bo's key over what a coin of his would ask.
  on.chain.mood.silent = true
  const forged = Transaction.fromPSBT((await asked(on.rail)).psbt)
  on.chain.mood.silent = false
  const witnessUtxo = { script: Buffer.from(byBo.script, 'hex'), amount: COIN }
  forged.updateInput(0, { witnessUtxo }, true)
  forged.sign(bo.privateKey)
  expect(await refused(byOther, id, forged.toPSBT())).toBe('OTHER_KEY')
  const next = orderOf(2)
  await byOther.send([next])
  const own = (await byOther.byHand?.list())?.find(of => of.id !== id)?.id ?? ''
  const file = await byOther.byHand?.export(own)
  if (typeof file !== 'object') throw new Error('it waits')
  expect(await byOther.byHand?.import(own, bo.sign(file.bytes))).toMatchObject({
    outcome: 'SIGNED',
  })
  expect(await on.rail.byHand?.import(id, ada.sign(psbt))).toMatchObject({ outcome: 'SIGNED' })
  on.chain.mine()
  const paid = [ORDER, next].map(of => on.chain.paid(of.account))
  expect(paid).toEqual([ORDER, next].map(of => of.amount.minor))
})

it('what a key of before signed is not raised by another, and arrives as it is', async () => {
  const on = await stage.open(1)
  await on.rail.send([ORDER])
  Object.assign(on.chain.mood, { fee_rate: 20n, mines_from: 20n })
  const rail = on.another({ signer: byAda })
  on.chain.fund(byAda.address, COIN)
  for (let n = 0; n < 8; n++) {
    on.chain.mine()
    await rail.follow?.()
  }
  expect(await rail.byHand?.list()).toEqual([])
  expect(await rail.progress?.([ORDER.attempt_uuid])).toMatchObject([{ wait: 'FEE_SIGNER' }])
  on.chain.mood.mines_from = 0n
  on.chain.mine(6)
  await rail.follow?.()
  expect(await outcome(rail)).toBe('SETTLED')
})

it('what whoever holds the file sent, and a chain left behind, waits again and is paid once', async () => {
  const { on, id, psbt } = await waiting()
  await on.chain.node.broadcast(Buffer.from(ada.finish(psbt)).toString('hex'))
  on.chain.mine(6)
  await on.rail.follow?.()
  expect(await outcome(on.rail)).toBe('SETTLED')
  on.chain.reorganise(6, [id])
  await on.rail.follow?.()
  expect(await outcome(on.rail)).toBe('SENT')
  expect((await on.rail.turned?.())?.map(of => of.attempt_uuid)).toEqual([ORDER.attempt_uuid])
  const again = await asked(on.rail)
  expect(again.id).toBe(id)
  expect(await on.rail.byHand?.import(id, ada.sign(again.psbt))).toMatchObject({
    outcome: 'SIGNED',
  })
  on.chain.mine(6)
  await on.rail.follow?.()
  expect(await outcome(on.rail)).toBe('SETTLED')
  expect(on.chain.paid(ORDER.account)).toBe(ORDER.amount.minor)
})
