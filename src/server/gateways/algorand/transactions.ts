/** The transactions that the treasury sends on Algorand: a token's transfer to one payee, by a lease, and what lets the treasury hold a token at all. */
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  decodeAddress,
  makeAssetTransferTxnWithSuggestedParamsFromObject as makeTransfer,
} from 'algosdk'
import { GatewayError } from '../gateway-error.ts'
import type { Lane, Signed } from '../tokens/token-chain.ts'
import { type GENESIS, LIFE } from './network.ts'
import type { AlgorandSigner } from './signer.ts'

export type Genesis = (typeof GENESIS)[keyof typeof GENESIS]
export type Transfer = { readonly asset: number; readonly payee: string; readonly amount: bigint }

/** The rounds in which what is signed by a lane may stand, both among them. */
export function roundsOf({ value }: Pick<Lane, 'value'>) {
  return { first: BigInt(value), last: BigInt(value) + LIFE }
}

/**
 * Pays one payee, by a lane: of all transactions of an account that name a lease the network lets one stand until the last round of that one, and all that name this
 * lane have the same rounds. It says nothing else: what it is for is known by its id alone, and what it says besides it would tell to everybody.
 */
export function signTransfer(signer: AlgorandSigner, transfer: Transfer, by: By): Promise<Signed> {
  return signed(signer, transferBy(signer.address, transfer, by))
}

type By = { readonly lane: Lane; readonly fee: bigint; readonly genesis: Genesis }

/** A transfer of the treasury's as it is made, the same each time. */
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
async function signed(
  signer: AlgorandSigner,
  transaction: ReturnType<typeof makeTransfer>,
): Promise<Signed> {
  const unsigned = transaction.bytesToSign()
  const signature = await signer.sign(unsigned)
  const { publicKey } = decodeAddress(signer.address)
  const isIts =
    signature.length === 64 && ed25519.verify(signature, unsigned, publicKey, { zip215: false })
  if (!isIts)
    throw new GatewayError('ALGORAND_SIGNED_OTHERWISE', 'what was signed is not what was asked', {
      retriable: false,
    })
  const raw = transaction.attachSignature(signer.address, signature)
  return { txid: transaction.txID(), raw: Buffer.from(raw).toString('base64') }
}
