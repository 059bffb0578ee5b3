/**
 * The master keys and what they do: AES-256-GCM (NIST SP 800-38D) for contents, under data keys that a master key wraps.
 * Documents (`gateways/files/envelope.ts`), fields (`field-cipher.ts`) and the seal's key are kept this way.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { GatewayError } from '../gateways/gateway-error.ts'

export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What a box is longer than what it holds: nonce and tag stand before the content. */
export const BOX_OVERHEAD = NONCE_BYTES + TAG_BYTES
const MAX_KEY_ID_BYTES = 64

/** The master keys by id. What is new is wrapped by `current`; the others only open what they once wrapped. */
export type MasterKeys = {
  readonly current: string
  readonly keys: Readonly<Record<string, Uint8Array>>
}

/** A data key, wrapped by the master key of that id. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer }

/** Refuses master keys that are not 32 bytes, ids that do not fit a header, and a `current` that names no key. */
export function checkMasterKeys(masterKeys: MasterKeys): void {
  for (const [id, key] of Object.entries(masterKeys.keys)) {
    const idBytes = Buffer.byteLength(id)
    if (key.length !== KEY_BYTES || idBytes === 0 || idBytes > MAX_KEY_ID_BYTES) {
      throw broken(
        'MASTER_KEY_INVALID',
        `Master key "${id}" must be 32 bytes with an id of 1 to 64 bytes.`,
      )
    }
  }
  masterKey(masterKeys, masterKeys.current)
}

/** Wraps a data key by the current master key, for one context. */
export function wrapKey(masterKeys: MasterKeys, dataKey: Buffer, context: string): WrappedKey {
  const keyId = masterKeys.current
  return { keyId, wrapped: encrypt(masterKey(masterKeys, keyId), dataKey, wrapAad(keyId, context)) }
}

/** The data key, or undefined when anything in it or in the context differs. Throws GatewayError MASTER_KEY_MISSING. */
export function unwrapKey(
  masterKeys: MasterKeys,
  { keyId, wrapped }: WrappedKey,
  context: string,
): Buffer | undefined {
  return decrypt(masterKey(masterKeys, keyId), wrapped, wrapAad(keyId, context))
}

/** What a sealed segment is longer than what it holds: its tag stands before the content. */
export const SEGMENT_OVERHEAD = TAG_BYTES

/**
 * Encrypts one segment of a content that is longer than what is held in memory, under a data key that seals this content alone: the nonce is
 * the number of the segment and whether it is the last, so that it is never used twice.
 */
export function encryptSegment(
  dataKey: Uint8Array,
  bytes: Uint8Array,
  context: string,
  at: number,
  last: boolean,
): Buffer {
  return sealed(dataKey, segmentNonce(at, last), bytes, segmentAad(context))
}

/** The segment, or undefined when anything in it, its place or the context differs. */
export function decryptSegment(
  dataKey: Uint8Array,
  box: Buffer,
  context: string,
  at: number,
  last: boolean,
): Buffer | undefined {
  return opened(dataKey, segmentNonce(at, last), box, segmentAad(context))
}

function segmentNonce(at: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(at, NONCE_BYTES - 5)
  nonce.writeUInt8(last ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

/** Encrypts a content for one context under a data key. */
export function encryptContent(dataKey: Uint8Array, bytes: Uint8Array, context: string): Buffer {
  return encrypt(dataKey, bytes, contentAad(context))
}

/** The content, or undefined when anything in it or in the context differs. */
export function decryptContent(
  dataKey: Uint8Array,
  box: Buffer,
  context: string,
): Buffer | undefined {
  return decrypt(dataKey, box, contentAad(context))
}

function masterKey(masterKeys: MasterKeys, id: string): Uint8Array {
  const key = Object.hasOwn(masterKeys.keys, id) ? masterKeys.keys[id] : undefined
  if (!key) throw broken('MASTER_KEY_MISSING', `No master key with the id "${id}" is configured.`)
  return key
}

// The uses have different first bytes, so that a wrapped key can never pass for a content or the other way round.
const MAGIC = 'CRDF\u0001'
const contentAad = (context: string): Buffer => Buffer.from(`${MAGIC}content\0${context}`)
const segmentAad = (context: string): Buffer => Buffer.from(`${MAGIC}segment\0${context}`)
const wrapAad = (keyId: string, context: string): Buffer =>
  Buffer.from(`${MAGIC}key\0${keyId}\0${context}`)

function encrypt(key: Uint8Array, bytes: Uint8Array, aad: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  return Buffer.concat([nonce, sealed(key, nonce, bytes, aad)])
}

function decrypt(key: Uint8Array, box: Buffer, aad: Buffer): Buffer | undefined {
  return opened(key, box.subarray(0, NONCE_BYTES), box.subarray(NONCE_BYTES), aad)
}

/** The tag and what is encrypted. */
function sealed(key: Uint8Array, nonce: Buffer, bytes: Uint8Array, aad: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
  const body = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([cipher.getAuthTag(), ...body])
}

function opened(key: Uint8Array, nonce: Buffer, box: Buffer, aad: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(aad).setAuthTag(box.subarray(0, TAG_BYTES))
    return Buffer.concat([decipher.update(box.subarray(TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

function broken(code: string, message: string): GatewayError {
  return new GatewayError(code, message, { retriable: false })
}
