/** The transactions that the treasury sends on Algorand: a token's transfer to one payee, by a lease, and what lets the treasury hold a token at all. */
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  decodeAddress,
  decodeUnsignedTransaction,
  makeAssetTransferTxnWithSuggestedParamsFromObject as makeTransfer,
  type Transaction,
} from 'algosdk'
import { assert } from '#domain/kernel/assert.ts'
import { GatewayError } from '../gateway-error.ts'
import type { Lane, Signed, TokenPayment } from '../tokens/token-chain.ts'
import { ASSETS, type Asset, type GENESIS, LIFE, LIFE_BY_HAND } from './network.ts'
import type { AlgorandSigner } from './signer.ts'

export type Genesis = (typeof GENESIS)[keyof typeof GENESIS]
export type Transfer = { readonly asset: number; readonly payee: string; readonly amount: bigint }

/** What a payment is on this network. */
export function transferOf({ payee, currency, amount }: TokenPayment): Transfer {
  return { asset: assetOf(currency).id, payee, amount }
}

/** What the network calls a token that is paid there. */
export function assetOf(currency: string): Asset {
  const found = ASSETS.find(of => of.currency === currency)
  assert(found, `Algorand carries no ${currency}`)
  return found
}

/** How the lanes of what people sign begin: it may stand for longer, so that no other lane is one of them. */
const BY_HAND = 'hand '

/** The n-th lane. */
export function laneName(n: number, by_hand = false): string {
  return `${by_hand ? BY_HAND : ''}${n}`
}

/** The rounds in which what is signed by a lane may stand, both among them. */
export function roundsOf({ name, value }: Lane) {
  const life = name.startsWith(BY_HAND) ? LIFE_BY_HAND : LIFE
  return { first: BigInt(value), last: BigInt(value) + life }
}

/**
 * Pays one payee, by a lane: of all transactions of an account that name a lease the network lets one stand until the last round of that one, and all that name this
 * lane have the same rounds. It says nothing else: what it is for is known by its id alone, and what it says besides it would tell to everybody.
 */
export function signTransfer(signer: AlgorandSigner, transfer: Transfer, by: By): Promise<Signed> {
  return signed(signer, transferBy(signer.address, transfer, by))
}

type By = { readonly lane: Lane; readonly fee: bigint; readonly genesis: Genesis }

/** A transfer of the treasury's as it is made, not signed, the same each time. */
export function transferBy(
  sender: string,
  { asset, payee, amount }: Transfer,
  { lane, fee, genesis }: By,
) {
  const { first, last } = roundsOf(lane)
  return makeTransfer({
    ...{ sender, receiver: payee, assetIndex: asset, amount, lease: leaseOf(lane) },
    suggestedParams: {
      ...{ fee, flatFee: true, minFee: 0n, firstValid: first, lastValid: last },
      genesisID: genesis.genesis_id,
      genesisHash: Buffer.from(genesis.genesis_hash, 'base64'),
    },
  })
}

/** The lease of a lane at a value. */
export function leaseOf({ name, value }: Lane): Uint8Array {
  return createHash('sha256').update(`corridor ${name} ${value}`).digest()
}

/** What has the treasury hold a token goes by a lane of its own. */
export function holdingLane(asset: number, round: bigint): Lane {
  return { name: `hold ${asset}`, value: String(round) }
}

/** Has the treasury hold a token, which it pays itself nothing of for that: done twice it changes nothing. */
export function signHolding(
  signer: AlgorandSigner,
  asset: number,
  of: { readonly round: bigint; readonly fee: bigint; readonly genesis: Genesis },
): Promise<Signed> {
  const lane = holdingLane(asset, of.round)
  return signTransfer(signer, { asset, payee: signer.address, amount: 0n }, { ...of, lane })
}

/** A signer that signed something else is not believed: what it gives back is a signature of what it was asked, or nothing is kept. */
async function signed(signer: AlgorandSigner, transaction: Transaction): Promise<Signed> {
  const whole = signedWith(
    transaction,
    await signer.sign(transaction.bytesToSign()),
    signer.address,
  )
  if (!whole)
    throw new GatewayError('ALGORAND_SIGNED_OTHERWISE', 'what was signed is not what was asked', {
      retriable: false,
    })
  return whole
}

/** A transaction with its signature; undefined where that is not of it, by the key of this address. */
export function signedWith(
  transaction: Transaction,
  signature: Uint8Array,
  by: string,
): Signed | undefined {
  if (!isSignature(signature, transaction.bytesToSign(), by)) return undefined
  const raw = transaction.attachSignature(by, signature)
  return { txid: transaction.txID(), raw: Buffer.from(raw).toString('base64') }
}

/** Whether it is a signature of these bytes by the key of this address. */
export function isSignature(signature: Uint8Array, signed: Uint8Array, by: string): boolean {
  const { publicKey } = decodeAddress(by)
  return signature.length === 64 && ed25519.verify(signature, signed, publicKey, { zip215: false })
}

/** A transaction as people were asked to sign it. */
export function unsignedIn(message: string): Transaction {
  return decodeUnsignedTransaction(Buffer.from(message, 'base64'))
}

/** What it moves. */
export function transferIn(message: string): Transfer {
  const { assetTransfer } = unsignedIn(message)
  assert(assetTransfer, 'what people were asked to sign is a transfer')
  const { assetIndex, receiver, amount } = assetTransfer
  return { asset: Number(assetIndex), payee: String(receiver), amount }
}
