/** What is wrong with following a chain: its node says nothing, still catches up, follows another network, or answers what nobody understands. */
export const CHAIN_PROBLEMS = ['SILENT', 'BEHIND', 'OTHER_NETWORK', 'OTHER'] as const
export type ChainProblem = (typeof CHAIN_PROBLEMS)[number]
