/** Following the chain: what the treasury was paid, what of it was spent, and how deep our transactions stand. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { GatewayError } from '../gateway-error.ts'
import type { BitcoinNode, Chain } from './bitcoin-node.ts'
import { alone, buryDead, dropFrom, keepBlock, listOpen, topBlock } from './books.store.ts'
import { keepDeposits, listUnread, unreadFrom } from './deposit.store.ts'

/** So many blocks are read in one go; the next go reads on. */
const MOST_BLOCKS = 200
const BLOCKS_AN_HOUR = 6

export type Treasury = {
  readonly node: BitcoinNode
  /** The network that the node has to follow. */
  readonly chain: Chain
  /** The locking script of what is ours. */
  readonly script: string
  /** The first block that is read: the treasury was not paid before it. Null where that is the next one. */
  readonly from_height: number | null
}

/**
 * Reads the blocks that came since, and forgets those that the chain left behind; then offers again what stands in no block, which is what a node that
 * forgot it, or was away when it was signed, needs. Killed anywhere, the next goes on where it was: each block is kept whole or not at all. Answers whether it
 * came to the end of the chain.
 */
export async function followChain(db: Kysely<DB>, treasury: Treasury): Promise<boolean> {
  const { node } = treasury
  const { height: tip } = await tipOf(treasury)
  await leaveFork(db, node)
  await readForDeposits(db, node)
  let goesOn = true
  for (let read = 0; goesOn && read < MOST_BLOCKS; read++)
    goesOn = await readNext(db, treasury, tip)
  await alone(db, books => buryDead(books))
  for (const { raw } of await listOpen(db)) await node.broadcast(raw)
  return !goesOn
}

/** Whether so much of the chain is read that what the books know of the treasury is what it has: up to an hour ago. */
export async function isRead(db: Kysely<DB>, treasury: Treasury): Promise<boolean> {
  const { height } = await tipOf(treasury)
  const top = await topBlock(db)
  return top !== undefined && top.height >= height - BLOCKS_AN_HOUR
}

/** How far the node came on its network. Throws BITCOIN_OTHER_NETWORK where it follows another than it has to: nothing is paid there. */
export async function tipOf({
  node,
  chain: ours,
}: Pick<Treasury, 'node' | 'chain'>): Promise<{ height: number }> {
  const { chain, height } = await node.tip()
  if (chain !== ours)
    throw new GatewayError('BITCOIN_OTHER_NETWORK', `the node follows ${chain}, and not ${ours}`, {
      retriable: false,
    })
  return { height }
}

async function leaveFork(db: Kysely<DB>, node: BitcoinNode): Promise<void> {
  for (let top = await topBlock(db); top; top = await topBlock(db)) {
    const { height, hash } = top
    if ((await node.hashAt(height)) === hash) return
    await alone(db, async books => {
      const now = await topBlock(books)
      if (now?.hash === hash) await dropFrom(books, height)
    })
  }
}

/** Reads the block after the last one that was read; answers whether there was one that follows it. */
async function readNext(
  db: Kysely<DB>,
  { node, script, from_height }: Treasury,
  tip: number,
): Promise<boolean> {
  const top = await topBlock(db)
  const height = top ? top.height + 1 : (from_height ?? tip)
  const hash = height <= tip ? await node.hashAt(height) : null
  if (hash === null) return false
  const block = await node.block(hash)
  // The chain turned away meanwhile: the next go sees it.
  if (top && block.previous !== top.hash) return false
  return alone(db, async books => {
    const now = await topBlock(books)
    // Another process was first.
    if (now?.hash !== top?.hash) return true
    await keepBlock(books, height, block, script)
    await keepDeposits(books, height, block)
    return true
  })
}

/** Looks for deposits in blocks that a process of before kept, which looks for none; the others are as they were. */
async function readForDeposits(db: Kysely<DB>, node: BitcoinNode): Promise<void> {
  const [first] = await listUnread(db, 1)
  if (!first) return
  await alone(db, books => unreadFrom(books, first.height))
  for (const { height, hash } of await listUnread(db, MOST_BLOCKS)) {
    const block = await node.block(hash)
    const goesOn = await alone(db, async books => {
      const [next] = await listUnread(books, 1)
      // Another process was first, or the chain left it behind.
      if (next?.hash !== hash) return false
      await keepDeposits(books, height, block)
      return true
    })
    if (!goesOn) return
  }
}
