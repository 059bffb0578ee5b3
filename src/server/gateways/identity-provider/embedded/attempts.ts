/** What the hooks of one request tell each other: whose account is tried, and which tries count only if it fails. */
import type { GenericEndpointContext } from '@better-auth/core'
import type { Bucket } from './accounts.store.ts'

export type Attempt = {
  /** The address that was typed, in its one spelling. */
  email?: string
  /** The account that has it or claims it. */
  account?: string
  /** The hash against which a password is held. */
  hash?: string
  /** Tries that were taken for guesses. */
  readonly guesses: Bucket[]
}

const attempts = new WeakMap<Request, Attempt>()

/** The attempt that a request is; the same for all hooks of the request. */
export function attemptOf({ request }: GenericEndpointContext): Attempt {
  const known = request && attempts.get(request)
  if (known) return known
  const attempt: Attempt = { guesses: [] }
  if (request) attempts.set(request, attempt)
  return attempt
}
