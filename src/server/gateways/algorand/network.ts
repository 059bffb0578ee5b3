/** Algorand's main network and the tokens that are paid there: one table, which each node is held against before anything is paid (decision 0218). */

import type { DepositRules } from '../tokens/token-arrivals.ts'

/**
 * The hash of the first block, which is in what is signed, so that it is worth nothing on another: of the main network (dev.algorand.co, "Algorand networks"), and of books on a
 * developer's machine, by which no other is called.
 */
export const GENESIS = {
  main: {
    genesis_id: 'mainnet-v1.0',
    genesis_hash: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
  },
  local: {
    genesis_id: 'corridor-local-v1',
    genesis_hash: 'Y29ycmlkb3ItbG9jYWwtY2hhaW4tb2YtYWxnb3JhbmQ=',
  },
} as const

export type Asset = {
  readonly currency: string
  /** Its number, which the network gave to it and to nothing else. */
  readonly id: number
  readonly decimals: number
  /** What it calls itself. */
  readonly unit: string
}

/** As their issuers name them (developers.circle.com, "USDC contract addresses"; tether.to, "Supported protocols"). */
export const ASSETS: readonly Asset[] = [
  { currency: 'USDC', id: 31_566_704, decimals: 6, unit: 'USDC' },
  { currency: 'USDT', id: 312_769, decimals: 6, unit: 'USDt' },
]

/** A block of Algorand is final once it is there: its chain does not fork. */
export const FINAL_AFTER = 1

/**
 * A transaction may stand in so many rounds from its first one on, some twenty minutes; the network would let it wait for 1,000. What could not stand by then is dead,
 * and its proof is the blocks of these rounds: the fewer there are, the sooner it is had.
 */
export const LIFE = 500n
/** What people sign may stand for as long as the network lets anything wait: they need the time. */
export const LIFE_BY_HAND = 1_000n
/** A round takes a little longer; so much is counted where people are told until when they can sign. */
export const ROUND_MS = 2_700
/** Lanes have another value each time so many rounds have passed: about once a minute. */
export const ROUNDS_OF_A_VALUE = 20n
/** So many transactions are made for each value. */
export const LANES = 100

/** A transfer of ours is shorter, with its signature; where the network is full, it asks for each byte. */
export const MOST_BYTES = 320n
/** Nobody pays more for a transaction, whatever a node says, in millionths of an ALGO: a tenth of one, a hundred times what it costs otherwise. */
export const MOST_FEE = 100_000n

/** What lies at the account of deposits keeps two tenths of an ALGO for its tokens, and moving them a thousandth: two ALGO are nobody's mistake. It is looked at itself each half minute. */
export const DEPOSITS: DepositRules = {
  ...{ network: 'algo', by_memo: true, needed: FINAL_AFTER },
  ...{ coin: 'ALGO', currencies: ASSETS.map(of => of.currency) },
  ...{ least: 1_000_000n, least_coin: 2_000_000n, looked_after: 10 },
}
