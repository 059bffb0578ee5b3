/** A node of Ethereum, asked by JSON-RPC (ethereum.github.io/execution-apis). What it answers is believed no further than its shape. */
import {
  type Address,
  BaseError,
  type Hex,
  HttpRequestError,
  http,
  isAddress,
  isHex,
  RpcRequestError,
  toHex,
} from 'viem'
import { z } from 'zod'
import { chainError } from '../tokens/token-chain.ts'

const ANSWERS_WITHIN_MS = 20_000
/** So many questions are asked at once; rented nodes take few more. */
const AT_ONCE = 50
/** How HTTP says that too much was asked. */
const REFUSALS = [400, 413]

const Bytes = z.string().refine((text): text is Hex => isHex(text))
const Hash = z.string().regex(/^0x[0-9a-f]{64}$/) as unknown as z.ZodType<Hex>
const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)
const Account = z.string().refine((text): text is Address => isAddress(text, { strict: false }))

const Block = z.object({ number: Quantity, hash: Hash })
export type Block = z.output<typeof Block>

const Receipt = z
  .object({
    ...{ transactionHash: Hash, from: Account, status: Quantity },
    blockHash: Hash.nullable(),
    blockNumber: Quantity.nullable(),
    logs: z.array(z.object({ address: Account, topics: z.array(Bytes), data: Bytes })),
  })
  .nullable()
export type Receipt = NonNullable<z.output<typeof Receipt>>

const Log = z.object({
  ...{ address: Account, topics: z.array(Bytes), data: Bytes, logIndex: Quantity },
  ...{ transactionHash: Hash, blockHash: Hash, blockNumber: Quantity },
  removed: z.boolean().optional(),
})
export type Log = z.output<typeof Log>

const Fees = z.object({
  baseFeePerGas: z.array(Quantity).min(1),
  reward: z.array(z.array(Quantity)).optional(),
})
const Whole = z.object({ transactions: z.array(z.looseObject({ hash: Hash })) })
export type InBlock = z.output<typeof Whole>['transactions'][number]

/** At the end of which block something is asked: of its number, or the last there is. */
export type At = bigint | 'latest'
export type Call = { readonly to: Address; readonly data: Hex }

/** Of each topic one of those that are named, or any. */
export type LogFilter = {
  readonly contracts?: readonly Address[]
  readonly topics: readonly (Hex | readonly Hex[] | null)[]
  readonly from: number
  readonly to: number
}

export type EthereumNode = ReturnType<typeof ethereumNode>

/** A node at an address whose path may hold a key of it: nothing of that is ever in an error. */
export function ethereumNode(url: string) {
  const transport = http(url, {
    ...{ batch: { batchSize: AT_ONCE }, retryCount: 0, timeout: ANSWERS_WITHIN_MS },
  })({ retryCount: 0 })
  const ask = async <T>(
    method: string,
    params: readonly unknown[],
    shape: z.ZodType<T>,
  ): Promise<T> => {
    const answer: unknown = await transport.request({ method, params }).catch(error => {
      throw wrongWith(method, error)
    })
    const read = shape.safeParse(answer)
    if (!read.success) throw chainError('OTHER', `${method}: another answer`, read.error)
    return read.data
  }
  return {
    chainId: () => ask('eth_chainId', [], Quantity),
    /** Whether it says itself that it is behind. */
    isSyncing: async () => (await ask('eth_syncing', [], z.unknown())) !== false,
    block: (at: At | 'finalized') => ask('eth_getBlockByNumber', [spelled(at), false], Block),
    /** The hashes of blocks by their numbers, in their order. */
    hashes: (numbers: readonly bigint[]) =>
      each(
        numbers,
        async at => (await ask('eth_getBlockByNumber', [spelled(at), false], Block)).hash,
      ),
    /** What calls answer, in their order. */
    calls: (calls: readonly Call[], at: At) =>
      each(calls, call => ask('eth_call', [call, spelled(at)], Bytes)),
    codes: (addresses: readonly Address[], at: At) =>
      each(addresses, of => ask('eth_getCode', [of, spelled(at)], Bytes)),
    /** How many transactions of an account stand in blocks: the nonce of its next. */
    count: (of: Address, at: At) => ask('eth_getTransactionCount', [of, spelled(at)], Quantity),
    balance: (of: Address, at: At) => ask('eth_getBalance', [of, spelled(at)], Quantity),
    /** In their order; null where it has none. */
    receipts: (txids: readonly Hex[]) =>
      each(txids, txid => ask('eth_getTransactionReceipt', [txid], Receipt)),
    /** What a unit of gas costs in the next block, and what half of those offered beside that who stand in each of the last, in wei. */
    fees: async () => {
      const { baseFeePerGas, reward = [] } = await ask(
        'eth_feeHistory',
        [toHex(10), 'latest', [50]],
        Fees,
      )
      return { base: baseFeePerGas.at(-1) ?? 0n, tips: reward.flat() }
    },
    transactionsIn: async (at: bigint) =>
      (await ask('eth_getBlockByNumber', [spelled(at), true], Whole)).transactions,
    /** What contracts, or any where none is named, said in blocks from one to another. A node may refuse many blocks at once. */
    logs: ({ contracts, topics, from, to }: LogFilter) =>
      ask(
        'eth_getLogs',
        [{ address: contracts, topics, fromBlock: toHex(from), toBlock: toHex(to) }],
        z.array(Log),
      ),
    offer: (raw: Hex) => ask('eth_sendRawTransaction', [raw], Hash),
  }
}

function spelled(at: At | 'finalized'): string {
  return typeof at === 'bigint' ? toHex(at) : at
}

function each<A, B>(all: readonly A[], ask: (one: A) => Promise<B>): Promise<B[]> {
  return Promise.all(all.map(ask))
}

/** What the node says in its own name is not told further than its kind: an address may hold a key. */
function wrongWith(method: string, error: unknown) {
  const refused = error instanceof BaseError && error.walk(of => of instanceof RpcRequestError)
  if (refused instanceof RpcRequestError)
    return chainError('OTHER', `${method}: the node refused (${refused.code})`)
  const answered = error instanceof BaseError && error.walk(of => of instanceof HttpRequestError)
  if (answered instanceof HttpRequestError && REFUSALS.includes(answered.status ?? 0))
    return chainError('OTHER', `${method}: the node refused (${answered.status})`)
  return chainError('SILENT', `the node does not answer ${method}`)
}
