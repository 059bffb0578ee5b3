/** Passkeys in the browser (WebAuthn). Loaded when one is used, not with the page. */

import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { codesOf } from '#web/identity/second-factor.ts'
import { apiProblem } from '#web/kernel/api-problem.ts'
import { askProvider } from '#web/kernel/identity-provider.ts'
import { forgetToken } from '#web/kernel/session.ts'
import { translatorOf } from '#web/words/translator-of.ts'

/** Which ceremony is the newest: one that was overtaken or taken back while it asked for its options does not begin. */
let newest = 0

/**
 * Logs in with a passkey, gives the second step of a log-in, or a proof: the provider knows which. With `autofill` the
 * browser offers passkeys in the e-mail field and waits. False when the browser's dialog was closed.
 */
export async function provePasskey({ autofill = false } = {}): Promise<boolean> {
  newest += 1
  const mine = newest
  const options: unknown = await askProvider('GET', '/passkey/generate-authenticate-options')
  if (mine !== newest) return false
  const response = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  }).catch(explain)
  if (!response) return false
  await askProvider('POST', '/passkey/verify-authentication', { response })
  forgetToken()
  return true
}

/** Whether the browser offers passkeys in the e-mail field. */
export function offersAutofill(): Promise<boolean> {
  return browserSupportsWebAuthnAutofill()
}

/** Takes back what waits for a passkey. */
export function cancelPasskey(): void {
  newest += 1
  WebAuthnAbortService.cancelCeremony()
}

/** Makes a passkey; answers recovery codes where it is the first factor. False when the browser's dialog was closed. */
export async function addPasskey(
  name: string,
): Promise<{ readonly codes: readonly string[] | undefined } | false> {
  newest += 1
  const mine = newest
  const options: unknown = await askProvider('GET', '/passkey/generate-register-options')
  if (mine !== newest) return false
  const response = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  }).catch(explain)
  if (!response) return false
  return {
    codes: codesOf(await askProvider('POST', '/passkey/verify-registration', { response, name })),
  }
}

/** A closed dialog is no failure, and browsers tell pages no more than that; what else they say gets a sentence. */
function explain(thrown: unknown): undefined {
  const name = thrown instanceof Error ? thrown.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return
  const t = translatorOf('identity.passkey')
  throw name === 'InvalidStateError'
    ? apiProblem(0, 'PASSKEY_EXISTS', t('exists'))
    : apiProblem(0, 'PASSKEY_FAILED', t('unusable'))
}
