/** The only place of the web that asks for the time and for randomness. */

/** Milliseconds since 1970 by this device's clock: for waiting and expiry, never for business dates. */
export function nowMs(): number {
  return Date.now()
}

/** A random identifier, for what the client mints: things it creates, and idempotency keys. */
export function newUuid(): string {
  return crypto.randomUUID()
}
