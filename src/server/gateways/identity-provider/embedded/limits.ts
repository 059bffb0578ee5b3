/**
 * How often anything may be tried at the embedded provider: by network, by account and by target, counted in PostgreSQL for
 * all processes. An account's tries are counted apart for devices that logged in to it before (OWASP's device cookies), so
 * that nobody locks its owner out by guessing. Unknown accounts are counted like known ones, and what was right is no guess.
 */

import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type pg from 'pg'
import { emailOf } from '#domain/identity/email.ts'
import { textOf } from '#domain/kernel/words.ts'
import { newToken, sha256 } from '../../../kernel/ids.ts'
import { networkOf } from '../../../kernel/network.ts'
import { say } from '../../../kernel/words.ts'
import type { ProviderEvents } from '../identity-provider.ts'
import { type Bucket, giveTriesBack, takeTries } from './accounts.store.ts'
import { attemptOf } from './attempts.ts'
import { hasFailed } from './outcome.ts'
import { passwordProblem } from './passwords.ts'
import { originOf } from './traces.ts'

const HOUR = 3600
const YEAR = 365 * 24 * HOUR

/** Tries at once, and the seconds until there is one more. */
type Pace = Omit<Bucket, 'bucket'>
/** Ten an hour: nobody mistypes more often, and no list of leaked passwords gets far. */
const GUESSES: Pace = { burst: 10, seconds: HOUR / 10 }
/** An office behind one address logs in on a Monday morning. */
const NETWORK: Pace = { burst: 60, seconds: 5 }
const SIGN_UPS: Pace = { burst: 30, seconds: 60 }
/** Of one invitation, which is signed up by once: who mistyped begins anew. */
const INVITED_SIGN_UPS: Pace = { burst: 5, seconds: 720 }
/** How often it is recorded that the same tries were refused. */
const RECORDED: Pace = { burst: 1, seconds: HOUR }

const DEVICE_COOKIE = 'device'

type Events = Pick<ProviderEvents, 'noted'>
type Asked = Pick<ProviderEvents, 'isInvited'>

/**
 * Counts the tries of the embedded provider's calls before they run, and gives guesses back that were right; 429 with
 * `Retry-After` when there were too many.
 */
export function limits(pool: pg.Pool, events: Events & Asked): BetterAuthPlugin {
  return {
    id: 'corridor-limits',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path !== '/token',
          handler: createAuthMiddleware(async ctx => {
            const buckets = bucketsOf(ctx)
            if (ctx.path === '/sign-in/email') buckets.push(await guessAtLogIn(ctx))
            if (ctx.path === '/sign-up/email') buckets.push(...(await signUpOf(ctx, events)))
            if (buckets.length > 0) await takeOrRefuse(ctx, pool, events, buckets)
          }),
        },
      ],
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async ctx => {
            const { guesses } = attemptOf(ctx)
            if (guesses.length > 0 && !hasFailed(ctx)) await giveTriesBack(pool, guesses)
          }),
        },
      ],
    },
  }
}

function bucketsOf(ctx: GenericEndpointContext): Bucket[] {
  const network = networkOf(ctx.headers?.get('x-real-ip') ?? '')
  const from = (what: string): Bucket => ({ bucket: `${what} from ${network}`, ...NETWORK })
  switch (ctx.path) {
    case '/sign-in/email':
      return [from('log-in')]
    case '/mailed-link':
    case '/sign-in/link':
    case '/sign-in/social':
    case '/callback/:id':
    case '/passkey/generate-authenticate-options':
    case '/passkey/verify-authentication':
    case '/confirm-email':
    case '/reset-password':
      return [from(ctx.path)]
    default:
      return []
  }
}

/**
 * Whoever comes by the link of an invitation to the address has tries of their own, so that an office which its employer invited gets in,
 * whatever others of its network do. The token cannot be guessed: nobody learns by it who is invited. What is refused for its address or
 * password makes nothing, and takes no try.
 */
async function signUpOf(ctx: GenericEndpointContext, { isInvited }: Asked): Promise<Bucket[]> {
  const { email: given, password, invitation } = fieldsOf(ctx)
  const email = emailOf(given)
  if (!email || typeof password !== 'string' || passwordProblem(password)) return []
  if (typeof invitation === 'string' && (await isInvited(email, invitation)))
    return [{ bucket: `sign-up by invitation ${sha256(invitation)}`, ...INVITED_SIGN_UPS }]
  const network = networkOf(ctx.headers?.get('x-real-ip') ?? '')
  return [{ bucket: `sign-up from ${network}`, ...SIGN_UPS }]
}

function fieldsOf({ body }: GenericEndpointContext): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? body : {}
}

/** Who guesses: an account's known device, or everyone else who tries that address. What is no address has a bucket as well. */
async function guessAtLogIn(ctx: GenericEndpointContext): Promise<Bucket> {
  const { email: given = '' } = fieldsOf(ctx)
  const email = emailOf(given)
  const guesser =
    (email && (await knownDevice(ctx, email))) ??
    `account ${sha256(email ?? `no ${JSON.stringify(given)}`)}`
  const bucket = { bucket: `log-in to ${guesser}`, ...GUESSES }
  attemptOf(ctx).guesses.push(bucket)
  return bucket
}

/**
 * Counts a guess at a proof of an account, whatever the method; refuses when there were too many. Whoever came by a mailed link
 * is counted apart from strangers who know the password.
 */
export async function countGuess(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  events: Events,
  user: { readonly id: string; readonly email: string },
  byLink = false,
): Promise<void> {
  const device = await knownDevice(ctx, user.email)
  const bucket = {
    bucket: `proof of ${device ?? `${byLink ? 'mailbox of ' : ''}account ${user.id}`}`,
    ...GUESSES,
  }
  attemptOf(ctx).account = user.id
  attemptOf(ctx).guesses.push(bucket)
  await takeOrRefuse(ctx, pool, events, [bucket])
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

async function takeOrRefuse(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  events: Events,
  buckets: readonly Bucket[],
): Promise<void> {
  const wait = await takeTries(pool, buckets)
  if (wait === 0) return
  await recordRefusal(ctx, pool, events, buckets)
  const code = 'TOO_MANY_REQUESTS'
  const until = textOf('kernel.waits.minutes', { count: Math.ceil(wait / 60) })
  const message = say(
    ctx.path === '/sign-in/email'
      ? 'identity.provider.tooManyLogIns'
      : 'kernel.problems.tooManyTries',
    { wait: until },
  )
  throw new APIError(code, { code, message }, { 'retry-after': String(wait) })
}

/** Once an hour for the same tries, so that nobody fills the audit log by trying on. */
async function recordRefusal(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  { noted }: Events,
  buckets: readonly Bucket[],
): Promise<void> {
  const refused = `recorded: ${buckets.at(-1)?.bucket}`
  if ((await takeTries(pool, [{ bucket: refused, ...RECORDED }])) > 0) return
  const email = emailOf(fieldsOf(ctx).email)
  const { account } = attemptOf(ctx)
  await noted({
    action: 'lock_out',
    ...originOf(ctx),
    ...(email ? { email } : {}),
    ...(account ? { account } : {}),
    how: String(ctx.path),
  })
}
