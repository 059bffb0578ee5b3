/** Authenticator apps (TOTP, RFC 6238): setting one up, and whether a code fits. */

import type { GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import { z } from 'zod'
import { say } from '../../../kernel/words.ts'
import { afterNewFactor, type Factors, tell } from './factor-changes.ts'
import { countGuess } from './limits.ts'
import { addressOf, freshSession, MFA, noteProof } from './open-session.ts'
import { findTotp, keepTotp, takeStep } from './second-factor.store.ts'

const STEP_SECONDS = 30
/** A code of the step before or after is taken too: clocks differ, and people type slowly. */
const WINDOW = 1

function totpOf(secret: string, email = ''): TOTP {
  return new TOTP({
    issuer: 'Corridor',
    label: email,
    period: STEP_SECONDS,
    digits: 6,
    secret: Secret.fromBase32(secret),
  })
}

/** Whether a code is the app's of this moment, and was not used before. */
export async function codeFits(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  user_id: string,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const kept = await findTotp(pool, user_id)
  if (kept?.confirmed !== confirmed) return false
  const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: kept.secret })
  const delta = totpOf(secret).validate({ token: code.replace(/\s/g, ''), window: WINDOW })
  if (delta === null) return false
  const step = Math.floor(Date.now() / 1000 / STEP_SECONDS) + delta
  return takeStep(pool, user_id, kept.secret, step)
}

export const invalidCode = (message: string) =>
  new APIError('BAD_REQUEST', { code: 'INVALID_CODE', message })

const Code = z.object({ code: z.string().min(6).max(20) })

/** The calls that set an app up. It counts from its first code on. */
export function totpCalls(deps: Factors) {
  return {
    startTotp: createAuthEndpoint('/second-factors/totp/start', { method: 'POST' }, async ctx => {
      const { user } = await freshSession(ctx, deps.pool)
      const secret = new Secret({ size: 20 }).base32
      const data = await symmetricEncrypt({ key: ctx.context.secretConfig, data: secret })
      if (!(await keepTotp(deps.pool, user.id, data)))
        throw new APIError('BAD_REQUEST', {
          code: 'TOTP_ALREADY_ENABLED',
          message: say('identity.provider.totpAlready'),
        })
      return ctx.json({ secret, uri: totpOf(secret, addressOf(user as never)).toString() })
    }),
    confirmTotp: createAuthEndpoint(
      '/second-factors/totp/confirm',
      { method: 'POST', body: Code },
      async ctx => {
        const open = await freshSession(ctx, deps.pool)
        await countGuess(ctx, deps.pool, deps.events, open.user)
        if (!(await codeFits(ctx, deps.pool, open.user.id, ctx.body.code, false)))
          throw invalidCode(say('identity.provider.wrongTotp'))
        await noteProof(ctx, open, `otp ${MFA}`)
        await tell(deps, open, say('identity.provider.notices.totpAdded'))
        return ctx.json({ recovery_codes: await afterNewFactor(ctx, deps, open) })
      },
    ),
  }
}
