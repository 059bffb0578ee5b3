/** Sign-in with Google beside the embedded provider, by better-auth's generic OpenID plugin. */

import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins'
import { decodeJwt } from 'jose'
import { emailOf } from '#domain/identity/email.ts'
import type { GoogleSettings } from '../../../kernel/identity-config.ts'
import { say } from '../../../kernel/words.ts'

export const GOOGLE = 'google'
const ANSWERS_WITHIN_MS = 5000

/** What our pages send. Everything else that better-auth would take (ID tokens of a browser, parameters) is refused. */
const FIELDS = new Set(['provider', 'callbackURL', 'errorCallbackURL', 'disableRedirect'])

/**
 * The plugin. Google is discovered when somebody first signs in with it, and again until it answers, so that nothing else
 * waits for it. Every sign-in asks which account; only an address that Google proved is taken; its tokens are not kept.
 */
export function googleSignIn(settings: GoogleSettings): BetterAuthPlugin {
  const generic = genericOAuth({ config: [entryOf(settings)] })
  let joining: Promise<boolean> | undefined

  async function join({ context }: GenericEndpointContext): Promise<boolean> {
    const found = await generic.init(context)
    const provider = found.context.socialProviders.find(({ id }) => id === GOOGLE)
    if (provider) context.socialProviders.push(provider)
    return provider !== undefined
  }

  /** Whether Google can be asked. */
  async function isThere(ctx: GenericEndpointContext): Promise<boolean> {
    if (ctx.context.socialProviders.some(({ id }) => id === GOOGLE)) return true
    joining ??= join(ctx).finally(() => {
      joining = undefined
    })
    return Promise.race([joining, tooLate()])
  }

  return {
    id: 'corridor-google',
    init: () => ({
      options: {
        databaseHooks: {
          account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
        },
      },
    }),
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/social',
          handler: createAuthMiddleware(async ctx => {
            if (Object.keys(ctx.body ?? {}).some(field => !FIELDS.has(field)))
              throw new APIError('BAD_REQUEST', {
                code: 'VALIDATION',
                message: say('identity.provider.googleBegin'),
              })
            if (await isThere(ctx)) return
            const message = say('identity.provider.googleAway')
            throw new APIError('SERVICE_UNAVAILABLE', { code: 'UNAVAILABLE', message })
          }),
        },
        {
          matcher: ({ path }) => path === '/callback/:id',
          handler: createAuthMiddleware(async ctx => {
            await isThere(ctx)
          }),
        },
      ],
    },
  }
}

function entryOf({ issuer, clientId, clientSecret }: GoogleSettings): GenericOAuthConfig {
  return {
    providerId: GOOGLE,
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'select_account',
    pkce: true,
    requireIdTokenVerification: true,
    // The ID token was verified before this is called; without one nobody is known.
    getUserInfo: async ({ idToken }) => (idToken ? decodeJwt(idToken) : null),
    mapProfileToUser: ({ email, email_verified, name }) => ({
      email: (email_verified === true && emailOf(email)) || null,
      emailVerified: true,
      name: typeof name === 'string' ? name : '',
    }),
  }
}

/** What better-auth keeps of an account, without the tokens that nobody needs after the sign-in. */
async function withoutTokens(account: object) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
}

function tooLate(): Promise<false> {
  return new Promise(resolve => {
    setTimeout(() => resolve(false), ANSWERS_WITHIN_MS).unref()
  })
}
