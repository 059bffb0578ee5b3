/** Who logged in, who failed to and what became of passwords and factors, told to the rest of the server call by call. */
import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import { createAuthMiddleware } from 'better-auth/api'
import type { AuthenticationTrace, Origin, ProviderEvents } from '../identity-provider.ts'
import { type Attempt, attemptOf } from './attempts.ts'
import { failureOf, hasFailed } from './outcome.ts'

type Done = Pick<AuthenticationTrace, 'action' | 'how'>

/** The request that a call came by. */
export function originOf({ headers }: Pick<GenericEndpointContext, 'headers'>): Origin {
  return {
    request_id: headers?.get('x-request-id') ?? 'none',
    address: headers?.get('x-real-ip') ?? '',
  }
}

/** By path, what a call did that succeeded, and what it was that failed. Calls that are not here leave no trace. */
const CALLS: Readonly<
  Record<
    string,
    { done(ctx: GenericEndpointContext): Done; failed?: AuthenticationTrace['action'] }
  >
> = {
  '/sign-up/email': { done: () => ({ action: 'sign_up', how: 'password' }) },
  '/sign-in/email': { done: () => ({ action: 'log_in', how: 'password' }), failed: 'fail_log_in' },
  '/sign-in/link': { done: () => ({ action: 'log_in', how: 'link' }), failed: 'fail_log_in' },
  '/callback/:id': { done: () => ({ action: 'log_in', how: 'google' }), failed: 'fail_log_in' },
  '/passkey/verify-authentication': {
    done: () => ({ action: 'log_in', how: 'passkey' }),
    failed: 'fail_log_in',
  },
  '/confirm-email': { done: () => ({ action: 'confirm_email' }) },
  '/reset-password': { done: () => ({ action: 'reset_password' }) },
  '/change-password': { done: () => ({ action: 'change_password' }), failed: 'fail_proof' },
  '/second-factors/verify': {
    done: ({ body }) => ({
      action: body.method === 'recovery' ? 'use_recovery_code' : 'prove',
      how: body.method,
    }),
    failed: 'fail_proof',
  },
  '/second-factors/totp/confirm': { done: () => ({ action: 'add_factor', how: 'totp' }) },
  '/second-factors/totp/remove': { done: () => ({ action: 'remove_factor', how: 'totp' }) },
  '/passkey/verify-registration': { done: () => ({ action: 'add_factor', how: 'passkey' }) },
  '/second-factors/passkeys/remove': { done: () => ({ action: 'remove_factor', how: 'passkey' }) },
  '/second-factors/recovery-codes': { done: () => ({ action: 'renew_recovery_codes' }) },
}

/** The plugin. It stands first, so that what others do afterwards cannot keep a call from being recorded. */
export function traces({ noted }: Pick<ProviderEvents, 'noted'>): BetterAuthPlugin {
  return {
    id: 'corridor-traces',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && Object.hasOwn(CALLS, path),
          handler: createAuthMiddleware(async ctx => {
            const call = CALLS[ctx.path]
            const attempt = attemptOf(ctx)
            // Google's answer leads to a page whatever it was.
            const failed =
              hasFailed(ctx) || (ctx.path === '/callback/:id' && !ctx.context.newSession)
            if (call && !failed) await noted({ ...call.done(ctx), ...whose(ctx, attempt) })
            else if (call?.failed && isCounted(ctx, call.failed))
              await noted({
                action: call.failed,
                how: failureOf(ctx) ?? 'REFUSED',
                ...originOf(ctx),
                ...tried(ctx, attempt),
              })
          }),
        },
      ],
    },
  }
}

/** Whether a failure took a try, so that nobody fills the audit log; what was one too many is recorded by the limits. */
function isCounted(ctx: GenericEndpointContext, action: AuthenticationTrace['action']): boolean {
  if (failureOf(ctx) === 'TOO_MANY_REQUESTS') return false
  return action === 'fail_log_in' || attemptOf(ctx).guesses.length > 0
}

/** The session that a call opened, else the one that it was made with. */
function whose(ctx: GenericEndpointContext, { account }: Attempt) {
  const open = ctx.context.newSession ?? ctx.context.session
  const sub = open?.user.id ?? account
  return { ...originOf(ctx), sub, account: sub, session_id: open?.session.id }
}

/** Whoever failed proved nothing; the account is whose it would have been. */
function tried(ctx: GenericEndpointContext, { email, account }: Attempt) {
  const open = ctx.context.session
  return { email, account, session_id: open?.user.id === account ? open?.session.id : undefined }
}
