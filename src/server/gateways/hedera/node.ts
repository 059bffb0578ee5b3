/** A mirror node of Hedera, asked by its REST interface (docs.hedera.com, "Mirror Node REST API"). What it answers is believed no further than its shape. */
import { z } from 'zod'
import { askerOf } from '../tokens/rest-node.ts'
import { chainError } from '../tokens/token-chain.ts'
import { type ConsensusNodes, consensusOf } from './consensus.ts'

/** So many questions are asked at once: those that are free for all answer fifty in a second. */
export const AT_ONCE = 10
/** A page of the most that it gives. */
const PAGE = 100
const MOST_PAGES = 50

/** The network's numbers are of 64 bits, and anybody may have, or be given, more than numbers of JSON are exact for: none of ours are that large. */
const Whole = z
  .number()
  .min(-(2 ** 63))
  .max(2 ** 63)
  .refine(Number.isInteger)
const Amount = Whole.transform(BigInt)
const Minor = Whole.min(0).transform(BigInt)
const Id = z.string().regex(/^0\.0\.(0|[1-9]\d{0,18})$/)
/** Seconds with nine decimals, as nanoseconds. */
const Time = z
  .string()
  .regex(/^\d{1,11}\.\d{9}$/)
  .transform(text => BigInt(text.replace('.', '')))

const Account = z.object({
  account: Id,
  evm_address: z.string().nullable().default(null),
  deleted: z.boolean().nullable().default(null),
  balance: z.object({ balance: Minor.nullable() }).nullable(),
  max_automatic_token_associations: z.int().min(-1).nullable(),
  receiver_sig_required: z.boolean().nullable().default(null),
  /** Null of an account that no key moves yet. */
  key: z.object({ _type: z.string(), key: z.string() }).nullish(),
})
const Holding = z.object({
  token_id: Id,
  balance: Minor,
  freeze_status: z.enum(['FROZEN', 'UNFROZEN', 'NOT_APPLICABLE']),
  kyc_status: z.enum(['GRANTED', 'REVOKED', 'NOT_APPLICABLE']),
  automatic_association: z.boolean(),
})
const Holdings = z.object({ tokens: z.array(Holding) })
const Token = z.object({
  ...{ token_id: Id, name: z.string(), symbol: z.string(), decimals: z.string() },
  deleted: z.boolean().nullable().default(null),
  freeze_default: z.boolean().nullable().default(null),
  kyc_key: z.unknown().optional(),
  pause_status: z.enum(['PAUSED', 'UNPAUSED', 'NOT_APPLICABLE']),
  custom_fees: z
    .object({
      fixed_fees: z.array(z.unknown()).default([]),
      fractional_fees: z.array(z.unknown()).default([]),
    })
    .optional(),
})
const Stood = z.object({
  ...{ transaction_id: z.string(), transaction_hash: z.string(), result: z.string() },
  ...{ consensus_timestamp: Time, nonce: z.int(), scheduled: z.boolean() },
  memo_base64: z.string().nullish(),
  token_transfers: z.array(z.object({ token_id: Id, account: Id, amount: Amount })).default([]),
})
const Transactions = z.object({ transactions: z.array(Stood) })
const Block = z.object({
  number: z.int().min(0),
  hash: z.string().regex(/^0x[0-9a-f]{64,96}$/),
  timestamp: z.object({ from: Time, to: Time }),
})
const Blocks = z.object({ blocks: z.array(Block) })
const Rate = z.object({
  current_rate: z.object({
    cent_equivalent: z.int().min(1).transform(BigInt),
    hbar_equivalent: z.int().min(1).transform(BigInt),
  }),
})

export type Account = z.infer<typeof Account>
export type Block = z.infer<typeof Block>
export type Holding = z.infer<typeof Holding>
/** What the network has of a transaction: how it ended, and what it moved. */
export type Stood = z.infer<typeof Stood>
export type HederaNode = ReturnType<typeof hederaNode>

/** A mirror node at an address whose path may hold a key of it, of which nothing is ever in an error, and the nodes that transactions are handed to. */
export function hederaNode(
  url: string,
  nodes: ConsensusNodes,
  { now = Date.now }: { readonly now?: () => number } = {},
) {
  const { ask, find } = askerOf({ base: `${url.replace(/\/$/, '')}/api/v1`, said: Said })
  const blocks = async (query: string) => (await ask('blocks', `blocks?${query}`, Blocks)).blocks[0]
  const transactions = async (query: string) =>
    (await ask('transactions', `transactions?${query}`, Transactions)).transactions
  return {
    ...consensusOf(nodes, now),
    /** The last block that it has, and which second it is, as it knows and as we do. */
    tip: async () => {
      const last = await blocks('limit=1&order=desc')
      if (!last) throw chainError('OTHER', 'blocks: the node has none')
      const told = Number(last.timestamp.to / NS)
      const ours = Math.floor(now() / 1_000)
      return { ...last, second: Math.min(told, ours), isBehind: ours - told > STALE_S }
    },
    ...accountsOf({ ask, find }),
    token: (id: string) => ask('token', `tokens/${id}`, Token),
    /** How many of the smallest parts of an HBAR so many millionths of a dollar are by now. */
    inCoin: async (micro_usd: bigint): Promise<bigint> => {
      const { current_rate: of } = await ask('rate', 'network/exchangerate', Rate)
      const a_cent = of.cent_equivalent * MICRO_USD_OF_A_CENT
      return (micro_usd * of.hbar_equivalent * COIN + a_cent - 1n) / a_cent
    },
    /** What the network has of an id: none, one, or those besides that it refused as the same. */
    stood: async (txid: string): Promise<Stood[]> => {
      const id = txid.replace('@', '-').replace(/\.(\d{9})$/, '-$1')
      const told = await find('transaction', `transactions/${id}`, Transactions)
      return (told?.transactions ?? []).filter(of => of.nonce === 0 && !of.scheduled)
    },
    /** All that an account had a part in between two seconds; null where that is more than is read. */
    between: (account: string, first: number, last: number) =>
      pagesOf(transactions, account, { from: String(first), to: String(last) }),
    /** The same between two nanoseconds, both included, or from one on to the last there is. Throws where that is more than is read. */
    during: async (account: string, from: bigint, to?: bigint): Promise<Stood[]> => {
      const span = { from: timeOf(from), to: to === undefined ? null : timeOf(to) }
      const all = await pagesOf(transactions, account, span)
      if (!all) throw chainError('OTHER', 'transactions: more than is read at once')
      return all
    },
    block: (number: number): Promise<Block> => ask('block', `blocks/${number}`, Block),
    /** Those from one to another, in their order; of more than a page its first. */
    blocks: async (from: number, to: number): Promise<Block[]> => {
      const query = `block.number=gte:${from}&block.number=lte:${to}&limit=${PAGE}&order=asc`
      return (await ask('blocks', `blocks?${query}`, Blocks)).blocks
    },
    /** The last block that ended by a second, and the first that ended after one; null where it has none. */
    blockBy: async (second: number) =>
      (await blocks(`limit=1&order=desc&timestamp=lte:${second}`)) ?? null,
    blockAfter: async (second: number) =>
      (await blocks(`limit=1&order=asc&timestamp=gte:${second}`)) ?? null,
  }
}

/** What an account had a part in, page by page; null where that are more of them than are read. */
async function pagesOf(
  transactions: (query: string) => Promise<Stood[]>,
  account: string,
  { from, to }: { readonly from: string; readonly to: string | null },
): Promise<Stood[] | null> {
  const all: Stood[] = []
  const end = to === null ? '' : `&timestamp=lte:${to}`
  for (let page = 0, after = `gte:${from}`; page < MOST_PAGES; page++) {
    const query = `account.id=${account}&limit=${PAGE}&order=asc&timestamp=${after}${end}`
    const told = await transactions(query)
    all.push(...told)
    if (told.length < PAGE) return all
    after = `gt:${timeOf(told.at(-1)?.consensus_timestamp ?? 0n)}`
  }
  return null
}

/** Whether its issuer keeps an account from moving the token: by freezing it, or since it does not know whose it is. */
export function isFrozen(held: Holding | null): boolean {
  return held?.freeze_status === 'FROZEN' || held?.kyc_status === 'REVOKED'
}

/** What it tells of accounts. */
function accountsOf({ ask, find }: Pick<ReturnType<typeof askerOf>, 'ask' | 'find'>) {
  return {
    account: (id: string) => find('account', `accounts/${id}?transactions=false`, Account),
    /** What an account holds of a token; null where it does not hold it at all. */
    holding: async (account: string, token: string): Promise<Holding | null> => {
      const told = await find('holding', `accounts/${account}/tokens?token.id=${token}`, Holdings)
      return told?.tokens.find(of => of.token_id === token) ?? null
    },
    /** Whether an account takes one more token than those that it took by itself. */
    takesOneMore: async ({ account, max_automatic_token_associations: most }: Account) => {
      if (most === null || most <= 0) return most === -1
      let taken = 0
      for (let page = 0, after = '0.0.0'; page < MOST_PAGES; page++) {
        const query = `limit=${PAGE}&order=asc&token.id=gt:${after}`
        const { tokens } = await ask('holdings', `accounts/${account}/tokens?${query}`, Holdings)
        taken += tokens.filter(of => of.automatic_association).length
        if (taken >= most) return false
        if (tokens.length < PAGE) return true
        after = tokens.at(-1)?.token_id ?? after
      }
      return false
    },
    isContract: async (id: string) =>
      (await find('contract', `contracts/${id}`, z.object({}))) !== null,
  }
}

const NS = 1_000_000_000n
/** Of an HBAR. */
const COIN = 100_000_000n
const MICRO_USD_OF_A_CENT = 10_000n
/** The network goes on each two seconds: nothing for two minutes, and the node is behind, or all of it stands. By its time whatever is made would soon be over before it stood. */
const STALE_S = 120

function timeOf(ns: bigint): string {
  return `${ns / NS}.${String(ns % NS).padStart(9, '0')}`
}

/** What a node says beside its statuses. */
const Said = z.object({
  _status: z.object({ messages: z.array(z.object({ message: z.string() })).min(1) }),
})
