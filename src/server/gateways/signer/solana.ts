/** Solana in a signer of its own: messages that are one payment by a nonce account, or open nonce accounts, and nothing else. */
import { createHash } from 'node:crypto'
import {
  type Address,
  getCompiledTransactionMessageDecoder,
  getInstructionsFromCompiledTransactionMessage,
  type Instruction,
  type InstructionWithAccounts,
  type InstructionWithData,
  isAddress,
  type ReadonlyUint8Array,
} from '@solana/kit'
import { parseSetComputeUnitPriceInstruction } from '@solana-program/compute-budget'
import {
  parseAdvanceNonceAccountInstruction,
  parseCreateAccountWithSeedInstruction,
} from '@solana-program/system'
import {
  parseCreateAssociatedTokenIdempotentInstruction,
  parseTransferCheckedInstruction,
} from '@solana-program/token'
import { LANES, MINTS, OF_SIGNATURE } from '../solana/network.ts'
import { openKeyFile } from '../solana/signer.ts'
import { accountOf, feeAt, MOST_OPENED, nonceOf, opening, paying } from '../solana/transactions.ts'
import type { SignerChain } from './chain.ts'
import type { Asked, Refusal } from './rules.ts'

/** What an account for a token lays down, and at the most a nonce account (solana.com/docs, "Rent": 165 and 80 bytes). Whether the payee has one a signer does not see: it counts one each time. */
const ACCOUNT_RENT = 2_039_280n
const NONCE_RENT = 1_447_680n

export const solana: SignerChain = {
  coin: 'SOL',
  // Five thousand dollars for each, twenty-five thousand in an hour, and of the coin one SOL, in lamports: some 480 payees who may have no account yet.
  first: {
    most_payment: { USDC: 5_000_000_000, USDT: 5_000_000_000 },
    most_hour: { USDC: 25_000_000_000, USDT: 25_000_000_000, SOL: 1_000_000_000 },
    most_fee: 1_000_000,
  },
  payeeOf: text => (isAddress(text) ? text : undefined),
  open: (file, passphrase) => {
    const { address: own, sign } = openKeyFile(file, passphrase)
    return { address: own, sign, read: message => readMessage(message, own) }
  },
}

/**
 * What a message asks for: read, made anew as ours are made, and held against what is to be signed, byte for byte. Of all that a message can do two shapes are left,
 * by the treasury alone. Throws where it is none.
 */
export async function readMessage(
  message: Uint8Array,
  own: Address,
): Promise<Asked | { readonly refusal: Refusal }> {
  const decoded = getCompiledTransactionMessageDecoder().decode(message)
  if (!('lifetimeToken' in decoded) || !('staticAccounts' in decoded))
    return { refusal: 'NOT_KNOWN' }
  if (decoded.staticAccounts[0] !== own) return { refusal: 'NOT_OURS' }
  const read = await doesBy(decoded, own, decoded.lifetimeToken).catch(() => undefined)
  if (!read || !Buffer.from(read.bytes).equals(message)) return { refusal: 'NOT_KNOWN' }
  const id = createHash('sha256').update(message).digest('hex')
  const { bytes: _, ...does } = read
  return { ...NOTHING, id, uses: [{ name: id, value: 0n }], ...does }
}

const OF_PAYMENT = 5
const NOTHING = { coin: 'SOL', paid: [], laid: 0n, only_dearer: false } as const

type Does = Pick<Asked, 'fee' | 'laid'> & Partial<Asked> & { readonly bytes: ReadonlyUint8Array }
type Whole = Instruction &
  InstructionWithAccounts<NonNullable<Instruction['accounts']>> &
  InstructionWithData<ReadonlyUint8Array>

/** What it would do if it were one of ours. Throws where an instruction is none that ours have. */
async function doesBy(
  decoded: Parameters<typeof getInstructionsFromCompiledTransactionMessage>[0],
  own: Address,
  lifetime: string,
): Promise<Does | undefined> {
  const found: readonly Instruction[] = getInstructionsFromCompiledTransactionMessage(decoded)
  const whole = found.map(of => ({ ...of, accounts: of.accounts ?? [], data: of.data ?? NO_DATA }))
  return whole.length === OF_PAYMENT
    ? payment(whole, own, lifetime)
    : openingOf(whole, own, lifetime)
}
const NO_DATA = new Uint8Array()

/** Of which nonce account's value it is one, and of all that name it one can stand. */
async function payment(
  [advance, , price, account, transfer]: readonly Whole[],
  own: Address,
  value: string,
): Promise<Does | undefined> {
  if (!advance || !price || !account || !transfer) return undefined
  const name = parseAdvanceNonceAccountInstruction(advance).accounts.nonceAccount.address
  const { microLamports: unit_price } = parseSetComputeUnitPriceInstruction(price).data
  const { owner } = parseCreateAssociatedTokenIdempotentInstruction(account).accounts
  const moved = parseTransferCheckedInstruction(transfer)
  const mint = MINTS.find(of => of.mint === moved.accounts.mint.address)
  if (!mint) return undefined
  const { amount } = moved.data
  const [payee, from, to] = [
    owner.address,
    await accountOf(own, mint.mint),
    await accountOf(owner.address, mint.mint),
  ]
  const anew = paying(own, { mint, from, to, payee, amount }, { lane: { name, value }, unit_price })
  return {
    bytes: anew.messageBytes,
    uses: [{ name: `${name} ${value}`, value: 0n }],
    paid: [{ payee, currency: mint.currency, amount }],
    fee: feeAt(unit_price),
    laid: ACCOUNT_RENT,
  }
}

/** Nonce accounts of the treasury's own. One that failed costs its fee as well, so that each counts whole. */
async function openingOf(
  instructions: readonly Whole[],
  own: Address,
  blockhash: string,
): Promise<Does | undefined> {
  const made = instructions.filter((_, at) => at % 2 === 0).slice(0, MOST_OPENED)
  const opened = made.map(of => parseCreateAccountWithSeedInstruction(of).data)
  const [first] = opened
  const numbers = opened.map(({ seed }) => Number(/^corridor-nonce-(\d{1,4})$/.exec(seed)?.[1]))
  if (!first || first.amount > NONCE_RENT || !numbers.every(n => n < LANES)) return undefined
  const nonces = await Promise.all(numbers.map(n => nonceOf(own, n)))
  const anew = opening(own, nonces, { rent: first.amount, blockhash, lastValidBlockHeight: 0n })
  return {
    bytes: anew.messageBytes,
    fee: OF_SIGNATURE,
    laid: first.amount * BigInt(opened.length),
  }
}
