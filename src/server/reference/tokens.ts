/** Tokens and the networks that carry them, as the specification spells them ('Enumerations and option lists'). */
import type { Token } from '#domain/kernel/currency.ts'

export type TokenNetwork = {
  /** Sent in lower case. */
  readonly blockchain: 'solana' | 'hedera' | 'algo' | 'bitcoin'
  readonly label: string
}
export type SupportedToken = {
  readonly asset: Token
  readonly networks: readonly TokenNetwork[]
}

/** The networks that the specification lists for payments, with bank transfers as `Fiat`. */
export const NETWORK_NAMES = [
  'Bitcoin',
  'Ethereum',
  'Hedera',
  'Algorand',
  'Solana',
  'Fiat',
] as const

const SOLANA: TokenNetwork = { blockchain: 'solana', label: 'Solana' }
const HEDERA: TokenNetwork = { blockchain: 'hedera', label: 'Mainnet Hedera HBAR' }
const ALGO: TokenNetwork = { blockchain: 'algo', label: 'Algo' }
const BITCOIN: TokenNetwork = { blockchain: 'bitcoin', label: 'Bitcoin' }

const SUPPORTED: readonly SupportedToken[] = [
  { asset: 'USDC', networks: [SOLANA, HEDERA, ALGO] },
  { asset: 'USDT', networks: [SOLANA, ALGO] },
  { asset: 'BTC', networks: [BITCOIN] },
]

/** The tokens that a wallet can be made for, each with its networks, in the specification's order. */
export function supportedTokens(): readonly SupportedToken[] {
  return SUPPORTED
}

/** Whether the specification pairs the token with the network. */
export function isTokenOnNetwork(asset: string, blockchain: string): boolean {
  return SUPPORTED.some(
    token =>
      token.asset === asset && token.networks.some(network => network.blockchain === blockchain),
  )
}
