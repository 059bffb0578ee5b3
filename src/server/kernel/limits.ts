/** How often a call may be tried, counted in PostgreSQL for all processes. The identity provider's own are beside it. */

import { sql } from 'kysely'
import { mailboxOf } from '#domain/identity/email.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type TextKey, textOf } from '#domain/kernel/words.ts'
import { SYSTEM, type Tx, transact } from './db.ts'
import { sha256 } from './ids.ts'
import { networkOf } from './network.ts'
import type { Kernel } from './unit-of-work.ts'

/** At most `burst` tries at once, and one more each `seconds`. */
export type Pace = { readonly burst: number; readonly seconds: number }

const DAY = 24 * 60 * 60

export const PACES = {
  /** Mail to one person or address: five at once, then one each twelve minutes. */
  mails: { burst: 5, seconds: 720 },
  /** Changes of one person's address, each of which mails somebody whom they name: five at once, then ten a day. */
  addressChanges: { burst: 5, seconds: DAY / 10 },
  /** Links that somebody asks for without having logged in, by who asks and for whom. */
  links: { burst: 3, seconds: 600 },
  /** Mail of one kind to one mailbox, whoever asks; and what one team sends. */
  mailsOfAll: { burst: 20, seconds: 180 },
  /** Invitations of one employer: of one that nobody verified, and of one that somebody did. */
  invitations: { burst: 20, seconds: DAY / 20 },
  invitationsOfVerified: { burst: 2000, seconds: DAY / 2000 },
  /** Invoices and reminders that one contractor mails to clients. */
  clientMails: { burst: 50, seconds: DAY / 50 },
  /** Of these what goes to one address, whoever mails it. */
  clientMailsToOne: { burst: 10, seconds: DAY / 10 },
  /** Invitations to one address, whoever invites; and receipts, which go out by themselves. */
  invitationsToOne: { burst: 5, seconds: DAY / 5 },
} as const satisfies Record<string, Pace>

/** As many times what goes to one address goes to all spellings of its mailbox together. */
const SPELLINGS = 4

/** Of mails of one kind what goes to an address, and to the mailbox that it is a spelling of: who writes to many of these writes to one person. */
export function toOne(what: string, email: string, { burst, seconds }: Pace): Bucket[] {
  return [
    { bucket: `${what} ${sha256(email)}`, burst, seconds },
    {
      bucket: `${what} mailbox ${sha256(mailboxOf(email))}`,
      burst: burst * SPELLINGS,
      seconds: seconds / SPELLINGS,
    },
  ]
}

/** Calls that anyone may make, by network: an office behind one works on. */
const NETWORK: Pace = { burst: 60, seconds: 5 }

export type Bucket = Pace & { readonly bucket: string }

/** What may be tried from one network; see `networkOf`. */
export function fromNetwork(what: string, address: string): Bucket {
  return { bucket: `${what} from ${networkOf(address)}`, ...NETWORK }
}

/**
 * Takes a try out of each bucket, or TOO_MANY_REQUESTS that says how long to wait. Counted in a transaction of its own, so
 * that a try counts also when what follows fails, and by a connection of its own, so that it is counted however many call at once.
 */
export async function takeTries(
  kernel: Pick<Kernel, 'db'>,
  buckets: readonly Bucket[],
): Promise<void> {
  const retry_after_s = await countBeside(kernel, buckets)
  if (retry_after_s === 0) return
  throw tooMany('kernel.problems.tooManyTries', retry_after_s)
}

/**
 * Takes one out of each bucket with the change that the transaction makes, so that only what happened counts;
 * TOO_MANY_REQUESTS says by `why`, which names `wait`, what to do.
 */
export async function takeWith(tx: Tx, buckets: readonly Bucket[], why: TextKey): Promise<void> {
  const retry_after_s = await secondsToWait(tx, buckets)
  if (retry_after_s === 0) return
  throw tooMany(why, retry_after_s)
}

/**
 * Takes one out of each list of buckets in turn, with the change that the transaction makes; answers for each the seconds to wait, 0
 * where it was taken. A list whose buckets are not all open takes from none of them.
 */
export async function takeEach(
  tx: Tx,
  lists: readonly (readonly Bucket[])[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ wait: number }>`
    select app.take_try(buckets) wait from jsonb_array_elements(${JSON.stringify(lists)}::jsonb)
      with ordinality of (buckets, at) order by at`.execute(tx)
  return rows.map(({ wait }) => wait)
}

function tooMany(why: TextKey, retry_after_s: number): Problem {
  const wait =
    retry_after_s <= 3600
      ? textOf('kernel.waits.minutes', { count: Math.ceil(retry_after_s / 60) })
      : textOf('kernel.waits.hours', { count: Math.ceil(retry_after_s / 3600) })
  return new Problem('TOO_MANY_REQUESTS', why, { params: { wait }, retry_after_s })
}

/** Mails that somebody asks for, each with a share of its own: what fills one leaves the others. */
export type AskedMail = 'verification' | 'reset link' | 'log-in link'

/**
 * Whether one more mail may go to an address, for who asks from a network; counts it. Where it may not, the caller answers as if
 * it went: nobody is told how often others asked. A network that the address's account is known from has a share that nobody
 * else can use up (docs/decisions/0021-locked-out-is-not-out.md).
 */
export async function mayMail(
  kernel: Pick<Kernel, 'db'>,
  what: AskedMail,
  email: string,
  from: { readonly network: string; readonly known: boolean },
): Promise<boolean> {
  const pace = what === 'verification' ? PACES.mails : PACES.links
  const own = { bucket: `${what} to ${sha256(email)} from ${from.network}`, ...pace }
  const target = `${what} to ${sha256(mailboxOf(email))}`
  const buckets = from.known ? [own] : [own, { bucket: target, ...PACES.mailsOfAll }]
  return (await countBeside(kernel, buckets)) === 0
}

/** Counts beside the transaction that the caller may be within. */
function countBeside({ db }: Pick<Kernel, 'db'>, buckets: readonly Bucket[]): Promise<number> {
  return transact({ ...db, operations: db.tries }, SYSTEM, tx => secondsToWait(tx, buckets))
}

async function secondsToWait(tx: Tx, buckets: readonly Bucket[]): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.take_try(${JSON.stringify(buckets)}::jsonb) wait`.execute(tx)
  return rows[0]?.wait ?? 0
}

/** The instant at which seconds to wait are over, by the clock that counts them. */
export function afterWaiting(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}

/** An instant in one to three seconds: what is done then shows in no answer's time. */
export function afterTheAnswer(): Date {
  return new Date(Date.now() + 1000 + Math.random() * 2000)
}

/** Forgets buckets that are full again: they count like those that were never used. */
export async function forgetTries(kernel: Pick<Kernel, 'db'>): Promise<void> {
  await transact(kernel.db, SYSTEM, tx =>
    sql`delete from rate_limit where full_until < now()`.execute(tx),
  )
}
