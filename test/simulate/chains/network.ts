/** What the simulator asks of a chain: a treasury there, payees, blocks, and a node's bad days. What is paid is asked of the chain, and of nothing that ours says. */
import type { Blockchain } from '#domain/kernel/network.ts'
import type { Rail } from '#server/gateways/rails/rail.ts'
import type { Database } from '#server/kernel/db.ts'
import type { Chance } from '../sim.ts'

/** Something that happens on a chain, by itself or by others. */
export type Event = { readonly name: string; act(chance: Chance): unknown }

export type SimulatedNetwork = {
  readonly network: Blockchain
  readonly currency: 'BTC' | 'USDC'
  /** The rail of one more process, which may die at each word with its node. */
  rail(database: Pick<Database, 'books'>, now: () => Date): Promise<Rail>
  /** The wallet of the n-th contractor. */
  walletOf(n: number): string
  /** What an address has by the last block, and by blocks that never change. */
  has(address: string): Promise<bigint>
  hasForGood(address: string): Promise<bigint>
  /** What the treasury has by the last block, of what is paid and of the coin that fees are paid in. */
  held(): Promise<bigint>
  coin(): Promise<bigint>
  fund(amount: bigint): Promise<void>
  fundCoin(amount: bigint): Promise<void>
  /** About what one payment costs its network, and a payment's worth of money. */
  readonly fee: bigint
  /** Something leaves the treasury by nothing of ours; answers how much. */
  steal(amount: bigint, chance: Chance): Promise<bigint>
  /** So much of the coin does. */
  stealCoin?(amount: bigint): Promise<bigint>
  /** Has a wallet take no payment, and take payments again. */
  refuse?(address: string): Promise<void>
  accept?(address: string): Promise<void>
  /** Somebody pays an address of ours, with a memo where one says for whom. */
  payIn?(address: string, amount: bigint, memo: string | null): Promise<void>
  /** Blocks pass; those of another chain take their place; the network or its node has a bad day. */
  readonly blocks: readonly Event[]
  readonly bad: readonly Event[]
  /** Ends all bad days. */
  calm(): Promise<void>
  /** Has all that was sent be in blocks that never change. */
  settle(): Promise<void>
  end(): Promise<void>
}

/** A node's bad days: one for each change of its mood. */
export function moodsOf<M extends object>(
  mood: M,
  changes: Readonly<Record<string, Partial<M>>>,
): Event[] {
  return Object.entries(changes).map(([name, change]) => ({
    name,
    act: () => void Object.assign(mood, change),
  }))
}
