/** Whoever holds a key of a treasury on Solana: signs files away from here, as they are or otherwise. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type Nonce,
  pipe,
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
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { turnOf, wholeOf } from '../gateways/solana/message.ts'
import { MINTS, MOST_UNITS } from '../gateways/solana/network.ts'
import { signerOf } from '../gateways/solana/signer.ts'

/** What somebody makes in the place of a payment of USDC that they were asked for. */
export type Otherwise = {
  readonly payee: string
  readonly amount: bigint
  readonly unit_price?: bigint
  /** As `Transfer`, which says nothing of the token. */
  readonly plainly?: boolean
  readonly by_block?: string
  readonly more?: readonly Instruction[]
}

/** Who has the key of so many times one byte. */
export function holderOf(byte: number) {
  const key = new Uint8Array(32).fill(byte)
  const { address } = signerOf(key)
  const signatureOf = (file: string) => ed25519.sign(wholeOf(file).bytes, key)
  const withSignature = (file: string, signature: Uint8Array) =>
    getBase64EncodedWireTransaction({
      messageBytes: wholeOf(file).bytes,
      signatures: { [address]: signature },
    } as unknown as Transaction)
  return {
    address,
    withSignature,
    /** Its signature alone, as wallets print it. */
    signature: (file: string) => base58.encode(signatureOf(file)),
    sign: (file: string) => withSignature(file, signatureOf(file)),
    /** The file of another transaction by the same nonce, or by a block. */
    instead: (file: string, of: Otherwise) => insteadOf(address, file, of),
    /** Another transfer beside. */
    transfer: async (of: Pick<Otherwise, 'payee' | 'amount'>): Promise<Instruction> =>
      getTransferCheckedInstruction(await transferBy(address, of)),
  }
}

async function transferBy(by: Address, of: Pick<Otherwise, 'payee' | 'amount'>) {
  const [usdc] = MINTS
  if (!usdc) throw new Error('there is USDC')
  const { mint, decimals } = usdc
  const accountOf = async (owner: Address) =>
    (await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]
  const [source, destination] = [await accountOf(by), await accountOf(of.payee as Address)]
  return { source, destination, mint, decimals, amount: of.amount, authority: createNoopSigner(by) }
}

async function insteadOf(by: Address, file: string, of: Otherwise): Promise<string> {
  const [lane = '', value = ''] = (turnOf(wholeOf(file).message) ?? '').split(' ')
  const owner = of.payee as Address
  const transfer = await transferBy(by, of)
  const { destination, mint, authority: treasury } = transfer
  const instructions: Instruction[] = [
    getSetComputeUnitLimitInstruction({ units: MOST_UNITS }),
    getSetComputeUnitPriceInstruction({ microLamports: of.unit_price ?? 20_000n }),
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: treasury, ata: destination, owner, mint },
    }),
    of.plainly ? getTransferInstruction(transfer) : getTransferCheckedInstruction(transfer),
    ...(of.more ?? []),
  ]
  const nonce = {
    ...{ nonce: value as Nonce, nonceAccountAddress: lane as Address, nonceAuthorityAddress: by },
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    m => setTransactionMessageFeePayer(by, m),
    m => appendTransactionMessageInstructions(instructions, m),
  )
  const block = { blockhash: of.by_block as Blockhash, lastValidBlockHeight: 1_000_000n }
  const compiled = of.by_block
    ? compileTransaction(setTransactionMessageLifetimeUsingBlockhash(block, message))
    : compileTransaction(setTransactionMessageLifetimeUsingDurableNonce(nonce, message))
  return getBase64EncodedWireTransaction(compiled)
}
