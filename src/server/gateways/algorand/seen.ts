/** What Algorand has of what is under way: that it stands, in a block that names it, or that it never will (decision 0218). */
import { each } from '../tokens/rest-node.ts'
import type { Seen, UnderWay } from '../tokens/token-chain.ts'
import { type AlgorandNode, AT_ONCE } from './node.ts'
import { roundsOf } from './transactions.ts'

/**
 * In their order. What the node says to stand has to stand in the block that it names; where it says nothing and the last round is over, its blocks are read: it is in
 * one of them, or it is dead, and they are the proof. A node that does not have all of these proves nothing.
 */
export async function seenOn(node: AlgorandNode, open: readonly UnderWay[]): Promise<Seen[]> {
  if (open.length === 0) return []
  const { round } = await node.status()
  const blocks = blocksOf(node)
  const rounds = await node.rounds(open.map(txidOf))
  const seen: Seen[] = []
  for (const [at, of] of open.entries()) {
    const txid = txidOf(of)
    const told = rounds[at] ?? null
    const { first, last } = roundsOf(of.lane)
    if (told !== null && told <= round && (await blocks.at(told))?.has(txid))
      seen.push({ state: 'FINAL', txid, failure: null })
    else if (round > last) seen.push(await searched(node, blocks, { txid, first, last }))
    else seen.push({ state: 'UNSEEN' })
  }
  return seen
}

type Blocks = ReturnType<typeof blocksOf>

/** Each block is read once, however many are looked for in it. */
function blocksOf(node: AlgorandNode) {
  const read = new Map<bigint, Promise<ReadonlySet<string> | null>>()
  return {
    at: (round: bigint): Promise<ReadonlySet<string> | null> => {
      const known = read.get(round) ?? node.txidsIn(round).then(ids => ids && new Set(ids))
      read.set(round, known)
      return known
    },
  }
}

async function searched(
  node: AlgorandNode,
  blocks: Blocks,
  { txid, first, last }: { readonly txid: string; readonly first: bigint; readonly last: bigint },
): Promise<Seen> {
  for (const round of await each(roundsFrom(first, last), AT_ONCE, blocks.at)) {
    if (!round) return { state: 'LOST' }
    if (round.has(txid)) return { state: 'FINAL', txid, failure: null }
  }
  const hash = await node.hashOf(last)
  const proof = { first: String(first), last: String(last), hash_of_last: hash }
  return { state: 'EXPIRED', proof: JSON.stringify(proof) }
}

function roundsFrom(first: bigint, last: bigint): bigint[] {
  return Array.from({ length: Number(last - first) + 1 }, (_, at) => first + BigInt(at))
}

/** No fee is raised here: there is one that was signed. */
function txidOf({ versions: [one] }: UnderWay): string {
  return one?.txid ?? ''
}
