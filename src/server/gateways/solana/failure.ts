/** Why a transaction of ours that stands on Solana moved nothing (solana.com/docs/rpc, "TransactionError"; the codes of the two programs that it names). */
import { z } from 'zod'
import type { ChainFailure } from '../tokens/token-chain.ts'
import { AT } from './transactions.ts'

/** SYSTEM_ERROR ResultWithNegativeLamports; TokenError InsufficientFunds and AccountFrozen. */
const NEGATIVE_LAMPORTS = 1
const INSUFFICIENT_FUNDS = 1
const ACCOUNT_FROZEN = 17

const InInstruction = z.object({
  InstructionError: z.tuple([z.coerce.number(), z.unknown()]),
})
const OfProgram = z.object({ Custom: z.coerce.number() })
const ForRent = z.object({ InsufficientFundsForRent: z.unknown() })

/** Null where it did what it was to do. */
export function failureOf(err: unknown): ChainFailure | null {
  if (err === null || err === undefined) return null
  if (ForRent.safeParse(err).success) return 'COIN'
  const [at, why] = InInstruction.safeParse(err).data?.InstructionError ?? []
  const code = OfProgram.safeParse(why).data?.Custom
  if (at === AT.account) return code === NEGATIVE_LAMPORTS ? 'COIN' : 'ACCOUNT'
  if (at === AT.transfer && code === ACCOUNT_FROZEN) return 'FROZEN'
  if (at === AT.transfer && code === INSUFFICIENT_FUNDS) return 'TOKENS'
  return 'OTHER'
}
