/** What a rail that takes deposits in tokens asks of a chain of accounts (decision 0220): a chain is an adapter of this, as of `TokenChain`. */
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { DepositBlockchain } from '#domain/kernel/network.ts'

/** What moved a token to an address of ours, or away from it. */
export type Moved = {
  readonly txid: string
  /** Which of its block's messages says so. */
  readonly log_index: number
  readonly block: number
  readonly way: 'IN' | 'OUT'
  readonly address: string
  /** Who is at the other end. */
  readonly other: string
  /** What it says of whose it is; empty where it says nothing, or the address does. */
  readonly memo: string
  readonly currency: CurrencyCode
  readonly amount: bigint
}

/** What an address has by itself, at the end of a block. */
export type Looked = {
  readonly address: string
  /** Of the network's coin. */
  readonly coin: bigint
  readonly tokens: readonly {
    readonly currency: CurrencyCode
    readonly held: bigint
    /** Whether its issuer lets nothing of it be moved. */
    readonly frozen: boolean
    /** Whether the address cannot take it, since it does not hold it. */
    readonly closed: boolean
  }[]
}

/** Names apart what one transaction moved of so many tokens at several addresses of ours, which each called it by its token alone. */
export function apart(moved: readonly Moved[], tokens: number): Moved[] {
  const of = Map.groupBy(moved, one => one.txid)
  return moved.map(one => {
    const addresses = new Set(of.get(one.txid)?.map(({ address }) => address))
    return {
      ...one,
      log_index: one.log_index + tokens * [...addresses].sort().indexOf(one.address),
    }
  })
}

export type Block = { readonly block: number; readonly hash: string }

/** Each call throws an error of `chainError` where a node does not answer, refuses, or answers what cannot be. */
export type TokenArrivals = {
  /** The last block that is final, and the number of the last there is. */
  ends(): Promise<{ readonly final: Block; readonly last: number }>
  hashAt(block: number): Promise<string>
  /** What moved there in blocks from one to another, both included. A node may refuse many at once. */
  moved(addresses: readonly string[], from: number, to: number): Promise<Moved[]>
  /** How often each was paid there in tokens that are none of ours; those that never were are left out. */
  strange(
    addresses: readonly string[],
    from: number,
    to: number,
  ): Promise<ReadonlyMap<string, number>>
  look(addresses: readonly string[], at: number): Promise<Looked[]>
}

/** What of tokens on a network can be a deposit. */
export type DepositRules = {
  readonly network: DepositBlockchain
  /** Whether all pay one account, by memos. */
  readonly by_memo: boolean
  /** Under which an address there is kept: the network's own coin. */
  readonly coin: CurrencyCode
  readonly currencies: readonly CurrencyCode[]
  /** In how many blocks a deposit is final. */
  readonly needed: number
  /** What is less of a token is none; and from how much on its coin is somebody's mistake, and not what moving tokens takes. */
  readonly least: bigint
  readonly least_coin: bigint
  /** After how many blocks an address is looked at itself, though nothing moved there. */
  readonly looked_after: number
}
