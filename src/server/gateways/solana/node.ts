/** A node of Solana, asked by JSON-RPC (solana.com/docs/rpc); only what is final is read of accounts. What it answers is believed no further than its shape. */
import {
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  isSolanaError,
  MAX_SUPPORTED_TRANSACTION_VERSION,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
} from '@solana/kit'
import { z } from 'zod'
import { chainError } from '../tokens/token-chain.ts'
import { type Account, Accounts, type Ask, accountIn, type Rpc, same } from './asked.ts'
import { wholeOf } from './message.ts'
import { movingOf } from './moving.ts'

const ANSWERS_WITHIN_MS = 20_000
/** So many accounts a node tells at once, and so many signatures. */
const MOST_ACCOUNTS = 100
const MOST_SIGNATURES = 256
/** Of what named a nonce account so many are looked at: nothing of ours uses it while something waits by it. */
const MOST_USES = 200

const Statuses = z.object({
  value: z.array(
    z
      .object({
        confirmations: z.bigint().min(0n).nullable(),
        confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullable(),
        err: z.unknown(),
      })
      .nullable(),
  ),
})
const Signatures = z.array(z.object({ signature: z.string() }))
const Balance = z.object({
  accountIndex: z.coerce.number(),
  uiTokenAmount: z.object({
    amount: z
      .string()
      .regex(/^\d{1,20}$/)
      .transform(BigInt),
  }),
})
const Sent = z
  .object({
    transaction: z.tuple([z.base64(), z.literal('base64')]),
    meta: z.object({
      err: z.unknown(),
      preTokenBalances: z.array(Balance).nullish(),
      postTokenBalances: z.array(Balance).nullish(),
      loadedAddresses: z
        .object({ writable: z.array(z.string()), readonly: z.array(z.string()) })
        .nullish(),
    }),
  })
  .nullable()
/** What stands for good: its bytes, why it moved nothing where that is so, and what accounts of tokens gained by it. */
export type Stood = {
  readonly raw: string
  readonly err: unknown
  readonly gained: ReadonlyMap<string, bigint>
}
export type Status = NonNullable<z.output<typeof Statuses>['value'][number]>

const Fees = z.array(z.object({ prioritizationFee: z.bigint().min(0n) }))
const Latest = z.object({
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.bigint() }),
})

export type SolanaNode = ReturnType<typeof solanaNode>

/** A node at an address whose path may hold a key of it: nothing of that is ever in an error. */
export function solanaNode(url: string) {
  const rpc = createSolanaRpc(url)
  const ask: Ask = async (method, call, shape) => {
    const answer = await call
      .send({ abortSignal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
      .catch(error => {
        throw wrongWith(method, error)
      })
    const read = shape.safeParse(answer)
    if (!read.success) throw chainError('OTHER', `${method}: another answer`, read.error)
    return read.data
  }
  return {
    genesis: () => ask('getGenesisHash', rpc.getGenesisHash(), z.string()),
    /** Throws where it says itself that it is behind. */
    health: () => ask('getHealth', rpc.getHealth(), z.literal('ok')),
    height: async () =>
      Number(await ask('getSlot', rpc.getSlot({ commitment: 'finalized' }), z.bigint())),
    /** In their order; null where there is none. */
    accounts: async (addresses: readonly Address[]): Promise<(Account | null)[]> => {
      const found = await inParts(addresses, MOST_ACCOUNTS, async some => {
        const call = rpc.getMultipleAccounts(some, { encoding: 'base64', commitment: 'finalized' })
        return same('getMultipleAccounts', some, (await ask('accounts', call, Accounts)).value)
      })
      return found.map(accountIn)
    },
    /** What it knows of transactions, however old; in their order. */
    statuses: (txids: readonly string[]): Promise<(Status | null)[]> =>
      inParts(txids, MOST_SIGNATURES, async some => {
        const call = rpc.getSignatureStatuses(some as Signature[], {
          searchTransactionHistory: true,
        })
        return same(
          'getSignatureStatuses',
          some,
          (await ask('getSignatureStatuses', call, Statuses)).value,
        )
      }),
    ...historyOf(rpc, ask),
    ...movingOf(rpc, ask),
    /** What others paid for a unit of computation to write to these accounts within some minutes, in millionths of a lamport. */
    unitPrices: async (addresses: readonly Address[]): Promise<bigint[]> =>
      (
        await ask('getRecentPrioritizationFees', rpc.getRecentPrioritizationFees(addresses), Fees)
      ).map(of => of.prioritizationFee),
    /** What an account of so many bytes has to hold, in lamports. */
    rent: (bytes: bigint) =>
      ask(
        'getMinimumBalanceForRentExemption',
        rpc.getMinimumBalanceForRentExemption(bytes),
        z.bigint().min(0n),
      ),
    latestBlock: async () =>
      (await ask('getLatestBlockhash', rpc.getLatestBlockhash({ commitment: 'finalized' }), Latest))
        .value,
    /** Without a trial on the node: what moves nothing is to stand on the chain as that, and to use up its nonce, rather than to be refused by one node. */
    offer: (raw: string) =>
      ask(
        'sendTransaction',
        rpc.sendTransaction(raw as Base64EncodedWireTransaction, {
          encoding: 'base64',
          skipPreflight: true,
        }),
        z.string(),
      ),
  }
}

/** What became of what is final. */
function historyOf(rpc: Rpc, ask: Ask) {
  return {
    /** The last that named an account and are final, the newest first. */
    signaturesFor: async (address: Address): Promise<string[]> => {
      const of = { limit: MOST_USES, commitment: 'finalized' } as const
      const call = rpc.getSignaturesForAddress(address, of)
      return (await ask('getSignaturesForAddress', call, Signatures)).map(one => one.signature)
    },
    /** One that is final; null where it has none of it. */
    transaction: async (txid: string): Promise<Stood | null> => {
      const call = rpc.getTransaction(
        txid as Signature,
        {
          ...{
            encoding: 'base64',
            commitment: 'finalized',
            maxSupportedTransactionVersion: MAX_SUPPORTED_TRANSACTION_VERSION,
          },
        } as const,
      )
      const told = await ask('getTransaction', call, Sent)
      return told && stoodIn(told)
    },
  }
}

function stoodIn({ transaction: [raw], meta }: NonNullable<z.output<typeof Sent>>): Stood {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const accounts = [...accountsIn(raw), ...writable, ...readonly]
  const gained = new Map<string, bigint>()
  const count = (of: z.output<typeof Balance>[] | null | undefined, sign: bigint) => {
    for (const { accountIndex, uiTokenAmount } of of ?? []) {
      const account = accounts[accountIndex] ?? ''
      gained.set(account, (gained.get(account) ?? 0n) + sign * uiTokenAmount.amount)
    }
  }
  count(meta.preTokenBalances, -1n)
  count(meta.postTokenBalances, 1n)
  return { raw, err: meta.err, gained }
}

function accountsIn(raw: string): readonly string[] {
  try {
    return wholeOf(raw).message.staticAccounts
  } catch {
    return []
  }
}

/** What the node says in its own name is not told further than its kind: an address may hold a key. */
function wrongWith(method: string, error: unknown) {
  if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY))
    return chainError('BEHIND', 'the node still catches up')
  if (isSolanaError(error) && '__serverMessage' in error.context)
    return chainError('OTHER', `${method}: the node refused (${error.context.__code})`)
  return chainError('SILENT', `the node does not answer ${method}`)
}

async function inParts<A, B>(
  all: readonly A[],
  most: number,
  ask: (some: A[]) => Promise<B[]>,
): Promise<B[]> {
  const found: B[] = []
  for (let at = 0; at < all.length; at += most) found.push(...(await ask(all.slice(at, at + most))))
  return found
}
