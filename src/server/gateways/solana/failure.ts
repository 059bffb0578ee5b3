/** Why a transaction of ours that stands on Solana moved nothing (solana.com/docs/rpc, "TransactionError"; the codes of the two programs that it names). */
import type { ChainFailure } from '../tokens/token-chain.ts'
import { AT } from './transactions.ts'

/** SYSTEM_ERROR ResultWithNegativeLamports; TokenError InsufficientFunds and AccountFrozen. */
const NEGATIVE_LAMPORTS = 1
const INSUFFICIENT_FUNDS = 1
const ACCOUNT_FROZEN = 17

/** Null where it did what it was to do. */
export function failureOf(err: unknown): ChainFailure | null {
  if (err === null || err === undefined) return null
  if (typeof err === 'object' && 'InsufficientFundsForRent' in err) return 'COIN'
  if (err === 'InsufficientFundsForFee') return 'COIN'
  const [at, why] = instructionOf(err)
  const code = customOf(why)
  if (at === AT.account) return code === NEGATIVE_LAMPORTS ? 'COIN' : 'ACCOUNT'
  if (at === AT.transfer && code === ACCOUNT_FROZEN) return 'FROZEN'
  if (at === AT.transfer && code === INSUFFICIENT_FUNDS) return 'TOKENS'
  return 'OTHER'
}

function instructionOf(err: unknown): readonly [number | undefined, unknown] {
  if (typeof err !== 'object' || err === null || !('InstructionError' in err)) return [undefined, 0]
  const { InstructionError: told } = err
  return Array.isArray(told) ? [Number(told[0]), told[1]] : [undefined, 0]
}

function customOf(why: unknown): number | undefined {
  return typeof why === 'object' && why !== null && 'Custom' in why ? Number(why.Custom) : undefined
}
