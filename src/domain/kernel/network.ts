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

/** The networks by which money can come in (decisions 0179, 0220 and 0233). */
export const DEPOSIT_BLOCKCHAINS = [
  'bitcoin',
  'ethereum',
  'hedera',
  'algo',
  'solana',
] as const satisfies readonly Blockchain[]
export type DepositBlockchain = (typeof DEPOSIT_BLOCKCHAINS)[number]

/** Every network that a payment may leave by: the chains, and `fiat` for banks. */
export const NETWORK_NAMES = [...BLOCKCHAINS, 'fiat'] as const satisfies readonly Network[]

/** The networks that carry each token (specification 3, 'Crypto wallet networks per asset'). */
export const BLOCKCHAINS_OF_TOKEN: Readonly<Record<Token, readonly Blockchain[]>> = {
  USDC: ['solana', 'hedera', 'algo'],
  USDT: ['solana', 'algo'],
  BTC: ['bitcoin'],
}

/** The networks that we added to these: no specification names them (decision 0196). */
export const ADDED_BLOCKCHAINS_OF_TOKEN: Readonly<Record<Token, readonly Blockchain[]>> = {
  USDC: ['ethereum'],
  USDT: ['ethereum'],
  BTC: [],
}

/** Every network that a token is paid on, the specification's first. */
export function blockchainsOf(token: Token): readonly Blockchain[] {
  return [...BLOCKCHAINS_OF_TOKEN[token], ...ADDED_BLOCKCHAINS_OF_TOKEN[token]]
}

/** The tokens that a wallet can be made for, each with its networks as they are offered; `added` where that is our own addition. */
export function supportedTokens() {
  return TOKENS_OFFERED.map(asset => ({
    asset,
    networks: blockchainsOf(asset).map(blockchain => ({
      ...{ blockchain, label: NETWORKS[blockchain].wallet },
      ...(ADDED_BLOCKCHAINS_OF_TOKEN[asset].includes(blockchain) ? { added: true as const } : {}),
    })),
  }))
}
const TOKENS_OFFERED = ['USDC', 'USDT', 'BTC'] as const satisfies readonly Token[]

/** Whether a wallet there is paid a token only once its owner has said, in the wallet, that it holds that token. */
export function asksOwnerFirst(network: Network | ''): boolean {
  return network === 'algo' || network === 'hedera'
}

/** A network as people read it; what is none of ours is said as it came. */
export function networkName(network: string): string {
  return network in NETWORKS ? NETWORKS[network as Network].name : network
}
