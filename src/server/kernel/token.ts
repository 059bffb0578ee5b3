/** Verifies bearer tokens against the provider's published keys. Nothing but a signature by one of them is believed. */
import { createLocalJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { Problem } from '#domain/kernel/problem.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'

export type Claims = {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
}

/** Who signs the tokens that are believed: their `iss` and `aud`, and the keys that verify them. */
export type TokenIssuer = Pick<IdentityProvider, 'issuer' | 'audience' | 'keys'>

export type TokenVerifier = {
  /** The claims of a valid token; UNAUTHENTICATED for anything else. */
  verify(token: string): Promise<Claims>
}

const KEYS_FOR_MS = 10 * 60_000
const REMEMBERED = 10_000
const SKEW_SECONDS = 5

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
    const { payload } = await jwtVerify(token, await freshKeys(force), {
      issuer: provider.issuer,
      audience: provider.audience,
      algorithms: ['ES256', 'RS256'],
      requiredClaims: ['sub', 'exp', 'email'],
      clockTolerance: SKEW_SECONDS,
    })
    const claims = {
      sub: String(payload.sub),
      email: String(payload.email).toLowerCase(),
      email_verified: payload.email_verified === true,
    }
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
        throw new Problem(
          'UNAUTHENTICATED',
          'Sign in again: the token is missing, expired or not ours.',
          { cause },
        )
      }
    },
  }
}

function stale(keys: { fetched_ms: number } | undefined): boolean {
  return !keys || Date.now() - keys.fetched_ms > 5000
}
