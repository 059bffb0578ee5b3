/** What the account of deposits was paid on Algorand: by all that its blocks say, and by what lies there (decision 0233). */
import { writtenMemo } from '#domain/kernel/deposit-memo.ts'
import { each } from '../tokens/rest-node.ts'
import type { Looked, Moved, TokenArrivals } from '../tokens/token-arrivals.ts'
import { chainError } from '../tokens/token-chain.ts'
import { ASSETS } from './network.ts'
import { type AlgorandNode, AT_ONCE, type Stood } from './node.ts'

/** What is more is no sum that anybody has, and none that is told exactly. */
const MOST = 2n ** 53n

/** Of a token that a transaction moved: each of those that it made itself, too, by which of its movements that is. */
type Movement = {
  readonly round: number
  /** Where in its block the transaction stands. */
  readonly place: number
  readonly nth: number
  readonly asset: number
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly note: string
}

/** By a node that keeps its blocks. */
export function algorandArrivals(node: AlgorandNode): TokenArrivals {
  const read = readerOf(node)
  return {
    ends: async () => {
      const { round } = await node.status()
      const [block, hash] = [Number(round), await node.hashOf(round)]
      return { final: { block, hash }, last: block }
    },
    hashAt: async block => node.hashOf(BigInt(block)),
    moved: async (addresses, from, to) => {
      const all = touching(await read(from, to), addresses).filter(of => known(of.asset))
      const ids = await idsOf(node, all)
      return all.flatMap(of => movedBy(of, addresses, ids))
    },
    strange: async (addresses, from, to) => {
      const counts = new Map<string, number>()
      for (const of of touching(await read(from, to), addresses))
        if (!known(of.asset) && of.amount > 0 && addresses.includes(of.to))
          counts.set(of.to, (counts.get(of.to) ?? 0) + 1)
      return counts
    },
    look: (addresses, at) => each(addresses, 1, address => lookAt(node, read, { address, at })),
  }
}

type Read = (from: number, to: number) => Promise<readonly Movement[]>

/** Reads each block of a span; what was read last is kept, since it is asked for twice. */
function readerOf(node: AlgorandNode): Read {
  let last: { readonly from: number; readonly to: number; readonly all: Movement[] } | undefined
  return async (from, to) => {
    if (last?.from === from && last.to === to) return last.all
    const rounds = Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => from + at)
    const blocks = await each(rounds, AT_ONCE, async round =>
      movementsIn(round, await node.block(BigInt(round))),
    )
    last = { from, to, all: blocks.flat() }
    return last.all
  }
}

function movementsIn(round: number, stood: readonly Stood[]): Movement[] {
  return stood.flatMap((of, place) =>
    movementsOf(of).map((one, nth) => ({ ...one, round, place, nth })),
  )
}

/** All that one moved, in the network's order: its own, what was left to whom it closed its holding, then what it made itself. */
export function movementsOf({ txn, aca, dt }: Stood): Omit<Movement, 'round' | 'place' | 'nth'>[] {
  const inner = (dt?.itx ?? []).flatMap(movementsOf)
  if (txn.type !== 'axfer' || txn.xaid === undefined) return inner
  const of = { asset: txn.xaid, from: txn.asnd ?? txn.snd, note: txn.note ?? '' }
  const own = { ...of, to: txn.arcv ?? '', amount: txn.aamt ?? 0 }
  return [own, { ...of, to: txn.aclose ?? '', amount: aca ?? 0 }, ...inner]
}

function known(asset: number) {
  return ASSETS.find(of => of.id === asset)
}

function touching(all: readonly Movement[], addresses: readonly string[]): Movement[] {
  const among = new Set(addresses)
  return all.filter(of => of.from !== of.to && (among.has(of.to) || among.has(of.from)))
}

/** The ids of transactions by their blocks and places there: blocks do not say them. */
async function idsOf(node: AlgorandNode, all: readonly Movement[]) {
  const rounds = [...new Set(all.map(of => of.round))]
  const told = await each(rounds, AT_ONCE, round => node.txidsIn(BigInt(round)))
  const ids = new Map(rounds.map((round, at) => [round, told[at]]))
  return ({ round, place }: Movement): string => {
    const id = ids.get(round)?.[place]
    if (!id) throw chainError('OTHER', 'txids: the node does not have those of its block')
    return id
  }
}

function movedBy(of: Movement, addresses: readonly string[], idOf: (of: Movement) => string) {
  const currency = known(of.asset)?.currency
  if (!currency || of.amount === 0) return []
  const amount = BigInt(of.amount)
  if (amount > MOST) throw chainError('OTHER', 'block: the node tells what nobody has')
  const memo = writtenMemo(Buffer.from(of.note, 'base64').toString('utf8'))
  const one = { txid: idOf(of), log_index: of.nth, block: of.round, memo, currency, amount }
  const moved: Moved[] = []
  if (addresses.includes(of.to)) moved.push({ ...one, way: 'IN', address: of.to, other: of.from })
  if (addresses.includes(of.from))
    moved.push({ ...one, way: 'OUT', address: of.from, other: of.to })
  return moved
}

/** What an account has by now, which the node says of a block, less what moved since the one that is asked for. */
async function lookAt(
  node: AlgorandNode,
  read: Read,
  { address, at }: { readonly address: string; readonly at: number },
): Promise<Looked> {
  const { amount: coin } = await node.wallet(address)
  const tokens = await each(ASSETS, 1, async ({ id, currency }) => {
    const holding = await node.holdingAt(address, id)
    if (!holding) return { currency, held: 0n, frozen: false, closed: true }
    const { round, amount, isFrozen } = holding
    if (round < at) throw chainError('OTHER', 'holding: the node tells of before what it told')
    const since = touching(await read(at + 1, round), [address]).filter(of => of.asset === id)
    const moved = since.reduce(
      (sum, of) => sum + BigInt(of.to === address ? of.amount : -of.amount),
      0n,
    )
    if (amount > MOST) throw chainError('OTHER', 'the node tells a balance that nobody has')
    return { currency, held: amount - moved, frozen: isFrozen, closed: false }
  })
  return { address, coin, tokens }
}
