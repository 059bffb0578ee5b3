/** How people sign for a treasury on Algorand, away from here (decision 0232): they are handed a transaction without its signature, as `goal clerk sign` takes it, and bring it back signed; of several keys each by itself. */
import { createHash } from 'node:crypto'
import {
  createMultisigTransaction,
  decodeSignedTransaction,
  encodeUnsignedSimulateTransaction,
  encodeUnsignedTransaction,
  type SignedTransaction,
  type Transaction,
} from 'algosdk'
import { z } from 'zod'
import { bytesInText, type SignedProblem } from '../hand-signing.ts'
import type { HandSigning, Partly, Signed } from '../tokens/token-chain.ts'
import { addressOf, signedBySeveral } from './multisig.ts'
import { ROUND_MS } from './network.ts'
import type { Several } from './signer.ts'
import {
  type Genesis,
  roundsOf,
  signedWith,
  transferBy,
  transferOf,
  unsignedIn,
} from './transactions.ts'

/** For the treasury of an address. */
export function algorandByHand(address: string, genesis: Genesis, several?: Several): HandSigning {
  return {
    unsigned: (payment, lane, fee) => {
      const transaction = transferBy(address, transferOf(payment), { lane, fee, genesis })
      const message = Buffer.from(encodeUnsignedTransaction(transaction)).toString('base64')
      const id = Buffer.from(transaction.rawTxID()).toString('hex')
      return { id, message, needed: several?.threshold ?? 1 }
    },
    window: { ends: lane => roundsOf(lane).last, block_ms: ROUND_MS },
    shown: ({ message }) => unsignedIn(message).txID(),
    file: ({ message }) => {
      const transaction = unsignedIn(message)
      return {
        file_name: `corridor-${transaction.txID().slice(0, 8)}.txn`,
        mime_type: 'application/octet-stream',
        bytes: fileOf(transaction, several),
      }
    },
    signed: async (bytes, { message, partly = null }, by) =>
      signedIn(bytes, unsignedIn(message), { by, partly }),
  }
}

/** A signed transfer has some three hundred bytes, and itself twice in what wallets answer; what is larger could hold a process. */
const MOST_BYTES = 20_000

function signedIn(
  bytes: Uint8Array,
  asked: Transaction,
  of: { readonly by: string; readonly partly: string | null },
): Signed | Partly | SignedProblem {
  const read = bytes.length > MOST_BYTES ? undefined : readSigned(inAnswer(bytes))
  if (!read) return 'NOT_READ'
  const other = differenceOf(read.txn, asked)
  if (other) return other
  if (read.msig?.subsig.some(({ s }) => s))
    return signedBySeveral(asked, read.msig, of) ?? 'OTHER_KEY'
  if (!read.sig) return read.lsig || read.pqsig ? 'OTHER_KEY' : 'NOT_SIGNED'
  return signedWith(asked, read.sig, of.by) ?? 'OTHER_KEY'
}

/** Of several keys it names them, so that whoever has one can sign. */
function fileOf(transaction: Transaction, several: Several | undefined): Uint8Array {
  const isTheirs = several && addressOf(several) === String(transaction.sender)
  return isTheirs
    ? createMultisigTransaction(transaction, several)
    : encodeUnsignedSimulateTransaction(transaction)
}

/** What wallets answer as JSON: its text, alone or as the only one of several. */
const Answer = z.union([z.string(), z.tuple([z.string()]).transform(([text]) => text)])

function inAnswer(bytes: Uint8Array): Uint8Array {
  try {
    const text = Answer.safeParse(JSON.parse(Buffer.from(bytes).toString())).data
    return text === undefined ? bytes : bytesInText(Buffer.from(text))
  } catch {
    return bytesInText(bytes)
  }
}

function readSigned(bytes: Uint8Array): SignedTransaction | undefined {
  try {
    return decodeSignedTransaction(bytes)
  } catch {
    return undefined
  }
}

/** In what it is another transaction; undefined where it is just what was asked. */
function differenceOf(of: Transaction, asked: Transaction): SignedProblem | undefined {
  if (digestOf(of) === digestOf(asked)) return undefined
  const [one, two] = [of, asked].map(({ sender, genesisHash, assetTransfer: moved }) => ({
    from: `${sender} ${Buffer.from(genesisHash ?? []).toString('hex')}`,
    pays: `${moved?.assetIndex} ${moved?.receiver} ${moved?.amount}`,
  }))
  if (one?.from !== two?.from) return 'OTHER_TRANSACTION'
  if (one?.pays !== two?.pays) return 'OTHER_PAYEES'
  if (turnOf(of) !== turnOf(asked)) return 'OTHER_TURN'
  return of.fee === asked.fee ? 'OTHER_TRANSACTION' : 'OTHER_FEE'
}

function digestOf(of: Transaction): string {
  return createHash('sha256').update(of.bytesToSign()).digest('hex')
}

function turnOf({ firstValid, lastValid, lease }: Transaction): string {
  return `${firstValid} ${lastValid} ${Buffer.from(lease ?? []).toString('hex')}`
}
