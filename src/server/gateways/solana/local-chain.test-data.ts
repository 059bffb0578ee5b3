/**
 * A chain of Solana in this process: the real programs of the network run there (litesvm), and it is asked as a node is, by JSON-RPC over HTTP. What was sent
 * waits until a block takes it, and is final when it is told to be; it has a node's bad days besides.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { base58 } from '@scure/base'
import {
  address,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
} from '@solana/kit'
import {
  getNonceDecoder,
  getNonceEncoder,
  getNonceSize,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import { AccountState, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { type LocalMove, type LocalPayment, movesOf, STRANGER } from './local-moves.test-data.ts'
import {
  accountFor,
  type Balances,
  balancesOf,
  MINT_LAMPORTS,
  putMint,
  putToken,
  tokenAt,
} from './local-tokens.test-data.ts'
import { GENESIS, MINTS } from './network.ts'

/** In which form a transaction is asked for, and up to which version. */
type Asked = { readonly encoding: string; readonly maxSupportedTransactionVersion: number }
type Sent = { readonly txid: string; readonly raw: string }
type Stood = {
  readonly slot: bigint
  readonly err: unknown
  readonly raw: string
  readonly before: Balances
  readonly after: Balances
}

export type LocalChain = {
  readonly url: string
  /** Bad days. */
  readonly mood: {
    genesis: string
    silent: boolean
    /** Takes what it is offered, and its answer is lost. */
    deaf: boolean
    /** Refuses what it is offered. */
    refuses: boolean
    behind: boolean
    /** Has nothing of what stood on the chain, as after it threw its history away. */
    forgetful: boolean
    /** Answers of accounts as they were, and knows nothing that came since. */
    late: boolean
    unitPrices: readonly bigint[] | null
    /** Answers in another shape. */
    nonsense: boolean
    /** Has nothing before this slot. */
    pruned: bigint
    /** Has other blocks in its slots. */
    forked: boolean
    /** Tells of transactions as if they had moved something else. */
    tells: ((told: readonly LocalMove[]) => readonly LocalMove[]) | null
  }
  /** Puts SOL or a token into a wallet, out of nothing. */
  fund(owner: string, currency: 'SOL' | 'USDC' | 'USDT', amount: bigint): Promise<void>
  /** What a wallet has of a token, by what is final. */
  tokensOf(owner: string, currency: string): Promise<bigint>
  coinOf(owner: string): bigint
  /** Freezes somebody's account for a token, as its issuer does; made where there is none. */
  freeze(owner: string, currency: string): Promise<void>
  thaw(owner: string, currency: string): Promise<void>
  /** Has a wallet have no account for a token any more. */
  leave(owner: string, currency: string): Promise<void>
  /** Has somebody who signs elsewhere pay a token with a memo, at once; answers the transaction. */
  pay(of: LocalPayment): Promise<string>
  /** Takes all that was sent into a block, which stands in so many then. */
  confirm(confirmations?: number): void
  /** Leaves behind the blocks that are not final, with all that stood in them. */
  fork(): void
  /** Forgets what it was offered and no block took. */
  forget(): void
  /** Has all that was sent be final: what the network does not take is gone. */
  settle(): void
  /** What was sent and is not final. */
  waiting(): string[]
  /** How many transactions are final, and how many of these moved nothing. */
  stood(): { readonly all: number; readonly failed: number }
  /** Other data at an address, such as a mint of other decimals. */
  spoil(at: string, data: Uint8Array, owner?: string): void
  /** Pays by a transaction that was signed elsewhere, as whoever has the key could. */
  offer(raw: string): void
  /** The bytes at an address. */
  bytesAt(at: string): Uint8Array
  end(): Promise<void>
}

/** A chain with both tokens and nobody who has any of them. */
export async function localChain(): Promise<LocalChain> {
  const svm = new LiteSVM()
  const mood: LocalChain['mood'] = {
    ...{ genesis: GENESIS.main, silent: false, deaf: false, refuses: false, behind: false },
    ...{ forgetful: false, late: false, nonsense: false, unitPrices: [0n, 0n, 20_000n] },
    ...{ pruned: 0n, forked: false, tells: null },
  }
  for (const { mint, decimals } of MINTS) putMint(svm, mint, decimals)
  let pool: Sent[] = []
  let block: Sent[] = []
  let confirmations = 0
  /** What was asked for, as it was before the last blocks. */
  let before = new Map<string, ReturnType<typeof accountIn>>()
  const asked = new Set<string>()
  const stood = new Map<string, Stood>()
  const take = (raw: string) => {
    const txid = txidOf(raw)
    if (![...pool, ...block].some(one => one.txid === txid) && !stood.has(txid))
      pool.push({ txid, raw })
    return txid
  }
  const settle = () => {
    before = new Map([...asked].map(at => [at, accountIn(at)]))
    const all = [...block, ...pool]
    const ofNow = all.filter(({ raw }) => names(raw, svm.latestBlockhash()))
    for (const [at, { txid, raw }] of [
      ...ofNow,
      ...all.filter(of => !ofNow.includes(of)),
    ].entries()) {
      // What names the last block is taken while it is that; a nonce is used once in a block.
      if (at >= ofNow.length) svm.expireBlockhash()
      const before = balancesOf(svm, raw)
      const err = runOn(svm, raw)
      const after = balancesOf(svm, raw)
      if (err !== undefined) stood.set(txid, { slot: svm.getClock().slot, err, raw, before, after })
    }
    svm.warpToSlot(svm.getClock().slot + 40n)
    pool = []
    block = []
  }
  const accountIn = (at: string) => {
    const found = svm.getAccount(address(at))
    if (!found.exists) return null
    const data = Buffer.from(found.data).toString('base64')
    return {
      ...{ owner: found.programAddress, executable: found.executable, data: [data, 'base64'] },
      ...{ lamports: Number(found.lamports), rentEpoch: 0, space: found.data.length },
    }
  }
  const statusOf = (txid: string) => {
    if (mood.forgetful) return null
    const done = mood.late ? undefined : stood.get(txid)
    if (done)
      return {
        slot: done.slot,
        confirmations: null,
        confirmationStatus: 'finalized',
        err: done.err,
      }
    if (!block.some(one => one.txid === txid)) return null
    return { slot: svm.getClock().slot, confirmations, confirmationStatus: 'confirmed', err: null }
  }
  const moves = movesOf(mood, () => svm.getClock().slot)
  const methods: Record<string, (...params: never[]) => unknown> = {
    getGenesisHash: () => mood.genesis,
    getHealth: () => {
      if (mood.behind) throw { code: -32005, message: 'Node is behind by 42 slots', data: {} }
      return 'ok'
    },
    getSlot: () => svm.getClock().slot,
    getMultipleAccounts: (addresses: string[]) => {
      for (const at of addresses) asked.add(at)
      return {
        context: { slot: svm.getClock().slot - (mood.late ? 40n : 0n) },
        value: addresses.map(at => (mood.late ? (before.get(at) ?? null) : accountIn(at))),
      }
    },
    getSignatureStatuses: (txids: string[]) => ({
      context: { slot: svm.getClock().slot },
      value: txids.map(statusOf),
    }),
    getSignaturesForAddress: (at: string, of: { before?: string; limit: number }) => [
      ...moves.methods.getSignaturesForAddress(at, of),
      ...[...(mood.forgetful ? [] : stood)]
        .filter(([, { raw }]) => names(raw, at))
        .map(([signature, { err, slot }]) => ({ signature, err, slot }))
        .reverse()
        .slice(0, of.limit),
    ],
    getTransaction: (txid: string, { encoding, maxSupportedTransactionVersion: most }: Asked) => {
      // What others send by now is of this version, and whoever does not know it is told nothing.
      if (most < 1) throw { code: -32015, message: 'Transaction version (1) is not supported' }
      if (encoding !== 'base64') return moves.methods.getTransaction(txid)
      const of = mood.forgetful ? undefined : stood.get(txid)
      if (!of) return null
      const { raw, slot, err, before, after } = of
      const meta = { err, preTokenBalances: before, postTokenBalances: after }
      return { slot, transaction: [raw, 'base64'], meta }
    },
    getRecentPrioritizationFees: () => {
      if (!mood.unitPrices) throw { code: -32000, message: 'no fees' }
      return mood.unitPrices.map((prioritizationFee, slot) => ({ prioritizationFee, slot }))
    },
    getMinimumBalanceForRentExemption: (bytes: number) =>
      svm.minimumBalanceForRentExemption(BigInt(bytes)),
    getLatestBlockhash: () => ({
      context: { slot: svm.getClock().slot },
      value: { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 1_000_000 },
    }),
    sendTransaction: (raw: string) => {
      if (mood.refuses) throw { code: -32002, message: 'Transaction simulation failed' }
      return take(raw)
    },
  }
  const { url, end } = await serve(mood, { ...moves.methods, ...methods })
  const putTokens = async (owner: string, currency: string, change: (was: bigint) => bigint) => {
    const { at, mint } = await accountFor(owner, currency)
    const was = tokenAt(svm, at)
    putToken(
      svm,
      at,
      { mint, owner: address(owner), amount: change(was?.amount ?? 0n) },
      was?.state,
    )
  }
  const putState = async (owner: string, currency: string, state: AccountState) => {
    const { at, mint } = await accountFor(owner, currency)
    const amount = tokenAt(svm, at)?.amount ?? 0n
    putToken(svm, at, { mint, owner: address(owner), amount }, state)
  }
  return {
    ...{ url, mood, settle, end },
    fund: async (owner, currency, amount) => {
      if (currency === 'SOL') svm.airdrop(address(owner), lamports(amount))
      else await putTokens(owner, currency, was => was + amount)
    },
    tokensOf: async (owner, currency) =>
      tokenAt(svm, (await accountFor(owner, currency)).at)?.amount ?? 0n,
    coinOf: owner => svm.getBalance(address(owner)) ?? 0n,
    pay: async of => {
      const { from = STRANGER, to, currency, amount } = of
      const token = MINTS.some(one => one.currency === currency)
      if (token) await putTokens(from, currency, was => (was < amount ? 0n : was - amount))
      if (token) await putTokens(to, currency, was => was + amount)
      const accounts = token
        ? [(await accountFor(from, currency)).at, (await accountFor(to, currency)).at]
        : [`of ${from}`, `of ${to}`]
      return moves.add({ ...of, from, accounts })
    },
    leave: async (owner, currency) => {
      const { at } = await accountFor(owner, currency)
      svm.setAccount({
        ...{ address: at, data: new Uint8Array(), executable: false, lamports: lamports(0n) },
        ...{ programAddress: SYSTEM_PROGRAM_ADDRESS, space: 0n },
      })
    },
    freeze: (owner, currency) => putState(owner, currency, AccountState.Frozen),
    thaw: (owner, currency) => putState(owner, currency, AccountState.Initialized),
    confirm: (count = 1) => {
      block = [...block, ...pool]
      pool = []
      confirmations = count
    },
    fork: () => {
      block = []
    },
    forget: () => {
      pool = []
    },
    waiting: () => [...block, ...pool].map(one => one.txid),
    stood: () => ({
      all: stood.size,
      failed: [...stood.values()].filter(one => one.err !== null).length,
    }),
    spoil: (at, data, owner = TOKEN_PROGRAM_ADDRESS) =>
      svm.setAccount({
        ...{ address: address(at), data, executable: false, lamports: MINT_LAMPORTS },
        ...{ programAddress: address(owner), space: BigInt(data.length) },
      }),
    offer: raw => {
      take(raw)
    },
    bytesAt: at => {
      const found = svm.getAccount(address(at))
      return found.exists ? Uint8Array.from(found.data) : new Uint8Array()
    },
  }
}

function transactionOf(raw: string) {
  return getTransactionDecoder().decode(getBase64Encoder().encode(raw))
}

function txidOf(raw: string): string {
  return getSignatureFromTransaction(transactionOf(raw))
}

/** Whether 32 bytes, such as a block's hash or an address, stand in a transaction. */
function names(raw: string, of: string): boolean {
  return Buffer.from(transactionOf(raw).messageBytes).includes(Buffer.from(base58.decode(of)))
}

/** What becomes of it: null where it did what it says, an error of the network's where it moved nothing, undefined where it does not stand at all. */
function runOn(svm: LiteSVM, raw: string): unknown {
  const transaction = transactionOf(raw)
  const ran = svm.sendTransaction(transaction)
  if (!(ran instanceof FailedTransactionMetadata)) return null
  const err = errorOf(ran.err())
  // Not paid for, or not to be checked at all: no block holds it.
  if (err === undefined) return undefined
  advance(svm, raw)
  return err
}

/** The network uses up the nonce of what moved nothing as well (solana.com, "Durable nonces"); litesvm leaves it. */
function advance(svm: LiteSVM, raw: string): void {
  for (const account of svm.getProgramAccounts(SYSTEM_PROGRAM_ADDRESS)) {
    if (account.data.length !== getNonceSize() || !names(raw, account.address)) continue
    const nonce = getNonceDecoder().decode(account.data)
    const next = createHash('sha256')
      .update('DURABLE_NONCE')
      .update(base58.decode(svm.latestBlockhash()))
      .digest()
    const data = getNonceEncoder().encode({ ...nonce, blockhash: address(base58.encode(next)) })
    svm.setAccount({ ...account, data })
  }
}

/** An error as nodes spell it; undefined of those by which a transaction stands in no block. */
function errorOf(err: unknown): unknown {
  if (typeof err !== 'object' || err === null || !('index' in err)) return undefined
  const { index, err: inner } = err as { index: number; err(): unknown }
  const why = inner.call(err)
  const code = (why as { code?: number }).code
  return {
    InstructionError: [index, code === undefined ? `Error${String(why)}` : { Custom: code }],
  }
}

async function serve(
  mood: LocalChain['mood'],
  methods: Record<string, (...of: never[]) => unknown>,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as {
      id: unknown
      method: string
      params?: never[]
    }
    const answer = answerTo(asked, methods)
    if (mood.silent || (mood.deaf && asked.method === 'sendTransaction')) return response.destroy()
    response.setHeader('content-type', 'application/json')
    const told = mood.nonsense ? { result: { value: [{ lamports: 'many' }] } } : answer
    return response.end(spelled({ jsonrpc: '2.0', id: asked.id, ...told }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/a-key-of-ours`,
    end: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answerTo(
  { method, params = [] }: { method: string; params?: never[] },
  methods: Record<string, (...of: never[]) => unknown>,
) {
  try {
    const answer = methods[method]
    if (!answer) return { error: { code: -32601, message: 'Method not found' } }
    return { result: answer(...params) }
  } catch (error) {
    return { error }
  }
}

/** Nodes write whole numbers of 64 bits as JSON numbers. */
function spelled(answer: unknown): string {
  return JSON.stringify(answer, (_key, value) =>
    typeof value === 'bigint' ? Number(value) : value,
  )
}
