/** What a transaction of whomever moved on Solana, by what the accounts of the known tokens had before and after it. */
import type { Found } from '../found.ts'
import type { Moving } from './moving.ts'
import { MINTS } from './network.ts'
import type { SolanaNode } from './node.ts'

/** Once it is final: to all that a wallet has of a token, or to one such account. */
export async function lookUp(node: SolanaNode, txid: string, to: string): Promise<Found> {
  const found = await node.changed(txid)
  if (!found) return { state: 'UNSEEN' }
  if (found.failed) return { state: 'FAILED' }
  const held = (of: Moving['balances']['pre'], mint: string) =>
    of
      .filter(one => one.mint === mint && (one.owner === to || one.account === to))
      .reduce((sum, one) => sum + one.amount, 0n)
  const { pre, post } = found.balances
  return {
    state: 'STANDS',
    amounts: new Map(
      MINTS.map(({ mint, currency }) => [currency, held(post, mint) - held(pre, mint)]),
    ),
  }
}
