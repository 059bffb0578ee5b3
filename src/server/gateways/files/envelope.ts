/**
 * Envelope encryption of one document (NIST SP 800-38D, AES-256-GCM): a fresh data key per file encrypts the content,
 * and a master key encrypts the data key. Changing the master key therefore rewrites only a short header, and
 * destroying the header destroys the document.
 *
 * Layout: "CRDF" | format 1 | length of key id | key id | wrap nonce 12 | wrapped key 32 | wrap tag 16
 *         | content nonce 12 | content tag 16 | content.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { GatewayError } from '#server/gateways/gateway-error.ts'

const MAGIC = Buffer.from('CRDF\u0001', 'latin1')
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const BOX_OVERHEAD = NONCE_BYTES + TAG_BYTES
const MAX_KEY_ID_BYTES = 64

/** The master keys by id. New files are wrapped by `current`; the others only open what they once wrapped. */
export type MasterKeys = {
  readonly current: string
  readonly keys: Readonly<Record<string, Uint8Array>>
}

type Envelope = { keyId: string; wrapped: Buffer; content: Buffer }

/** Refuses master keys that are not 32 bytes, ids that do not fit the header, and a `current` that names no key. */
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

/** Encrypts the content for one context under a fresh data key, wrapped by the current master key. */
export function sealEnvelope(masterKeys: MasterKeys, bytes: Uint8Array, context: string): Buffer {
  const dataKey = randomBytes(KEY_BYTES)
  try {
    const wrapped = wrapKey(masterKeys, dataKey, context)
    return join({ ...wrapped, content: encrypt(dataKey, bytes, contentAad(context)) })
  } finally {
    dataKey.fill(0)
  }
}

/** Decrypts an envelope. Throws GatewayError FILE_UNREADABLE when anything in it or in the context differs. */
export function openEnvelope(masterKeys: MasterKeys, blob: Buffer, context: string): Buffer {
  const envelope = split(blob)
  const dataKey = unwrapKey(masterKeys, envelope, context)
  try {
    return decrypt(dataKey, envelope.content, contentAad(context))
  } finally {
    dataKey.fill(0)
  }
}

/** Wraps the data key anew by the current master key and leaves the content as it is; undefined when it already is so. */
export function rewrapEnvelope(
  masterKeys: MasterKeys,
  blob: Buffer,
  context: string,
): Buffer | undefined {
  const envelope = split(blob)
  if (envelope.keyId === masterKeys.current) return undefined
  const dataKey = unwrapKey(masterKeys, envelope, context)
  try {
    return join({ ...wrapKey(masterKeys, dataKey, context), content: envelope.content })
  } finally {
    dataKey.fill(0)
  }
}

function wrapKey(masterKeys: MasterKeys, dataKey: Buffer, context: string) {
  const keyId = masterKeys.current
  const wrapped = encrypt(masterKey(masterKeys, keyId), dataKey, wrapAad(keyId, context))
  return { keyId, wrapped }
}

function unwrapKey(masterKeys: MasterKeys, envelope: Envelope, context: string): Buffer {
  const key = masterKey(masterKeys, envelope.keyId)
  return decrypt(key, envelope.wrapped, wrapAad(envelope.keyId, context))
}

function masterKey(masterKeys: MasterKeys, id: string): Uint8Array {
  const key = Object.hasOwn(masterKeys.keys, id) ? masterKeys.keys[id] : undefined
  if (!key) throw broken('MASTER_KEY_MISSING', `No master key with the id "${id}" is configured.`)
  return key
}

// The two uses have different first bytes, so that a wrapped key can never pass for a content or the other way round.
const contentAad = (context: string): Buffer =>
  Buffer.concat([MAGIC, Buffer.from(`content\0${context}`)])
const wrapAad = (keyId: string, context: string): Buffer =>
  Buffer.concat([MAGIC, Buffer.from(`key\0${keyId}\0${context}`)])

function encrypt(key: Uint8Array, bytes: Uint8Array, aad: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Uint8Array, box: Buffer, aad: Buffer): Buffer {
  const nonce = box.subarray(0, NONCE_BYTES)
  const tag = box.subarray(NONCE_BYTES, BOX_OVERHEAD)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(aad).setAuthTag(tag)
    return Buffer.concat([decipher.update(box.subarray(BOX_OVERHEAD)), decipher.final()])
  } catch (cause) {
    throw unreadable(cause)
  }
}

function join({ keyId, wrapped, content }: Envelope): Buffer {
  const id = Buffer.from(keyId)
  return Buffer.concat([MAGIC, Buffer.of(id.length), id, wrapped, content])
}

function split(blob: Buffer): Envelope {
  const idStart = MAGIC.length + 1
  const idEnd = idStart + (blob[MAGIC.length] ?? 0)
  const wrapEnd = idEnd + BOX_OVERHEAD + KEY_BYTES
  const whole = blob.length >= wrapEnd + BOX_OVERHEAD
  if (!whole || !blob.subarray(0, MAGIC.length).equals(MAGIC)) throw unreadable()
  return {
    keyId: blob.toString('utf8', idStart, idEnd),
    wrapped: blob.subarray(idEnd, wrapEnd),
    content: blob.subarray(wrapEnd),
  }
}

function unreadable(cause?: unknown): GatewayError {
  const message =
    'The stored file does not open: it was altered, swapped, or asked for in another context.'
  return new GatewayError('FILE_UNREADABLE', message, { retriable: false, cause })
}

function broken(code: string, message: string): GatewayError {
  return new GatewayError(code, message, { retriable: false })
}
