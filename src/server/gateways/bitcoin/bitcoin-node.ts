/** What is asked of a node of the Bitcoin network: six questions that every kind of node answers, and one that some do. */

/** A payment into or out of addresses: which outputs it spends, and what it makes. Amounts in satoshi. */
export type ChainTransaction = {
  readonly txid: string
  /** What it spends; a coinbase spends nothing. */
  readonly spends: readonly { readonly txid: string; readonly vout: number }[]
  readonly outputs: readonly {
    readonly vout: number
    /** The locking script, in hexadecimal. */
    readonly script: string
    readonly value_sat: bigint
  }[]
}

export type Block = {
  readonly hash: string
  /** The hash of the block before. */
  readonly previous: string
  readonly transactions: readonly ChainTransaction[]
}

/** The name of a network, as nodes give it. */
export type Chain = 'main' | 'test' | 'testnet4' | 'signet' | 'regtest'

/** A node. Each call throws a GatewayError where it does not answer. */
export type BitcoinNode = {
  /** Which network it follows, and how far it came. Throws BITCOIN_NODE_BEHIND while it still catches up with that. */
  tip(): Promise<{ readonly chain: Chain; readonly height: number }>
  /** The hash of the block at a height of the chain that it holds for the longest; null where there is none. */
  hashAt(height: number): Promise<string | null>
  /** A block, whole. */
  block(hash: string): Promise<Block>
  /** A transaction of a block, whole, in hexadecimal. */
  raw(txid: string, hash: string): Promise<string>
  /** The outputs of a transaction of whomever, and in how many blocks it stands; null where the node knows none, or keeps no index of them (`txindex`). */
  find(
    txid: string,
  ): Promise<(Pick<ChainTransaction, 'outputs'> & { readonly confirmations: number }) | null>
  /** What a transaction costs that is to stand in one of the next `blocks`, in satoshi for each virtual byte, rounded up; null where it cannot tell. */
  feeRate(blocks: number): Promise<bigint | null>
  /** Offers a signed transaction to the network, in hexadecimal. Null where the node has it by now, also from before; else why it refuses it. */
  broadcast(raw: string): Promise<string | null>
}
