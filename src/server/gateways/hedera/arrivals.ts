/** What the account of deposits was paid on Hedera: by what the network's record says moved in blocks, and by what lies there (decision 0233). */
import { writtenMemo } from '#domain/kernel/deposit-memo.ts'
import { apart, type Looked, type Moved, type TokenArrivals } from '../tokens/token-arrivals.ts'
import { chainError } from '../tokens/token-chain.ts'
import { type HederaNetwork, SLACK_S, TOKENS, type Token } from './network.ts'
import { type Block, type HederaNode, type Holding, isFrozen, type Stood } from './node.ts'

/** What is more is no sum that anybody has, and none that is told exactly. */
const MOST = 2n ** 53n
/** So often an account is looked at again where something moved meanwhile. */
const LOOKS = 5

/** By a mirror node. */
export function hederaArrivals(node: HederaNode, chain: HederaNetwork = 'main'): TokenArrivals {
  const tokens: readonly Token[] = TOKENS[chain]
  const told = async (account: string, from: number, to: number) => {
    const blocks = await blocksOf(node, from, to)
    const [first, last] = [blocks[0], blocks.at(-1)]
    if (!first || !last) return []
    const told = await node.during(account, first.timestamp.from, last.timestamp.to)
    // What was refused as the same, or failed, stands under the id of what it was refused for, and moved nothing.
    const all = told.filter(of => of.result === 'SUCCESS')
    if (new Set(all.map(nameOf)).size < all.length)
      throw chainError('OTHER', 'transactions: the node tells the same twice')
    return all.map(of => ({ of, block: blockOf(blocks, of) }))
  }
  return {
    ends: async () => {
      const { number, second } = await node.tip()
      // Nodes that answer under one address may be as far apart as that: what one has of a time all have then.
      const final = await node.blockBy(second - SLACK_S)
      if (!final) throw chainError('OTHER', 'blocks: the node has none of a minute ago')
      return { final: { block: final.number, hash: final.hash }, last: number }
    },
    hashAt: async block => (await node.block(block)).hash,
    moved: async (accounts, from, to) => {
      const moved: Moved[] = []
      for (const account of accounts)
        for (const { of, block } of await told(account, from, to))
          moved.push(...movedBy(of, account, block, tokens))
      return apart(moved, tokens.length)
    },
    strange: async (accounts, from, to) => {
      const counts = new Map<string, number>()
      for (const account of accounts) {
        const all = await told(account, from, to)
        const count = all.reduce((sum, { of }) => sum + strangeIn(of, account, tokens), 0)
        if (count > 0) counts.set(account, count)
      }
      return counts
    },
    look: (accounts, at) =>
      Promise.all(accounts.map(account => lookAt(node, { account, at, tokens }))),
  }
}

/** All blocks from one to another, without a gap: more than a page is more than is asked for at once. */
async function blocksOf(node: HederaNode, from: number, to: number): Promise<Block[]> {
  const blocks = await node.blocks(from, to)
  if (blocks.length !== to - from + 1 || blocks.some((of, at) => of.number !== from + at))
    throw chainError('OTHER', 'blocks: the node does not have all that were asked for')
  return blocks
}

function blockOf(blocks: readonly Block[], { consensus_timestamp: at }: Stood): number {
  const found = blocks.find(({ timestamp: { from, to } }) => from <= at && at <= to)
  if (!found) throw chainError('OTHER', 'transactions: the node tells what it was not asked')
  return found.number
}

/** As wallets call it: by who pays for it, and from when on it may stand; what stands under that name besides says so. */
function nameOf({ transaction_id, nonce, scheduled }: Stood): string {
  const [, payer, second, rest] = /^(0\.0\.\d+)-(\d+)-(\d{9})$/.exec(transaction_id) ?? []
  if (!payer) throw chainError('OTHER', 'transactions: the node calls one by no id')
  const more = [...(scheduled ? ['scheduled'] : []), ...(nonce > 0 ? [`nonce=${nonce}`] : [])]
  return `${payer}@${second}.${rest}${more.length > 0 ? `?${more.join('&')}` : ''}`
}

/** What one transaction moved to an account, or away from it, of each known token: all of its parts together. */
function movedBy(of: Stood, account: string, block: number, tokens: readonly Token[]): Moved[] {
  return tokens.flatMap(({ id, currency }, log_index) => {
    const parts = of.token_transfers.filter(part => part.token_id === id)
    const net = sum(parts.filter(part => part.account === account))
    if (net === 0n) return []
    const amount = net > 0n ? net : -net
    if (amount > MOST) throw chainError('OTHER', 'transactions: the node tells what nobody has')
    const [other] = parts
      .filter(part => part.account !== account && part.amount > 0n !== net > 0n)
      .toSorted((one, two) => (abs(one.amount) < abs(two.amount) ? 1 : -1))
    return [
      {
        ...{ txid: nameOf(of), log_index, block, way: net > 0n ? ('IN' as const) : 'OUT' },
        // Who is at no other end has made it, or destroyed it.
        ...{ address: account, other: other?.account ?? id, memo: memoIn(of) },
        ...{ currency, amount },
      },
    ]
  })
}

function memoIn({ memo_base64 }: Stood): string {
  return writtenMemo(Buffer.from(memo_base64 ?? '', 'base64').toString('utf8'))
}

function sum(parts: readonly { readonly amount: bigint }[]): bigint {
  return parts.reduce((all, part) => all + part.amount, 0n)
}

function abs(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

function strangeIn(of: Stood, account: string, tokens: readonly Token[]): number {
  const known = new Set(tokens.map(token => token.id))
  return of.token_transfers.filter(
    part => part.account === account && part.amount > 0n && !known.has(part.token_id),
  ).length
}

type Asked = {
  readonly account: string
  readonly at: number
  readonly tokens: readonly Token[]
}

/** What an account has by now, less what moved since a block: nodes are not asked for what it had then. Asked twice, so that nothing moves in between. */
async function lookAt(node: HederaNode, { account, at, tokens }: Asked): Promise<Looked> {
  const { timestamp } = await node.block(at)
  for (let look = 0; look < LOOKS; look++) {
    const before = await holdingsOf(node, account, tokens)
    const since = await node.during(account, timestamp.to + 1n)
    const own = await node.account(account)
    const held = await holdingsOf(node, account, tokens)
    if (held.some((of, n) => of?.balance !== before[n]?.balance)) continue
    const takes = own && !own.deleted && !own.receiver_sig_required
    const more = takes && held.includes(null) ? await node.takesOneMore(own) : false
    return {
      ...{ address: account, coin: own?.balance?.balance ?? 0n },
      tokens: tokens.map(({ id, currency }, n) => {
        const parts = since.flatMap(of => of.token_transfers)
        const moved = sum(parts.filter(of => of.token_id === id && of.account === account))
        const balance = held[n]?.balance ?? 0n
        if (balance > MOST) throw chainError('OTHER', 'the node tells a balance that nobody has')
        const frozen = isFrozen(held[n] ?? null)
        return { currency, held: balance - moved, frozen, closed: !takes || !(held[n] || more) }
      }),
    }
  }
  throw chainError('OTHER', 'holdings: something moved each time that they were asked for')
}

function holdingsOf(
  node: HederaNode,
  account: string,
  tokens: readonly Token[],
): Promise<(Holding | null)[]> {
  return Promise.all(tokens.map(of => node.holding(account, of.id)))
}
