/** Passkeys (WebAuthn) by better-auth's plugin. One stands for two factors, so it counts only where its device checked who holds it. */

import { passkey } from '@better-auth/passkey'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import type pg from 'pg'
import { say } from '../../../kernel/words.ts'
import { afterSuccess, answerOf } from './outcome.ts'
import { isKnownCredential } from './second-factor.store.ts'

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message })

const unverified = () => refused('USER_NOT_VERIFIED', say('identity.provider.passkeyUnverified'))

/** better-auth's plugin, which verifies at these origins. A credential belongs to one account. */
export function passkeys(pool: pg.Pool, origins: readonly string[]) {
  const plugin = passkey({
    rpName: 'Corridor',
    origin: [...origins],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification: { registrationInfo } }) => {
        if (!registrationInfo?.userVerified) throw unverified()
        if (await isKnownCredential(pool, registrationInfo.credential.id))
          throw refused('PASSKEY_KNOWN', say('identity.provider.passkeyKnown'))
      },
    },
    authentication: {
      afterVerification: async ({ verification: { authenticationInfo } }) => {
        if (!authenticationInfo.userVerified) throw unverified()
      },
    },
  })
  const { verifyPasskeyRegistration } = plugin.endpoints
  return {
    ...plugin,
    endpoints: {
      ...plugin.endpoints,
      verifyPasskeyRegistration: sayingWhy(verifyPasskeyRegistration),
    },
  }
}

/** The endpoint, which says 500 of whatever it cannot read, with the fault where it is. */
function sayingWhy<E extends (...asked: never[]) => Promise<unknown>>(endpoint: E): E {
  const saying = (...asked: Parameters<E>) =>
    endpoint(...asked).catch((error: unknown) => {
      throw isAPIError(error) && error.body?.code === 'FAILED_TO_VERIFY_REGISTRATION'
        ? refused('FAILED_TO_VERIFY_REGISTRATION', say('identity.provider.passkeyUnreadable'))
        : error
    })
  return Object.assign(saying, endpoint) as unknown as E
}

/** What its calls take and answer beyond its own rules. */
export const passkeyRules = {
  id: 'corridor-passkey-rules',
  hooks: {
    before: [
      {
        matcher: ({ path }: { path?: string | undefined }) =>
          path === '/passkey/verify-registration',
        handler: createAuthMiddleware(async ctx => {
          const name: unknown = ctx.body?.name ?? ''
          if (typeof name !== 'string' || name.length > 100 || /\p{C}/u.test(name))
            throw refused('VALIDATION', say('identity.provider.passkeyName'))
          // A session is opened by a log-in alone.
          return { context: { body: { ...ctx.body, createSession: false } } }
        }),
      },
    ],
    after: [
      afterSuccess(['/passkey/generate-authenticate-options'], async ctx =>
        ctx.json({ ...answerOf(ctx), userVerification: 'required' }),
      ),
    ],
  },
}
