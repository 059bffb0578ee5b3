/**
 * A chain in memory with the node that follows it: it takes what spends coins that there are, with signatures that hold (P2WPKH, and P2WSH of several keys), mines when it is told
 * to, and has the bad days of a node: silent, refusing, forgetting, overtaken by a longer chain.
 */
import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { OutScript, SigHash, Transaction } from '@scure/btc-signer'
import { hash160 } from '@scure/btc-signer/utils.js'
import { GatewayError } from '../gateway-error.ts'
import type { BitcoinNode, Block, Chain, ChainTransaction } from './bitcoin-node.ts'
import { scriptOf } from './build-payout.ts'

const GENESIS = '0'.repeat(64)

export type MemoryChain = {
  readonly node: BitcoinNode
  /** Pays an address out of nothing, in the next block; answers the transaction's id. */
  fund(address: string, value_sat: bigint): string
  /** The same in several outputs of one transaction. */
  fundEach(paid: readonly (readonly [address: string, value_sat: bigint])[]): string
  /** Mines blocks: the first with all that waits. */
  mine(blocks?: number): void
  /** Leaves the last blocks for others without what stood in them, one more of them; what stood there waits again, but for `without` and what spends of that. */
  reorganise(blocks: number, without?: readonly string[]): void
  /** Spends a coin elsewhere, as whoever has its key could, in the next block: to an address, or to nobody that we know. */
  spendElsewhere(txid: string, vout: number, to?: string): string
  /** The same, to several; the network has what is left. */
  spendAmong(txid: string, vout: number, to: readonly (readonly [string, bigint])[]): string
  /** What waits for a block. */
  waiting(): string[]
  /** What an address was paid by blocks that are so deep, in satoshi, whatever became of it since. */
  paid(address: string, depth?: number): bigint
  /** What an address has by blocks. */
  unspent(
    address: string,
  ): { readonly txid: string; readonly vout: number; readonly value_sat: bigint }[]
  /** Where it has bad days. */
  readonly mood: {
    chain: Chain
    silent: boolean
    /** Takes what it is offered, and its answer is lost. */
    deaf: boolean
    refuses: string | null
    fee_rate: bigint | null
    /** It answers no question about fees. */
    estimates: boolean
    /** Whether it keeps an index of transactions. */
    indexed: boolean
    /** Miners take what pays so much a byte, with what it spends of that waits, and leave the rest to wait. */
    mines_from: bigint
  }
  /** Forgets what waits, as after a start. */
  forget(): void
  /** Has what was left behind wait again, as its sender offers it. */
  again(txid: string): void
}

/** What waits: one that was offered has a fee, a size, and says whether another may take its place (BIP 125). */
type Pooled = ChainTransaction & {
  readonly fee_sat?: bigint
  readonly bytes?: bigint
  readonly replaceable?: boolean
}

/** A chain of one block. */
export function memoryChain(): MemoryChain {
  const blocks: Block[] = [blockOf(GENESIS, 0, [])]
  const pool = new Map<string, Pooled>()
  const mood: MemoryChain['mood'] = {
    ...{ chain: 'main', silent: false, deaf: false, refuses: null, fee_rate: 2n },
    ...{ estimates: true, mines_from: 0n, indexed: true },
  }
  const left = new Map<string, ChainTransaction>()
  /** Every transaction that there ever was, as it was offered. */
  const wholes = new Map<string, string>()
  let made = 0
  const invent = (rest: Omit<ChainTransaction, 'txid'>) => {
    made += 1
    const { id: txid, hex: raw } = wholeOf(`made ${made}`, rest)
    wholes.set(txid, raw)
    pool.set(txid, { txid, ...rest })
    return txid
  }
  const all = () => [...blocks.flatMap(block => block.transactions), ...pool.values()]
  const outputOf = (txid: string, vout: number) =>
    all()
      .find(one => one.txid === txid)
      ?.outputs.find(one => one.vout === vout)
  const spenders = (txid: string, vout: number) =>
    all().filter(one => one.spends.some(of => of.txid === txid && of.vout === vout))
  const isSpent = (txid: string, vout: number) => spenders(txid, vout).length > 0
  /** One that waits with all that waits and it spends of. */
  const withParents = (one: Pooled): Pooled[] => [
    ...new Set([
      one,
      ...one.spends.flatMap(of => {
        const parent = pool.get(of.txid)
        return parent ? withParents(parent) : []
      }),
    ]),
  ]
  const withChildren = (one: Pooled): Pooled[] => [
    one,
    ...[...pool.values()]
      .filter(of => of.spends.some(it => it.txid === one.txid))
      .flatMap(withChildren),
  ]
  const mine = () => {
    const chosen = new Set(
      [...pool.values()].map(withParents).flatMap(these => {
        const of = (what: 'fee_sat' | 'bytes') =>
          these.reduce((sum, it) => sum + (it[what] ?? 0n), 0n)
        const offered = these.some(it => it.bytes !== undefined)
        return offered && of('fee_sat') < mood.mines_from * of('bytes') ? [] : these
      }),
    )
    const taken = [...pool.values()].filter(one => chosen.has(one))
    blocks.push(blockOf(blocks.at(-1)?.hash ?? GENESIS, made, taken))
    made += 1
    for (const { txid } of taken) pool.delete(txid)
  }
  const awake = <A extends unknown[], T>(work: (...args: A) => T) => {
    return async (...args: A) => {
      if (mood.silent) throw new GatewayError('BITCOIN_NODE_SILENT', 'silent', { retriable: true })
      return work(...args)
    }
  }
  const take = (raw: string): string | null => {
    if (mood.refuses !== null) return mood.refuses
    const transaction = Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true })
    if (all().some(one => one.txid === transaction.id)) return null
    const read = readTransaction(transaction)
    let left = 0n
    const replaced = new Set<Pooled>()
    for (const [at, { txid, vout }] of read.spends.entries()) {
      const coin = outputOf(txid, vout)
      if (!coin) return 'bad-txns-inputs-missingorspent'
      for (const other of spenders(txid, vout)) {
        const waits = pool.get(other.txid)
        if (!waits) return 'bad-txns-inputs-missingorspent'
        if (!waits.replaceable) return 'txn-mempool-conflict'
        for (const one of withChildren(waits)) replaced.add(one)
      }
      if (!isSigned(transaction, at, coin)) return 'mandatory-script-verify-flag-failed'
      left += coin.value_sat
    }
    for (const { value_sat } of read.outputs) left -= value_sat
    if (left < BigInt(transaction.vsize)) return 'min relay fee not met'
    const bytes = BigInt(transaction.vsize)
    const before = [...replaced].reduce((sum, one) => sum + (one.fee_sat ?? 0n), 0n)
    if (replaced.size > 0 && left < before + bytes) return 'insufficient fee, rejecting replacement'
    if (read.spends.some(of => [...replaced].some(one => one.txid === of.txid)))
      return 'bad-txns-spends-conflicting-tx'
    for (const one of replaced) pool.delete(one.txid)
    const replaceable = (transaction.getInput(0).sequence ?? 0) < 0xfffffffe
    wholes.set(read.txid, raw)
    pool.set(read.txid, { ...read, fee_sat: left, bytes, replaceable })
    if (mood.deaf) throw new GatewayError('BITCOIN_NODE_SILENT', 'deaf', { retriable: true })
    return null
  }
  return {
    mood,
    node: {
      tip: awake(() => ({ chain: mood.chain, height: blocks.length - 1 })),
      hashAt: awake((height: number) => blocks[height]?.hash ?? null),
      block: awake((hash: string) => {
        const block = blocks.find(one => one.hash === hash)
        if (!block) throw new GatewayError('BITCOIN_NODE_ANSWER', 'no block', { retriable: true })
        return block
      }),
      raw: awake((txid: string, hash: string) => {
        const stands = blocks.find(one => one.hash === hash)?.transactions
        const whole = stands?.some(one => one.txid === txid) ? wholes.get(txid) : undefined
        if (whole) return whole
        throw new GatewayError('BITCOIN_NODE_ANSWER', 'no such transaction', { retriable: true })
      }),
      find: awake((txid: string) => {
        if (!mood.indexed) return null
        const at = blocks.findIndex(block => block.transactions.some(one => one.txid === txid))
        const found = all().find(one => one.txid === txid)
        if (!found) return null
        return { outputs: found.outputs, confirmations: at < 0 ? 0 : blocks.length - at }
      }),
      feeRate: awake(() => {
        if (mood.estimates) return mood.fee_rate
        throw new GatewayError('BITCOIN_NODE_ANSWER', 'no estimate', { retriable: true })
      }),
      broadcast: awake(take),
    },
    fund: (address, value_sat) =>
      invent({ spends: [], outputs: [{ vout: 0, script: scriptOf(address) ?? '', value_sat }] }),
    fundEach: paid =>
      invent({
        spends: [],
        outputs: paid.map(([address, value_sat], vout) => ({
          ...{ vout, script: scriptOf(address) ?? '', value_sat },
        })),
      }),
    mine: (count = 1) => {
      for (let n = 0; n < count; n++) mine()
    },
    reorganise: (count, without = []) => {
      const gone = blocks.splice(blocks.length - count, count)
      const again = gone.flatMap(block => block.transactions)
      for (const one of again) left.set(one.txid, one)
      const waited = [...pool.values()]
      pool.clear()
      for (let n = 0; n <= count; n++) mine()
      for (const one of [...again, ...waited]) {
        const holds = one.spends.every(
          of => outputOf(of.txid, of.vout) && !isSpent(of.txid, of.vout),
        )
        if (holds && !without.includes(one.txid)) pool.set(one.txid, one)
      }
    },
    spendElsewhere: (txid, vout, to) => {
      const coin = outputOf(txid, vout)
      for (const one of [...pool.values()])
        if (one.spends.some(of => of.txid === txid && of.vout === vout))
          for (const gone of withChildren(one)) pool.delete(gone.txid)
      return invent({
        spends: [{ txid, vout }],
        outputs: [
          { vout: 0, script: (to && scriptOf(to)) ?? '51', value_sat: coin?.value_sat ?? 0n },
        ],
      })
    },
    spendAmong: (txid, vout, to) =>
      invent({
        spends: [{ txid, vout }],
        outputs: to.map(([address, value_sat], at) => ({
          ...{ vout: at, script: scriptOf(address) ?? '51', value_sat },
        })),
      }),
    waiting: () => [...pool.keys()],
    paid: (address, depth = 1) =>
      blocks
        .slice(0, blocks.length + 1 - depth)
        .flatMap(block => block.transactions.flatMap(one => one.outputs))
        .filter(({ script }) => script === scriptOf(address))
        .reduce((sum, { value_sat }) => sum + value_sat, 0n),
    unspent: address => {
      const stood = blocks.flatMap(block => block.transactions)
      const spent = new Set(stood.flatMap(one => one.spends.map(of => `${of.txid}:${of.vout}`)))
      return stood.flatMap(({ txid, outputs }) =>
        outputs
          .filter(of => of.script === scriptOf(address) && !spent.has(`${txid}:${of.vout}`))
          .map(({ vout, value_sat }) => ({ txid, vout, value_sat })),
      )
    },
    forget: () => pool.clear(),
    again: txid => {
      const one = left.get(txid)
      if (one) pool.set(txid, one)
    },
  }
}

function blockOf(previous: string, salt: number, transactions: readonly ChainTransaction[]): Block {
  const said = [previous, salt, ...transactions.map(one => one.txid)].join(' ')
  return { hash: createHash('sha256').update(said).digest('hex'), previous, transactions }
}

/** One that pays so, out of nothing where it spends nothing; no two are the same. */
function wholeOf(
  made: string,
  { spends, outputs }: Omit<ChainTransaction, 'txid'>,
): Pick<Transaction, 'id' | 'hex'> {
  const lenient = { allowUnknownOutputs: true, allowUnknownInputs: true }
  const transaction = new Transaction({ ...lenient, disableScriptCheck: true })
  const nothing = createHash('sha256').update(made).digest('hex')
  const inputs = spends.length > 0 ? spends : [{ txid: nothing, vout: 0 }]
  const finalScriptWitness = [createHash('sha256').update(made).digest()]
  for (const { script, value_sat: amount } of outputs)
    transaction.addOutput({ script: hex.decode(script), amount })
  for (const { txid, vout: index } of inputs)
    transaction.addInput({ txid, index, finalScriptWitness })
  return transaction
}

function readTransaction(transaction: Transaction): ChainTransaction {
  return {
    txid: transaction.id,
    spends: Array.from({ length: transaction.inputsLength }, (_, at) => {
      const { txid, index } = transaction.getInput(at)
      return { txid: hex.encode(txid ?? new Uint8Array()), vout: index ?? 0 }
    }),
    outputs: Array.from({ length: transaction.outputsLength }, (_, vout) => {
      const { script, amount } = transaction.getOutput(vout)
      return { vout, script: hex.encode(script ?? new Uint8Array()), value_sat: amount ?? 0n }
    }),
  }
}

/** Whether an input is signed by whom its coin belongs to, for all of the transaction (BIP 143). */
function isSigned(
  transaction: Transaction,
  at: number,
  { script, value_sat }: ChainTransaction['outputs'][number],
): boolean {
  const [signature, key] = transaction.getInput(at).finalScriptWitness ?? []
  if (script.startsWith('0020')) return isSignedBySeveral(transaction, at, { script, value_sat })
  if (!signature || !key || script !== `0014${hex.encode(hash160(key))}`) return false
  const legacy = OutScript.encode({ type: 'pkh', hash: hash160(key) })
  const hash = transaction.preimageWitnessV0(at, legacy, SigHash.ALL, value_sat)
  const opts = { prehash: false, format: 'der' } as const
  return secp256k1.verify(signature.subarray(0, -1), hash, key, opts)
}

/** OP_CHECKMULTISIG: signatures in the order of their keys, each of another one, and an empty piece before them (BIP 147). */
function isSignedBySeveral(
  transaction: Transaction,
  at: number,
  { script, value_sat }: Omit<ChainTransaction['outputs'][number], 'vout'>,
): boolean {
  const witness = [...(transaction.getInput(at).finalScriptWitness ?? [])]
  const code = witness.pop() ?? new Uint8Array()
  const [empty, ...signatures] = witness
  const hash = createHash('sha256').update(code).digest('hex')
  const multi = OutScript.decode(code)
  if (script !== `0020${hash}` || empty?.length !== 0 || multi.type !== 'ms') return false
  const keys = [...multi.pubkeys]
  const signed = transaction.preimageWitnessV0(at, code, SigHash.ALL, value_sat)
  const opts = { prehash: false, format: 'der' } as const
  const held = signatures.filter(signature => {
    for (let key = keys.shift(); key; key = keys.shift())
      if (secp256k1.verify(signature.subarray(0, -1), signed, key, opts)) return true
    return false
  })
  return held.length === multi.m && signatures.length === multi.m
}
