/** What a transaction on Solana says by its own bytes: by which nonce account it leaves, and what it moves of tokens. */
import {
  type Address,
  getAddressEncoder,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type SignatureBytes,
} from '@solana/kit'
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

export type Whole = {
  readonly bytes: Uint8Array
  readonly signatures: Readonly<Record<string, SignatureBytes | null>>
  readonly message: ReturnType<typeof messageIn>
}

/** A transaction by its bytes. Throws where it is none. */
export function wholeIn(bytes: Uint8Array): Whole {
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
  const message = messageIn(Uint8Array.from(messageBytes))
  return { bytes: Uint8Array.from(messageBytes), signatures, message }
}

/** The same of one in base64. */
export function wholeOf(base64: string): Whole {
  return wholeIn(Uint8Array.from(getBase64Encoder().encode(base64)))
}

function messageIn(bytes: Uint8Array) {
  const decoded = getCompiledTransactionMessageDecoder().decode(bytes)
  if (decoded.version === 1) throw new Error('of a version that is not made here')
  const again = getCompiledTransactionMessageEncoder().encode(decoded)
  if (!Buffer.from(again).equals(bytes)) throw new Error('not whole')
  return decoded
}
type Message = Whole['message']
type Instruction = Message['instructions'][number]

function named({ staticAccounts }: Message, at: number | undefined): Address | undefined {
  return at === undefined ? undefined : staticAccounts[at]
}

/** `AdvanceNonceAccount` of the system program; `Transfer` and `TransferChecked` of the tokens'. */
const ADVANCE_NONCE = 4
const TRANSFER = 3
const TRANSFER_CHECKED = 12

/** Who pays for it, and by which nonce account at which value it leaves; undefined where that is by a block. */
export function turnOf(message: Message): string | undefined {
  const [first] = message.instructions
  const isNonce =
    first &&
    named(message, first.programAddressIndex) === SYSTEM_PROGRAM_ADDRESS &&
    first.data?.[0] === ADVANCE_NONCE
  if (!isNonce) return undefined
  return `${named(message, first.accountIndices?.[0])} ${message.lifetimeToken}`
}

/** What it moves of tokens: from an account to an account, in smallest units, in their order. */
export function transfersIn(message: Message): string[] {
  return message.instructions.flatMap(one => {
    if (named(message, one.programAddressIndex) !== TOKEN_PROGRAM_ADDRESS) return []
    const kind = one.data?.[0]
    if (kind !== TRANSFER && kind !== TRANSFER_CHECKED) return []
    const [from, second, third] = (one.accountIndices ?? []).map(at => named(message, at))
    return [`${from} ${kind === TRANSFER ? second : third} ${amountIn(one)}`]
  })
}

function amountIn({ data }: Instruction): bigint | undefined {
  const bytes = Buffer.from(data ?? [])
  return bytes.length < 9 ? undefined : bytes.readBigUInt64LE(1)
}

/** The bytes of it without what it offers for its place. */
export function withoutPrice(message: Message): string {
  const instructions = message.instructions.map(one =>
    named(message, one.programAddressIndex) === COMPUTE_BUDGET_PROGRAM_ADDRESS
      ? { ...one, data: new Uint8Array() }
      : one,
  )
  const encoded = getCompiledTransactionMessageEncoder().encode({ ...message, instructions })
  return getBase64Decoder().decode(encoded)
}

/** The public key that an address is. */
export function keyOf(address: string): Uint8Array {
  return Uint8Array.from(getAddressEncoder().encode(address as Address))
}
