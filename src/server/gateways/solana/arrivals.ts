/** What the wallet of deposits was paid on Solana: by the transactions that name its accounts, and by what lies there (decision 0233). */
import { type Address, isAddress } from '@solana/kit'
import {
  AccountState,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { writtenMemo } from '#domain/kernel/deposit-memo.ts'
import { each } from '../tokens/rest-node.ts'
import { apart, type Looked, type Moved, type TokenArrivals } from '../tokens/token-arrivals.ts'
import { chainError } from '../tokens/token-chain.ts'
import type { Account } from './asked.ts'
import type { Moving } from './moving.ts'
import { MINTS, SLACK } from './network.ts'
import type { SolanaNode } from './node.ts'
import { accountOf } from './transactions.ts'

/** What is more is no sum that anybody has. */
const MOST = 2n ** 53n
/** So many questions are asked at once, and so many pages of transactions read of an account. */
const AT_ONCE = 10
const MOST_PAGES = 1_000

/** By a node that keeps all of its history. */
export function solanaArrivals(node: SolanaNode): TokenArrivals {
  // Of one go, in whose slices the same is asked again and again.
  let listed = listing(node)
  return {
    ends: async () => {
      listed = listing(node)
      const last = await node.height()
      // What one of the nodes that answer under one address has of a time all have then.
      const block = await node.blockBy(last - SLACK)
      return { final: { block, hash: await node.hashOf(block) }, last }
    },
    hashAt: async slot => node.hashOf(await node.blockBy(slot)),
    moved: async (wallets, from, to) => {
      const all = await each(wallets, 1, wallet => movedAt(listed, wallet, { from, to }))
      return apart(all.flat(), MINTS.length)
    },
    strange: async (wallets, from, to) => {
      const counts = new Map<string, number>()
      for (const wallet of wallets) {
        const count = (await stoodAt(listed, wallet, { from, to })).reduce(
          (sum, of) => sum + strangeIn(of, wallet),
          0,
        )
        if (count > 0) counts.set(wallet, count)
      }
      return counts
    },
    look: (wallets, at) => each(wallets, 1, wallet => lookAt(node, wallet, at)),
  }
}

type Span = { readonly from: number; readonly to: number }

type Named = { readonly signature: string; readonly slot: number }
type Listing = ReturnType<typeof listing>

/** What names accounts, each asked for once: from the newest back to the first slot that is asked of. Later slots than those that were there are not asked for. */
function listing(node: SolanaNode) {
  const known = new Map<string, { readonly from: number; readonly named: readonly Named[] }>()
  const read = async (account: string, from: number): Promise<readonly Named[]> => {
    const named: Named[] = []
    let before: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const told = await node.signatures(account, before)
      named.push(...told.filter(of => of.ok && of.slot >= from))
      before = told.at(-1)?.signature
      if (before !== undefined && (told.at(-1)?.slot ?? 0) >= from) continue
      if (new Set(named.map(of => of.signature)).size < named.length)
        throw chainError('OTHER', 'getSignaturesForAddress: the node tells the same twice')
      return named
    }
    throw chainError('OTHER', 'getSignaturesForAddress: more than is read at once')
  }
  return {
    node,
    named: async (account: string, from: number): Promise<readonly Named[]> => {
      const before = known.get(account)
      if (before && before.from <= from) return before.named
      const named = await read(account, from)
      known.set(account, { from, named })
      return named
    },
  }
}

/** What stands in slots and names an account, the oldest first; what moved nothing is left out. */
async function stoodAt({ node, named }: Listing, account: string, { from, to }: Span) {
  const found = (await named(account, from)).filter(of => of.slot >= from && of.slot <= to)
  return each(found.toReversed(), AT_ONCE, of => node.moving(of.signature, of.slot))
}

async function movedAt(listed: Listing, wallet: string, span: Span): Promise<Moved[]> {
  const of = await each(MINTS, 1, async ({ mint, currency }, log_index) => {
    const account = await accountOf(wallet as Address, mint)
    const stood = await stoodAt(listed, account, span)
    return stood.flatMap(({ signature: txid, slot: block, balances, memo }) => {
      const changes = changesOf(balances, mint)
      const net = changes.find(one => one.account === account)?.net ?? 0n
      const amount = net < 0n ? -net : net
      if (amount > MOST) throw chainError('OTHER', 'getTransaction: the node tells what nobody has')
      if (amount === 0n) return []
      const [other] = changes
        .filter(one => one.net < 0n !== net < 0n && one.net !== 0n)
        .toSorted((one, two) => (one.net * one.net < two.net * two.net ? 1 : -1))
      const way: Moved['way'] = net > 0n ? 'IN' : 'OUT'
      // Who is at no other end has made it, or destroyed it.
      const ends = { address: wallet, other: other?.owner ?? mint, memo: writtenMemo(memo) }
      return [{ txid, log_index, block, way, ...ends, currency, amount }]
    })
  })
  return of.flat()
}

/** What a transaction changed of each account of a token. */
function changesOf({ pre, post }: Moving['balances'], mint: string) {
  const of = (all: Moving['balances']['pre']) =>
    new Map(all.filter(one => one.mint === mint).map(one => [one.account, one]))
  const [was, is] = [of(pre), of(post)]
  return [...new Set([...was.keys(), ...is.keys()])].map(account => ({
    account,
    owner: (is.get(account) ?? was.get(account))?.owner ?? account,
    net: (is.get(account)?.amount ?? 0n) - (was.get(account)?.amount ?? 0n),
  }))
}

/** How many accounts of the wallet for tokens that nobody here knows it filled. */
function strangeIn({ balances }: Moving, wallet: string): number {
  const mints = new Set(balances.post.filter(of => of.owner === wallet).map(of => of.mint))
  const unknown = [...mints].filter(mint => !MINTS.some(of => of.mint === mint))
  return unknown
    .flatMap(mint => changesOf(balances, mint))
    .filter(of => of.owner === wallet && of.net > 0n).length
}

/** What a wallet has by now, which the node says of a slot, less what moved since the one that is asked for. */
async function lookAt(node: SolanaNode, wallet: string, at: number): Promise<Looked> {
  if (!isAddress(wallet)) throw new Error(`${wallet} is no address`)
  const accounts = await Promise.all(MINTS.map(({ mint }) => accountOf(wallet, mint)))
  const { slot, found } = await node.accountsAt([wallet, ...accounts])
  if (slot < at) throw chainError('OTHER', 'accounts: the node tells of before what it told')
  const since = await movedAt(listing(node), wallet, { from: at + 1, to: slot })
  const tokens = MINTS.map(({ mint, currency }, n) => {
    const token = tokensIn(found[n + 1] ?? null, mint, wallet)
    const moved = since
      .filter(of => of.currency === currency)
      .reduce((sum, of) => sum + (of.way === 'IN' ? of.amount : -of.amount), 0n)
    const amount = token?.amount ?? 0n
    if (amount > MOST) throw chainError('OTHER', 'the node tells a balance that nobody has')
    const frozen = token?.state === AccountState.Frozen
    return { currency, held: amount - moved, frozen, closed: !token }
  })
  return { address: wallet, coin: found[0]?.lamports ?? 0n, tokens }
}

function tokensIn(account: Account | null, mint: string, wallet: string) {
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getTokenSize())
    return undefined
  const token = getTokenDecoder().decode(account.data)
  return token.mint === mint && token.owner === wallet ? token : undefined
}
