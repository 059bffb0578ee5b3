/** What is wrong with following a chain: its node says nothing, still catches up, follows another network, or answers what nobody understands. */
export const CHAIN_PROBLEMS = ['SILENT', 'BEHIND', 'OTHER_NETWORK', 'OTHER'] as const
export type ChainProblem = (typeof CHAIN_PROBLEMS)[number]

/**
 * Why nothing new leaves by a chain that is followed: something left its treasury that is nothing of ours, its node cannot tell what that costs, it costs more than is paid, too much waits for a block, the treasury
 * has too little of the coin in which the network is paid, whoever has its key has not opted in to a token yet or opened a nonce account, its signer does not answer or holds another key, within this hour that signs for less than one
 * payment may be, or it refused what it was asked to sign.
 */
export const CHAIN_HOLDS = [
  'TOKENS_MISSING',
  'FEE_UNKNOWN',
  'FEE_TOO_HIGH',
  'MUCH_WAITS',
  'COIN_SHORT',
  'OPT_IN',
  'NO_NONCES',
  'SIGNER_SILENT',
  'SIGNER_OTHER',
  'SIGNER_FULL',
  'SIGNER_REFUSES',
] as const
export type ChainHold = (typeof CHAIN_HOLDS)[number]

/** Why a fee cannot be raised: more than is paid at the most, more than the treasury has, more than its signer signs for. */
export const NOT_RAISED = ['LIMIT', 'COINS', 'SIGNER'] as const
export type NotRaised = (typeof NOT_RAISED)[number]

/**
 * Why what is paid on a chain is not there yet: the chain is not read, nothing new leaves, it waits for its turn, no node knows what became of it although its
 * turn is over (`LOST`), people are to sign it (`SIGNATURE`), or it pays too little by now, which is raised by itself (`FEE_LOW`), once people signed that (`FEE_SIGNATURE`), or cannot be.
 */
export const CHAIN_WAITS = [
  'UNREAD',
  ...CHAIN_HOLDS,
  'TURN',
  'LOST',
  'SIGNATURE',
  'FEE_LOW',
  'FEE_SIGNATURE',
  'FEE_LIMIT',
  'FEE_COINS',
  'FEE_SIGNER',
] as const
export type ChainWait = (typeof CHAIN_WAITS)[number]

/** What others than operators are told of it: that the network is full, or that it lies with us. */
export const TOLD_WAITS = ['NETWORK', 'US'] as const
export type ToldWait = (typeof TOLD_WAITS)[number]

const OF_NETWORK: readonly ChainWait[] = [
  'FEE_UNKNOWN',
  'FEE_TOO_HIGH',
  'MUCH_WAITS',
  'TURN',
  'FEE_LOW',
  'FEE_LIMIT',
]

/** What somebody who is no operator is told of why it waits. */
export function toldWait(wait: ChainWait): ToldWait {
  return OF_NETWORK.includes(wait) ? 'NETWORK' : 'US'
}

/** What a fee is said for: a byte of a transaction in satoshi, or a whole transaction in lamports, gwei, microalgos or tinybars. */
export const FEE_UNITS = [
  'SATOSHI_BYTE',
  'LAMPORTS_TRANSACTION',
  'GWEI_TRANSACTION',
  'MICROALGOS_TRANSACTION',
  'TINYBARS_TRANSACTION',
] as const
export type FeeUnit = (typeof FEE_UNITS)[number]

/**
 * `READY` takes what is sent there; so does `NEW`, whose account for the token is made with the first payment. To the others nothing arrives: they have not opted in to the
 * token, are no wallet but a program's or a token's own account, or were frozen by who issues the token.
 */
export const WALLET_STATES = ['READY', 'NEW', 'NOT_OPTED_IN', 'NO_WALLET', 'FROZEN'] as const
export type WalletState = (typeof WALLET_STATES)[number]
