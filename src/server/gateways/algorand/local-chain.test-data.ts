/**
 * Algorand's books in this process, asked as a node is, over HTTP. No program of the network runs on a developer's machine without its containers, so the rules by which a
 * transaction stands are written here as the network documents them: signature, rounds, leases, fees, least balances, holdings. It has a node's bad days besides.
 */
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base32nopad } from '@scure/base'
import {
  decodeSignedTransaction,
  encodeAddress,
  encodeUnsignedTransaction,
  msgpackRawDecode,
  msgpackRawEncode,
  type Transaction,
  verifyMultisig,
} from 'algosdk'
import { type Answer, type Asked, serve } from './local-node.test-data.ts'
import { ASSETS, GENESIS } from './network.ts'

type Holding = { amount: bigint; isFrozen: boolean }
type Sent = { readonly txid: string; readonly txn: Transaction; readonly raw: Uint8Array }

export type LocalChain = {
  readonly url: string
  /** Bad days. */
  readonly mood: {
    genesis_hash: string
    silent: boolean
    /** Takes what it is offered, and its answer is lost. */
    deaf: boolean
    /** Refuses what it is offered. */
    refuses: boolean
    behind: boolean
    /** Says of no transaction that it stands, as after it was started anew. */
    forgetful: boolean
    /** Has no blocks before this one, as a node that does not keep them. */
    pruned: bigint
    /** Leaves what stands out of the blocks that it tells of. */
    hides: boolean
    /** Names a block in which a transaction does not stand. */
    mistaken: boolean
    /** How many rounds ago it tells of. */
    late: bigint
    /** What it asks for a byte; null where it does not say. */
    for_a_byte: bigint | null
    /** Answers in another shape. */
    nonsense: boolean
    /** Ends in the middle of its answers. */
    cut: boolean
    /** Stands behind something that knows none of its paths but those of the network itself. */
    misled: boolean
    /** Has other blocks under their rounds. */
    forked: boolean
    /** Tells of a block as if something else stood there. */
    tells: ((stood: readonly LocalStood[]) => readonly LocalStood[]) | null
  }
  /** Puts ALGO or a token into a wallet, which holds it from then on. */
  fund(owner: string, currency: string, amount: bigint): void
  tokensOf(owner: string, currency: string): bigint
  coinOf(owner: string): bigint
  /** Has somebody not hold a token any more. */
  leave(owner: string, currency: string): void
  freeze(owner: string, currency: string, isFrozen?: boolean): void
  /** Has somebody who signs elsewhere pay a token with a note, in the next block; answers the transaction's id. */
  pay(of: LocalPayment): string
  /** Makes blocks; what waits goes into the first of them, as far as it may. */
  mine(blocks?: number): void
  /** Makes so many blocks into which nothing of what waits goes, as on a network that is full. */
  pass(blocks: number): void
  /** Is offered something that was signed elsewhere, as by whoever has the key; says why it is not taken. */
  offer(raw: Uint8Array): string | undefined
  /** Forgets what it was offered and no block took. */
  forget(): void
  waiting(): string[]
  /** How many transactions stand. */
  stood(): number
  /** Another token under the number of one of ours. */
  spoil(currency: string, decimals: number): void
  end(): Promise<void>
}

export type LocalPayment = {
  readonly to: string
  readonly currency: string
  readonly amount: bigint
  readonly memo?: string
  readonly from?: string
  /** What it is within: nothing, a transaction of a program, a holding that is closed, or what an issuer takes. */
  readonly as?: 'PAID' | 'INNER' | 'CLOSED' | 'TAKEN'
}

/** A transaction as its block says it. */
export type LocalStood = {
  readonly txn: Readonly<Record<string, unknown>>
  readonly aca?: bigint
  readonly dt?: { readonly itx: readonly LocalStood[] }
}

const LEAST_FEE = 1_000n
/** Whoever pays there unless it is said otherwise. */
export const STRANGER = encodeAddress(new Uint8Array(32).fill(9))
const MOST_LIFE = 1_000n
const LEAST_BALANCE = 100_000n
const START = 40_000_007n

/** A chain with both tokens and nobody who has any of them; of a demo, where whoever is paid has opted in. */
export async function localChain({
  chain = 'main',
  all_hold = false,
}: {
  readonly chain?: keyof typeof GENESIS
  readonly all_hold?: boolean
} = {}): Promise<LocalChain> {
  const mood: LocalChain['mood'] = {
    ...{ genesis_hash: GENESIS[chain].genesis_hash, silent: false, deaf: false, refuses: false },
    ...{ behind: false, forgetful: false, mistaken: false, nonsense: false, hides: false },
    ...{ cut: false, misled: false, forked: false, tells: null },
    ...{ pruned: 0n, late: 0n, for_a_byte: 0n },
  }
  const books = booksOf(all_hold)
  const { url, end } = await serve(mood, request => answerTo(books, mood, request))
  return {
    ...{ url, mood, end },
    fund: (owner, currency, amount) => {
      if (currency === 'ALGO') books.coins.set(owner, books.coinOf(owner) + amount)
      else books.hold(owner, idOf(currency)).amount += amount
    },
    tokensOf: (owner, currency) => books.held(owner, idOf(currency))?.amount ?? 0n,
    coinOf: books.coinOf,
    leave: (owner, currency) => void books.holdings.delete(`${owner} ${idOf(currency)}`),
    freeze: (owner, currency, isFrozen = true) => {
      books.hold(owner, idOf(currency)).isFrozen = isFrozen
    },
    pay: of => books.pay({ ...of, asset: idOf(of.currency) || Number(of.currency) }),
    mine: (blocks = 1) => {
      books.block(true)
      for (let made = 1; made < blocks; made++) books.block(false)
    },
    pass: blocks => {
      for (let made = 0; made < blocks; made++) books.block(false)
    },
    offer: raw => {
      const [status, told] = offered(books, mood, Buffer.from(raw))
      return status === 200 ? undefined : JSON.stringify(told)
    },
    forget: () => void books.pool.splice(0),
    waiting: () => books.pool.map(one => one.txid),
    stood: () => books.stands.size,
    spoil: (currency, decimals) => void books.decimals.set(idOf(currency), decimals),
  }
}

function idOf(currency: string): number {
  return ASSETS.find(of => of.currency === currency)?.id ?? 0
}

type Books = ReturnType<typeof booksOf>

function booksOf(all_hold: boolean) {
  const coins = new Map<string, bigint>()
  const holdings = new Map<string, Holding>()
  const stands = new Map<string, bigint>()
  const whole = new Map<string, Sent>()
  const blocks = new Map<bigint, string[]>()
  const told = new Map<bigint, LocalStood[]>()
  const paid: (LocalPayment & { asset: number; txid: string })[] = []
  /** Until which round a lease is held. */
  const leases = new Map<string, bigint>()
  const pool: Sent[] = []
  const decimals = new Map(ASSETS.map(of => [of.id, of.decimals]))
  let round = START
  let payments = 0
  const held = (owner: string, id: number) =>
    holdings.get(`${owner} ${id}`) ?? (all_hold ? { amount: 0n, isFrozen: false } : undefined)
  const hold = (owner: string, id: number) => {
    const found = held(owner, id) ?? { amount: 0n, isFrozen: false }
    holdings.set(`${owner} ${id}`, found)
    return found
  }
  const coinOf = (owner: string) => coins.get(owner) ?? 0n
  const leastOf = (owner: string) =>
    LEAST_BALANCE * BigInt(1 + ASSETS.filter(({ id }) => held(owner, id)).length)
  /** Why a transaction may not stand in the next block; nothing where it may. */
  const refusal = ({ txid, txn }: Sent): string | undefined => {
    const [sender, next] = [String(txn.sender), round + 1n]
    if (stands.has(txid)) return 'transaction already in ledger'
    if (next < txn.firstValid || next > txn.lastValid) return 'round outside of its range'
    if (txn.lastValid - txn.firstValid > MOST_LIFE) return 'range of rounds too large'
    if ((leases.get(leaseOf(txn)) ?? -1n) >= next) return 'using an overlapping lease'
    if (txn.fee < LEAST_FEE) return 'fee below threshold'
    return movesNot(txn) ?? (coinOf(sender) - txn.fee < leastOf(sender) ? 'overspend' : undefined)
  }
  const movesNot = (txn: Transaction): string | undefined => {
    const { assetIndex, receiver, amount } = moved(txn)
    const [sender, to] = [String(txn.sender), String(receiver)]
    if (sender === to && amount === 0n) return undefined
    const [from, payee] = [held(sender, assetIndex), held(to, assetIndex)]
    if (!from || !payee) return 'receiver error: must optin'
    if (from.isFrozen || payee.isFrozen) return 'asset frozen'
    return from.amount < amount ? 'underflow' : undefined
  }
  const run = (sent: Sent) => {
    const { txn, txid } = sent
    const { assetIndex, receiver, amount } = moved(txn)
    const sender = String(txn.sender)
    coins.set(sender, coinOf(sender) - txn.fee)
    hold(sender, assetIndex).amount -= amount
    hold(String(receiver), assetIndex).amount += amount
    leases.set(leaseOf(txn), txn.lastValid)
    stands.set(txid, round + 1n)
    whole.set(txid, sent)
  }
  /** What others paid stands at the beginning of a block. */
  const pay = (of: LocalPayment & { asset: number }) => {
    const txid = base32nopad.encode(createHash('sha256').update(`paid ${++payments}`).digest())
    paid.push({ ...of, txid })
    return txid
  }
  const runPaid = (of: LocalPayment & { asset: number }): LocalStood => {
    const { from = STRANGER, to, asset, amount } = of
    hold(from, asset).amount -= amount
    hold(to, asset).amount += amount
    return stoodOf({ ...of, from })
  }
  const block = (takes: boolean) => {
    const others = paid.splice(0)
    const taken = others.map(of => of.txid)
    const says = others.map(runPaid)
    for (const sent of pool.splice(0)) {
      // A pool keeps what may stand later, and forgets what no longer may.
      if (!takes && sent.txn.lastValid > round) pool.push(sent)
      if (!takes || refusal(sent)) continue
      run(sent)
      taken.push(sent.txid)
      const { assetIndex: asset, receiver, amount } = moved(sent.txn)
      says.push(stoodOf({ from: String(sent.txn.sender), to: String(receiver), asset, amount }))
    }
    round += 1n
    blocks.set(round, taken)
    told.set(round, says)
  }
  return {
    ...{ coins, holdings, stands, blocks, pool, decimals, held, hold, coinOf, leastOf, refusal },
    ...{ block, whole, pay, told, round: () => round },
  }
}

/** As a block says a payment; notes in base 64, and nothing of what is nothing. */
function stoodOf({
  from,
  to,
  asset: xaid,
  amount,
  memo = '',
  as = 'PAID',
}: Omit<LocalPayment, 'currency'> & { asset: number }): LocalStood {
  const of = { type: 'axfer', xaid, ...(memo && { note: Buffer.from(memo).toString('base64') }) }
  if (as === 'CLOSED') return { txn: { ...of, snd: from, arcv: STRANGER, aclose: to }, aca: amount }
  if (as === 'TAKEN') return { txn: { ...of, snd: STRANGER, asnd: from, arcv: to, aamt: amount } }
  const paid = { txn: { ...of, snd: from, arcv: to, aamt: amount } }
  return as === 'PAID' ? paid : { txn: { type: 'appl', snd: from }, dt: { itx: [paid] } }
}

function moved({ assetTransfer }: Transaction) {
  if (!assetTransfer) throw new Error('only transfers of tokens are understood')
  const { assetIndex, receiver, amount } = assetTransfer
  return { assetIndex: Number(assetIndex), receiver, amount }
}

/** One without a lease excludes no other. */
function leaseOf(of: Transaction): string {
  return `${of.sender} ${of.lease ? Buffer.from(of.lease).toString('hex') : of.txID()}`
}

const NONE: Answer = [404, { message: 'not found' }]

function answerTo(books: Books, mood: LocalChain['mood'], asked: Asked): Answer {
  const { method, path, query, body } = asked
  const [what = '', id = '', of = '', asset = ''] = path.split('/')
  const round = books.round() - mood.late
  if (what === 'transactions' && method === 'POST') return offered(books, mood, body)
  if (what === 'transactions' && id === 'params') return paramsOf(mood)
  if (what === 'transactions' && id === 'pending') return pendingOf(books, mood, of)
  if (what === 'status')
    return [200, { ...STATUS, 'last-round': round, 'catchup-time': mood.behind ? 1_000_000 : 0 }]
  if (what === 'accounts') return accountOf(books, id, of === 'assets' ? Number(asset) : null)
  if (what === 'assets') return assetOf(books, Number(id))
  if (what !== 'blocks' || BigInt(id) > round || BigInt(id) < mood.pruned) return NONE
  if (of === 'hash') return [200, { blockHash: hashOf(id, mood) }]
  if (of === '' && query === 'format=json') {
    const txns = books.told.get(BigInt(id)) ?? []
    return [200, { block: { rnd: BigInt(id), txns: mood.tells?.(txns) ?? txns } }]
  }
  const there = BigInt(id) <= START ? [] : books.blocks.get(BigInt(id))
  if (!there) return NONE
  const told = mood.hides ? [] : there
  return [200, of === '' ? blockOf(books, told) : { blockTxids: told }]
}

/** A block as nodes write it: of what stands in it the network is left out, which is the same for all. */
function blockOf({ whole }: Books, txids: readonly string[]): Uint8Array {
  const txns = txids.flatMap(txid => {
    const sent = whole.get(txid)
    if (!sent) return []
    const { sig = new Uint8Array(64) } = decodeSignedTransaction(sent.raw)
    const txn = msgpackRawDecode(encodeUnsignedTransaction(sent.txn)) as Record<string, unknown>
    const { gh: _, gen: __, ...rest } = txn
    return [{ hgi: true, sig, txn: rest }]
  })
  return msgpackRawEncode({
    block: { proto: 'future', ...(txns.length > 0 && { txns }) },
    cert: {},
  })
}

function hashOf(id: string, { forked }: LocalChain['mood']): string {
  return id.padStart(52, forked ? 'F' : 'A').replace(/[^A-Z2-7]/g, 'B')
}

const STATUS = { 'time-since-last-round': 1_500_000_000, 'stopped-at-unsupported-round': false }

function paramsOf({ genesis_hash, for_a_byte }: LocalChain['mood']): Answer {
  if (for_a_byte === null) return [400, { message: 'no parameters' }]
  const fees = { fee: for_a_byte, 'min-fee': LEAST_FEE }
  return [200, { ...fees, 'genesis-hash': genesis_hash }]
}

function pendingOf(
  { stands, pool, blocks }: Books,
  { forgetful, mistaken }: LocalChain['mood'],
  of: string,
): Answer {
  const round = stands.get(of) ?? [...blocks].find(([, txids]) => txids.includes(of))?.[0]
  if (forgetful) return NONE
  if (round !== undefined)
    return [200, { 'pool-error': '', 'confirmed-round': mistaken ? round - 1n : round }]
  return pool.some(({ txid }) => txid === of) ? [200, { 'pool-error': '' }] : NONE
}

function accountOf(
  { coinOf, leastOf, held, round }: Books,
  id: string,
  asset: number | null,
): Answer {
  if (asset === null) return [200, { amount: coinOf(id), 'min-balance': leastOf(id) }]
  const holding = held(id, asset)
  const told = holding && { amount: holding.amount, 'is-frozen': holding.isFrozen }
  return told ? [200, { round: round(), 'asset-holding': { 'asset-id': asset, ...told } }] : NONE
}

function assetOf({ decimals }: Books, id: number): Answer {
  const known = ASSETS.find(one => one.id === id)
  return known
    ? [200, { index: id, params: { decimals: decimals.get(id), 'unit-name': known.unit } }]
    : NONE
}

function offered({ pool, refusal }: Books, mood: LocalChain['mood'], body: Buffer): Answer {
  const { txn, sig, msig } = decodeSignedTransaction(body)
  const isSigned = msig
    ? verifyMultisig(txn.bytesToSign(), msig, txn.sender.publicKey)
    : sig && ed25519.verify(sig, txn.bytesToSign(), txn.sender.publicKey, { zip215: false })
  const isHere = Buffer.from(txn.genesisHash ?? []).toString('base64') === mood.genesis_hash
  const sent = { txid: txn.txID(), txn, raw: Uint8Array.from(body) }
  const rival = pool.some(one => one.txid !== sent.txid && leaseOf(one.txn) === leaseOf(txn))
  const problem =
    (!isSigned && 'signature is not valid') ||
    (!isHere && 'genesis hash mismatch') ||
    (mood.refuses && 'the pool is full') ||
    (rival && 'using an overlapping lease') ||
    refusal(sent)
  if (problem) return [400, { message: problem }]
  if (!pool.some(one => one.txid === sent.txid)) pool.push(sent)
  return [200, { txId: sent.txid }]
}
