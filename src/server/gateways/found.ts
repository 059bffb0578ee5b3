import type { CurrencyCode } from '#domain/kernel/currency.ts'
import { GatewayError } from './gateway-error.ts'

/**
 * What a network has of a transaction, whoever made it: it stands in no block that the node knows of, it moved nothing, or so much of each currency went to an account by it, in
 * smallest units.
 */
export type Found =
  | { readonly state: 'UNSEEN' | 'FAILED' }
  | { readonly state: 'STANDS'; readonly amounts: ReadonlyMap<CurrencyCode, bigint> }

/** What is known where a node does not say it now: nothing, and it may later. */
export function notSaid(error: unknown): Found {
  if (error instanceof GatewayError) return { state: 'UNSEEN' }
  throw error
}
