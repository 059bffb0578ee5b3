/**
 * A Bitcoin network of this machine alone: bcoin on regtest, whose rules are those of the main network but for the work of a block, and in front of it what answers
 * as Bitcoin Core does. Its coins are worth nothing, and are gone when it stops.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { bech32, hex } from '@scure/base'
import { z } from 'zod'
import { buildPayout, scriptOf } from '#server/gateways/bitcoin/build-payout.ts'
import { coreNode } from '#server/gateways/bitcoin/core-node.ts'
import { signerOf } from '#server/gateways/bitcoin/signer.ts'
import { freePort } from '#server/kernel/free-port.ts'

export type LocalBitcoin = {
  /** For `BITCOIN_RPC_URL`. */
  readonly rpcUrl: string
  /** For `BITCOIN_EXPLORER_URL`. */
  readonly explorer: string
  /** Pays whom it is told by a POST of `address` and `satoshi`, in the next block. */
  readonly faucet: string
  /** How many blocks there are. */
  height(): Promise<number>
  /** Mines blocks, the first with all that waits. */
  mine(blocks?: number): Promise<void>
  /** Pays an address, as somebody else would, in the next block; an address of the main network names the same script. */
  pay(address: string, value_sat: bigint): Promise<string>
  /** What an address was paid by blocks, in satoshi, from one on. */
  paid(address: string, from_height: number): Promise<bigint>
  stop(): Promise<void>
}

/** Segregated witness holds there from block 432 on, and a block's own coins are spent a hundred later. */
const BEFORE_ANYTHING = 560
const MATURE = 100
const FEE_RATE = 2n

/** Installs it where that was not done yet, and starts it. Throws where either fails. */
export async function startLocalBitcoin(): Promise<LocalBitcoin> {
  install()
  const [port, key] = [await freePort(), randomBytes(16).toString('hex')]
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bitcoin-'))
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'installed/node_modules/bcoin/bin/node'),
      ...[
        '--network=regtest',
        '--memory=true',
        '--listen=false',
        '--no-dns',
        '--no-wallet',
        '--index-tx',
      ],
      ...['--max-outbound=1', '--http-host=127.0.0.1', `--http-port=${port}`],
      ...[`--api-key=${key}`, `--prefix=${dir}`, '--log-level=none'],
    ],
    { env: { ...process.env, NODE_BACKEND: 'js' }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const ask = askerOf(port, key)
  await Promise.race([
    untilItAnswers(ask),
    ended.then(([code]) => Promise.reject(new Error(`bcoin ended with ${code}`))),
  ])
  const miner = signerOf(randomBytes(32))
  const mine = async (blocks = 1) => {
    await ask('generatetoaddress', [blocks, regtestAddressOf(miner.script)])
  }
  await mine(BEFORE_ANYTHING)

  const answer = async (request: IncomingMessage): Promise<Text> => {
    if (request.method !== 'POST') return transactionPage(ask, request)
    const body = await json(request)
    if (request.url !== FAUCET) return asCore(ask, body)
    const { address, satoshi } = Wish.parse(body)
    return { type: PLAIN, text: `${await pay(address, BigInt(satoshi))}\n` }
  }
  const server = createServer((request, response) => {
    answer(request).then(
      ({ type, text }) => response.setHeader('content-type', type).end(text),
      error => response.writeHead(400, { 'content-type': PLAIN }).end(`${error.message}\n`),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const node = coreNode(`http://us:pw@${host}/`)

  let spent = 0
  const pay: LocalBitcoin['pay'] = async (address, value_sat) => {
    // The reward of a block, whole; what is left of it is the miner's again, who has more.
    spent += 1
    if (spent > (await node.tip()).height - MATURE) throw new Error('mine more blocks first')
    const reward = (await node.block((await node.hashAt(spent)) ?? '')).transactions[0]
    if (!reward?.outputs[0]) throw new Error('a block pays who mined it')
    const coin = { txid: reward.txid, vout: 0, value_sat: reward.outputs[0].value_sat }
    const unsigned = buildPayout([coin], [{ address, value_sat }], miner, { fee_rate: FEE_RATE })
    if (!unsigned) throw new Error(`a block pays ${coin.value_sat} satoshi, which is less`)
    await node.broadcast(hex.encode(await miner.sign(unsigned.psbt)))
    return unsigned.txid
  }
  const height = async () => (await node.tip()).height
  return {
    rpcUrl: `http://us:pw@${host}/`,
    explorer: `http://${host}/tx/`,
    faucet: `http://${host}${FAUCET}`,
    ...{ height, mine, pay },
    paid: async (address, from_height) => {
      const script = scriptOf(address)
      let sum = 0n
      for (let at = from_height; at <= (await height()); at++)
        for (const { outputs } of (await node.block((await node.hashAt(at)) ?? '')).transactions)
          for (const of of outputs) if (of.script === script) sum += of.value_sat
      return sum
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      child.kill()
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Beside Corridor and its tests, neither of which needs it; without the scripts of packages, which would compile what is not used. */
function install(): void {
  const cwd = join(import.meta.dirname, 'installed')
  if (existsSync(join(cwd, 'node_modules/bcoin'))) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  const { status } = spawnSync('npm', args, { cwd, stdio: [...stdio], shell: true })
  if (status !== 0) throw new Error(`npm ci in ${cwd} ended with ${status}`)
}

const Answer = z.looseObject({ result: z.unknown(), error: z.unknown() })
type Ask = (method: string, params: readonly unknown[]) => Promise<z.output<typeof Answer>>

function askerOf(port: number, key: string): Ask {
  const authorization = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`
  return async (method, params) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 1, method, params }),
    })
    return Answer.parse(await response.json())
  }
}

async function untilItAnswers(ask: Ask): Promise<void> {
  for (;;) {
    const info = await ask('getblockchaininfo', []).catch(() => null)
    if (info) return
    await sleep(200)
  }
}

const FAUCET = '/pay'
const PLAIN = 'text/plain; charset=utf-8'
const Wish = z.object({
  address: z
    .string()
    .refine(of => scriptOf(of), 'no address of the main network, as Corridor spells them'),
  satoshi: z.int().min(1),
})
const Call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) })
type Text = { readonly type: string; readonly text: string }

/** What bcoin 1.0 says otherwise than Bitcoin Core does: how whole a block is asked for, whether it still catches up, and what a byte costs, for which regtest has no past. */
async function asCore(ask: Ask, body: unknown): Promise<Text> {
  const { id, method, params } = Call.parse(body)
  const whole = method === 'getblock' ? [params[0], true, true] : params
  const answer = await ask(method, whole)
  const also = method === 'getblockchaininfo' ? { initialblockdownload: false } : {}
  const result =
    method === 'estimatesmartfee'
      ? { feerate: Number(FEE_RATE) / 100_000, blocks: 6 }
      : typeof answer.result === 'object'
        ? { ...answer.result, ...also }
        : answer.result
  return { type: 'application/json', text: JSON.stringify({ ...answer, id, result }) }
}

/** A transaction as the node has it, for who follows its link. */
async function transactionPage(ask: Ask, { url = '' }: IncomingMessage): Promise<Text> {
  const [, txid = ''] = /^\/tx\/([0-9a-f]{64})$/.exec(url) ?? []
  const { result } = await ask('getrawtransaction', [txid, true])
  const said = result
    ? JSON.stringify(result, null, 2)
    : 'This network has no such transaction. It forgets everything when it stops.'
  return { type: PLAIN, text: `A Bitcoin network of this machine alone (regtest).\n\n${said}\n` }
}

/** A locking script of segwit's version 0 as regtest's addresses are spelled by bcoin. */
function regtestAddressOf(script: string): string {
  return bech32.encode('rb', [0, ...bech32.toWords(hex.decode(script.slice(4)))])
}
