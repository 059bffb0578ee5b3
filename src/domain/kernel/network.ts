/** The networks that carry payments, once for all sides, as the specification spells them (section 3, 'Enumerations'). */
import type { Token } from './currency.ts'

/** By the spelling that is sent: the name that people read, and what the choice of a wallet says. */
const NETWORKS = {
  bitcoin: { name: 'Bitcoin', wallet: 'Bitcoin' },
  ethereum: { name: 'Ethereum', wallet: 'Ethereum' },
  hedera: { name: 'Hedera', wallet: 'Mainnet Hedera HBAR' },
  algo: { name: 'Algorand', wallet: 'Algo' },
  solana: { name: 'Solana', wallet: 'Solana' },
  fiat: { name: 'Fiat', wallet: null },
} as const

export type Network = keyof typeof NETWORKS
export type Blockchain = Exclude<Network, 'fiat'>

/** Every network that a wallet may be on, offered or not. */
export const BLOCKCHAINS = [
  'bitcoin',
  'ethereum',
  'hedera',
  'algo',
  'solana',
] as const satisfies readonly Blockchain[]

/** Every network that a payment may leave by: the chains, and `fiat` for banks. */
export const NETWORK_NAMES = [...BLOCKCHAINS, 'fiat'] as const satisfies readonly Network[]

/** The networks that carry each token (specification 3, 'Crypto wallet networks per asset'). */
export const BLOCKCHAINS_OF_TOKEN: Readonly<Record<Token, readonly Blockchain[]>> = {
  USDC: ['solana', 'hedera', 'algo'],
  USDT: ['solana', 'algo'],
  BTC: ['bitcoin'],
}

/** The tokens that a wallet can be made for, each with its networks as they are offered. */
export function supportedTokens() {
  return Object.entries(BLOCKCHAINS_OF_TOKEN).map(([asset, chains]) => ({
    asset,
    networks: chains.map(blockchain => ({ blockchain, label: NETWORKS[blockchain].wallet })),
  }))
}

/** A network as people read it; what is none of ours is said as it came. */
export function networkName(network: string): string {
  return network in NETWORKS ? NETWORKS[network as Network].name : network
}
