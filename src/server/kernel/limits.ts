/** How often a call may be tried, counted in PostgreSQL for all processes. The identity provider's own are beside it. */
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problem.ts'
import { SYSTEM, transact } from './db.ts'
import { sha256 } from './ids.ts'
import type { Kernel } from './unit-of-work.ts'

/** At most `burst` tries at once, and one more each `seconds`. */
export type Pace = { readonly burst: number; readonly seconds: number }

export const PACES = {
  /** Calls that anyone may make, by network address: an office behind one address works on. */
  address: { burst: 60, seconds: 5 },
  /** Mail to one person or address: five at once, then one each twelve minutes. */
  mails: { burst: 5, seconds: 720 },
  /** Mail to one address, whoever asks; and what one team sends. */
  mailsOfAll: { burst: 20, seconds: 180 },
} as const satisfies Record<string, Pace>

type Bucket = Pace & { readonly bucket: string }

/**
 * Takes a try out of each bucket, or TOO_MANY_REQUESTS that says how long to wait. Counted in a transaction of its own, so
 * that a try counts also when what follows fails.
 */
export async function takeTries(
  kernel: Pick<Kernel, 'db'>,
  buckets: readonly Bucket[],
): Promise<void> {
  const wait_s = await secondsToWait(kernel, buckets)
  if (wait_s === 0) return
  const minutes = Math.ceil(wait_s / 60)
  throw new Problem(
    'TOO_MANY_REQUESTS',
    `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    { retry_after_s: wait_s },
  )
}

/**
 * Whether one more mail may go to an address, for who asks from `from`; counts it. Where it may not, the caller answers as if
 * it went: nobody is told how often others asked. A stranger who floods one address leaves some for its owner.
 */
export async function mayMail(
  kernel: Pick<Kernel, 'db'>,
  email: string,
  from: string,
): Promise<boolean> {
  const target = `mail to ${sha256(email)}`
  const buckets = [
    { bucket: `${target} from ${from}`, ...PACES.mails },
    { bucket: target, ...PACES.mailsOfAll },
  ]
  return (await secondsToWait(kernel, buckets)) === 0
}

function secondsToWait(kernel: Pick<Kernel, 'db'>, buckets: readonly Bucket[]): Promise<number> {
  return transact(kernel.db, SYSTEM, async tx => {
    const { rows } = await sql<{ wait: number }>`
      select app.take_try(${JSON.stringify(buckets)}::jsonb) wait`.execute(tx)
    return rows[0]?.wait ?? 0
  })
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
