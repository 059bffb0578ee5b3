/** A node of Algorand, asked by its REST interface (dev.algorand.co, "algod"). What it answers is believed no further than its shape. */
import { encodeAddress, msgpackRawDecodeAsMap } from 'algosdk'
import { z } from 'zod'
import { askerOf, each } from '../tokens/rest-node.ts'
import { chainError } from '../tokens/token-chain.ts'

/** So many questions are asked at once. */
export const AT_ONCE = 20

const Count = z.int().min(0)
const Round = Count.transform(BigInt)
const Minor = Count.transform(BigInt)
/** Anybody may make tokens of which more moves than numbers of JSON are exact for, and move nothing of one whose number is none: none of ours do. */
const Amount = z.number().min(0)
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
  round: Count.default(0),
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
/** What stands in a block, as far as it moves tokens: what is left out is nothing, or nobody. */
const Transfer = z.object({
  ...{ type: z.string(), snd: z.string(), note: z.string().optional() },
  ...{ xaid: Amount.optional(), aamt: Amount.optional() },
  ...{ asnd: z.string().optional(), arcv: z.string().optional(), aclose: z.string().optional() },
})
export type Stood = {
  readonly txn: z.infer<typeof Transfer>
  /** What went to whom a holding was closed to. */
  readonly aca?: number | undefined
  /** What it made itself. */
  readonly dt?: { readonly itx?: readonly Stood[] | undefined } | undefined
}
const Stood: z.ZodType<Stood> = z.object({
  txn: Transfer,
  aca: Amount.optional(),
  dt: z.object({ itx: z.lazy(() => z.array(Stood)).optional() }).optional(),
})
const Block = z.object({ block: z.object({ rnd: Round, txns: z.array(Stood).default([]) }) })
const Offered = z.object({ txId: Id })

export type AlgorandNode = ReturnType<typeof algorandNode>

/** A node at an address whose path may hold a key of it, as its token is one: nothing of these is ever in an error. */
export function algorandNode(url: string, token: string | null = null) {
  const asker = askerOf({
    base: `${url.replace(/\/$/, '')}/v2`,
    headers: token === null ? {} : { 'X-Algo-API-Token': token },
    said: Said,
  })
  const ofAsset = (address: string, asset: number) => `accounts/${address}/assets/${asset}`
  const { ask, find } = asker
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
      each(of, AT_ONCE, async ({ address, asset }): Promise<Holding | null> => {
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
      each(txids, AT_ONCE, async txid => {
        const told = await find('pending', `transactions/pending/${txid}`, Pending)
        return told?.['confirmed-round'] || null
      }),
    ...blocksOf(asker),
    /** What an account holds of a token, and in which block that is; null where it does not hold it at all. */
    holdingAt: async (address: string, asset: number) => {
      const told = await find('holding', ofAsset(address, asset), Holding)
      const holding = told?.['asset-holding']
      if (!told || !holding) return null
      return { round: told.round, amount: holding.amount, isFrozen: holding['is-frozen'] }
    },
    offer: async (raw: Uint8Array<ArrayBuffer>) => {
      await ask('offer', 'transactions', Offered, raw)
    },
  }
}

/** What it tells of blocks. */
function blocksOf({ ask, find, findBytes }: ReturnType<typeof askerOf>) {
  return {
    /** The ids of what stands in a block; null where it has no such block. */
    txidsIn: async (round: bigint) =>
      (await find('txids', `blocks/${round}/txids`, Txids))?.blockTxids ?? null,
    /** What stands in a block by a lease; null where it has no such block. */
    leasedIn: async (round: bigint) => {
      const block = await findBytes('block', `blocks/${round}?format=msgpack`)
      return block && leasedIn(block)
    },
    /** What stands in a block, in its order. */
    block: async (round: bigint): Promise<readonly Stood[]> => {
      const { block } = await ask('block', `blocks/${round}?format=json`, Block)
      if (block.rnd !== round) throw chainError('OTHER', 'block: the node has another')
      return block.txns
    },
    hashOf: async (round: bigint) => (await ask('hash', `blocks/${round}/hash`, Hash)).blockHash,
  }
}

/** What stands in a block by a lease: where in it, by whom, and what it moves of a token of theirs. */
export type Leased = {
  readonly at: number
  readonly from: string
  readonly lease: Uint8Array
  readonly moved:
    | { readonly asset: bigint; readonly payee: string; readonly amount: bigint }
    | undefined
}

/** As a map of the network's own short names; of each that is not asked for here anything may stand in it. */
const named = <T extends z.ZodRawShape>(shape: T) =>
  z
    .instanceof(Map)
    .transform(map => Object.fromEntries(map))
    .pipe(z.object(shape))
const Bytes = z.instanceof(Uint8Array)
/** A block by its bytes, in which leases are what they are; JSON spells them in its own way. */
const Leases = named({
  block: named({
    txns: z
      .array(
        named({
          txn: named({
            snd: Bytes.optional(),
            lx: Bytes.optional(),
            type: z.string(),
            xaid: z.bigint().default(0n),
            aamt: z.bigint().default(0n),
            arcv: Bytes.optional(),
            asnd: Bytes.optional(),
          }),
        }),
      )
      .default([]),
  }),
})

function leasedIn(bytes: Uint8Array): Leased[] {
  const { success, data, error } = Leases.safeParse(decoded(bytes))
  if (!success) throw chainError('OTHER', 'block: another answer', error)
  return data.block.txns.flatMap(({ txn: { snd, lx, type, arcv, asnd, xaid, aamt } }, at) => {
    if (!snd || !lx) return []
    const moved =
      type === 'axfer' && arcv && !asnd
        ? { asset: xaid, payee: encodeAddress(arcv), amount: aamt }
        : undefined
    return [{ at, from: encodeAddress(snd), lease: lx, moved }]
  })
}

function decoded(bytes: Uint8Array): unknown {
  try {
    return msgpackRawDecodeAsMap(bytes)
  } catch {
    return null
  }
}

/** What a node says beside its statuses. */
const Said = z.object({ message: z.string() })

/** A network that goes on makes a block each three seconds: no block for five minutes, and the node is behind, or all of it stands. */
const STALE_NS = 300_000_000_000
