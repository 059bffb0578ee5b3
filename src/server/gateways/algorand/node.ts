/** A node of Algorand, asked by its REST interface (dev.algorand.co, "algod"). What it answers is believed no further than its shape. */
import { z } from 'zod'
import { chainError } from '../tokens/token-chain.ts'

const ANSWERS_WITHIN_MS = 20_000
/** So many questions are asked at once. */
const AT_ONCE = 20

const Count = z.int().min(0)
const Round = Count.transform(BigInt)
const Minor = Count.transform(BigInt)
const Id = z.string().regex(/^[A-Z2-7]{52}$/)

const Status = z.object({
  'last-round': Round,
  'catchup-time': Count,
  'time-since-last-round': Count,
  'stopped-at-unsupported-round': z.boolean().default(false),
})
const Params = z.object({
  'genesis-hash': z.string(),
  fee: Minor,
  'min-fee': Minor,
})
const Wallet = z.object({ amount: Minor, 'min-balance': Minor })
const Holding = z.object({
  'asset-holding': z
    .object({ amount: Minor.default(0n), 'is-frozen': z.boolean().default(false) })
    .optional(),
})
export type Holding = { readonly amount: bigint; readonly isFrozen: boolean }
const Shape = z.object({
  params: z.object({ decimals: Count.default(0), 'unit-name': z.string().default('') }),
})
const Pending = z.object({ 'confirmed-round': Round.optional() })
const Txids = z.object({ blockTxids: z.array(Id).default([]) })
const Hash = z.object({ blockHash: z.string().regex(/^[A-Z2-7]{52}$/) })
const Offered = z.object({ txId: Id })

export type AlgorandNode = ReturnType<typeof algorandNode>

/** A node at an address whose path may hold a key of it, as its token is one: nothing of these is ever in an error. */
export function algorandNode(url: string, token: string | null = null) {
  const { ask, find } = askerOf(url, token)
  const ofAsset = (address: string, asset: number) => `accounts/${address}/assets/${asset}`
  return {
    /** The last block, and whether it says itself that it is behind. */
    status: async () => {
      const told = await ask('status', 'status', Status)
      const isBehind =
        told['catchup-time'] > 0 ||
        told['stopped-at-unsupported-round'] ||
        told['time-since-last-round'] > STALE_NS
      return { round: told['last-round'], isBehind }
    },
    /** Which network it follows, and what that takes for a transaction: at the least, and for a byte where it is full. */
    params: async () => {
      const told = await ask('params', 'transactions/params', Params)
      return {
        genesis_hash: told['genesis-hash'],
        ...{ least_fee: told['min-fee'], for_a_byte: told.fee },
      }
    },
    /** What an account has of the network's coin, and has to keep. */
    wallet: async (address: string) => {
      const told = await ask('account', `accounts/${address}?exclude=all`, Wallet)
      return { amount: told.amount, least: told['min-balance'] }
    },
    /** What accounts hold of tokens, in their order; null where one does not hold it at all. */
    holdings: (of: readonly { readonly address: string; readonly asset: number }[]) =>
      each(of, async ({ address, asset }): Promise<Holding | null> => {
        const told = await find('holding', ofAsset(address, asset), Holding)
        const holding = told?.['asset-holding']
        return holding ? { amount: holding.amount, isFrozen: holding['is-frozen'] } : null
      }),
    asset: async (id: number) => {
      const { params } = await ask('asset', `assets/${id}`, Shape)
      return { decimals: params.decimals, unit: params['unit-name'] }
    },
    /** The rounds in which transactions stand, in their order, as far as it remembers; null otherwise. */
    rounds: (txids: readonly string[]) =>
      each(txids, async txid => {
        const told = await find('pending', `transactions/pending/${txid}`, Pending)
        return told?.['confirmed-round'] || null
      }),
    /** The ids of what stands in a block; null where it has no such block. */
    txidsIn: async (round: bigint) =>
      (await find('txids', `blocks/${round}/txids`, Txids))?.blockTxids ?? null,
    hashOf: async (round: bigint) => (await ask('hash', `blocks/${round}/hash`, Hash)).blockHash,
    offer: async (raw: Uint8Array<ArrayBuffer>) => {
      await ask('offer', 'transactions', Offered, raw)
    },
  }
}

/** Asks a node: for what it has to have, or for what it may have none of. */
function askerOf(url: string, token: string | null) {
  const base = url.replace(/\/$/, '')
  const headers: Record<string, string> = token === null ? {} : { 'X-Algo-API-Token': token }
  /** Null where it has no such thing. */
  const find = async <T>(
    what: string,
    path: string,
    shape: z.ZodType<T>,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<T | null> => {
    const response = await fetch(`${base}/v2/${path}`, {
      ...(body
        ? { body, method: 'POST', headers: { ...headers, 'content-type': 'application/x-binary' } }
        : { headers }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    }).catch(() => {
      throw silent(what)
    })
    const answer = await read(response, what)
    if (response.status === 404 && Said.safeParse(answer).success) return null
    if (response.status >= 500) throw silent(what)
    if (!response.ok) throw chainError('OTHER', `${what}: the node refused (${response.status})`)
    const found = shape.safeParse(answer)
    if (!found.success) throw chainError('OTHER', `${what}: another answer`, found.error)
    return found.data
  }
  const ask = async <T>(...asked: Parameters<typeof find<T>>): Promise<T> => {
    const found = await find(...asked)
    if (found === null) throw chainError('OTHER', `${asked[0]}: the node has none`)
    return found
  }
  return { ask, find }
}

/** What a node says beside its statuses: who answers 404 without it is none, and knows of nothing. */
const Said = z.object({ message: z.string() })

/** What was answered; null where it is no JSON. */
async function read(response: Response, what: string): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw silent(what)
  })
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A network that goes on makes a block each three seconds: no block for five minutes, and the node is behind, or all of it stands. */
const STALE_NS = 300_000_000_000

function silent(what: string) {
  return chainError('SILENT', `the node does not answer ${what}`)
}

/** Asks for each, some at a time, and answers in their order. */
export async function each<A, B>(
  all: readonly A[],
  ask: (one: A) => Promise<B>,
): Promise<Awaited<B>[]> {
  const answers: Awaited<B>[] = []
  for (let at = 0; at < all.length; at += AT_ONCE)
    answers.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(ask))))
  return answers
}
