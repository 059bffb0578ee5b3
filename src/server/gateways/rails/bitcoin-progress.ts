/** How far what is paid in bitcoin has come, and why it waits, by the books alone (decision 0178): no node is asked. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { ChainWait, NotRaised } from '#domain/kernel/chain-problem.ts'
import {
  CONFIRMATIONS,
  findPayouts,
  type PayoutRow,
  type Standing,
  standing,
} from '../bitcoin/books.store.ts'
import { listWaiting } from '../bitcoin/raise.store.ts'
import { MOST_FEE_RATE } from './bitcoin-pay.ts'
import { type Chain, chainsOf, isBehindUnsigned, rateOf } from './bitcoin-raise.ts'
import type { ChainProgress } from './rail.ts'

/** Of each attempt that is not refused, in the order in which they are asked for. */
export async function progressOf(
  db: Kysely<DB>,
  attempt_uuids: readonly string[],
  explorer: string | null,
): Promise<ChainProgress[]> {
  // One connection, however many look: there are few, and the rail's jobs need theirs.
  const [payouts, now, waiting] = await db
    .connection()
    .execute(
      async books =>
        [
          await findPayouts(books, attempt_uuids),
          await standing(books),
          await listWaiting(books),
        ] as const,
    )
  const of = new Map(payouts.map(row => [row.attempt_uuid, row]))
  const chains = chainsOf(waiting)
  return attempt_uuids.flatMap(attempt_uuid => {
    const row = of.get(attempt_uuid)
    if (!row) return notMade(attempt_uuid, now)
    const { txid } = row
    if (txid === null) return []
    if (row.unsigned && row.confirmations === 0) return notSigned({ ...row, txid }, now)
    const chain = chains.find(one => one.txids.includes(txid))
    if (isBehindUnsigned(waiting, txid)) return notSigned({ ...row, txid }, now)
    return progress({ ...row, txid }, now, chain, explorer)
  })
}

/** Of what no transaction pays yet: why nothing new leaves. */
function notMade(attempt_uuid: string, { hold, hold_since, ...now }: Standing): ChainProgress {
  return {
    ...{ attempt_uuid, transaction: null, link: null, confirmations: 0, needed: CONFIRMATIONS },
    ...(now.problem
      ? { wait: 'UNREAD', since: now.problem_since }
      : { wait: hold, since: hold_since }),
    ...{ fee_rate: null, fee_rate_now: null },
  }
}

/** Of what people are to sign: it is on no chain by anything of ours, and whoever holds it can send it. */
function notSigned(
  { attempt_uuid, txid, made_at }: PayoutRow & { readonly txid: string },
  { problem, problem_since }: Standing,
): ChainProgress {
  return {
    ...{ attempt_uuid, transaction: txid, link: null, confirmations: 0, needed: CONFIRMATIONS },
    ...(problem ? { wait: 'UNREAD', since: problem_since } : { wait: 'SIGNATURE', since: made_at }),
    ...{ fee_rate: null, fee_rate_now: null },
  }
}

function progress(
  { attempt_uuid, txid, confirmations }: PayoutRow & { readonly txid: string },
  now: Standing,
  chain: Chain | undefined,
  explorer: string | null,
): ChainProgress {
  // What pays more, or is to be signed before it, is people's to sign: nobody can raise it meanwhile.
  const fee_rate = chain && !chain.unsigned ? rateOf(chain) : null
  const isLow = fee_rate !== null && now.fee_rate !== null && fee_rate < now.fee_rate
  const unread = now.problem !== null && confirmations < CONFIRMATIONS
  const wait = isLow ? lowOf(chain?.last.not_raised ?? null, now.fee_rate ?? 0n) : null
  return {
    ...{ attempt_uuid, transaction: txid, link: explorer && `${explorer}${txid}` },
    ...{ confirmations, needed: CONFIRMATIONS },
    wait: unread ? 'UNREAD' : chain?.last.is_asked ? 'FEE_SIGNATURE' : wait,
    since: unread ? now.problem_since : null,
    fee_rate,
    fee_rate_now: fee_rate !== null && now.fee_rate !== null ? atMost(now.fee_rate) : null,
  }
}

function lowOf(not_raised: NotRaised | null, fee_rate: bigint): ChainWait {
  if (not_raised) return `FEE_${not_raised}`
  return fee_rate > MOST_FEE_RATE ? 'FEE_LIMIT' : 'FEE_LOW'
}

function atMost(fee_rate: bigint): bigint {
  return fee_rate < MOST_FEE_RATE ? fee_rate : MOST_FEE_RATE
}
