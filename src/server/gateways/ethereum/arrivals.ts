/** What addresses of ours are paid on Ethereum: by the messages (logs) of tokens in blocks, and by what lies there (decision 0220). */
import { type Address, getAddress, type Hex, pad, slice, toEventSelector } from 'viem'
import type { Looked, Moved, TokenArrivals } from '../tokens/token-arrivals.ts'
import { chainError } from '../tokens/token-chain.ts'
import { GWEI, TOKENS } from './network.ts'
import type { EthereumNode, Log } from './node.ts'
import { balanceCall, isNothing, listedCall, numberIn } from './token-calls.ts'

/** ERC-20. */
/** The topic of a token's message that it moved. */
export const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
/** So many addresses are asked for at once: nodes take a thousand at the most (geth, eth/filters). */
const CHUNK = 500
/** What is more is no sum that anybody has. */
const MOST = 2n ** 53n

/** By a node. */
export function ethereumArrivals(node: EthereumNode): TokenArrivals {
  return {
    ends: async () => {
      const [final, last] = [await node.block('finalized'), await node.block('latest')]
      const block = Number(final.number)
      return { final: { block, hash: final.hash }, last: Math.max(Number(last.number), block) }
    },
    hashAt: async block => (await node.hashes([BigInt(block)]))[0] ?? '',
    moved: async (addresses, from, to) => {
      const told = await Promise.all(
        chunksOf(addresses).flatMap(chunk =>
          (['IN', 'OUT'] as const).map(way => movedOf(node, chunk, { way, from, to })),
        ),
      )
      const moved = told.flat()
      if (new Set(moved.map(of => nameOf(of.moved))).size < moved.length)
        throw chainError('OTHER', 'eth_getLogs: the node tells the same twice')
      await holdBlocks(node, moved)
      return moved.map(of => of.moved)
    },
    strange: async (addresses, from, to) => {
      const told = await Promise.all(
        chunksOf(addresses).map(async chunk => {
          const of = { topics: [TRANSFER, null, chunk.map(topicOf)], from, to }
          return (await node.logs(of)).flatMap(log => strangerAt(log) ?? [])
        }),
      )
      const among = new Set(addresses)
      const counts = new Map<string, number>()
      for (const address of told.flat())
        if (among.has(address)) counts.set(address, (counts.get(address) ?? 0) + 1)
      return counts
    },
    look: (addresses, at) =>
      Promise.all(addresses.map(address => lookAt(node, address as Address, BigInt(at)))),
  }
}

function chunksOf(addresses: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.ceil(addresses.length / CHUNK) }, (_, n) =>
    addresses.slice(n * CHUNK, (n + 1) * CHUNK),
  )
}

function topicOf(address: string): Hex {
  return pad(address as Hex)
}

/** The address in a topic. */
export function addressIn(topic: Hex | undefined): Address | undefined {
  return topic?.length === 66 ? getAddress(slice(topic, 12)) : undefined
}

type Asked = { readonly way: Moved['way']; readonly from: number; readonly to: number }

/** What the known tokens say. What was not asked for is an answer that cannot be, as a whole: nobody knows then what is missing of it. */
async function movedOf(node: EthereumNode, addresses: readonly string[], asked: Asked) {
  const ours = addresses.map(topicOf)
  const topics = asked.way === 'IN' ? [TRANSFER, null, ours] : [TRANSFER, ours]
  const contracts = TOKENS.map(of => of.contract)
  const logs = await node.logs({ contracts, topics, from: asked.from, to: asked.to })
  const among = new Set(addresses)
  return logs
    .map(log => {
      const moved = readMoved(log, asked)
      if (!moved || !among.has(moved.address))
        throw chainError('OTHER', 'eth_getLogs: the node tells what it was not asked')
      return { hash: log.blockHash, moved }
    })
    .filter(({ moved }) => moved.amount > 0n)
}

function readMoved(log: Log, { way, from, to }: Asked): Moved | undefined {
  const [kind, sender, payee] = log.topics
  const token = TOKENS.find(of => of.contract === getAddress(log.address))
  const [payer, paid, amount] = [addressIn(sender), addressIn(payee), numberIn(log.data)]
  const block = Number(log.blockNumber)
  if (!token || kind !== TRANSFER || log.topics.length !== 3 || log.removed) return undefined
  if (!payer || !paid || amount === undefined || amount > MOST || block < from || block > to)
    return undefined
  const [address, other] = way === 'IN' ? [paid, payer] : [payer, paid]
  return {
    ...{ txid: log.transactionHash, log_index: Number(log.logIndex), block, way },
    ...{ address, other, memo: '', currency: token.currency, amount },
  }
}

function nameOf({ txid, log_index, way }: Moved): string {
  return `${txid} ${log_index} ${way}`
}

/** Throws where a message stands in another block than the node has by now: another node answered, or it turned away meanwhile. */
async function holdBlocks(
  node: EthereumNode,
  told: readonly { readonly hash: Hex; readonly moved: Moved }[],
): Promise<void> {
  const numbers = [...new Set(told.map(of => of.moved.block))]
  const hashes = await node.hashes(numbers.map(BigInt))
  const hashOf = new Map(numbers.map((number, at) => [number, hashes[at]]))
  if (told.some(({ hash, moved }) => hashOf.get(moved.block) !== hash))
    throw chainError('OTHER', 'eth_getLogs: the node tells of another block than it has')
}

/** Whom a token that nobody here knows says that it paid. It can say whatever it likes, and most say it to be looked up. */
function strangerAt({ address, topics: [kind, , payee] }: Log): string | undefined {
  const isKnown = TOKENS.some(of => of.contract === getAddress(address))
  return isKnown || kind !== TRANSFER ? undefined : addressIn(payee)
}

async function lookAt(node: EthereumNode, address: Address, at: bigint): Promise<Looked> {
  const calls = TOKENS.flatMap(token => [balanceCall(token, address), listedCall(token, address)])
  const [coin, told] = await Promise.all([node.balance(address, at), node.calls(calls, at)])
  const tokens = TOKENS.map(({ currency }, n) => {
    const [balance, listed] = told.slice(n * 2)
    return { currency, held: numberIn(balance) ?? 0n, frozen: !isNothing(listed), closed: false }
  })
  if (tokens.some(of => of.held > MOST))
    throw chainError('OTHER', 'the node tells a balance that nobody has')
  return { address, coin: coin / GWEI, tokens }
}
