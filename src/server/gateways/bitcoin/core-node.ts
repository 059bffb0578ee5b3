/**
 * A node that is asked as Bitcoin Core is, by JSON-RPC: getblockchaininfo, getblockhash, getblock, getrawtransaction, estimatesmartfee and sendrawtransaction
 * (developer.bitcoin.org/reference/rpc). It needs no wallet; an index of transactions only to look up what is not ours.
 */
import { z } from 'zod'
import { GatewayError } from '../gateway-error.ts'
import type { BitcoinNode } from './bitcoin-node.ts'

/** Long enough for a block, whole, of a node on a slow disk. */
const ANSWERS_WITHIN_MS = 60_000
/** RPC_INVALID_PARAMETER: a height beyond the tip. */
const OUT_OF_RANGE = -8
/** RPC_INVALID_ADDRESS_OR_KEY: no such transaction in its pool, nor in its index where it has one. */
const UNKNOWN_TRANSACTION = -5
/** RPC_VERIFY_ALREADY_IN_UTXO_SET: it stands in a block. */
const STANDS_ALREADY = -27
/** RPC_VERIFY_ERROR and RPC_VERIFY_REJECTED: the node understood it, and does not take it. */
const REFUSALS = [-25, -26]
const KNOWN = /already[ -]in[ -]mempool|already[ -]known/i

const SAT = 100_000_000
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
/** An amount in bitcoin: at most 21 million, so that a number carries each of its eight decimals. */
const Amount = z.number().transform(bitcoin => BigInt(Math.round(bitcoin * SAT)))

const Info = z.object({
  chain: z.enum(['main', 'test', 'testnet4', 'signet', 'regtest']),
  blocks: z.int().min(0),
  initialblockdownload: z.boolean(),
})
const Outputs = z.array(
  z.object({ n: z.int().min(0), value: Amount, scriptPubKey: z.object({ hex: z.string() }) }),
)
const Whole = z.object({
  hash: Hash,
  previousblockhash: Hash.default('0'.repeat(64)),
  tx: z.array(
    z.object({
      txid: Hash,
      vin: z.array(z.object({ txid: Hash.optional(), vout: z.int().min(0).optional() })),
      vout: Outputs,
    }),
  ),
})
const Known = z.object({ txid: Hash, vout: Outputs, confirmations: z.int().min(0).default(0) })
const Hex = z.string().regex(/^(?:[0-9a-f]{2})+$/)
const Fee = z.object({ feerate: z.number().positive().optional() })
const Answer = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})

/** Of a kilobyte's fee in bitcoin what a byte costs in satoshi. */
const PER_BYTE = SAT / 1000

/** A node at `http://user:password@host:port`, its credentials among them. Nothing of these is ever in an error. */
export function coreNode(url: string): BitcoinNode {
  const { address, authorization } = readRpcUrl(url)
  const ask = async <T>(method: string, params: readonly unknown[], shape: z.ZodType<T>) => {
    const { result, error } = await call(address, authorization, method, params)
    if (error) throw wrong(`${method}: ${error.message} (${error.code})`)
    const read = shape.safeParse(result)
    if (!read.success) throw wrong(method, read.error)
    return read.data
  }
  return {
    tip: async () => {
      const { chain, blocks, initialblockdownload } = await ask('getblockchaininfo', [], Info)
      if (initialblockdownload)
        throw new GatewayError('BITCOIN_NODE_BEHIND', 'the node still catches up', {
          retriable: true,
        })
      return { chain, height: blocks }
    },
    hashAt: async height => {
      const { result, error } = await call(address, authorization, 'getblockhash', [height])
      if (error?.code === OUT_OF_RANGE) return null
      const read = Hash.safeParse(result)
      if (!read.success) throw wrong(`getblockhash: ${error?.message ?? 'no hash'}`)
      return read.data
    },
    block: async hash => {
      const { previousblockhash: previous, tx, ...block } = await ask('getblock', [hash, 2], Whole)
      return {
        ...{ hash: block.hash, previous },
        transactions: tx.map(({ txid, vin, vout }) => ({
          txid,
          spends: vin.flatMap(of =>
            of.txid !== undefined && of.vout !== undefined
              ? [{ txid: of.txid, vout: of.vout }]
              : [],
          ),
          outputs: outputsIn(vout),
        })),
      }
    },
    // Of a block that is named it needs no index (Bitcoin Core 0.16 and later).
    raw: (txid, hash) => ask('getrawtransaction', [txid, false, hash], Hex),
    find: async txid => {
      const { result, error } = await call(address, authorization, 'getrawtransaction', [
        txid,
        true,
      ])
      if (error?.code === UNKNOWN_TRANSACTION) return null
      if (error) throw wrong(`getrawtransaction: ${error.message} (${error.code})`)
      const { success, data } = Known.safeParse(result)
      if (!success || data.txid !== txid) throw wrong('getrawtransaction')
      return { outputs: outputsIn(data.vout), confirmations: data.confirmations }
    },
    feeRate: async blocks => {
      const { feerate } = await ask('estimatesmartfee', [blocks], Fee)
      return feerate === undefined ? null : BigInt(Math.ceil(feerate * PER_BYTE))
    },
    broadcast: async raw => {
      const { error } = await call(address, authorization, 'sendrawtransaction', [raw])
      if (!error || error.code === STANDS_ALREADY || KNOWN.test(error.message)) return null
      if (REFUSALS.includes(error.code)) return error.message
      throw wrong(`sendrawtransaction: ${error.message} (${error.code})`)
    },
  }
}

function outputsIn(vout: z.output<typeof Outputs>) {
  return vout.map(({ n, value, scriptPubKey }) => ({
    ...{ vout: n, script: scriptPubKey.hex, value_sat: value },
  }))
}

function readRpcUrl(url: string) {
  const address = new URL(url)
  const [user, password] = [address.username, address.password].map(decodeURIComponent)
  address.username = ''
  address.password = ''
  return {
    address: address.href,
    authorization: ['Basic', Buffer.from(`${user}:${password}`).toString('base64')].join(' '),
  }
}

async function call(
  address: string,
  authorization: string,
  method: string,
  params: readonly unknown[],
): Promise<z.output<typeof Answer>> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '1.0', id: method, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    })
    // What it refuses, it refuses with a status of its own and an answer all the same.
    return Answer.parse(await response.json())
  } catch (cause) {
    throw new GatewayError('BITCOIN_NODE_SILENT', `the node does not answer ${method}`, {
      ...{ retriable: true, cause },
    })
  }
}

function wrong(message: string, cause?: unknown): GatewayError {
  return new GatewayError('BITCOIN_NODE_ANSWER', message, { retriable: true, cause })
}
