/** Bitcoin Core's answers for a chain in memory, as its reference describes them: over HTTP, with its codes and its status for what goes wrong. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { ChainTransaction } from './bitcoin-node.ts'
import type { MemoryChain } from './memory-chain.test-data.ts'

type Answer = { result: unknown } | { error: { code: number; message: string } }

/** Serves it on the loopback, to who gives this password; `catchingUp` as a node does that was started a moment ago. */
export async function serveCore({ node }: MemoryChain, options: { catchingUp?: boolean } = {}) {
  const methods: Record<string, (...params: never[]) => Promise<Answer>> = {
    getblockchaininfo: async () => {
      const { chain, height } = await node.tip()
      const initialblockdownload = options.catchingUp ?? false
      return { result: { chain, blocks: height, headers: height, initialblockdownload } }
    },
    getblockhash: async (height: number) => {
      const result = await node.hashAt(height)
      return result === null
        ? { error: { code: -8, message: 'Block height out of range' } }
        : { result }
    },
    getblock: async (hash: string, verbosity: number) => {
      const block = await node.block(hash)
      if (verbosity !== 2) return { result: block.hash }
      return {
        result: {
          ...{ hash, previousblockhash: block.previous },
          tx: block.transactions.map(({ txid, spends, outputs }) => ({
            txid,
            vin: spends.length > 0 ? spends : [{ coinbase: '00', sequence: 0 }],
            vout: spelled(outputs),
          })),
        },
      }
    },
    getrawtransaction: async (txid: string, verbose: boolean, hash: string) => {
      if (!verbose) return { result: await node.raw(txid, hash) }
      const found = await node.find(txid)
      if (!found)
        return { error: { code: -5, message: 'No such mempool or blockchain transaction' } }
      const { outputs, confirmations } = found
      // What stands in no block is told without the number of them.
      return {
        result: { txid, vout: spelled(outputs), ...(confirmations > 0 && { confirmations }) },
      }
    },
    estimatesmartfee: async (blocks: number) => {
      const rate = await node.feeRate(blocks)
      return rate === null
        ? { result: { errors: ['Insufficient data or no feerate found'], blocks } }
        : { result: { feerate: Number(rate) / 1e5, blocks } }
    },
    sendrawtransaction: async (raw: string) => {
      const refused = await node.broadcast(raw)
      if (refused !== null) return { error: { code: -25, message: refused } }
      // A node that has it in a block by now says so as an error.
      const txid = Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true }).id
      return (await isMined(node, txid))
        ? { error: { code: -27, message: 'Transaction outputs already in utxo set' } }
        : { result: txid }
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
      method: string
      params: never[]
    }
    const allowed =
      request.headers.authorization === `Basic ${Buffer.from('us:p@ss').toString('base64')}`
    const answer = allowed ? await methods[method]?.(...params).catch(() => undefined) : undefined
    response.statusCode = !allowed ? 401 : !answer || 'error' in answer ? 500 : 200
    response.end(answer ? JSON.stringify({ result: null, error: null, ...answer, id: method }) : '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://us:p%40ss@127.0.0.1:${port}`,
    end: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

function spelled(outputs: ChainTransaction['outputs']) {
  return outputs.map(({ vout, script, value_sat }) => ({
    ...{ n: vout, value: Number(value_sat) / 1e8, scriptPubKey: { hex: script } },
  }))
}

async function isMined(node: MemoryChain['node'], txid: string): Promise<boolean> {
  const { height } = await node.tip()
  for (let at = height; at > 0; at--) {
    const { transactions } = await node.block((await node.hashAt(at)) ?? '')
    if (transactions.some(one => one.txid === txid)) return true
  }
  return false
}
