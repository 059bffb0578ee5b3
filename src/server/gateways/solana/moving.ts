/** What a node of Solana tells of what was final, for who watches what comes in: slots, what named an account, and what transactions moved of tokens. */
import { type Address, MAX_SUPPORTED_TRANSACTION_VERSION, type Signature } from '@solana/kit'
import { z } from 'zod'
import { chainError } from '../tokens/token-chain.ts'
import { Accounts, type Ask, accountIn, type Rpc, same } from './asked.ts'

const Whole = z.union([z.bigint(), z.number()]).transform(Number).pipe(z.int().min(0))
const Signatures = z.array(z.object({ signature: z.string(), slot: Whole, err: z.unknown() }))
const Balances = z.array(
  z.object({
    accountIndex: Whole,
    mint: z.string(),
    owner: z.string().optional(),
    uiTokenAmount: z.object({
      amount: z
        .string()
        .regex(/^\d{1,20}$/)
        .transform(BigInt),
    }),
  }),
)
/** One of a program that nodes read themselves, as is the one for memos (solana.com/docs, "Memo program"), or any other. */
const Instruction = z.object({ programId: z.string(), parsed: z.unknown().optional() })
const Transaction = z.object({
  slot: Whole,
  meta: z.object({
    err: z.unknown(),
    preTokenBalances: Balances,
    postTokenBalances: Balances,
    innerInstructions: z.array(z.object({ instructions: z.array(Instruction) })).nullable(),
  }),
  transaction: z.object({
    signatures: z.array(z.string()),
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: z.string() })),
      instructions: z.array(Instruction),
    }),
  }),
})
const MEMO_PROGRAMS = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWyMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwFDxyFMo',
])

export type Balance = {
  readonly account: string
  readonly owner: string | undefined
  readonly mint: string
  readonly amount: bigint
}
/** What became of the tokens of a transaction that stands, and what it says besides. */
export type Moving = {
  readonly signature: string
  readonly slot: number
  readonly balances: { readonly pre: readonly Balance[]; readonly post: readonly Balance[] }
  readonly memo: string
}

/** What it keeps of what was final: slots may be without a block. */
export function movingOf(rpc: Rpc, ask: Ask) {
  const final = { commitment: 'finalized' } as const
  const find = (signature: string) => {
    const of = {
      ...final,
      encoding: 'jsonParsed',
      maxSupportedTransactionVersion: MAX_SUPPORTED_TRANSACTION_VERSION,
    } as const
    const call = rpc.getTransaction(signature as Signature, of)
    return ask('getTransaction', call, Transaction.nullable())
  }
  return {
    /** The last slot up to one that has a block. */
    blockBy: async (slot: number): Promise<number> => {
      const [first, last] = [BigInt(Math.max(slot - LONGEST_GAP, 0)), BigInt(Math.max(slot, 0))]
      const told = await ask('getBlocks', rpc.getBlocks(first, last, final), z.array(Whole))
      const found = told.at(-1)
      if (found === undefined || found > slot)
        throw chainError('OTHER', 'getBlocks: the node has none up to a slot')
      return found
    },
    hashOf: async (slot: number): Promise<string> => {
      const of = { ...final, transactionDetails: 'none', rewards: false } as const
      const call = rpc.getBlock(BigInt(slot), {
        ...of,
        maxSupportedTransactionVersion: MAX_SUPPORTED_TRANSACTION_VERSION,
      })
      return (await ask('getBlock', call, z.object({ blockhash: z.string() }))).blockhash
    },
    /** What named an account, the newest first, before one of them; `ok` where it did what it says. */
    signatures: async (account: string, before: string | undefined) => {
      const of = { ...final, limit: PAGE, ...(before && { before: before as Signature }) }
      const call = rpc.getSignaturesForAddress(account as Address, of)
      const told = await ask('getSignaturesForAddress', call, Signatures)
      return told.map(({ signature, slot, err }) => ({ signature, slot, ok: err === null }))
    },
    /** One that stands in a slot. */
    moving: async (signature: string, slot: number): Promise<Moving> => {
      const told = await find(signature)
      if (
        told?.transaction.signatures[0] !== signature ||
        told.slot !== slot ||
        told.meta.err !== null
      )
        throw chainError('OTHER', 'getTransaction: the node tells of another')
      const { transaction, meta } = told
      const all = [
        ...transaction.message.instructions,
        ...(meta.innerInstructions ?? []).flatMap(one => one.instructions),
      ]
      const memos = all.filter(one => MEMO_PROGRAMS.has(one.programId)).map(one => one.parsed)
      return { signature, slot, balances: balancesIn(told), memo: memos.filter(isText).join(' ') }
    },
    /** What became of the tokens of one of whomever, and whether it failed; null where none is final of that name. */
    changed: async (signature: string) => {
      const told = await find(signature)
      if (told?.transaction.signatures[0] !== signature) return null
      return { failed: told.meta.err !== null, balances: balancesIn(told) }
    },
    /** Accounts in their order, and in which slot they are so. */
    accountsAt: async (addresses: readonly Address[]) => {
      const call = rpc.getMultipleAccounts([...addresses], { ...final, encoding: 'base64' })
      const { context, value } = await ask('accounts', call, Accounts)
      const found = same('getMultipleAccounts', addresses, value)
      return { slot: Number(context.slot), found: found.map(accountIn) }
    },
  }
}

function balancesIn({ meta, transaction }: z.output<typeof Transaction>): Moving['balances'] {
  const { accountKeys } = transaction.message
  const at = (all: z.output<typeof Balances>) =>
    all.map(({ accountIndex, owner, mint, uiTokenAmount: { amount } }) => {
      const account = accountKeys[accountIndex]?.pubkey ?? ''
      return { account, owner, mint, amount }
    })
  return { pre: at(meta.preTokenBalances), post: at(meta.postTokenBalances) }
}

/** A page of the most that it gives. */
const PAGE = 1_000
/** So many slots in a row are never without a block, as long as the network goes on. */
const LONGEST_GAP = 400

function isText(of: unknown): of is string {
  return typeof of === 'string'
}
