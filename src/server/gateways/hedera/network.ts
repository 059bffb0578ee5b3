/** Hedera's main network and the token that is paid there: one table, which each node is held against before anything is paid (decision 0219). */

import type { DepositRules } from '../tokens/token-arrivals.ts'

export type Token = {
  readonly currency: string
  /** Its number, which the network gave to it and to nothing else. */
  readonly id: string
  readonly decimals: number
  /** What it calls itself. */
  readonly name: string
  readonly symbol: string
}

const USDC = { currency: 'USDC', id: '0.0.456858', decimals: 6, symbol: 'USDC' } as const

/**
 * As its issuer names it (developers.circle.com, "USDC contract addresses"). What is signed names no network, so the token's own name tells books on a developer's
 * machine from the main network.
 */
export const TOKENS = {
  main: [{ ...USDC, name: 'USD Coin' }],
  local: [{ ...USDC, name: 'Local-USDC' }],
} as const satisfies Readonly<Record<string, readonly Token[]>>

export type HederaNetwork = keyof typeof TOKENS

/** What the network agreed on is final: its chain does not fork. */
export const FINAL_AFTER = 1

/** A transaction may stand for so many seconds from its own start on: the most that the network takes. */
export const LIFE_S = 180
/** What a node tells of a time is believed so many seconds later: those that answer under one address may be that far apart. */
export const SLACK_S = 60
/** Lanes have another value each time so many seconds have passed. */
export const SECONDS_OF_A_VALUE = 30
/** So many transactions are made for each value. */
export const LANES = 100

/** What the network asks, in millionths of a dollar, paid in HBAR by a rate that it tells (docs.hedera.com, "Fees"; HIP-1261): for a transfer of a token, and for an account's holding of it. */
export const PRICE_MICRO_USD = { transfer: 1_000n, holding: 50_000n } as const
/** So many times that is offered: the network takes what it asks and leaves the rest, and what it asks is known to some bytes and to the hour's rate. */
export const OFFERED_TIMES = 2n
/** Nobody pays more for a transfer, whatever a node says, in hundred millionths of an HBAR: one of them. */
export const MOST_FEE = 100_000_000n

/**
 * To move what lies at the account of deposits takes a hundredth of an HBAR or so: ten of them are nobody's mistake. What came is read as far as all nodes have it, a
 * minute behind (`SLACK_S`), which are thirty blocks; the account is looked at itself each half minute.
 */
export const DEPOSITS: DepositRules = {
  ...{ network: 'hedera', by_memo: true, needed: 30 },
  ...{ coin: 'HBAR', currencies: TOKENS.main.map(of => of.currency) },
  ...{ least: 1_000_000n, least_coin: 1_000_000_000n, looked_after: 15 },
}
