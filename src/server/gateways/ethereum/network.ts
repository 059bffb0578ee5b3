/** Ethereum's main network and the tokens that are paid there: one table, which each node is held against before anything is paid (decision 0196). */
import type { Address } from 'viem'
import type { DepositRules } from '../tokens/token-arrivals.ts'

/** EIP-155: of the main network, and of one of a developer's machine. What is signed for one is worth nothing on the other. */
export const CHAIN_IDS = { main: 1n, local: 31_337n } as const

export type Token = {
  readonly currency: string
  readonly contract: Address
  readonly decimals: number
  /** How it is asked whether its issuer lets somebody's be moved. */
  readonly listed: 'isBlacklisted' | 'isBlackListed'
  /** Whether its issuer may keep a part of whatever is moved. */
  readonly keeps: boolean
}

/** As their issuers name them (developers.circle.com, "USDC contract addresses"; tether.to, "Supported protocols"). */
export const TOKENS: readonly Token[] = [
  {
    ...{ currency: 'USDC', contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    ...{ listed: 'isBlacklisted', keeps: false },
  },
  {
    ...{ currency: 'USDT', contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
    ...{ listed: 'isBlackListed', keeps: true },
  },
]

/** A block is final two epochs of 32 after it at the earliest (ethereum.org, "Proof-of-stake"); whether it is, the node says. */
export const FINAL_AFTER = 64

/** What a payment is held to; it takes some 45,000 to 65,000, and what is left is not paid for. */
export const MOST_GAS = 100_000n
/** Nobody pays more for a transaction unless it is configured, in gwei: five thousandths of an ether. */
export const MOST_FEE = 5_000_000n
/** So much of what a unit of gas costs at the most is offered to whoever makes the block: a tenth. */
export const TIP_PART = 10n
/** What whoever makes a block is offered for a unit of gas at the least, in wei: a hundredth of a gwei. */
export const LEAST_TIP = 10_000_000n

/** So many transactions are under way at once, each by a nonce of its own. */
export const LANES = 100
export const GWEI = 1_000_000_000n

/**
 * To move what lies at an address takes a transaction of its own there, which costs a dollar or two on a full day; and somewhat of the coin before, which is nobody's
 * mistake as long as it is less than a thousandth of an ether.
 */
export const DEPOSITS: DepositRules = {
  ...{ coin: 'ETH', currencies: TOKENS.map(of => of.currency), needed: FINAL_AFTER },
  ...{ network: 'ethereum', by_memo: false },
  // Blocks of an hour.
  ...{ least: 1_000_000n, least_coin: 1_000_000n, looked_after: 300 },
}
