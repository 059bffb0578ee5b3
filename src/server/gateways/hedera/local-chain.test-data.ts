/** Books of ours asked as Hedera is: a mirror node over HTTP, and nodes that take transactions over gRPC, by the official server of that. They have a node's bad days besides. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js'
import {
  type Books,
  booksOf,
  type LocalAccount,
  type LocalRecord,
  type LocalToken,
  NS,
} from './local-books.test-data.ts'
import { type HederaNetwork, TOKENS } from './network.ts'
import { precheck, readOffered } from './read-offered.test-data.ts'

export type LocalChain = {
  /** Of its mirror node. */
  readonly url: string
  /** Those that take transactions. */
  readonly nodes: ReadonlyMap<string, string>
  /** What time it is there, in milliseconds. */
  now(): number
  /** Bad days. */
  readonly mood: {
    silent: boolean
    /** Its nodes take what they are offered, and their answer is lost. */
    deaf: boolean
    /** Its nodes are busy. */
    refuses: boolean
    behind: boolean
    /** Knows of no id that it stands, as while an index is made anew. */
    forgetful: boolean
    /** Leaves what stands out of all that it tells of. */
    hides: boolean
    /** Has nothing before this second. */
    pruned: number
    /** Tells of another transaction under an id. */
    mistaken: boolean
    /** How many seconds ago it tells of. */
    late: number
    /** Has other blocks under their numbers. */
    forked: boolean
    /** Tells of an account as if something else had moved. */
    tells: ((told: readonly LocalRecord[]) => readonly LocalRecord[]) | null
    /** Cents for an HBAR; null where it does not say. */
    cents: number | null
    /** Answers in another shape. */
    nonsense: boolean
    /** Ends in the middle of its answers. */
    cut: boolean
    /** Stands behind something that knows none of its paths but those of the network itself. */
    misled: boolean
  }
  /** Puts HBAR or a token into a wallet, which holds it from then on. */
  fund(owner: string, currency: string, amount: bigint): void
  tokensOf(owner: string, currency: string): bigint
  coinOf(owner: string): bigint
  /** Has somebody not hold a token any more. */
  leave(owner: string, currency: string): void
  freeze(owner: string, currency: string, is_frozen?: boolean): void
  /** Changes what an account is. */
  set(
    owner: string,
    to: Partial<Pick<LocalAccount, 'takes' | 'deleted' | 'asks_signature' | 'is_contract' | 'key'>>,
  ): void
  /** Has somebody pay a token with a memo, which stands at once; answers the transaction's id. */
  pay(of: {
    readonly to: string
    readonly currency: string
    readonly amount: bigint
    readonly memo?: string
    readonly from?: string
    readonly nonce?: number
  }): string
  /** Changes what a token is: another under the number of one of ours, say. */
  change(currency: string, to: Partial<LocalToken>): void
  /** Has an account have taken so many other tokens by itself, and so much of each. */
  crowd(owner: string, count: number, amount?: bigint): void
  /** Has the network's record say what else was under an id. */
  record(of: LocalRecord): void
  /** Has what waits stand, and so many seconds pass. */
  mine(seconds?: number): void
  /** Has so many seconds pass in which nothing stands. */
  pass(seconds: number): void
  /** Forgets what it was offered and does not stand yet. */
  forget(): void
  waiting(): string[]
  /** How many transactions stand that moved something. */
  stood(): number
  end(): Promise<void>
}

/** A chain with the token and nobody who has any of it; of a demo, where whoever is paid holds it and time is this machine's. */
export async function localChain({
  chain = 'main',
  all_hold = false,
}: {
  readonly chain?: HederaNetwork
  readonly all_hold?: boolean
} = {}): Promise<LocalChain> {
  const mood: LocalChain['mood'] = {
    ...{ silent: false, deaf: false, refuses: false, behind: false, forgetful: false },
    ...{ hides: false, pruned: 0, mistaken: false, late: 0, cents: 10, nonsense: false },
    ...{ cut: false, misled: false, forked: false, tells: null },
  }
  const books = booksOf(chain, { all_hold, is_now: all_hold })
  const mirror = await serveMirror(books, mood)
  const two = [await serveNode(books, mood, '0.0.3'), await serveNode(books, mood, '0.0.4')]
  const idOf = (currency: string) => TOKENS[chain].find(of => of.currency === currency)?.id ?? ''
  const holding = (owner: string, currency: string) => books.find(owner)?.tokens.get(idOf(currency))
  return {
    ...{ url: mirror.url, mood },
    nodes: new Map(two.map(of => [of.account, of.host])),
    now: () => Number(books.time() / 1_000_000n),
    fund: (owner, currency, amount) => {
      const account = books.account(owner)
      if (currency === 'HBAR') account.coin += amount
      else books.hold(account, idOf(currency)).amount += amount
    },
    tokensOf: (owner, currency) => holding(owner, currency)?.amount ?? 0n,
    coinOf: owner => books.find(owner)?.coin ?? 0n,
    leave: (owner, currency) => void books.account(owner).tokens.delete(idOf(currency)),
    freeze: (owner, currency, is_frozen = true) => {
      books.hold(books.account(owner), idOf(currency)).is_frozen = is_frozen
    },
    set: (owner, to) => void Object.assign(books.account(owner), to),
    pay: ({ from = '0.0.9000', currency, ...of }) =>
      books.move({ ...of, from, token: idOf(currency) || currency }),
    change: (currency, to) => void Object.assign(books.tokens.get(idOf(currency)) ?? {}, to),
    crowd: (owner, count, amount = 0n) => {
      for (let n = 0; n < count; n++)
        books.hold(books.account(owner), `0.0.${600_000 + n}`, true).amount = amount
    },
    record: of => void books.records.push(of),
    mine: (seconds = 2) => {
      books.agree()
      books.pass(seconds)
    },
    pass: books.pass,
    forget: () => void books.pool.splice(0),
    waiting: () => books.pool.map(of => of.txid),
    stood: () => books.records.filter(of => of.result === 'SUCCESS').length,
    end: async () => {
      await Promise.all([mirror.end(), ...two.map(of => of.end())])
    },
  }
}

type Answer = readonly [status: number, body: unknown]
const NONE: Answer = [404, { _status: { messages: [{ message: 'Not found' }] } }]

function answerTo(books: Books, mood: LocalChain['mood'], url: URL): Answer {
  const [what = '', id = '', of = ''] = url.pathname.replace(/^.*\/api\/v1\//, '').split('/')
  const now = books.time() - BigInt(mood.late) * NS
  if (what === 'blocks') return id ? blockOf(now, mood, id) : blocksOf(now, mood, url.searchParams)
  if (what === 'network') return rateOf(mood)
  if (what === 'tokens') return tokenOf(books, id)
  if (what === 'contracts') return books.find(id)?.is_contract ? [200, { contract_id: id }] : NONE
  if (what === 'accounts') return accountOf(books, id, of === 'tokens' ? url.searchParams : null)
  if (what !== 'transactions') return NONE
  const told = books.records.filter(one => one.ns <= now && one.ns >= BigInt(mood.pruned) * NS)
  if (!id) return listOf(mood.hides ? [] : told, mood, url.searchParams)
  const found = mood.forgetful || mood.hides ? [] : told.filter(one => pathOf(one.txid) === id)
  const hash = mood.mistaken ? 'another' : undefined
  return found.length > 0 ? [200, { transactions: found.map(one => spelled(one, hash)) }] : NONE
}

function pathOf(txid: string): string {
  return txid.replace('@', '-').replace(/\.(\d{9})$/, '-$1')
}

function timeOf(ns: bigint): string {
  return `${ns / NS}.${String(ns % NS).padStart(9, '0')}`
}

function spelled(of: LocalRecord, another?: string) {
  const { txid, hash, ns, result, parts, nonce = 0, memo = '', scheduled = false } = of
  return {
    ...{ transaction_id: pathOf(txid), transaction_hash: another ?? hash, result },
    ...{ consensus_timestamp: timeOf(ns), nonce, scheduled, name: 'CRYPTOTRANSFER' },
    memo_base64: Buffer.from(memo).toString('base64'),
    token_transfers: parts.map(of => ({
      token_id: of.token,
      account: of.account,
      amount: of.amount,
    })),
  }
}

function listOf(
  told: readonly LocalRecord[],
  { tells }: LocalChain['mood'],
  query: URLSearchParams,
): Answer {
  const bounds = query.getAll('timestamp').map(text => {
    const [how = '', at = ''] = text.split(':')
    const [seconds = '0', rest = ''] = at.split('.')
    return { how, ns: BigInt(seconds) * NS + BigInt(rest.padEnd(9, '0')) }
  })
  const isIn = (ns: bigint) =>
    bounds.every(of =>
      of.how === 'gt' ? ns > of.ns : of.how === 'gte' ? ns >= of.ns : ns <= of.ns,
    )
  const account = query.get('account.id')
  const isOf = ({ payer, parts }: LocalRecord) =>
    payer === account || parts.some(part => part.account === account)
  const found = told.filter(of => isOf(of) && isIn(of.ns)).toSorted((a, b) => Number(a.ns - b.ns))
  const page = (tells?.(found) ?? found).slice(0, Number(query.get('limit')))
  return [200, { transactions: page.map(of => spelled(of)), links: { next: null } }]
}

function lastBlock(now: bigint, { behind }: LocalChain['mood']): number {
  return Number(now / NS / 2n) - 1 - (behind ? 1_000 : 0)
}

/** A block each two seconds. */
function blockAt(number: number, { forked }: LocalChain['mood']) {
  const timestamp = { from: `${number * 2}.000000001`, to: `${number * 2 + 2}.000000000` }
  const hash = `0x${String(number).padStart(96, forked ? 'f' : '0')}`
  return { number, hash, timestamp }
}

function blockOf(now: bigint, mood: LocalChain['mood'], id: string): Answer {
  const isHere = Number(id) <= lastBlock(now, mood) && (Number(id) + 1) * 2 >= mood.pruned
  return isHere ? [200, blockAt(Number(id), mood)] : NONE
}

function blocksOf(now: bigint, mood: LocalChain['mood'], query: URLSearchParams): Answer {
  const [how = '', at = '0'] = (query.get('timestamp') ?? '').split(':')
  const last = lastBlock(now, mood)
  const bounds = query.getAll('block.number').map(text => Number(text.replace(/^.te:/, '')))
  const [from = 0, to = 0] = bounds
  if (bounds.length > 0) {
    const count = Math.min(Math.min(to, last) - from + 1, Number(query.get('limit')))
    const blocks = Array.from({ length: count }, (_, n) => blockAt(from + n, mood))
    return [200, { blocks, links: { next: null } }]
  }
  const number =
    how === 'lte'
      ? Math.floor(Number(at) / 2) - 1
      : how === 'gte'
        ? Math.ceil(Number(at) / 2)
        : last
  if (number > last || (number + 1) * 2 < mood.pruned)
    return [200, { blocks: [], links: { next: null } }]
  return [200, { blocks: [blockAt(number, mood)], links: { next: null } }]
}

function rateOf({ cents }: LocalChain['mood']): Answer {
  if (cents === null) return [400, { _status: { messages: [{ message: 'no rate' }] } }]
  return [200, { current_rate: { cent_equivalent: cents * 30_000, hbar_equivalent: 30_000 } }]
}

function tokenOf({ tokens }: Books, id: string): Answer {
  const known = tokens.get(id)
  if (!known) return NONE
  const { name, symbol, decimals, paused, begins_frozen, asks_kyc, takes_fee } = known
  return [
    200,
    {
      ...{ token_id: id, name, symbol, decimals: String(decimals), deleted: false },
      ...{ freeze_default: begins_frozen, kyc_key: asks_kyc ? { key: 'its' } : null },
      pause_status: paused ? 'PAUSED' : 'UNPAUSED',
      custom_fees: { fixed_fees: [], fractional_fees: takes_fee ? [{ minimum: 1 }] : [] },
    },
  ]
}

function accountOf(books: Books, id: string, holdings: URLSearchParams | null): Answer {
  const account = books.find(id)
  if (!account) return NONE
  if (!holdings) {
    const { alias, coin, takes, deleted, asks_signature, key } = account
    return [
      200,
      {
        ...{ account: account.id, evm_address: alias, deleted, key, balance: { balance: coin } },
        ...{ max_automatic_token_associations: takes, receiver_sig_required: asks_signature },
      },
    ]
  }
  const asked = holdings.get('token.id') ?? ''
  const tokens = [...account.tokens]
    .filter(([token]) => token === asked || (asked.startsWith('gt:') && isAfter(token, asked)))
    .toSorted(([one], [other]) => (isAfter(one, other) ? 1 : -1))
    .slice(0, Number(holdings.get('limit') ?? 25))
    .map(([token_id, of]) => ({
      ...{ token_id, balance: of.amount, automatic_association: of.by_itself },
      freeze_status: of.is_frozen ? 'FROZEN' : 'UNFROZEN',
      kyc_status: of.has_kyc ? 'NOT_APPLICABLE' : 'REVOKED',
    }))
  return [200, { tokens, links: { next: null } }]
}

function isAfter(id: string, other: string): boolean {
  return BigInt(id.slice(4)) > BigInt(other.replace('gt:', '').slice(4))
}

async function serveMirror(books: Books, mood: LocalChain['mood']) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://here')
    if (mood.silent) return response.destroy()
    if (mood.misled && /\/(accounts|transactions|blocks)/.test(url.pathname))
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
    const [status, body] = answerTo(books, mood, url)
    response.writeHead(status, { 'content-type': 'application/json' })
    const text = JSON.stringify(
      mood.nonsense ? { account: 5, blocks: 'some' } : body,
      (_key, value) => (typeof value === 'bigint' ? Number(value) : value),
    )
    if (!mood.cut) return response.end(text)
    response.write(text.slice(0, text.length / 2))
    return setImmediate(() => response.destroy())
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

/** What a node says to what it is handed (services/response_code.proto). */
const CODES: Readonly<Record<string, number>> = {
  ...{ OK: 0, PAYER_ACCOUNT_NOT_FOUND: 2, INVALID_NODE_ACCOUNT: 3, TRANSACTION_EXPIRED: 4 },
  ...{ INVALID_TRANSACTION_START: 5, INVALID_TRANSACTION_DURATION: 6, INVALID_SIGNATURE: 7 },
  ...{
    INSUFFICIENT_TX_FEE: 9,
    INSUFFICIENT_PAYER_BALANCE: 10,
    DUPLICATE_TRANSACTION: 11,
    BUSY: 12,
  },
}

const call = (path: string) => ({
  ...{ path, requestStream: false, responseStream: false },
  ...{ requestSerialize: same, requestDeserialize: same },
  ...{ responseSerialize: same, responseDeserialize: same },
})
const same = (bytes: Buffer) => bytes

async function serveNode(books: Books, mood: LocalChain['mood'], account: string) {
  const server = new Server()
  const answer = (asked: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) => {
    if (mood.silent) return done({ code: 14, details: 'unavailable' })
    const of = readOffered(asked.request)
    const isHere = of.body.nodeAccountID === account
    const said = mood.refuses ? 'BUSY' : isHere ? books.precheck(of) : 'INVALID_NODE_ACCOUNT'
    if (said === 'OK') books.pool.push(of)
    if (mood.deaf) return done({ code: 14, details: 'unavailable' })
    return done(null, precheck(CODES[said] ?? 12))
  }
  server.addService({ transfer: call('/proto.CryptoService/cryptoTransfer') }, { transfer: answer })
  server.addService({ hold: call('/proto.TokenService/associateTokens') }, { hold: answer })
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  return { account, host: `127.0.0.1:${port}`, end: async () => server.forceShutdown() }
}
