/** The transactions that the treasury sends on Solana: a payment by a nonce account, and the opening of nonce accounts. */
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createAddressWithSeed,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type Nonce,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  type Transaction,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import {
  getCreateAccountWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getNonceSize,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { GatewayError } from '../gateway-error.ts'
import type { Lane, Signed } from '../tokens/token-chain.ts'
import { keyOf } from './message.ts'
import { type Mint, MOST_UNITS, OF_SIGNATURE } from './network.ts'
import type { SolanaSigner } from './signer.ts'

/** Where the instructions of a payment stand: what an error names. The use of the nonce is first, as the network wants it. */
export const AT = { nonce: 0, account: 3, transfer: 4 } as const

export type Payment = {
  readonly mint: Mint
  /** The treasury's account for the token, the payee's, and whose that is. */
  readonly from: Address
  readonly to: Address
  readonly payee: Address
  readonly amount: bigint
}

/**
 * Pays one payee, by a nonce account at one value: of all transactions that name that value one can stand on the chain. The payee's account is made where there is
 * none. It says nothing else: what it is for is known by its id alone, and a memo would tell it to everybody.
 */
export function signPayment(
  signer: SolanaSigner,
  payment: Payment,
  { lane, fee }: { readonly lane: Lane; readonly fee: bigint },
): Promise<Signed> {
  return signed(signer, unsignedPayment(signer.address, payment, { lane, fee }))
}

/** A payment by a treasury for so much of a fee, not signed. */
export function unsignedPayment(
  by: Address,
  payment: Payment,
  { lane, fee }: { readonly lane: Lane; readonly fee: bigint },
): Compiled {
  return paying(by, payment, { lane, unit_price: unitPriceOf(fee) })
}

/** A payment by a treasury, not signed. */
export function paying(
  by: Address,
  { mint, from, to, payee, amount }: Payment,
  { lane, unit_price }: { readonly lane: Lane; readonly unit_price: bigint },
): Compiled {
  const treasury = createNoopSigner(by)
  const instructions = [
    getSetComputeUnitLimitInstruction({ units: MOST_UNITS }),
    getSetComputeUnitPriceInstruction({ microLamports: unit_price }),
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: treasury, ata: to, owner: payee, mint: mint.mint },
    }),
    getTransferCheckedInstruction({
      ...{ source: from, mint: mint.mint, destination: to, authority: treasury },
      ...{ amount, decimals: mint.decimals },
    }),
  ]
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    m => setTransactionMessageFeePayer(by, m),
    m =>
      setTransactionMessageLifetimeUsingDurableNonce(
        {
          nonce: lane.value as Nonce,
          nonceAccountAddress: lane.name as Address,
          nonceAuthorityAddress: by,
        },
        m,
      ),
    m => appendTransactionMessageInstructions(instructions, m),
  )
  return compileTransaction(message)
}
type Compiled = ReturnType<typeof compileTransaction>

export type NewNonce = { readonly address: Address; readonly seed: string }
type OpenedBy = {
  readonly rent: bigint
  readonly blockhash: string
  readonly lastValidBlockHeight: bigint
}

/** So many nonce accounts are opened by one transaction: what fits into its 1,232 bytes. */
export const MOST_OPENED = 5

/** Opens nonce accounts, whose addresses come of the treasury's and of their seeds: a second one that opens any of them changes nothing. */
export function signOpening(
  signer: SolanaSigner,
  opened: readonly NewNonce[],
  of: OpenedBy,
): Promise<Signed> {
  return signed(signer, opening(signer.address, opened, of))
}

/** The opening of nonce accounts by a treasury, not signed. */
export function opening(
  by: Address,
  opened: readonly NewNonce[],
  { rent, blockhash, lastValidBlockHeight }: OpenedBy,
): Compiled {
  const treasury = createNoopSigner(by)
  const instructions: Instruction[] = opened.flatMap(({ address, seed }) => [
    getCreateAccountWithSeedInstruction({
      ...{ payer: treasury, newAccount: address, baseAccount: treasury, base: by },
      ...{ seed, amount: rent, space: getNonceSize(), programAddress: SYSTEM_PROGRAM_ADDRESS },
    }),
    getInitializeNonceAccountInstruction({ nonceAccount: address, nonceAuthority: by }),
  ])
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    m => setTransactionMessageFeePayer(by, m),
    m => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    m => appendTransactionMessageInstructions(instructions, m),
  )
  return compileTransaction(message)
}

/** The n-th nonce account of a treasury. */
export async function nonceOf(treasury: Address, n: number): Promise<NewNonce> {
  const seed = `corridor-nonce-${n}`
  const by = { baseAddress: treasury, programAddress: SYSTEM_PROGRAM_ADDRESS, seed }
  return { seed, address: await createAddressWithSeed(by) }
}

/** The account in which somebody holds a token, as every wallet derives it. */
export async function accountOf(owner: Address, mint: Address): Promise<Address> {
  const [account] = await findAssociatedTokenPda({
    ...{ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS },
  })
  return account
}

/** Of what a transaction costs at a price for a unit, in lamports, and back. */
export function feeAt(unit_price: bigint): bigint {
  return OF_SIGNATURE + (unit_price * BigInt(MOST_UNITS) + 999_999n) / 1_000_000n
}
function unitPriceOf(fee: bigint): bigint {
  return ((fee - OF_SIGNATURE) * 1_000_000n) / BigInt(MOST_UNITS)
}

/** A signer that signed something else is not believed: what it gives back is a signature of what it was asked, or nothing is kept. */
async function signed(signer: SolanaSigner, transaction: Compiled): Promise<Signed> {
  const message = Uint8Array.from(transaction.messageBytes)
  const whole = signedWith(message, await signer.sign(message), signer.address)
  if (!whole)
    throw new GatewayError('SOLANA_SIGNED_OTHERWISE', 'what was signed is not what was asked', {
      retriable: false,
    })
  return whole
}

/** A message with its signature; undefined where that is not of it, by the key of this address. */
export function signedWith(
  message: Uint8Array,
  signature: Uint8Array,
  by: string,
): Signed | undefined {
  if (!isSignature(signature, message, keyOf(by))) return undefined
  const whole = {
    messageBytes: message as unknown as Compiled['messageBytes'],
    signatures: { [by]: signature as SignatureBytes },
  } as Transaction
  return { txid: getSignatureFromTransaction(whole), raw: getBase64EncodedWireTransaction(whole) }
}

function isSignature(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  return signature.length === 64 && ed25519.verify(signature, message, key, { zip215: false })
}
