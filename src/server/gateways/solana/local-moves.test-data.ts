/** What others move on a chain of Solana in this process, as a node tells of it: signatures of an account, transactions, and blocks, of which each seventh is missing. */
import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { MINTS } from './network.ts'

export type LocalPayment = {
  readonly to: string
  /** Or a mint that nobody knows. */
  readonly currency: string
  readonly amount: bigint
  readonly memo?: string
  readonly from?: string
  /** Whether a program says the memo on behalf of another, or the transaction moved nothing. */
  readonly inner?: boolean
  readonly fails?: boolean
}

export type LocalMove = LocalPayment & {
  readonly txid: string
  readonly slot: bigint
  readonly from: string
  readonly accounts: readonly string[]
}

/** Whoever pays there unless it is said otherwise. */
export const STRANGER = base58.encode(new Uint8Array(32).fill(9))
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWyMyWCqXgDLGmfcHr'
const MISSING_EACH = 7n

type Mood = {
  readonly pruned: bigint
  readonly forked: boolean
  readonly tells: ((told: readonly LocalMove[]) => readonly LocalMove[]) | null
}

/** What moved, and the calls by which it is asked for. */
export function movesOf(mood: Mood, slot: () => bigint) {
  const all: LocalMove[] = []
  const told = () => {
    const kept = all.filter(of => of.slot >= mood.pruned)
    return mood.tells?.(kept) ?? kept
  }
  const methods = {
    getSignaturesForAddress: (at: string, of: { before?: string; limit: number }) => {
      const named = told()
        .filter(one => [...one.accounts, one.to, one.from].includes(at))
        .toReversed()
      const after = of.before ? named.findIndex(one => one.txid === of.before) + 1 : 0
      return named.slice(after, after + of.limit).map(one => ({
        ...{ signature: one.txid, slot: one.slot, err: errOf(one), memo: null },
        ...{ blockTime: 1_770_000_000, confirmationStatus: 'finalized' },
      }))
    },
    getTransaction: (txid: string) => {
      const found = told().find(one => one.txid === txid)
      return found ? transactionOf(found) : null
    },
    getBlocks: (from: number, to: number) => {
      const slots: bigint[] = []
      for (let at = BigInt(from); at <= BigInt(to) && at <= slot(); at++)
        if (at % MISSING_EACH !== 0n && at >= mood.pruned) slots.push(at)
      return slots
    },
    getBlock: (at: number) => {
      if (BigInt(at) % MISSING_EACH === 0n || BigInt(at) > slot() || BigInt(at) < mood.pruned)
        throw { code: -32007, message: `Slot ${at} was skipped`, data: {} }
      return { blockhash: hashOf(`block ${at}${mood.forked ? ' forked' : ''}`) }
    },
  }
  const add = (of: Omit<LocalMove, 'txid' | 'slot'>) => {
    const name = `moved ${all.length}`
    const txid = base58.encode(createHash('sha512').update(name).digest())
    all.push({ ...of, txid, slot: slot() })
    return txid
  }
  return { methods, add }
}

function hashOf(text: string): string {
  return base58.encode(createHash('sha256').update(text).digest())
}

function errOf({ fails = false }: LocalMove): unknown {
  return fails ? { InstructionError: [0, { Custom: 1 }] } : null
}

function transactionOf(of: LocalMove) {
  const { accounts, amount, currency, memo = '', inner = false, fails = false } = of
  const mint = MINTS.find(one => one.currency === currency)?.mint ?? currency
  const says = memo ? [{ programId: MEMO, program: 'spl-memo', parsed: memo }] : []
  const other = { programId: 'ComputeBudget111111111111111111111111111111', data: '3' }
  const balances = (from: bigint, to: bigint) =>
    [
      { account: 0, owner: of.from, amount: from },
      { account: 1, owner: of.to, amount: to },
    ].map(({ account, owner, amount: held }) => ({
      ...{ accountIndex: account, mint, owner, programId: 'a program' },
      uiTokenAmount: { amount: String(held), decimals: 6, uiAmount: 1, uiAmountString: '1' },
    }))
  const none = balances(amount, 0n)
  return {
    ...{ slot: of.slot, blockTime: 1_770_000_000, version: 1 },
    meta: {
      ...{ err: errOf(of), preTokenBalances: none },
      postTokenBalances: fails ? none : balances(0n, amount),
      innerInstructions: inner ? [{ index: 0, instructions: says }] : [],
    },
    transaction: {
      signatures: [of.txid],
      message: {
        accountKeys: accounts.map(pubkey => ({ pubkey, signer: false, writable: true })),
        instructions: inner ? [other] : [other, ...says],
      },
    },
  }
}
