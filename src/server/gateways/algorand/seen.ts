/** What Algorand has of what is under way: that it stands, in a block that names it, or that it never will (decision 0218). */
import type { Seen, UnderWay } from '../tokens/token-chain.ts'
import { type AlgorandNode, AT_ONCE, type Leased } from './node.ts'
import { leaseOf, roundsOf, transferIn, unsignedIn } from './transactions.ts'

/**
 * In their order. What the node says to stand has to stand in the block that it names; where it says nothing and the last round is over, its blocks are read: it is in
 * one of them, or it is dead, and they are the proof. A node that does not have all of these proves nothing.
 */
export async function seenOn(
  node: AlgorandNode,
  open: readonly UnderWay[],
  treasury: string,
): Promise<Seen[]> {
  if (open.length === 0) return []
  const { round } = await node.status()
  const blocks = blocksOf(node, treasury)
  const rounds = await node.rounds(open.map(txidOf))
  const seen: Seen[] = []
  for (const [at, of] of open.entries()) {
    const txid = txidOf(of)
    const told = rounds[at] ?? null
    if (told !== null && told <= round && (await blocks.txids(told))?.includes(txid))
      seen.push({ state: 'FINAL', txid, failure: null })
    else if (round > roundsOf(of.lane).last) seen.push(await searched(node, blocks, of))
    else seen.push({ state: 'UNSEEN' })
  }
  return seen
}

type Blocks = ReturnType<typeof blocksOf>

/** Each block is read once, however many are looked for in it. */
function blocksOf(node: AlgorandNode, treasury: string) {
  return {
    txids: once(node.txidsIn),
    /** What the treasury sent by a lease. */
    leased: once(async round => (await node.leasedIn(round))?.filter(of => of.from === treasury)),
  }
}

function once<T>(read: (round: bigint) => Promise<T>): (round: bigint) => Promise<T> {
  const known = new Map<bigint, Promise<T>>()
  return round => {
    const answer = known.get(round) ?? read(round)
    known.set(round, answer)
    return answer
  }
}

const PART = BigInt(AT_ONCE)

async function searched(node: AlgorandNode, blocks: Blocks, of: UnderWay): Promise<Seen> {
  const { first, last } = roundsOf(of.lane)
  const find = of.asked?.length ? findByLease : findByTxid
  for (let from = first; from <= last; from += PART) {
    const part = roundsFrom(from, from + PART > last ? last : from + PART - 1n)
    // What is missing is missing each minute: the rest of them is not read for that.
    for (const found of await Promise.all(part.map(at => find(blocks, of, at)))) {
      if (found === 'NO_BLOCK') return { state: 'LOST' }
      if (found) return { state: 'FINAL', txid: found, failure: null }
    }
  }
  const hash = await node.hashOf(last)
  const proof = { first: String(first), last: String(last), hash_of_last: hash }
  return { state: 'EXPIRED', proof: JSON.stringify(proof) }
}

type Find = (blocks: Blocks, of: UnderWay, round: bigint) => Promise<string | null | 'NO_BLOCK'>

const findByTxid: Find = async (blocks, of, round) => {
  const txids = await blocks.txids(round)
  if (!txids) return 'NO_BLOCK'
  return txids.includes(txidOf(of)) ? txidOf(of) : null
}

/** Whoever was asked to sign it may have sent it for another fee: by its lease, what moves the same is this payment. */
const findByLease: Find = async (blocks, of, round) => {
  const leased = await blocks.leased(round)
  if (!leased) return 'NO_BLOCK'
  const found = leased.find(one => isPaymentOf(of, one))
  if (!found) return null
  return (await blocks.txids(round))?.[found.at] ?? 'NO_BLOCK'
}

function isPaymentOf({ lane, asked: [asked = ''] = [] }: UnderWay, { lease, moved }: Leased) {
  if (!moved || !Buffer.from(lease).equals(leaseOf(lane))) return false
  const { asset, payee, amount } = transferIn(asked)
  return moved.asset === BigInt(asset) && moved.payee === payee && moved.amount === amount
}

function roundsFrom(first: bigint, last: bigint): bigint[] {
  return Array.from({ length: Number(last - first) + 1 }, (_, at) => first + BigInt(at))
}

/** No fee is raised here: there is one that was signed, or is to be; its id is the same before and after. */
function txidOf({ versions: [one], asked: [asked] = [] }: UnderWay): string {
  return one?.txid ?? (asked === undefined ? '' : unsignedIn(asked).txID())
}
