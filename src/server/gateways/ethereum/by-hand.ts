/** How people sign for a treasury on Ethereum, away from here (decision 0226): they are handed a transaction that lacks its signature, and bring back the whole or the signature alone. */
import {
  type Address,
  type Hex,
  keccak256,
  parseTransaction,
  serializeSignature,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
} from 'viem'
import { z } from 'zod'
import { bytesInText, type SignedProblem } from '../hand-signing.ts'
import type { HandSigning, Signed, Unsigned } from '../tokens/token-chain.ts'
import { isSameTransfer, signedWith, transferOf, unsignedTransfer } from './transactions.ts'

/** On a network of this number. */
export function ethereumByHand(chain_id: bigint): HandSigning {
  return {
    unsigned: (payment, lane, fee) => {
      const message = unsignedTransfer(...transferOf(payment, lane, { fee, chain_id }))
      return { id: keccak256(message).slice(2), message }
    },
    file: ({ id, message }) => ({
      ...{ file_name: `corridor-${id.slice(0, 8)}.txt`, mime_type: 'text/plain' },
      bytes: Buffer.from(`${message}\n`),
    }),
    signed: (bytes, of, treasury) => signedIn(bytes, of, treasury as Address),
  }
}

/** The order of secp256k1: of both signatures that hold, nodes take the one whose s is in the lower half (EIP-2). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Which of both points of the curve it is of is tried: wallets write that in many ways, and turning s turns it too. */
type Parts = { readonly r: bigint; readonly s: bigint }

/** Of a transfer or its signature a wallet's answer has some hundred bytes, and itself several times at the most; what is larger could hold a process. */
const MOST_BYTES = 20_000

async function signedIn(
  bytes: Uint8Array,
  { message }: Unsigned,
  by: Address,
): Promise<Signed | SignedProblem> {
  const asked = message as Hex
  const read = bytes.length > MOST_BYTES ? undefined : readSigned(bytes)
  if (!read) return 'NOT_READ'
  if ('transaction' in read) {
    const other = differenceOf(read.transaction, asked)
    if (other) return other
  }
  if (!read.signature) return 'NOT_SIGNED'
  for (const signature of spelled(read.signature)) {
    const signed = await signedWith(asked, signature, by)
    if (signed) return signed
  }
  return 'OTHER_KEY'
}

/** As nodes take it, of either point; none where its numbers are none of the curve. */
function spelled({ r, s }: Parts): Hex[] {
  if (![r, s].every(of => of > 0n && of < ORDER)) return []
  const low = s > ORDER / 2n ? ORDER - s : s
  return [0, 1].map(yParity =>
    serializeSignature({ r: toHex(r, { size: 32 }), s: toHex(low, { size: 32 }), yParity }),
  )
}

type Read =
  | { readonly transaction: TransactionSerializable; readonly signature: Parts | undefined }
  | { readonly signature: Parts }

/** A transaction or a signature of 65 bytes: as bytes, in hexadecimal or base64, or as the answer of a wallet in JSON has it. */
function readSigned(bytes: Uint8Array): Read | undefined {
  const told = readAnswer(bytes)
  if (told && 'r' in told) return { signature: told }
  const inside = told?.raw ?? bytesInText(bytes)
  if (inside.length === 65) return { signature: signatureIn(inside) }
  return readTransaction(toHex(inside))
}

function signatureIn(bytes: Uint8Array): Parts {
  const number = (from: number) => BigInt(toHex(bytes.subarray(from, from + 32)))
  return { r: number(0), s: number(32) }
}

function readTransaction(raw: Hex): Read | undefined {
  try {
    const { r, s, v: _, yParity: __, ...transaction } = parseTransaction(raw)
    const signature = r && s ? { r: BigInt(r), s: BigInt(s) } : undefined
    return { transaction: transaction as TransactionSerializable, signature }
  } catch {
    return undefined
  }
}

/** In hexadecimal, which some devices write without its sign. */
const Quantity = z
  .string()
  .regex(/^(0x)?[0-9a-f]{1,64}$/i)
  .transform(text => BigInt(`0x${text.replace(/^0x/i, '')}`))
const Answer = z.union([
  z.object({ r: Quantity, s: Quantity }),
  z.string().transform(raw => ({ raw })),
  z.object({ raw: z.string() }),
  z.object({ rawTransaction: z.string() }),
  z.object({ signature: z.string() }),
])

/** What wallets answer as JSON: a signature in its parts, or a text under one of these names. */
function readAnswer(bytes: Uint8Array): Parts | { readonly raw: Uint8Array } | undefined {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
  const of = Answer.safeParse(json).data
  if (!of) return undefined
  if ('r' in of) return of
  const text = 'raw' in of ? of.raw : 'rawTransaction' in of ? of.rawTransaction : of.signature
  return { raw: bytesInText(Buffer.from(text)) }
}

/** In what it is another transaction; undefined where it is just what was asked. */
function differenceOf(of: TransactionSerializable, asked: Hex): SignedProblem | undefined {
  const bytes = serialized(of)
  if (bytes === asked) return undefined
  const ours = parseTransaction(asked)
  if (!bytes || of.chainId !== ours.chainId) return 'OTHER_TRANSACTION'
  if (!isSameTransfer(bytes, asked)) return 'OTHER_PAYEES'
  if ((of.nonce ?? 0) !== (ours.nonce ?? 0)) return 'OTHER_TURN'
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = ours
  const atOurFee = { ...of, gas, maxFeePerGas, maxPriorityFeePerGas } as TransactionSerializable
  return serialized(atOurFee) === asked ? 'OTHER_FEE' : 'OTHER_TRANSACTION'
}

function serialized(of: TransactionSerializable): Hex | undefined {
  try {
    return serializeTransaction(of)
  } catch {
    return undefined
  }
}
