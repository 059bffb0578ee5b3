import type { PaymentPart } from '../queries.ts'

/** What says whether a payment may be on a chain. */
export type Asked = Pick<PaymentPart, 'payment_uuid' | 'network' | 'status' | 'outside'>

/** Whether it left by a network that may tell how far it has come. */
export function mayBeOnChain({ network, status, outside }: Asked): boolean {
  const left = status === 'EXECUTING' || status === 'SENT' || status === 'UNKNOWN'
  return network !== 'fiat' && !outside && (left || status === 'SETTLED')
}

/** How much place so many names with their transactions take, and how far these have come, in pixels: what stands below waits where it will be. */
export function heightOnChain(parts: number): number {
  return 48 * parts
}
