/** What is asked of an outside OpenID provider, by openid-client: discovery, codes, refreshing, revocation, keys. */
import { decodeJwt, type JSONWebKeySet } from 'jose'
import * as client from 'openid-client'
import { signInError } from '#domain/identity/provider-messages.ts'
import type { OidcSettings } from '../../../kernel/identity-config.ts'
import { type Claims, claimsOf } from '../../../kernel/token.ts'
import { GatewayError } from '../../gateway-error.ts'

/** Tokens of one answer, and until when the bearer token holds by our own clock. */
export type IssuedTokens = {
  readonly bearer: string
  readonly until_ms: number
  readonly lifetime_ms: number
  /** What the bearer token says, by the issuer's word alone. */
  readonly claims: Claims
  readonly refresh_token: string | null
  readonly id_token: string | null
}

/** Secrets of one log-in, made by `newChecks` before it and asked for after it. */
export type Checks = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/**
 * The issuer as it is reached. Calls throw GatewayError: `unavailable` when it does not answer, `refused` when a code or a
 * refresh token is not taken, else a SignInError.
 */
export type OidcIssuer = {
  /** Where a browser goes to log in. With `again` the issuer has to ask for the log-in anew; `create` asks for its sign-up. */
  logInUrl(checks: Checks, how: { again: boolean; create: boolean }): Promise<URL>
  /** The tokens for the answer that came back to the callback with these parameters. */
  exchange(answer: URLSearchParams, checks: Checks, again: boolean): Promise<IssuedTokens>
  refresh(refresh_token: string): Promise<IssuedTokens>
  /** Revokes a refresh token and what came of it, where the issuer can. */
  revoke(refresh_token: string): Promise<void>
  /** Its own sign-out, which comes back to `back`; null where it has none. */
  signOutUrl(id_token: string | null, back: string): Promise<string | null>
  /** Its public keys; the last known ones while it does not answer. */
  keys(): Promise<JSONWebKeySet>
}

const ANSWERS_WITHIN_S = 5
const REST_MS = 2000
const METADATA_FOR_MS = 60 * 60_000
const SKEW_SECONDS = 60
/** Who logged in at the issuer longer ago logs in again, as at the embedded provider. */
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60

/** New secrets for one log-in. */
export function newChecks(): Checks {
  return {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
}

/** An issuer that is discovered when it is first needed, and again until it answers. Log-ins come back to `callback`. */
export function oidcIssuer(settings: OidcSettings, callback: string): OidcIssuer {
  const { extraParams } = settings
  // RFC 8707 takes absolute addresses alone; other audiences are agreed with the issuer, or by a parameter of its own.
  const resource = extraParams.resource ?? (isAddress(settings) ? settings.audience : '')
  const forApi: Record<string, string> = resource ? { resource } : {}
  const asked = patiently()
  const configuration = remembered(asked, METADATA_FOR_MS, () => discover(settings))
  const keys = remembered(asked, 0, async () => readKeys(await configuration()))

  return {
    logInUrl: (checks, how) =>
      asked(async () => {
        const config = await configuration()
        const params: Record<string, string> = {
          max_age: String(MAX_AGE_SECONDS),
          ...forApi,
          ...extraParams,
          redirect_uri: callback,
          scope: settings.scopes,
          ...(await paramsOf(checks)),
          ...promptOf(config, how),
        }
        const given = Object.entries(params).filter(([, value]) => value !== '')
        return client.buildAuthorizationUrl(config, Object.fromEntries(given))
      }),
    exchange: async (answer, { state, nonce, verifier }, again) => {
      const url = new URL(callback)
      url.search = answer.toString()
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(again ? { maxAge: 0 } : {}),
      }
      return asked(async () => {
        const config = await configuration()
        const tokens = await client.authorizationCodeGrant(config, url, checks, forApi)
        return issued(settings, tokens, tokens.claims()?.sub)
      })
    },
    refresh: refresh_token =>
      asked(async () => {
        const config = await configuration()
        const tokens = await client.refreshTokenGrant(config, refresh_token, forApi)
        return issued(settings, { refresh_token, ...tokens })
      }),
    revoke: refresh_token =>
      asked(async () => {
        const config = await configuration()
        if (config.serverMetadata().revocation_endpoint)
          await client.tokenRevocation(config, refresh_token, { token_type_hint: 'refresh_token' })
      }),
    signOutUrl: async (id_token, back) => {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return null
      const params = { post_logout_redirect_uri: back }
      return client.buildEndSessionUrl(
        config,
        id_token ? { ...params, id_token_hint: id_token } : params,
      ).href
    },
    keys,
  }
}

async function readKeys(config: client.Configuration): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_S * 1000)
  const answer = await fetch(config.serverMetadata().jwks_uri ?? '', { signal, redirect: 'error' })
  const body: unknown = answer.ok ? await answer.json() : undefined
  if (!isKeySet(body)) throw away('Its keys are not to be had.')
  return body
}

/** What a log-in is bound to: its secrets, the verifier by its digest alone (RFC 7636). */
async function paramsOf({ state, nonce, verifier }: Checks): Promise<Record<string, string>> {
  return {
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
}

/** What the issuer is to ask for: its sign-up where it offers one, or the log-in anew. */
function promptOf(
  config: client.Configuration,
  { again, create }: { readonly again: boolean; readonly create: boolean },
): Record<string, string> {
  if (again) return { prompt: 'login', max_age: '0' }
  const { prompt_values_supported: prompts } = config.serverMetadata()
  const creates = create && Array.isArray(prompts) && prompts.includes('create')
  return creates ? { prompt: 'create' } : {}
}

function isAddress({ audience, token }: OidcSettings): boolean {
  return token === 'access_token' && URL.canParse(audience)
}

function isKeySet(body: unknown): body is JSONWebKeySet {
  return typeof body === 'object' && body !== null && 'keys' in body && Array.isArray(body.keys)
}

/**
 * Answers come over TLS from the issuer itself, which vouches for ID tokens in them (OpenID Connect Core, 3.1.3.7); the bearer
 * token's signature is checked by the verifier, here as by the API.
 */
async function discover(settings: OidcSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const local = new URL(issuer).protocol === 'http:'
  return client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: SKEW_SECONDS },
    clientSecret === undefined ? client.None() : bySecret(clientSecret),
    { timeout: ANSWERS_WITHIN_S, execute: local ? [client.allowInsecureRequests] : [] },
  )
}

/** The secret as RFC 6749, 2.3.1 wants it, or in the body for an issuer that takes it nowhere else. */
function bySecret(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret)
  const post = client.ClientSecretPost(secret)
  return (server, own, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, own, body, headers)
  }
}

/** Asks once for all who want the same, and goes on with what was known when nothing comes. */
function remembered<T>(asked: Asked, for_ms: number, ask: () => Promise<T>): () => Promise<T> {
  let known: { value: T; at_ms: number } | undefined
  let asking: Promise<T> | undefined
  return async () => {
    if (known && Date.now() - known.at_ms < for_ms) return known.value
    asking ??= asked(ask).finally(() => {
      asking = undefined
    })
    try {
      const value = await asking
      known = { value, at_ms: Date.now() }
      return value
    } catch (error) {
      if (known) return known.value
      throw error
    }
  }
}

type Answered = {
  readonly access_token: string
  readonly refresh_token?: string
  readonly id_token?: string
}

function issued(settings: OidcSettings, tokens: Answered, sub?: string): IssuedTokens {
  const bearer = settings.token === 'id_token' ? tokens.id_token : tokens.access_token
  const payload = readPayload(bearer)
  if (!bearer || !payload || (sub !== undefined && payload.sub !== sub))
    throw new GatewayError('not_usable', 'The issuer made no token for this API.', {
      retriable: false,
    })
  // The difference of its own times, so that a clock that is off shortens nothing.
  const lifetime_ms = (Number(payload.exp) - Number(payload.iat)) * 1000
  return {
    bearer,
    claims: claimsOf(payload, 'oidc'),
    lifetime_ms,
    until_ms: Date.now() + lifetime_ms,
    refresh_token: tokens.refresh_token ?? null,
    id_token: tokens.id_token ?? null,
  }
}

function readPayload(token: string | undefined) {
  try {
    const payload = decodeJwt(token ?? '')
    return payload.exp && payload.iat ? payload : undefined
  } catch {
    return undefined
  }
}

type Asked = <T>(ask: () => Promise<T>) => Promise<T>

/** Asks an issuer, but not again at once when it just did not answer: whoever waits for it holds up others. */
function patiently(): Asked {
  let away_until_ms = 0
  return async ask => {
    if (Date.now() < away_until_ms) throw away('It did not answer a moment ago.')
    try {
      return await ask()
    } catch (error) {
      if (error instanceof GatewayError) throw error
      if (isAway(error)) {
        away_until_ms = Date.now() + REST_MS
        throw away('It does not answer.', error)
      }
      throw new GatewayError(codeOf(error), 'The OpenID provider did not do what was asked.', {
        retriable: false,
        cause: error,
      })
    }
  }
}

function codeOf(error: unknown): string {
  if (error instanceof client.AuthorizationResponseError) return signInError(error.error)
  const refused = error instanceof client.ResponseBodyError && error.error === 'invalid_grant'
  return refused ? 'refused' : 'failed'
}

const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

function isAway(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500 || error.status === 429
  if (error instanceof client.ClientError) return NO_ANSWER.has(error.code ?? '')
  // What fetch throws for a connection that fails or takes too long; mistakes of ours carry a code.
  if (error instanceof TypeError) return !('code' in error)
  return error instanceof DOMException
}

function away(message: string, cause?: unknown): GatewayError {
  return new GatewayError('unavailable', message, { retriable: true, cause })
}
