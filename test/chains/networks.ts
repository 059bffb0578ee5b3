/** The five networks of this machine alone, each with a treasury that has enough. */
import { type LocalAlgorand, startLocalAlgorand } from './local-algorand.ts'
import { type LocalBitcoin, startLocalBitcoin } from './local-bitcoin.ts'
import { type LocalEthereum, startLocalEthereum } from './local-ethereum.ts'
import { type LocalHedera, startLocalHedera } from './local-hedera.ts'
import { type LocalSolana, startLocalSolana } from './local-solana.ts'
import {
  algorandSettings,
  bitcoinSettings,
  ethereumSettings,
  hederaSettings,
  solanaSettings,
} from './settings.ts'

export type LocalNetworks = {
  readonly bitcoin: LocalBitcoin
  readonly solana: LocalSolana
  readonly ethereum: LocalEthereum
  readonly algorand: LocalAlgorand
  readonly hedera: LocalHedera
  /** Makes the treasuries' keys in a folder, funds them, and answers the settings of a Corridor that pays from them. */
  settings(dir: string): Promise<Record<string, string>>
  /** A block of each, or what stands for one there. */
  mine(): Promise<void>
  stop(): Promise<void>
}

/** Starts them. */
export async function startLocalNetworks(): Promise<LocalNetworks> {
  const [bitcoin, solana, ethereum, algorand, hedera] = await Promise.all([
    startLocalBitcoin(),
    startLocalSolana(),
    startLocalEthereum(),
    startLocalAlgorand(),
    startLocalHedera(),
  ])
  const all = [bitcoin, solana, ethereum, algorand, hedera]
  return {
    ...{ bitcoin, solana, ethereum, algorand, hedera },
    settings: async dir => ({
      ...(await bitcoinSettings(bitcoin, dir)),
      ...(await solanaSettings(solana, dir)),
      ...(await ethereumSettings(ethereum, dir)),
      ...algorandSettings(algorand, dir),
      ...hederaSettings(hedera, dir),
    }),
    mine: async () => {
      for (const network of all) await network.mine()
    },
    stop: async () => {
      for (const network of all) await network.stop()
    },
  }
}
