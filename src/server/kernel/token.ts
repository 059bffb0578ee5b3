/** Verifies bearer tokens against the provider's published keys. Nothing but a signature by one of them is believed. */
import { createLocalJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { emailOf } from '#domain/identity/email.ts'
import { type SignUpRole, signUpRoleNamed } from '#domain/identity/sign-up.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'

export type Claims = {
  readonly sub: string
  /** Empty where it is no address; such a token is not believed. */
  readonly email: string
  readonly email_verified: boolean
  /** The session that the token was made for: `sid`, or what stands for it where the issuer has none. */
  readonly session_id: string
  /** `auth_time` in milliseconds since 1970: the last time that the person proved who they are. */
  readonly authenticated_at_ms: number
  /** Whether `amr` (RFC 8176) or what stands for it says that a second factor was used. */
  readonly second_factor: boolean
  /** As what the account was begun, where our own provider was told. */
  readonly sign_up_role?: SignUpRole
}

/** Who signs the tokens that are believed: their `iss` and `aud`, and the keys that verify them. */
export type TokenIssuer = Pick<
  IdentityProvider,
  'kind' | 'issuer' | 'audience' | 'clientId' | 'keys'
>

export type TokenVerifier = {
  /** The claims of a valid token; UNAUTHENTICATED for anything else. */
  verify(token: string): Promise<Claims>
}

/** RFC 6750, 2.1, and RFC 7235, 2.1: the scheme, and exactly one token of these characters. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

/** The bearer token of an `Authorization` header; UNAUTHENTICATED for anything but one. */
export function bearerOf(header: string | undefined): string {
  const token = BEARER.exec(header ?? '')?.[1]
  if (token) return token
  throw new Problem('UNAUTHENTICATED', 'kernel.problems.noToken')
}

const KEYS_FOR_MS = 10 * 60_000
const REMEMBERED = 10_000
/** How far a clock may be off: our own signs and verifies, an outside issuer's is somebody else's. */
const SKEW_SECONDS = { embedded: 5, oidc: 60 }

/** A verifier that fetches keys when it needs them and remembers tokens that it verified until they expire. */
export function tokenVerifier(provider: TokenIssuer): TokenVerifier {
  const verified = new Map<string, { claims: Claims; until_ms: number }>()
  let keys: { resolve: JWTVerifyGetKey; fetched_ms: number } | undefined

  async function freshKeys(force: boolean): Promise<JWTVerifyGetKey> {
    if (!keys || force || Date.now() - keys.fetched_ms > KEYS_FOR_MS)
      keys = { resolve: createLocalJWKSet(await provider.keys()), fetched_ms: Date.now() }
    return keys.resolve
  }

  async function check(
    token: string,
    force: boolean,
  ): Promise<{ claims: Claims; until_ms: number }> {
    const { payload, protectedHeader } = await jwtVerify(token, await freshKeys(force), {
      issuer: provider.issuer,
      audience: provider.audience,
      algorithms: ['ES256', 'RS256', 'PS256'],
      requiredClaims: ['sub', 'exp', 'email'],
      clockTolerance: SKEW_SECONDS[provider.kind],
    })
    // RFC 8725, 3.11: a token of another kind by the same issuer is none for us.
    if (!TYPES.has(protectedHeader.typ?.toLowerCase())) throw new Error('not an access token')
    if (provider.clientId) requireClient(payload, provider.clientId)
    const claims = claimsOf(payload, provider.kind)
    if (claims.email === '') throw new Error('no e-mail address that mail can be sent to')
    return { claims, until_ms: (payload.exp ?? 0) * 1000 }
  }

  return {
    verify: async token => {
      const known = verified.get(token)
      if (known && known.until_ms > Date.now()) return known.claims
      try {
        const fresh = await check(token, false).catch(error => {
          // A key that was rotated in after ours were fetched is looked up once.
          if (error instanceof Error && error.name === 'JWKSNoMatchingKey' && stale(keys))
            return check(token, true)
          throw error
        })
        if (verified.size >= REMEMBERED) verified.clear()
        verified.set(token, fresh)
        return fresh.claims
      } catch (cause) {
        // Keys that cannot be fetched say nothing about the token.
        if (cause instanceof Problem) throw cause
        throw new Problem('UNAUTHENTICATED', 'kernel.problems.badToken', { cause })
      }
    },
  }
}

const TYPES = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt'])
const SECOND_FACTORS = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc'])

/** Throws for a token that the issuer made for another client, or for several without saying for which. */
function requireClient({ aud, azp, client_id, cid }: JWTPayload, ours: string): void {
  const named = [azp, client_id, cid].filter(name => name !== undefined)
  const several = Array.isArray(aud) && aud.length > 1
  if (named.some(name => name !== ours) || (several && named.length === 0))
    throw new Error('made for another client')
}

/**
 * Reads the claims of OpenID Connect Core, and of Firebase where it has its own. Our sessions have an id of their own. An
 * outside issuer's outlives our log-ins, so that its authentications are the sessions: one that was ended comes back only
 * when its person logs in there again. Says nothing about whether the token is to be believed.
 */
export function claimsOf(payload: JWTPayload, kind: TokenIssuer['kind']): Claims {
  const sub = String(payload.sub)
  const auth_time = typeof payload.auth_time === 'number' ? payload.auth_time : 0
  const amr: readonly unknown[] = Array.isArray(payload.amr) ? payload.amr : []
  const { firebase } = payload
  const sign_up_role = kind === 'embedded' ? signUpRoleNamed(payload.sign_up_role) : undefined
  const firebaseFactor =
    typeof firebase === 'object' && firebase !== null && 'sign_in_second_factor' in firebase
  return {
    sub,
    email: emailOf(payload.email) ?? '',
    email_verified: payload.email_verified === true,
    session_id:
      kind === 'embedded' && typeof payload.sid === 'string'
        ? payload.sid
        : `${payload.sid ?? sub} ${auth_time}`,
    authenticated_at_ms: auth_time * 1000,
    second_factor: firebaseFactor || amr.some(method => SECOND_FACTORS.has(String(method))),
    ...(sign_up_role ? { sign_up_role } : {}),
  }
}

function stale(keys: { fetched_ms: number } | undefined): boolean {
  return !keys || Date.now() - keys.fetched_ms > 5000
}
