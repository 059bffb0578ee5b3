/** How people sign for a treasury on Solana, away from here (decision 0232): they are handed a whole transaction whose signature is empty, and bring back the whole or the signature alone. */
import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { getBase64EncodedWireTransaction, type Transaction } from '@solana/kit'
import { z } from 'zod'
import { bytesInText, type SignedProblem } from '../hand-signing.ts'
import type { HandSigning, Lane, Signed, TokenPayment } from '../tokens/token-chain.ts'
import { transfersIn, turnOf, type Whole, wholeIn, wholeOf, withoutPrice } from './message.ts'
import { signedWith } from './transactions.ts'

/** By what makes a payment of the treasury, not signed. */
export function solanaByHand(
  unsigned: (payment: TokenPayment, lane: Lane, fee: bigint) => Promise<Transaction>,
): HandSigning {
  return {
    unsigned: async (...of) => {
      const transaction = await unsigned(...of)
      const message = getBase64EncodedWireTransaction(transaction)
      return { id: hashOf(wholeOf(message)).toString('hex'), message }
    },
    shown: ({ message }) => base58.encode(hashOf(wholeOf(message))),
    file: ({ message }) => {
      const name = base58.encode(hashOf(wholeOf(message))).slice(0, 8)
      return {
        ...{ file_name: `corridor-${name}.txt`, mime_type: 'text/plain' },
        bytes: Buffer.from(`${message}\n`),
      }
    },
    signed: async (bytes, { message }, treasury) => signedIn(bytes, wholeOf(message), treasury),
  }
}

/** Devices that cannot read a transaction show the hash of its message, in base58. */
function hashOf({ bytes }: Whole): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** A transaction has 1,232 bytes at the most, and is some 1,700 characters as text; what is larger could hold a process. */
const MOST_BYTES = 5_000

function signedIn(bytes: Uint8Array, asked: Whole, by: string): Signed | SignedProblem {
  const read = bytes.length > MOST_BYTES ? undefined : readSigned(bytes)
  if (!read) return 'NOT_READ'
  const other = 'bytes' in read ? differenceOf(read, asked) : undefined
  if (other) return other
  const signature = 'bytes' in read ? read.signatures[by] : read.signature
  if (!signature) return 'NOT_SIGNED'
  return signedWith(asked.bytes, Uint8Array.from(signature), by) ?? 'OTHER_KEY'
}

type Read = Whole | { readonly signature: Uint8Array }

/** A transaction or a signature of 64 bytes: as bytes, in base64, base58 or hexadecimal, or as wallets answer it in JSON. */
function readSigned(bytes: Uint8Array): Read | undefined {
  const inside = inAnswer(bytes)
  for (const one of [bytesInText(inside), inBase58(inside), inside]) {
    if (one?.length === SIGNATURE_BYTES) return { signature: one }
    try {
      if (one) return wholeIn(one)
    } catch {
      // It is something else.
    }
  }
  return undefined
}
const SIGNATURE_BYTES = 64

/** As `solana` prints signatures, each behind its key, or alone. */
function inBase58(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes).toString('latin1').trim()
  const [, signature] =
    /^(?:[1-9A-HJ-NP-Za-km-z]{32,44}=)?([1-9A-HJ-NP-Za-km-z]+)$/.exec(text) ?? []
  return signature === undefined ? undefined : base58.decode(signature)
}

const Answer = z.union([
  z.string(),
  z.object({ signature: z.string() }).transform(of => of.signature),
  z.object({ transaction: z.string() }).transform(of => of.transaction),
  z.object({ signedTransaction: z.string() }).transform(of => of.signedTransaction),
])

/** What wallets answer as JSON: a text, alone or under one of these names. */
function inAnswer(bytes: Uint8Array): Uint8Array {
  try {
    const text = Answer.safeParse(JSON.parse(Buffer.from(bytes).toString())).data
    return text === undefined ? bytes : Buffer.from(text)
  } catch {
    return bytes
  }
}

/** In what it is another transaction; undefined where it is just what was asked. */
function differenceOf({ bytes, message }: Whole, asked: Whole): SignedProblem | undefined {
  if (Buffer.from(bytes).equals(asked.bytes)) return undefined
  if (message.staticAccounts[0] !== asked.message.staticAccounts[0]) return 'OTHER_TRANSACTION'
  if (transfersIn(message).join() !== transfersIn(asked.message).join()) return 'OTHER_PAYEES'
  if (turnOf(message) !== turnOf(asked.message)) return 'OTHER_TURN'
  return withoutPrice(message) === withoutPrice(asked.message) ? 'OTHER_FEE' : 'OTHER_TRANSACTION'
}
