/** Algorand in a signer of its own: transactions that are one transfer of a token that is paid, by a lease of ours, or that have the treasury hold one, and nothing else. */
import { createHash } from 'node:crypto'
import { decodeAddress, decodeUnsignedTransaction, encodeAddress, type Transaction } from 'algosdk'
import { ASSETS, GENESIS, LANES } from '../algorand/network.ts'
import { openKeyFile } from '../algorand/signer.ts'
import { type Genesis, holdingLane, leaseOf, transferBy } from '../algorand/transactions.ts'
import type { Lane } from '../tokens/token-chain.ts'
import type { SignerChain } from './chain.ts'
import type { Asked, Refusal } from './rules.ts'

export const algorand: SignerChain = {
  coin: 'ALGO',
  // Five thousand dollars for each, twenty-five thousand in an hour, and of the coin five ALGO, in millionths.
  first: {
    most_payment: { USDC: 5_000_000_000, USDT: 5_000_000_000 },
    most_hour: { USDC: 25_000_000_000, USDT: 25_000_000_000, ALGO: 5_000_000 },
    most_fee: 100_000,
  },
  payeeOf: text => {
    try {
      return encodeAddress(decodeAddress(text).publicKey)
    } catch {
      return undefined
    }
  },
  open: (file, passphrase, network) => {
    const { address, sign } = openKeyFile(file, passphrase)
    return {
      ...{ address, sign },
      read: async unsigned => readTransfer(unsigned, address, GENESIS[network]),
    }
  },
}

/** What is signed begins so (dev.algorand.co, "Transaction signing"). */
const PREFIX = 'TX'

/**
 * What a transaction asks for: read, made anew as ours are made, and held against what is to be signed, byte for byte. Of all that a transaction can do one transfer is
 * left, by the treasury alone. Throws where it is none.
 */
export function readTransfer(
  unsigned: Uint8Array,
  own: string,
  genesis: Genesis,
): Asked | { readonly refusal: Refusal } {
  if (Buffer.from(unsigned.subarray(0, PREFIX.length)).toString() !== PREFIX)
    return { refusal: 'NOT_KNOWN' }
  const of = decodeUnsignedTransaction(unsigned.subarray(PREFIX.length))
  if (String(of.sender) !== own) return { refusal: 'NOT_OURS' }
  if (Buffer.from(of.genesisHash ?? []).toString('base64') !== genesis.genesis_hash)
    return { refusal: 'OTHER_NETWORK' }
  const asset = ASSETS.find(({ id }) => BigInt(id) === of.assetTransfer?.assetIndex)
  if (!asset || !of.assetTransfer) return { refusal: 'NOT_KNOWN' }
  const { amount, receiver } = of.assetTransfer
  const payee = String(receiver)
  const holds = payee === own && amount === 0n
  const lane = holds ? holdingLane(asset.id, of.firstValid) : laneOf(of)
  if (!lane) return { refusal: 'NOT_KNOWN' }
  const transfer = { asset: asset.id, payee, amount }
  const anew = transferBy(own, transfer, { lane, fee: of.fee, genesis })
  if (!Buffer.from(anew.bytesToSign()).equals(unsigned)) return { refusal: 'NOT_KNOWN' }
  return {
    id: createHash('sha256').update(unsigned).digest('hex'),
    uses: [{ name: `${lane.name} ${lane.value}`, value: 0n }],
    paid: holds ? [] : [{ payee, currency: asset.currency, amount }],
    ...{ coin: 'ALGO', fee: of.fee, laid: holds ? OF_A_HOLDING : 0n, only_dearer: false },
  }
}

/** What is kept for each token that is held. */
const OF_A_HOLDING = 100_000n

/** By which lane of ours it is, of whose value its first round tells. */
function laneOf({ lease, firstValid }: Transaction): Lane | undefined {
  const wanted = Buffer.from(lease ?? [])
  const lanes = Array.from({ length: LANES }, (_, n) => ({
    ...{ name: String(n), value: String(firstValid) },
  }))
  return lanes.find(lane => wanted.equals(leaseOf(lane)))
}
