/** What a transaction of whomever moved on Hedera, as a mirror node has it by its id. */
import type { Found } from '../found.ts'
import type { Token } from './network.ts'
import type { HederaNode } from './node.ts'

/** To an account by its number; what was refused, as the same or otherwise, moved nothing. */
export async function lookUp(
  node: HederaNode,
  tokens: readonly Token[],
  { txid, to }: { readonly txid: string; readonly to: string },
): Promise<Found> {
  // What a program or a schedule did besides is told under another name.
  const told = txid.includes('?') ? [] : await node.stood(txid)
  const stands = told.find(of => of.result === 'SUCCESS')
  if (!stands) return { state: told.length > 0 ? 'FAILED' : 'UNSEEN' }
  const account = to.replace(/-[a-z]{5}$/, '')
  const paid = stands.token_transfers.filter(of => of.account === account)
  const amounts = new Map(
    tokens.map(({ id, currency }) => [
      currency,
      paid.filter(of => of.token_id === id).reduce((sum, of) => sum + of.amount, 0n),
    ]),
  )
  return { state: 'STANDS', amounts }
}
