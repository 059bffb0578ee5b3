/** Passkeys (WebAuthn) by better-auth's plugin. One stands for two factors, so it counts only where its device checked who holds it. */
import { passkey } from '@better-auth/passkey'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type pg from 'pg'
import { afterSuccess, answerOf, failureOf } from './outcome.ts'
import { isKnownCredential } from './second-factor.store.ts'

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message })

const unverified = () =>
  refused(
    'USER_NOT_VERIFIED',
    'The passkey did not check who holds it. Use one with a PIN or a fingerprint.',
  )

/** better-auth's plugin, which verifies at these origins. A credential belongs to one account. */
export function passkeys(pool: pg.Pool, origins: readonly string[]) {
  return passkey({
    rpName: 'Corridor',
    origin: [...origins],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification: { registrationInfo } }) => {
        if (!registrationInfo?.userVerified) throw unverified()
        if (await isKnownCredential(pool, registrationInfo.credential.id))
          throw refused('PASSKEY_KNOWN', 'This passkey belongs to an account already.')
      },
    },
    authentication: {
      afterVerification: async ({ verification: { authenticationInfo } }) => {
        if (!authenticationInfo.userVerified) throw unverified()
      },
    },
  })
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
            throw refused(
              'VALIDATION',
              'Give the passkey a name of one line, at most 100 characters.',
            )
          // A session is opened by a log-in alone.
          return { context: { body: { ...ctx.body, createSession: false } } }
        }),
      },
    ],
    after: [
      afterSuccess(['/passkey/generate-authenticate-options'], async ctx =>
        ctx.json({ ...answerOf(ctx), userVerification: 'required' }),
      ),
      {
        matcher: ({ path }: { path?: string | undefined }) =>
          path === '/passkey/verify-registration',
        handler: createAuthMiddleware(async ctx => {
          // It says 500 of whatever it cannot read.
          if (failureOf(ctx) === 'FAILED_TO_VERIFY_REGISTRATION')
            throw refused(
              'FAILED_TO_VERIFY_REGISTRATION',
              'The passkey could not be read. Try again.',
            )
        }),
      },
    ],
  },
}
