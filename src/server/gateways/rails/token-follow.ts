/** Following a chain of accounts: what became of what is under way, why nothing new leaves, and what the treasury holds. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { ChainHold } from '#domain/kernel/chain-problem.ts'
import { GatewayError } from '../gateway-error.ts'
import { keepFollowed, keepSeen, keepStanding, type Sight } from '../tokens/books.store.ts'
import { listWatched } from '../tokens/deposit.store.ts'
import { findMoved, findSpent, isMissing, keepAccounted } from '../tokens/missing.store.ts'
import type { Lane, Prices, Purse, Seen } from '../tokens/token-chain.ts'
import { isOwn, listOpen, nameTreasuries, type Open } from '../tokens/under-way.store.ts'
import { holdOfSigner } from './held.ts'
import { NOTHING_STOPPED, type Stopped } from './rail.ts'
import { readArrivals } from './token-arrivals.ts'
import { makeNext, refuseStopped, type TokenTreasury } from './token-pay.ts'
import { raise } from './token-raise.ts'

/**
 * Hears what became of what is under way, raises what offers too little by now, makes what waits, and offers again all that is not final, which is what a node that
 * forgot it, or was away when it was signed, needs: the newest of each first, and those that it displaces, which may stand as well; then what was paid in. Killed anywhere, the next goes on
 * where it was.
 */
export async function follow(
  db: Kysely<DB>,
  treasury: TokenTreasury,
  stopped: Stopped = NOTHING_STOPPED,
): Promise<void> {
  const { chain, now } = treasury
  const { network } = chain
  try {
    const height = await chain.tip()
    await nameTreasuries(db, chain)
    await hear(db, treasury)
    await account(db, treasury)
    await refuseStopped(db, treasury, stopped)
    const seen = await lookForHold(db, treasury)
    const { spare } = seen
    const raised = await raise(db, treasury, seen)
    const { hold } = await makeIfAny(db, treasury, seen, stopped)
    await keepLook(db, treasury, seen, raised ?? hold)
    for (const { versions } of await listOpen(db, network))
      for (const { raw } of versions.toReversed()) await chain.offer(raw).catch(quietly)
    const unread = await arrivalsUnread(db, treasury)
    await keepFollowed(db, network, {
      at: now(),
      height,
      ...(unread && { problem: problemOf(unread.error) }),
    })
    await chain.open(spare).catch(quietly)
    if (unread) throw unread.error
  } catch (error) {
    await keepFollowed(db, network, { at: now(), problem: problemOf(error) })
    throw error
  }
}

/** Reads what was paid in; what keeps that from being read keeps no payment from anything. */
async function arrivalsUnread(
  db: Kysely<DB>,
  treasury: TokenTreasury,
): Promise<{ readonly error: unknown } | undefined> {
  const { chain, deposits } = treasury
  try {
    if (deposits && (await mayArrive(db, treasury)))
      await readArrivals(db, { ...deposits, account: deposits.key?.account, chain })
  } catch (error) {
    return { error }
  }
  return undefined
}

/** Whether anybody is told where to pay in, or ever was: nothing is asked of a node for deposits otherwise. */
async function mayArrive(db: Kysely<DB>, { chain, deposits }: TokenTreasury): Promise<boolean> {
  return Boolean(deposits?.key) || (await listWatched(db, chain.network)).length > 0
}

/** What a node does not hear now it hears in a minute. */
export function quietly(error: unknown): void {
  if (!(error instanceof GatewayError)) throw error
}

function problemOf(error: unknown) {
  const code = error instanceof GatewayError ? error.code : ''
  const known = (['SILENT', 'BEHIND', 'OTHER_NETWORK'] as const).find(of => code === `CHAIN_${of}`)
  return known ?? 'OTHER'
}

/**
 * Holds what the treasury has of each token, and of the coin that fees are paid in, against all that was ever sent from it: whatever else left it is missing. What was sent before what is left: what leaves in
 * between is counted as under way, and never as missing.
 */
async function account(db: Kysely<DB>, { chain }: TokenTreasury): Promise<void> {
  const { network, coin: currency, most_fee } = chain
  const [moved, { beside, ...spent }] = await Promise.all([
    findMoved(db, network),
    findSpent(db, network),
  ])
  const { tokens, coin, laid = 0n } = await chain.purse()
  const none = { sent: 0n, under_way: 0n }
  // Of the coin our own may have taken as much as they offered; making lanes and accounts takes a little besides.
  const under_way = spent.under_way + most_fee + beside
  await keepAccounted(db, network, [
    ...[...tokens].map(([currency, amount]) => ({
      ...{ currency, amount },
      ...(moved.get(currency) ?? none),
    })),
    { currency, amount: coin + laid, sent: spent.sent, under_way },
  ])
}

/** Keeps what the chain has of what is under way, of each treasury by its own lanes: the one that is set now says nothing of what another before it signs. */
async function hear(db: Kysely<DB>, { chain, now }: TokenTreasury): Promise<void> {
  const of = Map.groupBy(
    await listOpen(db, chain.network),
    ({ treasury }) => treasury ?? chain.address,
  )
  for (const [treasury, open] of of) {
    // The lanes first: what becomes final between the two questions is heard a minute later, and is not taken for lost.
    const lanes = await chain.lanes(treasury)
    const seen = (await chain.seen(open, treasury)).map(of =>
      ofPurse(of, treasury === chain.address),
    )
    const sights = open.map((of, at) =>
      sightOf(of, seen[at] ?? { state: 'UNSEEN' }, isUsed(chain, of, lanes)),
    )
    await keepSeen(db, chain.network, { seen: sights, at: now() })
  }
}

/** What is over by its time is made anew once nothing lacks in the purse that it was to come from: of another purse than the one that is read nobody knows, so that a person has to say so. */
function ofPurse(seen: Seen, isRead: boolean): Seen {
  return seen.state === 'EXPIRED' && !isRead ? { state: 'LOST' } : seen
}

/** Whether a lane is used up for good; null where no use of it does that. */
function isUsed(
  { lanes_by }: TokenTreasury['chain'],
  { lane: { name, value } }: Open,
  lanes: readonly Lane[],
): boolean | null {
  if (lanes_by === 'TIME') return null
  const lane = lanes.find(of => of.name === name)
  return lane !== undefined && lane.value !== value
}

/**
 * What is final counts as that once its lane is used up as well, where use does that: two answers have to agree. Where the lane is used up and nothing is seen of it, nor
 * what used it up, it stands on the chain or never will: nobody knows which, so it stays under way for as long as that.
 */
function sightOf({ txid }: Open, seen: Seen, used: boolean | null): Sight {
  const under_way: Sight = {
    ...{ txid, stands: null, spent_by: null, spent_proof: null },
    ...{ confirmations: 0, ended: false, failure: null, lost: false },
  }
  if (seen.state === 'FINAL' && used !== false)
    return { ...under_way, stands: seen.txid, ended: true, failure: seen.failure }
  if (seen.state === 'SPENT' && used)
    return {
      ...{ ...under_way, ended: true, failure: 'REPLACED' },
      ...{ spent_by: seen.by, spent_proof: seen.proof },
    }
  if (seen.state === 'EXPIRED')
    return { ...under_way, ended: true, failure: 'EXPIRED', spent_proof: seen.proof }
  if (seen.state === 'SEEN')
    return { ...under_way, stands: seen.txid, confirmations: seen.confirmations }
  return { ...under_way, lost: seen.state === 'LOST' || (used === true && seen.state === 'UNSEEN') }
}

/** What the network takes, what the treasury holds and how much of its coin is not under way; and why nothing new leaves by now. */
export type Look = {
  readonly hold: ChainHold | null
  readonly prices: Prices
  readonly purse: Purse
  readonly spare: bigint
}

/** Looks whether anything new could leave by now. What a signer's hour does not hold waits alone: what is less may leave yet. */
export async function lookForHold(db: Kysely<DB>, { chain }: TokenTreasury): Promise<Look> {
  const { network } = chain
  // What is under way first: what is final meanwhile has left the purse, and is then taken off it once more, and never once too few.
  const open = (await listOpen(db, network)).filter(of => isOwn(chain, of))
  const [prices, purse] = await Promise.all([chain.prices(), chain.purse()])
  const [missing, unready] = await Promise.all([isMissing(db, chain), chain.unready?.()])
  const spare = open.reduce((rest, { takes }) => rest - takes, purse.coin - prices.least)
  const of_people = missing ? 'TOKENS_MISSING' : unready
  const hold = of_people ?? holdOf(prices, { spare, most_fee: chain.most_fee })
  return { hold: hold ?? (await holdOfSigner(chain.view)), prices, purse, spare }
}

/** Whether nothing new leaves at all: a signer whose hour is nearly full signs for less. */
export function stops(hold: ChainHold | null): hold is ChainHold {
  return hold !== null && hold !== 'SIGNER_FULL'
}

/** Keeps what was seen, and what the signer said besides where that is more. */
export function keepLook(
  db: Kysely<DB>,
  { chain, now }: TokenTreasury,
  { hold, prices, purse }: Look,
  bySigner: ChainHold | null = null,
): Promise<void> {
  const of = { at: now(), hold: stops(hold) ? hold : (bySigner ?? hold), prices, purse }
  return keepStanding(db, chain.network, of)
}

/** Makes what waits and is not stopped, where anything new leaves. */
export async function makeIfAny(
  db: Kysely<DB>,
  treasury: TokenTreasury,
  { hold, prices: { fee, ...rest } }: Look,
  stopped: Stopped,
): ReturnType<typeof makeNext> {
  if (fee === null || stops(hold) || stopped.all) return { raws: [], hold: null }
  return makeNext(db, treasury, { ...rest, fee }, stopped.attempts)
}

function holdOf(
  { fee, account, lane }: Prices,
  { spare, most_fee }: { readonly spare: bigint; readonly most_fee: bigint },
): ChainHold | null {
  if (fee === null) return 'FEE_UNKNOWN'
  if (fee > most_fee) return 'FEE_TOO_HIGH'
  return spare < fee + account + lane ? 'COIN_SHORT' : null
}
