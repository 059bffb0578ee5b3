/**
 * Envelope encryption of one document: a fresh data key per file encrypts the content, and a master key encrypts the data
 * key. Changing the master key therefore rewrites only a short header, and destroying the header destroys the document.
 *
 * Layout: "CRDF" | format 1 | length of key id | key id | wrap nonce 12 | wrap tag 16 | wrapped key 32
 *         | content nonce 12 | content tag 16 | content.
 */
import { randomBytes } from 'node:crypto'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import {
  BOX_OVERHEAD,
  decryptContent,
  encryptContent,
  KEY_BYTES,
  type MasterKeys,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from '#server/kernel/master-keys.ts'

const MAGIC = Buffer.from('CRDF\u0001', 'latin1')

/** The key id of an envelope stands within so many bytes. */
export const HEAD_BYTES = MAGIC.length + 1 + 255

/** The id of the master key that wraps an envelope, of its first `HEAD_BYTES`. Throws GatewayError FILE_UNREADABLE. */
export function keyIdOf(head: Buffer): string {
  const idStart = MAGIC.length + 1
  const idEnd = idStart + (head[MAGIC.length] ?? 0)
  if (head.length < idEnd || !head.subarray(0, MAGIC.length).equals(MAGIC)) throw unreadable()
  return head.toString('utf8', idStart, idEnd)
}

type Envelope = WrappedKey & { readonly content: Buffer }

/**
 * Encrypts the content under a fresh data key, wrapped by the current master key. `context` goes with the key; the content may have
 * one of its own, which rewrapping need not know.
 */
export function sealEnvelope(
  masterKeys: MasterKeys,
  bytes: Uint8Array,
  context: string,
  contentContext = context,
): Buffer {
  const dataKey = randomBytes(KEY_BYTES)
  try {
    const wrapped = wrapKey(masterKeys, dataKey, context)
    return join({ ...wrapped, content: encryptContent(dataKey, bytes, contentContext) })
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Decrypts an envelope whose content is of one of these contexts. Throws GatewayError FILE_UNREADABLE when anything in it or in the
 * contexts differs.
 */
export function openEnvelope(
  masterKeys: MasterKeys,
  blob: Buffer,
  context: string,
  contentContexts: readonly string[] = [context],
): Buffer {
  const envelope = split(blob)
  const dataKey = unwrapped(masterKeys, envelope, context)
  try {
    for (const contentContext of contentContexts) {
      const content = decryptContent(dataKey, envelope.content, contentContext)
      if (content) return content
    }
    throw unreadable()
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
  const dataKey = unwrapped(masterKeys, envelope, context)
  try {
    return join({ ...wrapKey(masterKeys, dataKey, context), content: envelope.content })
  } finally {
    dataKey.fill(0)
  }
}

function unwrapped(masterKeys: MasterKeys, envelope: Envelope, context: string): Buffer {
  const dataKey = unwrapKey(masterKeys, envelope, context)
  if (!dataKey) throw unreadable()
  return dataKey
}

function join({ keyId, wrapped, content }: Envelope): Buffer {
  const id = Buffer.from(keyId)
  return Buffer.concat([MAGIC, Buffer.of(id.length), id, wrapped, content])
}

function split(blob: Buffer): Envelope {
  const idEnd = MAGIC.length + 1 + (blob[MAGIC.length] ?? 0)
  const wrapEnd = idEnd + BOX_OVERHEAD + KEY_BYTES
  const whole = blob.length >= wrapEnd + BOX_OVERHEAD
  if (!whole || !blob.subarray(0, MAGIC.length).equals(MAGIC)) throw unreadable()
  return {
    keyId: keyIdOf(blob),
    wrapped: blob.subarray(idEnd, wrapEnd),
    content: blob.subarray(wrapEnd),
  }
}

function unreadable(): GatewayError {
  const message =
    'The stored file does not open: it was altered, swapped, or asked for in another context.'
  return new GatewayError('FILE_UNREADABLE', message, { retriable: false })
}
