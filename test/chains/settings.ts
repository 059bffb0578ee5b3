/** What a demo is told so that it pays on local networks: treasuries that have something, and addresses for companies that pay in. */
import { join } from 'node:path'
import * as algorandKey from '#server/gateways/algorand/signer.ts'
import * as bitcoinKey from '#server/gateways/bitcoin/signer.ts'
import * as ethereumKey from '#server/gateways/ethereum/signer.ts'
import * as hederaKey from '#server/gateways/hedera/signer.ts'
import * as solanaKey from '#server/gateways/solana/signer.ts'
import type { LocalAlgorand } from './local-algorand.ts'
import type { LocalBitcoin } from './local-bitcoin.ts'
import type { LocalEthereum } from './local-ethereum.ts'
import type { LocalHedera } from './local-hedera.ts'
import type { LocalSolana } from './local-solana.ts'

/** Without it a demo takes no notice of what production is told of chains. */
const HERE = { CORRIDOR_LOCAL_CHAINS: '1' }
/** It keeps nothing that is worth anything. */
const PASSPHRASE = 'the coins of a local network are worth nothing'
/** BIP 84's own test vector: everybody has its private key. */
const DEPOSIT_KEY =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
/** The second account of the words that Hardhat and Anvil ship with: everybody has its private key as well. */
const ETHEREUM_DEPOSIT_KEY =
  'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76'
const COINS = 4
const COIN_SAT = 100_000_000n

/** Makes the key of a treasury in a folder, pays it four bitcoin, and answers the settings of a Corridor that pays from it. */
export async function bitcoinSettings(
  bitcoin: LocalBitcoin,
  dir: string,
): Promise<Record<string, string>> {
  const file = join(dir, 'bitcoin-key.json')
  const address = bitcoinKey.makeKeyFile(file, PASSPHRASE)
  const from = (await bitcoin.height()) + 1
  for (let n = 0; n < COINS; n++) await bitcoin.pay(address, COIN_SAT)
  await bitcoin.mine()
  return {
    ...HERE,
    BITCOIN_RPC_URL: bitcoin.rpcUrl,
    BITCOIN_EXPLORER_URL: bitcoin.explorer,
    BITCOIN_DEPOSIT_KEY: DEPOSIT_KEY,
    BITCOIN_KEY_FILE: file,
    BITCOIN_KEY_PASSPHRASE: PASSPHRASE,
    BITCOIN_FROM_HEIGHT: String(from),
  }
}

const SOL = 10_000_000_000n
const SOLANA_DEPOSIT_ADDRESS = solanaKey.signerOf(new Uint8Array(32).fill(8)).address
const TOKENS = 100_000_000_000n

/** The same on Solana: ten SOL for fees, and a hundred thousand of each token. */
export async function solanaSettings(
  { url, fund }: LocalSolana,
  dir: string,
): Promise<Record<string, string>> {
  const file = join(dir, 'solana-key.json')
  const address = solanaKey.makeKeyFile(file, PASSPHRASE)
  await fund(address, 'SOL', SOL)
  for (const currency of ['USDC', 'USDT'] as const) {
    await fund(address, currency, TOKENS)
    await fund(SOLANA_DEPOSIT_ADDRESS, currency, 0n)
  }
  return {
    ...{ ...HERE, SOLANA_RPC_URL: url, SOLANA_DEPOSIT_ADDRESS },
    ...{ SOLANA_KEY_FILE: file, SOLANA_KEY_PASSPHRASE: PASSPHRASE },
  }
}

const ETH = 10_000_000_000n

/** The same on Ethereum: ten ETH for fees, and a hundred thousand of each token. */
export async function ethereumSettings(
  { url, fund, settle }: LocalEthereum,
  dir: string,
): Promise<Record<string, string>> {
  const file = join(dir, 'ethereum-key.json')
  const address = ethereumKey.makeKeyFile(file, PASSPHRASE)
  await fund(address, 'ETH', ETH)
  for (const currency of ['USDC', 'USDT'] as const) await fund(address, currency, TOKENS)
  await settle()
  return {
    ...{ ...HERE, ETHEREUM_RPC_URL: url, ETHEREUM_DEPOSIT_KEY },
    ...{ ETHEREUM_KEY_FILE: file, ETHEREUM_KEY_PASSPHRASE: PASSPHRASE },
  }
}

const ALGO = 10_000_000n
const ALGORAND_DEPOSIT_ADDRESS = algorandKey.signerOf(new Uint8Array(32).fill(8)).address

/** The same on Algorand: ten ALGO, and a hundred thousand of each token. */
export function algorandSettings(
  { url, fund }: LocalAlgorand,
  dir: string,
): Record<string, string> {
  const file = join(dir, 'algorand-key.json')
  const address = algorandKey.makeKeyFile(file, PASSPHRASE)
  fund(address, 'ALGO', ALGO)
  for (const currency of ['USDC', 'USDT'] as const) fund(address, currency, TOKENS)
  return {
    ...{ ...HERE, ALGORAND_RPC_URL: url, ALGORAND_DEPOSIT_ADDRESS },
    ...{ ALGORAND_KEY_FILE: file, ALGORAND_KEY_PASSPHRASE: PASSPHRASE },
  }
}

const HBAR = 100_000_000_000n
const HEDERA_DEPOSIT_ACCOUNT = '0.0.7001'

/** The same on Hedera: a thousand HBAR, and a hundred thousand of its token. */
export function hederaSettings(
  { url, nodes, fund }: LocalHedera,
  dir: string,
): Record<string, string> {
  const file = join(dir, 'hedera-key.json')
  const address = hederaKey.makeKeyFile(file, PASSPHRASE)
  fund(address, 'HBAR', HBAR)
  fund(address, 'USDC', TOKENS)
  fund(HEDERA_DEPOSIT_ACCOUNT, 'USDC', 0n)
  return {
    ...{ ...HERE, HEDERA_RPC_URL: url, HEDERA_DEPOSIT_ACCOUNT },
    HEDERA_NODES: [...nodes].map(([account, host]) => `${account}=${host}`).join(','),
    ...{ HEDERA_KEY_FILE: file, HEDERA_KEY_PASSPHRASE: PASSPHRASE },
  }
}
