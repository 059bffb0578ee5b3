/** How people sign for a treasury on Ethereum, away from here (decision 0226): they are handed a transaction that lacks its signature, and bring back the whole or the signature alone. */
import {
  type Address,
  type Hex,
  isHex,
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

type Parts = { readonly r: bigint; readonly s: bigint; readonly odd: boolean }

async function signedIn(
  bytes: Uint8Array,
  { message }: Unsigned,
  by: Address,
): Promise<Signed | SignedProblem> {
  const asked = message as Hex
  const read = readSigned(bytes)
  if (!read) return 'NOT_READ'
  if ('transaction' in read) {
    const other = differenceOf(read.transaction, asked)
    if (other) return other
  }
  if (!read.signature) return 'NOT_SIGNED'
  const signature = spelled(read.signature)
  return (signature && (await signedWith(asked, signature, by))) || 'OTHER_KEY'
}

/** As nodes take it; undefined where its numbers are none of the curve. */
function spelled({ r, s, odd }: Parts): Hex | undefined {
  if (![r, s].every(of => of > 0n && of < ORDER)) return undefined
  const isHigh = s > ORDER / 2n
  return serializeSignature({
    ...{ r: toHex(r, { size: 32 }), s: toHex(isHigh ? ORDER - s : s, { size: 32 }) },
    yParity: odd === isHigh ? 0 : 1,
  })
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
  return { r: number(0), s: number(32), odd: isOdd(BigInt(bytes[64] ?? 0)) }
}

/** A number of the curve's point as wallets write it: 0 and 1, or 27 and 28. */
function isOdd(v: bigint): boolean {
  return v === 1n || v === 28n
}

function readTransaction(raw: Hex): Read | undefined {
  try {
    const { r, s, v, yParity, ...transaction } = parseTransaction(raw)
    const signature =
      r && s ? { r: BigInt(r), s: BigInt(s), odd: isOdd(BigInt(yParity ?? v ?? 0)) } : undefined
    return { transaction: transaction as TransactionSerializable, signature }
  } catch {
    return undefined
  }
}

const Quantity = z.union([z.string().refine(isQuantity), z.int().nonnegative()]).transform(BigInt)
const Answer = z.union([
  z.object({ r: Quantity, s: Quantity, yParity: Quantity }),
  z.object({ r: Quantity, s: Quantity, v: Quantity }),
  z.string().transform(raw => ({ raw })),
  z.object({ raw: z.string() }),
  z.object({ rawTransaction: z.string() }),
  z.object({ signature: z.string() }),
])

function isQuantity(text: string): boolean {
  return isHex(text) && text.length > 2 && text.length <= 66
}

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
  if ('r' in of) return { r: of.r, s: of.s, odd: isOdd('v' in of ? of.v : of.yParity) }
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
  return (of.value ?? 0n) === 0n ? 'OTHER_FEE' : 'OTHER_TRANSACTION'
}

function serialized(of: TransactionSerializable): Hex | undefined {
  try {
    return serializeTransaction(of)
  } catch {
    return undefined
  }
}
