/**
 * How often anything may be tried at the embedded provider: by address, by account and by target, counted in PostgreSQL for
 * all processes. An account's tries are counted apart for devices that logged in to it before (OWASP's device cookies), so
 * that nobody locks its owner out by guessing. Unknown accounts are counted like known ones.
 */

import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type pg from 'pg'
import { normalizeEmail } from '#domain/identity/email.ts'
import { newToken, sha256 } from '../../../kernel/ids.ts'
import { type Bucket, takeTries } from './accounts.store.ts'

const HOUR = 3600
const YEAR = 365 * 24 * HOUR

/** Tries at once, and the seconds until there is one more. */
type Pace = Omit<Bucket, 'bucket'>
/** Ten an hour: nobody mistypes more often, and no list of leaked passwords gets far. */
const GUESSES: Pace = { burst: 10, seconds: HOUR / 10 }
/** An office behind one address logs in on a Monday morning. */
const ADDRESS: Pace = { burst: 60, seconds: 5 }
const SIGN_UPS: Pace = { burst: 30, seconds: 60 }

const DEVICE_COOKIE = 'device'

/** Counts the tries of the embedded provider's calls before they run; 429 with `Retry-After` when there were too many. */
export function limits(pool: pg.Pool): BetterAuthPlugin {
  return {
    id: 'corridor-limits',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path !== '/token',
          handler: createAuthMiddleware(async ctx => {
            const buckets = await bucketsOf(ctx)
            if (buckets.length > 0) await takeOrRefuse(pool, buckets)
          }),
        },
      ],
    },
  }
}

async function bucketsOf(ctx: GenericEndpointContext): Promise<Bucket[]> {
  const address = ctx.headers?.get('x-real-ip') ?? ''
  const email = emailIn(ctx.body)
  const from = (what: string, pace: Pace): Bucket => ({
    bucket: `${what} from ${address}`,
    ...pace,
  })
  switch (ctx.path) {
    case '/sign-in/email':
      return [
        from('log-in', ADDRESS),
        { bucket: `log-in to ${await guesser(ctx, email)}`, ...GUESSES },
      ]
    case '/sign-up/email':
      return [from('sign-up', SIGN_UPS)]
    case '/sign-in/social':
    case '/passkey/generate-authenticate-options':
    case '/passkey/verify-authentication':
    case '/confirm-email':
    case '/reset-password':
      return [from(ctx.path, ADDRESS)]
    default:
      return []
  }
}

function emailIn(body: unknown): string {
  const given = typeof body === 'object' && body !== null && 'email' in body ? body.email : ''
  return normalizeEmail(String(given)).slice(0, 254)
}

/** Counts a guess at a proof of an account, whatever the method; refuses when there were too many. */
export async function countGuess(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const device = await knownDevice(ctx, user.email)
  await takeOrRefuse(pool, [{ bucket: `proof of ${device ?? `account ${user.id}`}`, ...GUESSES }])
}

/** Who guesses: an account's known device, or everyone else who tries that address. */
async function guesser(ctx: GenericEndpointContext, email: string): Promise<string> {
  return (await knownDevice(ctx, email)) ?? `account ${sha256(email)}`
}

/** The device of this browser, where it logged in to the account that has the address. */
async function knownDevice(
  ctx: GenericEndpointContext,
  email: string,
): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie(DEVICE_COOKIE)
  const cookie = await ctx.getSignedCookie(name, ctx.context.secret)
  const [device, account] = cookie ? cookie.split('.') : []
  return device && account === sha256(email) ? `device ${device}` : undefined
}

/**
 * Remembers this device as one that logged in to the account. Only for a whole session of an account that has its address: a
 * claim, or a password alone where more is set, would let a stranger guess on.
 */
export async function rememberDevice(ctx: GenericEndpointContext, email: string): Promise<void> {
  if (await knownDevice(ctx, email)) return
  const { name, attributes } = ctx.context.createAuthCookie(DEVICE_COOKIE, { maxAge: YEAR })
  const value = `${newToken()}.${sha256(email)}`
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes)
}

async function takeOrRefuse(pool: pg.Pool, buckets: readonly Bucket[]): Promise<void> {
  const wait = await takeTries(pool, buckets)
  if (wait === 0) return
  const code = 'TOO_MANY_REQUESTS'
  const minutes = Math.ceil(wait / 60)
  const message = `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
  throw new APIError(code, { code, message }, { 'retry-after': String(wait) })
}
