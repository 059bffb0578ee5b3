/** What Hedera has of what is under way: that it stands, that it moved nothing, or that it never will (decision 0219). */
import { each } from '../tokens/rest-node.ts'
import type { ChainFailure, Seen, UnderWay } from '../tokens/token-chain.ts'
import { SLACK_S } from './network.ts'
import { AT_ONCE, type HederaNode, type Stood } from './node.ts'
import { readSigned, readTxid } from './transactions.ts'

/**
 * In their order. What stands has to be what was signed, and to have moved all of it. Whatever else is told of an id counts once its time is over, and nothing of it may
 * stand any more: it moved nothing, or it is in nothing that the treasury did in that time, whose blocks are the proof. A node that does not have these proves nothing.
 */
export async function seenOn(node: HederaNode, open: readonly UnderWay[]): Promise<Seen[]> {
  if (open.length === 0) return []
  const { second } = await node.tip()
  const times = timesOf(node)
  return each(open, AT_ONCE, async ({ versions: [one] }): Promise<Seen> => {
    if (!one) return { state: 'UNSEEN' }
    const told = await node.stood(one.txid)
    const stands = told.find(of => of.result === 'SUCCESS')
    if (stands)
      return moved(stands, one.raw)
        ? { state: 'FINAL', txid: one.txid, failure: null }
        : { state: 'LOST' }
    if (second <= readTxid(one.txid).last + SLACK_S) return { state: 'UNSEEN' }
    const { hash } = readSigned(one.raw)
    const failed = told.find(of => of.transaction_hash === hash && !NOT_TAKEN.has(of.result))
    if (failed) return { state: 'FINAL', txid: one.txid, failure: failureOf(failed.result) }
    const time = await times.of(one.txid)
    if (!time || time.stood.has(one.txid)) return { state: 'LOST' }
    return { state: 'EXPIRED', proof: time.proof }
  })
}

/** Whether it is what was signed, and the payee has all of it. */
function moved(told: Stood, raw: string): boolean {
  const { hash, by, transfer } = readSigned(raw)
  if (told.transaction_hash !== hash || !transfer) return false
  const parts = told.token_transfers.filter(of => of.token_id === transfer.token)
  const isPaid = (to: string) => transfer.payee.startsWith('0x') || to === transfer.payee
  return (
    parts.length === 2 &&
    parts.some(of => of.account === by.account && of.amount === -transfer.amount) &&
    parts.some(of => isPaid(of.account) && of.amount === transfer.amount)
  )
}

/** What says of a transaction that its id is another's, or that it was none: nothing is used up by that (docs.hedera.com, "Network response"). */
const NOT_TAKEN: ReadonlySet<string> = new Set([
  'DUPLICATE_TRANSACTION',
  'INVALID_NODE_ACCOUNT',
  'INVALID_PAYER_SIGNATURE',
  'INVALID_TRANSACTION_START',
  'PAYER_ACCOUNT_NOT_FOUND',
  'TRANSACTION_EXPIRED',
])

const FAILURES: Readonly<Record<string, ChainFailure>> = {
  ACCOUNT_FROZEN_FOR_TOKEN: 'FROZEN',
  ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN: 'FROZEN',
  TOKEN_IS_PAUSED: 'STOPPED',
  TOKEN_WAS_DELETED: 'STOPPED',
  NO_REMAINING_AUTOMATIC_ASSOCIATIONS: 'NOT_OPTED_IN',
  TOKEN_NOT_ASSOCIATED_TO_ACCOUNT: 'NOT_OPTED_IN',
  INSUFFICIENT_TOKEN_BALANCE: 'TOKENS',
  INSUFFICIENT_ACCOUNT_BALANCE: 'COIN',
  INSUFFICIENT_PAYER_BALANCE: 'COIN',
  INSUFFICIENT_TX_FEE: 'COIN',
}

function failureOf(result: string): ChainFailure {
  return FAILURES[result] ?? 'OTHER'
}

/** What the treasury did in the time of an id, with the proof; null where the node does not have all of that time, or that is more than is read. Each is read once, however many ask. */
function timesOf(node: HederaNode) {
  const read = new Map<string, ReturnType<typeof timeOf>>()
  return {
    of: (txid: string) => {
      const { account, first, last } = readTxid(txid)
      const key = `${account} ${first}`
      const known = read.get(key) ?? timeOf(node, account, first, last)
      read.set(key, known)
      return known
    },
  }
}

async function timeOf(node: HederaNode, account: string, first: number, last: number) {
  const [before, after] = await Promise.all([node.blockBy(first), node.blockAfter(last)])
  if (!before || !after) return null
  const all = await node.between(account, first, last)
  if (!all) return null
  const stood = all.filter(of => of.result === 'SUCCESS' && of.nonce === 0)
  const proof = {
    ...{ first: String(first), last: String(last), transactions: all.length },
    ...{ block_before: before.number, block_after: after.number, hash_of_after: after.hash },
  }
  return {
    stood: new Set(stood.map(of => of.transaction_id.replace(/-(\d+)-(\d{9})$/, '@$1.$2'))),
    proof: JSON.stringify(proof),
  }
}
