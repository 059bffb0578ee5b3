/** What is wrong with following a chain: its node says nothing, still catches up, follows another network, or answers what nobody understands. */
export const CHAIN_PROBLEMS = ['SILENT', 'BEHIND', 'OTHER_NETWORK', 'OTHER'] as const
export type ChainProblem = (typeof CHAIN_PROBLEMS)[number]

/**
 * Why nothing new leaves by a chain that is followed: its node cannot tell what that costs, it costs more than is paid, too much waits for a block, its signer
 * does not answer or holds another key, or within this hour that signs for less than one payment may be.
 */
export const CHAIN_HOLDS = [
  'FEE_UNKNOWN',
  'FEE_TOO_HIGH',
  'MUCH_WAITS',
  'SIGNER_SILENT',
  'SIGNER_OTHER',
  'SIGNER_FULL',
] as const
export type ChainHold = (typeof CHAIN_HOLDS)[number]
