/** What a transaction of whomever moved on Algorand, by its block: which that is a node remembers for some thousand rounds. */
import type { Found } from '../found.ts'
import { movementsOf } from './arrivals.ts'
import { ASSETS } from './network.ts'
import type { AlgorandNode } from './node.ts'

/** Where the block that the node names has it; nothing that moved nothing stands in a block there. */
export async function lookUp(node: AlgorandNode, txid: string, to: string): Promise<Found> {
  const [round] = await node.rounds([txid])
  if (!round) return { state: 'UNSEEN' }
  const at = (await node.txidsIn(round))?.indexOf(txid) ?? -1
  const stood = at < 0 ? undefined : (await node.block(round))[at]
  if (!stood) return { state: 'UNSEEN' }
  const paid = movementsOf(stood).filter(of => of.to === to)
  const amounts = new Map(
    ASSETS.map(({ id, currency }) => [
      currency,
      paid.filter(of => of.asset === id).reduce((sum, of) => sum + BigInt(of.amount), 0n),
    ]),
  )
  return { state: 'STANDS', amounts }
}
