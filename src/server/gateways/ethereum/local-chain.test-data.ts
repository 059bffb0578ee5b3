/**
 * A chain of Ethereum of this machine alone: anvil, a node that others wrote, with tokens at the addresses of the real ones that behave as these do. It is asked
 * as any node is, by JSON-RPC over HTTP, through a proxy that has a node's bad days.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  keccak256,
  pad,
  toHex,
} from 'viem'
import { z } from 'zod'
import codes from '#test/chains/ethereum-tokens.gen.json' with { type: 'json' }
import { freePort } from '../../kernel/free-port.ts'
import { CHAIN_IDS, FINAL_AFTER, GWEI, TOKENS } from './network.ts'
import { balanceCall, numberIn, tokenOf } from './token-calls.ts'

type Coin = 'ETH' | 'USDC' | 'USDT'

export type LocalChain = {
  readonly url: string
  /** Bad days. */
  readonly mood: {
    silent: boolean
    /** Takes what it is offered, and its answer is lost. */
    deaf: boolean
    /** Refuses what it is offered. */
    refuses: boolean
    behind: boolean
    /** Has no receipt of what stood on the chain. */
    forgetful: boolean
    /** Receipts name no block. */
    homeless: boolean
    /** Has nothing of the past but the last block. */
    pruned: boolean
    /** Knows no block after this one. */
    late: bigint | null
    chain_id: Hex | null
    /** Knows no fee. */
    feeless: boolean
    /** Answers in another shape. */
    nonsense: boolean
    /** Tells what was said in so many blocks at once at the most. */
    span: number | null
    /** What it makes of what was said in blocks. */
    logs: ((logs: readonly ToldLog[]) => readonly unknown[]) | null
    /** Its answers end in the middle. */
    cut: boolean
  }
  /** Goes back to how it was when this was last called, or keeps that. */
  again(): Promise<void>
  /** Asks anvil itself. */
  ask(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Puts ETH (in gwei) or a token into a wallet, out of nothing; by the next block. */
  fund(owner: string, currency: Coin, amount: bigint): Promise<void>
  /** Has somebody whom nobody knows pay a token, or what behaves as one at another contract, by the next block that has room; answers its transaction. */
  pay(to: string, token: string, amount: bigint): Promise<string>
  /** The same in ETH, in gwei. */
  payCoin(to: string, amount: bigint): Promise<string>
  /** Has an address move a token of its own, as whoever has its private key does. */
  sweep(from: string, to: string, currency: string, amount: bigint): Promise<string>
  /** What a wallet has by the last block. */
  tokensOf(owner: string, currency: string): Promise<bigint>
  coinOf(owner: string): Promise<bigint>
  /** Has the issuer of a token list somebody, or nobody any more; pause it; have other decimals; keep so much of ten thousand of what is moved. */
  list(owner: string, currency: string, is_listed?: boolean): Promise<void>
  pause(currency: string, is_paused?: boolean): Promise<void>
  spoil(currency: string, more_decimals: number): Promise<void>
  keep(currency: string, rate: bigint): Promise<void>
  /** Puts a contract at an address. */
  build(at: string, code: Hex): Promise<void>
  /** Mines blocks, the first with all that waits and pays enough. */
  mine(blocks?: number): Promise<void>
  /** Mines until all that pays enough is final. */
  settle(): Promise<void>
  /** Leaves behind so many blocks for others, with all that stood in them, and forgets that. */
  reorganise(depth: number): Promise<void>
  /** Forgets what it was offered and no block took. */
  forget(): Promise<void>
  /** What was offered and waits, by nonce. */
  waiting(): Promise<Hex[]>
  /** Mines a block in which a unit of gas costs so much, in wei, which falls by an eighth in each that is empty. */
  cost(wei: bigint): Promise<void>
  /** How many transactions of an account stand in blocks. */
  countOf(owner: string): Promise<number>
  end(): Promise<void>
}

const ToldLog = z.looseObject({ blockNumber: z.string(), transactionHash: z.string() })
export type ToldLog = z.output<typeof ToldLog>

const Answer = z.object({ result: z.unknown().optional(), error: z.unknown().optional() })
const Call = z.object({
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
type Call = z.output<typeof Call>
const Pool = z.object({
  pending: z.record(z.string(), z.record(z.string(), z.object({ hash: z.string() }))),
  queued: z.record(z.string(), z.record(z.string(), z.object({ hash: z.string() }))),
})

/** Where tokens keep what they know (`ethereum-tokens.sol`). */
const SLOT = { balances: 0n, listed: 1n, stop: 2n, rate: 3n } as const

/** A chain with both tokens and nobody who has any of them; of an epoch of so many blocks, by the number of one of the networks. */
export async function localChain({
  epoch = FINAL_AFTER / 2,
  chain = 'main',
}: {
  readonly epoch?: number
  readonly chain?: keyof typeof CHAIN_IDS
} = {}): Promise<LocalChain> {
  const port = await freePort()
  const args = ['--host', '127.0.0.1', '--port', String(port), '--silent', '--no-mining']
  const of = ['--chain-id', String(CHAIN_IDS[chain]), '--slots-in-an-epoch', String(epoch)]
  const child = spawn(binary(), [...args, ...of, '--accounts', '1'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const ask = askerOf(`http://127.0.0.1:${port}`)
  await Promise.race([
    untilItAnswers(ask),
    ended.then(([code]) => Promise.reject(new Error(`anvil ended with ${code}`))),
  ])
  for (const { currency, contract } of TOKENS)
    await ask('anvil_setCode', [contract, codes[currency as keyof typeof codes]])
  const mine = async (blocks = 1) => {
    await ask('anvil_mine', [toHex(blocks)])
  }
  await mine()
  const mood: LocalChain['mood'] = {
    ...{ silent: false, deaf: false, refuses: false, behind: false, forgetful: false },
    ...{ homeless: false, pruned: false, late: null, chain_id: null, feeless: false },
    ...{ nonsense: false, span: null, logs: null, cut: false },
  }
  const usual = { ...mood }
  let kept: unknown
  const { url, close } = await proxied(mood, ask, BigInt(epoch))
  const put = async (currency: string, slot: bigint, value: bigint, key?: string) => {
    const at = pad(toHex(slot))
    const where = key ? keccak256(`${pad(key as Hex)}${at.slice(2)}` as Hex) : at
    await ask('anvil_setStorageAt', [tokenOf(currency).contract, where, pad(toHex(value))])
  }
  const stops = new Map<string, { paused: boolean; more: number }>()
  const stop = async (currency: string, change: { paused?: boolean; more?: number }) => {
    const of = { paused: false, more: 0, ...stops.get(currency), ...change }
    stops.set(currency, of)
    await put(currency, SLOT.stop, BigInt(of.more * 256 + (of.paused ? 1 : 0)))
  }
  const tokensOf: LocalChain['tokensOf'] = async (owner, currency) =>
    numberIn(
      (await ask('eth_call', [balanceCall(tokenOf(currency), owner as Address), 'latest'])) as Hex,
    ) ?? 0n
  const fundToken = async (owner: string, currency: string, amount: bigint) =>
    put(currency, SLOT.balances, (await tokensOf(owner, currency)) + amount, owner)
  const send = async (from: string, of: { to: string; data?: Hex; value?: Hex }) =>
    String(await ask('eth_sendTransaction', [{ from, gas: toHex(150_000), ...of }]))
  const weiOf = async (owner: string) =>
    hexToBigInt((await ask('eth_getBalance', [owner, 'latest'])) as Hex)
  return {
    ...{ url, mood, ask, mine, tokensOf },
    again: async () => {
      Object.assign(mood, usual)
      stops.clear()
      await ask('anvil_dropAllTransactions')
      if (kept !== undefined) await ask('evm_revert', [kept])
      kept = await ask('evm_snapshot')
    },
    fund: async (owner, currency, amount) => {
      if (currency === 'ETH')
        await ask('anvil_setBalance', [owner, toHex((await weiOf(owner)) + amount * GWEI)])
      else await fundToken(owner, currency, amount)
    },
    pay: async (to, token, amount) => {
      const known = TOKENS.find(of => of.currency === token)
      if (known) await fundToken(SOMEBODY, token, amount)
      return send(SOMEBODY, { to: known?.contract ?? token, data: transferData(to, amount) })
    },
    payCoin: (to, amount) => send(SOMEBODY, { to, value: toHex(amount * GWEI) }),
    sweep: async (from, to, currency, amount) => {
      await ask('anvil_setBalance', [from, toHex(GWEI * GWEI)])
      await ask('anvil_impersonateAccount', [from])
      return send(from, { to: tokenOf(currency).contract, data: transferData(to, amount) })
    },
    coinOf: async owner => (await weiOf(owner)) / GWEI,
    list: (owner, currency, is_listed = true) =>
      put(currency, SLOT.listed, is_listed ? 1n : 0n, owner),
    pause: (currency, paused = true) => stop(currency, { paused }),
    spoil: (currency, more) => stop(currency, { more }),
    keep: (currency, rate) => put(currency, SLOT.rate, rate),
    build: async (at, code) => {
      await ask('anvil_setCode', [at, code])
    },
    settle: () => mine(2 * epoch + 1),
    reorganise: async depth => {
      await ask('anvil_reorg', [depth, []])
      await ask('anvil_dropAllTransactions')
    },
    forget: async () => {
      await ask('anvil_dropAllTransactions')
    },
    waiting: async () => {
      const { pending, queued } = Pool.parse(await ask('txpool_content'))
      return [pending, queued].flatMap(of =>
        Object.values(of).flatMap(by =>
          Object.entries(by)
            .toSorted(([a], [b]) => Number(a) - Number(b))
            .map(([, { hash }]) => hash as Hex),
        ),
      )
    },
    cost: async wei => {
      await ask('anvil_setNextBlockBaseFeePerGas', [toHex(wei)])
      await mine()
    },
    countOf: async owner => Number(await ask('eth_getTransactionCount', [owner, 'latest'])),
    end: async () => {
      close()
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The first of the accounts that anvil has the keys of. */
const SOMEBODY = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

function transferData(to: string, amount: bigint): Hex {
  return encodeFunctionData({
    ...{ abi: erc20Abi, functionName: 'transfer', args: [to as Address, amount] },
  })
}

/** The program itself, of this platform: what npm puts beside it starts it by another process. */
function binary(): string {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  const of = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  return of.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/${name}`)
}

function askerOf(url: string): LocalChain['ask'] {
  return async (method, params = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = Answer.parse(await response.json())
    if (error) throw Object.assign(new Error(`anvil: ${JSON.stringify(error)}`), { told: error })
    return result
  }
}

async function untilItAnswers(ask: LocalChain['ask']): Promise<void> {
  while (!(await ask('eth_chainId').catch(() => undefined))) await sleep(20)
}

/** What anvil answers, as the node's mood has it. */
async function proxied(mood: LocalChain['mood'], ask: LocalChain['ask'], epoch: bigint) {
  const answer = async ({ id, method, params }: Call) => {
    try {
      return { jsonrpc: '2.0', id, result: await answered(mood, ask, { epoch, method, params }) }
    } catch (error) {
      const told = (error as { told?: unknown }).told ?? { code: -32_000, message: String(error) }
      return { jsonrpc: '2.0', id, error: told }
    }
  }
  const server = createServer(async (request, response) => {
    const asked = z.union([Call, z.array(Call)]).parse(await json(request))
    const several = Array.isArray(asked) ? asked : [asked]
    const isOffer = several.some(of => of.method === 'eth_sendRawTransaction')
    if (mood.silent) return response.destroy()
    // In their order: what waits for another is offered after it.
    const answers = []
    for (const of of several) answers.push(await answer(of))
    if (mood.deaf && isOffer) return response.destroy()
    response.setHeader('content-type', 'application/json')
    if (mood.cut) {
      response.setHeader('content-length', 1_000)
      return response.write('[{"jsonrpc":"2.0","id":', () => response.destroy())
    }
    return response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/a-key-of-ours`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const Receipt = z.looseObject({ blockNumber: z.string() }).nullable()
const BY_BLOCK = ['eth_call', 'eth_getCode', 'eth_getTransactionCount', 'eth_getBalance']

async function answered(
  mood: LocalChain['mood'],
  ask: LocalChain['ask'],
  { epoch, method, params }: { readonly epoch: bigint; method: string; params: unknown[] },
): Promise<unknown> {
  if (mood.nonsense) return { number: 'many' }
  if (method === 'eth_chainId') return mood.chain_id ?? ask(method)
  if (method === 'eth_syncing') return mood.behind ? { currentBlock: '0x1' } : false
  if (method === 'eth_sendRawTransaction' && mood.refuses)
    throw { told: { code: -32_000, message: 'transaction underpriced' } }
  if (method === 'eth_feeHistory' && mood.feeless)
    throw { told: { code: -32_601, message: 'the method is not known' } }
  if (method === 'eth_getTransactionReceipt') {
    const receipt = Receipt.parse(await ask(method, params))
    if (!receipt || mood.forgetful) return null
    if (mood.late !== null && BigInt(receipt.blockNumber) > mood.late) return null
    return mood.homeless ? { ...receipt, blockNumber: null, blockHash: null } : receipt
  }
  if (method === 'eth_getLogs') return logsBy(mood, ask, params)
  const at = BY_BLOCK.includes(method) ? params.length - 1 : 0
  if (method === 'eth_getBlockByNumber' || BY_BLOCK.includes(method)) {
    const block = blockOf(mood, epoch, String(params[at]))
    if (mood.pruned && BY_BLOCK.includes(method) && block.startsWith('0x')) {
      const final = await ask('eth_getBlockByNumber', ['finalized', false])
      if (BigInt(block) < BigInt((final as { number: string }).number))
        throw { told: { code: -32_000, message: 'missing trie node' } }
    }
    return ask(method, params.with(at, block))
  }
  return ask(method, params)
}

const Span = z.looseObject({ fromBlock: z.string(), toBlock: z.string() })

async function logsBy(mood: LocalChain['mood'], ask: LocalChain['ask'], params: unknown[]) {
  const { fromBlock, toBlock } = Span.parse(params[0])
  if (mood.span !== null && BigInt(toBlock) - BigInt(fromBlock) >= BigInt(mood.span))
    throw { told: { code: -32_005, message: 'query returns more than is told at once' } }
  const logs = z.array(ToldLog).parse(await ask('eth_getLogs', params))
  return mood.logs ? mood.logs(logs) : logs
}

/** The block that is meant, of a node that knows none after one. */
function blockOf({ late }: LocalChain['mood'], epoch: bigint, at: string): string {
  if (late === null) return at
  if (at === 'finalized') return toHex(late > 2n * epoch ? late - 2n * epoch : 0n)
  if (at === 'latest') return toHex(late)
  return BigInt(at) > late ? toHex(late) : at
}
