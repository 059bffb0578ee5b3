/** Solana's main network and the tokens that are paid there: one table, which each node is held against before anything is paid (decision 0185). */
import { type Address, address } from '@solana/kit'
import type { DepositRules } from '../tokens/token-arrivals.ts'

/** The hash of the first block: of the main network (docs.solana.com, "Solana Clusters"), and of one of a developer's machine, by which no other is called. */
export const GENESIS = {
  main: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  local: '11111111111111111111111111111111',
} as const

export type Mint = {
  readonly currency: string
  readonly mint: Address
  readonly decimals: number
}

/** As their issuers name them (developers.circle.com, "USDC contract addresses"; tether.to, "Supported protocols"). Both are of the first token program. */
export const MINTS: readonly Mint[] = [
  {
    currency: 'USDC',
    mint: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    decimals: 6,
  },
  {
    currency: 'USDT',
    mint: address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
    decimals: 6,
  },
]

/** A block that so many follow is final ("finalized": the cluster has rooted it). */
export const FINAL_AFTER = 32

/** What every signature costs, in lamports; this is the whole fee of a transaction that offers no more (solana.com/docs/core/fees). */
export const OF_SIGNATURE = 5_000n
/** So many units of computation a payment is held to. It takes some 30,000 where it makes the payee's account, whose address is searched for. */
export const MOST_UNITS = 120_000
/** What is offered for a unit where nobody else offers anything, in millionths of a lamport: enough not to stand behind those that offer nothing. */
export const LEAST_UNIT_PRICE = 10_000n
/** Nobody pays more for a transaction, whatever a node says: a thousandth of a SOL. */
export const MOST_FEE = 1_000_000n

/** So many transactions are under way at once, each by a nonce account of its own. */
export const LANES = 50

/** Nodes that answer under one address may be so many slots apart, which are a minute. */
export const SLACK = 150

/** Moving what lies at the wallet of deposits takes some thousandths of a SOL: a twentieth is nobody's mistake. It is looked at itself each half minute. */
export const DEPOSITS: DepositRules = {
  ...{ network: 'solana', by_memo: true, needed: SLACK },
  ...{ coin: 'SOL', currencies: MINTS.map(of => of.currency) },
  ...{ least: 1_000_000n, least_coin: 50_000_000n, looked_after: 75 },
}
