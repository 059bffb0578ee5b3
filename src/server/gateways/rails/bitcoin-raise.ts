/**
 * Raising the fee of what waits (decision 0168): what stands in no block after so many, and pays less for its bytes than they cost by now, is replaced by one
 * that pays more, out of the treasury's change. One of both is confirmed at the most, and whichever is makes the payments.
 */
import { hex } from '@scure/base'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { NotRaised } from '#domain/kernel/chain-problem.ts'
import { alone, type Books, listConfirmed } from '../bitcoin/books.store.ts'
import { isSignedAs, type Unsigned, unsignedRaw } from '../bitcoin/build-payout.ts'
import { buildReplacement, sizeOf } from '../bitcoin/build-replacement.ts'
import {
  areOf,
  insertReplacement,
  keepNotRaised,
  listWaiting,
  markWaiting,
  type Waiting,
} from '../bitcoin/raise.store.ts'
import type { BitcoinSigner } from '../bitcoin/signer.ts'
import { GatewayError } from '../gateway-error.ts'
import { limitsIn } from './bitcoin-judge.ts'
import { type BitcoinTreasury, MOST_FEE_RATE, WITHIN_BLOCKS } from './bitcoin-pay.ts'

/** Nodes take a replacement that pays at least so much more for each of its bytes (BIP 125, rule 4; policy/policy.h, DEFAULT_INCREMENTAL_RELAY_FEE). */
const MORE_FEE_RATE = 1n

/** One that waits with all of ours that wait before it, whose change it spends: a miner takes them together or not at all. */
export type Chain = {
  readonly last: Waiting
  readonly txids: readonly string[]
  readonly blocks: number
  /** Whether people are still to sign any of them, or one that pays more in its place. */
  readonly unsigned: boolean
  /** Of those before it. */
  readonly fee_sat: bigint
  readonly bytes: bigint
}

/**
 * Replaces whatever waits too long for too little, each once, and offers what it made. It is safe to run beside others and to be killed anywhere: what is
 * signed is kept before it is offered. What cannot be raised goes on waiting, is kept with why, and is tried again.
 */
export async function raiseFees(
  db: Kysely<DB>,
  treasury: BitcoinTreasury,
  fee_rate: bigint,
): Promise<void> {
  await alone(db, markWaiting)
  const isDue = (chain: Chain) =>
    !chain.unsigned && chain.blocks >= WITHIN_BLOCKS && rateOf(chain) < fee_rate
  for (const { last } of chainsOf(await listWaiting(db)).filter(isDue))
    await offer(treasury, db, { txid: last.txid, fee_rate, isDue })
}

/** Replaces what waits together with a transaction, however long it does, so that it pays so much for a byte; nothing where it waits for no block, or pays that. */
export async function raiseFee(
  db: Kysely<DB>,
  treasury: BitcoinTreasury,
  { txid, fee_rate }: { readonly txid: string; readonly fee_rate: bigint },
): Promise<void> {
  const isDue = (chain: Chain) => !chain.unsigned && rateOf(chain) < fee_rate
  await offer(treasury, db, { txid, fee_rate, isDue })
}

type Wanted = {
  /** One of those that wait together. */
  readonly txid: string
  readonly fee_rate: bigint
  isDue(chain: Chain): boolean
}

async function offer(treasury: BitcoinTreasury, db: Kysely<DB>, wanted: Wanted): Promise<void> {
  const raw = await alone(db, books => raise(books, treasury, wanted))
  // What is kept and signed is offered again each minute.
  if (raw) await treasury.node.broadcast(raw).catch(() => null)
}

async function raise(
  books: Books,
  treasury: BitcoinTreasury,
  { txid, fee_rate, isDue }: Wanted,
): Promise<string | undefined> {
  // Read again with the books held: another process may have been first, or have spent its change meanwhile.
  const chain = chainsOf(await listWaiting(books)).find(one => one.txids.includes(txid))
  if (!chain || !isDue(chain)) return undefined
  const made = await sign(books, treasury, chain, fee_rate)
  if (typeof made === 'string') {
    await keepNotRaised(books, chain.last.txid, made)
    return undefined
  }
  const { script } = treasury.signer
  const { psbt } = made.unsigned
  await insertReplacement(books, made.unsigned, {
    ...{ raw: made.raw ?? unsignedRaw(psbt), unsigned: made.raw === null, script },
    ...{ made_at: treasury.now(), root: chain.last.root },
  })
  return made.raw ?? undefined
}

/** What stands in the place of the last of a chain, signed unless people do that; or why it cannot be raised. */
async function sign(
  books: Books,
  { signer }: BitcoinTreasury,
  chain: Chain,
  fee_rate: bigint,
): Promise<{ readonly unsigned: Unsigned; readonly raw: string | null } | NotRaised> {
  const { last } = chain
  if (!(await areOf(books, last.txid, signer.script))) return 'SIGNER'
  const more = await listConfirmed(books, signer.script)
  const unsigned = buildReplacement(last, more, signer, bytes => feeFor(chain, bytes, fee_rate))
  if (typeof unsigned === 'string') return unsigned
  if (signer.by_hand) return { unsigned, raw: null }
  if (!(await isSignedFor(signer, unsigned.fee_sat, last.fee_sat))) return 'SIGNER'
  const raw = await quietly(() => signer.sign(unsigned.psbt))
  return raw && isSignedAs(unsigned, raw) ? { unsigned, raw: hex.encode(raw) } : 'SIGNER'
}

/** The fee by which all of a chain costs so much a byte, and that nodes take in the place of the one before; undefined above what is paid at the most. */
function feeFor(
  { last, fee_sat, bytes }: Chain,
  own: bigint,
  fee_rate: bigint,
): bigint | undefined {
  const wanted = fee_rate * (bytes + own) - fee_sat
  const least = last.fee_sat + MORE_FEE_RATE * own
  const fee = wanted > least ? wanted : least
  return fee + fee_sat <= MOST_FEE_RATE * (bytes + own) ? fee : undefined
}

/** What a chain pays for each of its bytes, rounded down. */
export function rateOf({ last, fee_sat, bytes }: Chain): bigint {
  return (fee_sat + last.fee_sat) / (bytes + sizeOf(last.raw))
}

/** What waits, by those whose change nothing that waits spends: raising one before them would undo what spends it. */
export function chainsOf(waiting: readonly Waiting[]): Chain[] {
  const of = new Map(waiting.map(one => [one.txid, one]))
  const spent = new Set(waiting.flatMap(one => one.inputs.map(coin => coin.txid)))
  return waiting
    .filter(one => !spent.has(one.txid))
    .map(last => {
      const before = beforeOf(last, of)
      return {
        last,
        txids: [last, ...before].map(one => one.txid),
        unsigned: [last, ...before].some(one => one.unsigned) || last.is_asked,
        blocks: Math.max(...[last, ...before].map(one => one.blocks ?? 0)),
        fee_sat: before.reduce((sum, one) => sum + one.fee_sat, 0n),
        bytes: before.reduce((sum, one) => sum + (one.unsigned ? 0n : sizeOf(one.raw)), 0n),
      }
    })
}

/** Whether one that waits spends what comes back by another that people are still to sign. */
export function isBehindUnsigned(waiting: readonly Waiting[], txid: string): boolean {
  const of = new Map(waiting.map(one => [one.txid, one]))
  const one = of.get(txid)
  return one !== undefined && beforeOf(one, of).some(before => before.unsigned)
}

function beforeOf(last: Waiting, of: ReadonlyMap<string, Waiting>): Waiting[] {
  const found = new Set<Waiting>()
  const look = (one: Waiting) => {
    for (const { txid } of one.inputs) {
      const parent = of.get(txid)
      if (parent && !found.has(parent)) {
        found.add(parent)
        look(parent)
      }
    }
  }
  look(last)
  return [...found]
}

/** Whether a signer with rules of its own would sign for so much by now. */
async function isSignedFor({ view }: BitcoinSigner, fee_sat: bigint, old_sat: bigint) {
  if (!view) return true
  const seen = await quietly(() => view([]))
  if (!seen) return false
  const { most_fee_sat, left_sat } = limitsIn(seen)
  return fee_sat <= most_fee_sat && fee_sat - old_sat <= left_sat
}

/** Its answer; nothing where it does not answer, or refuses: the wallet says so, and it is asked again in a minute. */
async function quietly<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof GatewayError) return undefined
    throw error
  }
}
