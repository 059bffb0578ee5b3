import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { say, sayText } from '#server/kernel/words.ts'
import { providerText, signInError } from './provider-messages.ts'

const UNEXPECTED = 'Unexpected error. Please try again later.'

const NOT_FOUND =
  'Email not recognized. Please sign in again with a different email or create a new account.'
const WRONG_PASSWORD = 'The password you entered is incorrect.'
const INVALID_EMAIL = 'The email you entered is invalid. Please try again.'
const INVALID_CREDENTIALS = 'The email or password you entered is incorrect. Please try again.'
const IN_USE = 'The email you entered is already in use.'
const INVALID_CODE =
  'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.'

describe('messages for codes of identity providers', () => {
  it.each([
    ['USER_NOT_FOUND', NOT_FOUND],
    ['EMAIL_NOT_FOUND', NOT_FOUND],
    ['auth/user-not-found', NOT_FOUND],
    ['user-not-found', NOT_FOUND],
    ['INVALID_PASSWORD', WRONG_PASSWORD],
    ['auth/wrong-password', WRONG_PASSWORD],
    ['INVALID_EMAIL', INVALID_EMAIL],
    ['auth/invalid-email', INVALID_EMAIL],
    ['INVALID_EMAIL_OR_PASSWORD', INVALID_CREDENTIALS],
    ['INVALID_LOGIN_CREDENTIALS', INVALID_CREDENTIALS],
    ['INVALID_LOGIN_CREDENTIALS : with words after it', INVALID_CREDENTIALS],
    ['auth/invalid-login-credentials', INVALID_CREDENTIALS],
    ['auth/invalid-credential', INVALID_CREDENTIALS],
    ['USER_ALREADY_EXISTS', IN_USE],
    ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', IN_USE],
    ['EMAIL_EXISTS', IN_USE],
    ['auth/email-already-in-use', IN_USE],
    ['INVALID_TOKEN', INVALID_CODE],
    ['TOKEN_EXPIRED', INVALID_CODE],
    ['INVALID_OOB_CODE', INVALID_CODE],
    ['EXPIRED_OOB_CODE', INVALID_CODE],
    ['auth/invalid-action-code', INVALID_CODE],
    ['auth/expired-action-code', INVALID_CODE],
    ['access_denied', say('identity.refused.cancelled')],
    ['login_required', say('identity.refused.login_required')],
    ['temporarily_unavailable', say('identity.refused.unavailable')],
    ['state_mismatch', say('identity.refused.expired')],
    ['unable_to_get_user_info', say('identity.refused.failed')],
    ['email_not_found', say('identity.refused.email_not_verified')],
    ['another_account', say('identity.refused.another_account')],
    ['auth/network-request-failed', UNEXPECTED],
    ['constructor', UNEXPECTED],
    ['__proto__', UNEXPECTED],
    ['', UNEXPECTED],
  ])('%s', (code, message) => expect(sayText(providerText(code))).toBe(message))

  it.each([
    ['access_denied', 'cancelled'],
    ['consent_required', 'cancelled'],
    ['interaction_required', 'login_required'],
    ['server_error', 'unavailable'],
    ['email_not_verified', 'email_not_verified'],
    ['invalid_scope', 'failed'],
    ['toString', 'failed'],
  ])('%s comes back to the log in page as %s', (code, ours) => expect(signInError(code)).toBe(ours))

  it('no code of our own provider tells whether an account exists', () => {
    const wire = readFileSync(
      new URL('../../../docs/api/identity-provider.md', import.meta.url),
      'utf8',
    )
    const [, embedded = ''] = wire.split(/^## /m)
    const codes = embedded.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []
    expect(codes).toContain('INVALID_EMAIL_OR_PASSWORD')
    const telling: string[] = [
      'identity.refused.user-not-found',
      'identity.refused.email-already-in-use',
    ]
    for (const code of codes) expect(telling).not.toContain(providerText(code).text)
  })
})
