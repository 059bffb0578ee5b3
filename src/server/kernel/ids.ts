import { hash, randomBytes, randomUUID } from 'node:crypto'

/**
 * A new time-ordered UUID, version 7 (RFC 9562, section 5.7), so that indexes grow at their end. Those that one process makes of
 * one millisecond sort in the order in which they were made, up to 2,048 of them (section 6.2, method 1).
 */
export function newUuid(at: number = Date.now()): string {
  if (randomLeft < 16) {
    randomPool = randomBytes(POOL_BYTES)
    randomLeft = POOL_BYTES
  }
  randomLeft -= 16
  const bytes = randomPool.subarray(randomLeft, randomLeft + 16)
  bytes.writeUIntBE(at, 0, 6)
  // A millisecond's first number is random in its lower half, so that the next ones have room above it.
  turn = at === turnOf ? (turn + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff
  turnOf = at
  bytes.writeUInt16BE(turn, 6)
  return shape(bytes, 7)
}

let turnOf = -1
let turn = 0

// Drawn in blocks: thousands of ids are minted at once, and each draw is a call into the system.
const POOL_BYTES = 4096
let randomPool = Buffer.alloc(0)
let randomLeft = 0

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The text where it is an id, in letters of either case, else null: whoever is named by an id or by something else is looked up by the index of either. */
export function asUuid(text: string): string | null {
  return UUID.test(text) ? text : null
}

/** The same UUID for the same text, version 8 of SHA-256 (RFC 9562, section 5.8): an idempotency key made of what it is about. */
export function uuidOf(text: string): string {
  return shape(hash('sha256', text, 'buffer').subarray(0, 16), 8)
}

/** An unguessable token for links, 256 bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A random request id. */
export const newRequestId = randomUUID

/** SHA-256 as lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}

function shape(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
