/** How bitcoin is paid, when it is not recorded by hand: by which node, and by whose key. */

export type BitcoinSetting = {
  /** The node's JSON-RPC, with its user and password. */
  readonly rpcUrl: string
  readonly keyFile: string
  readonly keyPassphrase: string
  /** The block from which the chain is read; null from the next one on. */
  readonly fromHeight: number | null
}

/** What `BITCOIN_RPC_URL` and its neighbours say; undefined without a node. */
export function readBitcoin(
  env: Readonly<Record<string, string | undefined>>,
): BitcoinSetting | undefined {
  if (!env.BITCOIN_RPC_URL) return undefined
  return {
    rpcUrl: env.BITCOIN_RPC_URL,
    keyFile: env.BITCOIN_KEY_FILE ?? '',
    keyPassphrase: env.BITCOIN_KEY_PASSPHRASE ?? '',
    fromHeight: env.BITCOIN_FROM_HEIGHT ? Number(env.BITCOIN_FROM_HEIGHT) : null,
  }
}
