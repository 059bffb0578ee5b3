/**
 * Raising the fee of what waits (decision 0168): what stands in no block after so many, and pays less for its bytes than they cost by now, is replaced by one
 * that pays more, out of the treasury's change. One of both is confirmed at the most, and whichever is makes the payments.
 */
import { hex } from '@scure/base'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { alone, type Books, listConfirmed } from '../bitcoin/books.store.ts'
import { isSignedAs } from '../bitcoin/build-payout.ts'
import { buildReplacement, sizeOf } from '../bitcoin/build-replacement.ts'
import {
  insertReplacement,
  listWaiting,
  markWaiting,
  type Waiting,
} from '../bitcoin/raise.store.ts'
import type { BitcoinSigner } from '../bitcoin/signer.ts'
import { GatewayError } from '../gateway-error.ts'
import { type BitcoinTreasury, MOST_FEE_RATE, WITHIN_BLOCKS } from './bitcoin-pay.ts'

/** Nodes take a replacement that pays at least so much more for each of its bytes (BIP 125, rule 4; policy/policy.h, DEFAULT_INCREMENTAL_RELAY_FEE). */
const MORE_FEE_RATE = 1n

/** One that waits with all of ours that wait before it, whose change it spends: a miner takes them together or not at all. */
type Chain = {
  readonly last: Waiting
  readonly blocks: number
  /** Of those before it. */
  readonly fee_sat: bigint
  readonly bytes: bigint
}

/**
 * Replaces whatever waits too long for too little, each once, and offers what it made. It is safe to run beside others and to be killed anywhere: what is
 * signed is kept before it is offered. What cannot be raised (the limit, the coins, the signer) goes on waiting, and is tried again.
 */
export async function raiseFees(
  db: Kysely<DB>,
  treasury: BitcoinTreasury,
  fee_rate: bigint,
): Promise<void> {
  await alone(db, markWaiting)
  const isDue = (chain: Chain) => chain.blocks >= WITHIN_BLOCKS && rateOf(chain) < fee_rate
  const due = chainsOf(await listWaiting(db)).filter(isDue)
  for (const { last } of due) {
    const raw = await alone(db, books =>
      raise(books, treasury, { txid: last.txid, fee_rate, isDue }),
    )
    // What is kept is offered again each minute.
    if (raw) await treasury.node.broadcast(raw).catch(() => null)
  }
}

async function raise(
  books: Books,
  { signer, now }: BitcoinTreasury,
  { txid, fee_rate, isDue }: { txid: string; fee_rate: bigint; isDue: (chain: Chain) => boolean },
): Promise<string | undefined> {
  // Read again with the books held: another process may have been first, or have spent its change meanwhile.
  const chain = chainsOf(await listWaiting(books)).find(one => one.last.txid === txid)
  if (!chain || !isDue(chain)) return undefined
  const { last } = chain
  const more = await listConfirmed(books)
  const unsigned = buildReplacement(last, more, signer, bytes => feeFor(chain, bytes, fee_rate))
  if (!unsigned || !(await isSignedFor(signer, unsigned.fee_sat, last.fee_sat))) return undefined
  const raw = await quietly(() => signer.sign(unsigned.psbt))
  if (!raw || !isSignedAs(unsigned, raw)) return undefined
  const kept = { raw: hex.encode(raw), script: signer.script, made_at: now(), root: last.root }
  await insertReplacement(books, unsigned, kept)
  return kept.raw
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

function rateOf({ last, fee_sat, bytes }: Chain): bigint {
  return (fee_sat + last.fee_sat) / (bytes + sizeOf(last.raw))
}

/** What waits, by those whose change nothing that waits spends: raising one before them would undo what spends it. */
function chainsOf(waiting: readonly Waiting[]): Chain[] {
  const of = new Map(waiting.map(one => [one.txid, one]))
  const spent = new Set(waiting.flatMap(one => one.inputs.map(coin => coin.txid)))
  return waiting
    .filter(one => !spent.has(one.txid))
    .map(last => {
      const before = beforeOf(last, of)
      return {
        last,
        blocks: Math.max(...[last, ...before].map(one => one.blocks ?? 0)),
        fee_sat: before.reduce((sum, one) => sum + one.fee_sat, 0n),
        bytes: before.reduce((sum, one) => sum + sizeOf(one.raw), 0n),
      }
    })
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
  const limits = await quietly(() => view([]))
  if (!limits) return false
  return fee_sat <= limits.most_fee_sat && fee_sat - old_sat <= limits.left_sat
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
