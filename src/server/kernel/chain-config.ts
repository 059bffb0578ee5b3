/** How what is paid on chains is paid, when it is not recorded by hand: by which node, and by whose key. */

export type BitcoinSetting = {
  /** The network of the node: in production the main one, and on a developer's machine one whose coins are worth nothing. */
  readonly chain: 'main' | 'regtest'
  /** The node's JSON-RPC, with its user and password. */
  readonly rpcUrl: string
  /** Who signs: a key in this process, or a signer in a process of its own, of which we know the address alone. */
  readonly signer:
    | { readonly keyFile: string; readonly keyPassphrase: string }
    | { readonly socket: string; readonly address: string }
  /** The block from which the chain is read; null from the next one on. */
  readonly fromHeight: number | null
  /** What the id of a transaction is put behind so that people can look it up; null where nothing is. */
  readonly explorer: string | null
  /** The extended public key by which companies are told addresses; null where they are told none. */
  readonly depositKey: string | null
}

/** What `BITCOIN_RPC_URL` and its neighbours say; undefined without a node. */
export function readBitcoin(
  env: Readonly<Record<string, string | undefined>>,
  chain: BitcoinSetting['chain'],
): BitcoinSetting | undefined {
  if (!env.BITCOIN_RPC_URL) return undefined
  return {
    chain,
    rpcUrl: env.BITCOIN_RPC_URL,
    signer: env.BITCOIN_SIGNER_SOCKET
      ? { socket: env.BITCOIN_SIGNER_SOCKET, address: env.BITCOIN_ADDRESS ?? '' }
      : {
          keyFile: env.BITCOIN_KEY_FILE ?? '',
          keyPassphrase: env.BITCOIN_KEY_PASSPHRASE ?? '',
        },
    fromHeight: env.BITCOIN_FROM_HEIGHT ? Number(env.BITCOIN_FROM_HEIGHT) : null,
    explorer: env.BITCOIN_EXPLORER_URL || null,
    depositKey: env.BITCOIN_DEPOSIT_KEY || null,
  }
}

export type SolanaSetting = {
  /** As of bitcoin. */
  readonly chain: 'main' | 'local'
  /** The node's JSON-RPC; its path may hold a key. */
  readonly rpcUrl: string
  readonly keyFile: string
  readonly keyPassphrase: string
  /** What the id of a transaction is put behind so that people can look it up; null where nothing is. */
  readonly explorer: string | null
}

/** What `SOLANA_RPC_URL` and its neighbours say; undefined without a node. */
export function readSolana(
  env: Readonly<Record<string, string | undefined>>,
  chain: SolanaSetting['chain'],
): SolanaSetting | undefined {
  if (!env.SOLANA_RPC_URL) return undefined
  return {
    chain,
    rpcUrl: env.SOLANA_RPC_URL,
    keyFile: env.SOLANA_KEY_FILE ?? '',
    keyPassphrase: env.SOLANA_KEY_PASSPHRASE ?? '',
    explorer: env.SOLANA_EXPLORER_URL || null,
  }
}
