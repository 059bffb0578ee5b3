/** Second factors at the identity provider: which there are, proving oneself with one, adding and removing them. */
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { askProvider, type ProviderAnswer } from '#web/kernel/identity-provider.ts'
import { forgetToken, type Method, whileOpen } from '#web/kernel/session.ts'

export type Passkey = { readonly id: string; readonly name: string; readonly created_at: string }

/** What an account has besides its password, and what a proof takes. */
export type SecondFactors = {
  readonly totp: boolean
  readonly passkeys: readonly Passkey[]
  readonly recovery_codes_left: number
  readonly has_password: boolean
  readonly methods: readonly Method[]
}

/** The factors of whoever has the session, whole or not. */
export async function secondFactors(): Promise<SecondFactors> {
  // The provider's calls are not in the contract; their wire is in docs/api/identity-provider.md.
  return (await askProvider('GET', '/second-factors')) as SecondFactors
}

/** The query of the factors, before a log-in is complete. */
export const FACTORS = { queryKey: ['second-factors'], queryFn: secondFactors } as const

/** The same of who is logged in. */
export const OWN_FACTORS = { ...FACTORS, queryFn: () => whileOpen(secondFactors()) } as const

/** Gives a proof by typing: a code, a recovery code or the password. An ApiProblem INVALID_CODE when it is wrong. */
export async function prove(method: Exclude<Method, 'passkey'>, code: string): Promise<void> {
  await askProvider('POST', '/second-factors/verify', { method, code })
  forgetToken()
}

/** Whether a code was looked at and is not right, so that another is typed: what got no answer is sent again. */
export function isWrongCode(thrown: unknown): boolean {
  return asApiProblem(thrown).code === 'INVALID_CODE'
}

/** Whether this browser can make and use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/** Begins an authenticator app: its secret in base32 and the address for a QR code. Replaces one that was not confirmed. */
export async function startTotp(): Promise<{ readonly secret: string; readonly uri: string }> {
  return (await askProvider('POST', '/second-factors/totp/start')) as {
    secret: string
    uri: string
  }
}

/** Confirms the authenticator app with its first code; answers recovery codes where there were none. */
export async function confirmTotp(code: string): Promise<readonly string[] | undefined> {
  return codesOf(await askProvider('POST', '/second-factors/totp/confirm', { code }))
}

/** Removes the authenticator app. */
export async function removeTotp(): Promise<void> {
  await askProvider('POST', '/second-factors/totp/remove')
  forgetToken()
}

/** Removes a passkey. */
export async function removePasskey(id: string): Promise<void> {
  await askProvider('POST', '/second-factors/passkeys/remove', { id })
  forgetToken()
}

/** Makes ten new recovery codes; the old ones no longer work. */
export async function newRecoveryCodes(): Promise<readonly string[]> {
  return codesOf(await askProvider('POST', '/second-factors/recovery-codes')) ?? []
}

/** The recovery codes in an answer. The factor that came with it is in the next token. */
export function codesOf({ recovery_codes: codes }: ProviderAnswer): readonly string[] | undefined {
  forgetToken()
  return Array.isArray(codes) ? codes.map(String) : undefined
}
