/**
 * Envelope encryption of one document: a fresh data key per file encrypts the content, and a master key encrypts the data
 * key. Changing the master key therefore rewrites only a short header, and destroying the header destroys the document.
 *
 * Layout: "CRDF" | format | length of key id | key id | wrap nonce 12 | wrap tag 16 | wrapped key 32 | content.
 * The content is sealed segment by segment, so that neither side of it is ever whole in memory (STREAM: Hoang, Reyhanitabar, Rogaway and
 * Vizár, 2015): each has 64 KiB and a tag of its own, its nonce says which it is and whether it is the last, so that none can be
 * cut off, swapped or repeated. Files of format 1 have one box of all: nonce 12 | tag 16 | content.
 */
import { randomBytes } from 'node:crypto'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import {
  BOX_OVERHEAD,
  decryptContent,
  decryptSegment,
  encryptContent,
  encryptSegment,
  KEY_BYTES,
  type MasterKeys,
  SEGMENT_OVERHEAD,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from '#server/kernel/master-keys.ts'
import { type Taker, takerOf } from './take-bytes.ts'

const MAGIC = Buffer.from('CRDF', 'latin1')
const WHOLE = 1
const IN_SEGMENTS = 2
const FIXED_BYTES = MAGIC.length + 2
const WRAPPED_BYTES = BOX_OVERHEAD + KEY_BYTES
const SEGMENT_BYTES = 64 * 1024
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + SEGMENT_OVERHEAD

/** The header of an envelope stands within so many bytes. */
export const HEAD_BYTES = FIXED_BYTES + 255 + WRAPPED_BYTES

/** What is written to a store: how long it is, and its pieces, the same ones each time they are asked for. */
export type Sealed = {
  readonly size: number
  pieces(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

type Head = WrappedKey & { readonly format: number; readonly bytes: number }

/** The id of the master key that wraps an envelope, of its first `HEAD_BYTES`. Throws GatewayError FILE_UNREADABLE. */
export function keyIdOf(start: Buffer): string {
  return headOf(start).keyId
}

/**
 * Lets `keep` write the content, encrypted under a fresh data key that is wrapped by the current master key. `context` goes with the key; the
 * content may have one of its own, which rewrapping need not know. A segment is sealed when it is its turn.
 */
export async function sealEnvelope(
  masterKeys: MasterKeys,
  { bytes, context, contentContext }: Content,
  keep: (sealed: Sealed) => Promise<void>,
): Promise<void> {
  const dataKey = randomBytes(KEY_BYTES)
  try {
    const head = headFrom(IN_SEGMENTS, wrapKey(masterKeys, dataKey, context))
    const segments = Math.max(1, Math.ceil(bytes.length / SEGMENT_BYTES))
    await keep({
      size: head.length + bytes.length + segments * SEGMENT_OVERHEAD,
      *pieces() {
        yield head
        for (let at = 0; at < segments; at++) {
          const segment = bytes.subarray(at * SEGMENT_BYTES, (at + 1) * SEGMENT_BYTES)
          yield encryptSegment(dataKey, segment, contentContext, at, at === segments - 1)
        }
      },
    })
  } finally {
    dataKey.fill(0)
  }
}

/** An envelope of something small, such as a key, sealed in one box. */
export function sealSmall(masterKeys: MasterKeys, bytes: Uint8Array, context: string): Buffer {
  const dataKey = randomBytes(KEY_BYTES)
  try {
    const head = headFrom(WHOLE, wrapKey(masterKeys, dataKey, context))
    return Buffer.concat([head, encryptContent(dataKey, bytes, context)])
  } finally {
    dataKey.fill(0)
  }
}

/** What `sealSmall` sealed. Throws GatewayError FILE_UNREADABLE where anything in it or in the context differs. */
export function openSmall(masterKeys: MasterKeys, envelope: Buffer, context: string): Buffer {
  const head = headOf(envelope)
  const dataKey = unwrapped(masterKeys, head, context)
  try {
    return openWhole(dataKey, envelope.subarray(head.bytes), [context])
  } finally {
    dataKey.fill(0)
  }
}

type Content = {
  readonly bytes: Uint8Array
  readonly context: string
  readonly contentContext: string
}

/**
 * The content of an envelope that is of one of these contexts, piece by piece, each proven before it is given. Throws GatewayError
 * FILE_UNREADABLE where anything in it or in the contexts differs, and where it ends too early.
 */
export async function* openEnvelope(
  masterKeys: MasterKeys,
  sealed: AsyncIterable<Uint8Array>,
  context: string,
  contentContexts: readonly string[],
): AsyncGenerator<Buffer> {
  const from = takerOf(sealed)
  try {
    const head = await takeHead(from)
    const dataKey = unwrapped(masterKeys, head, context)
    try {
      if (head.format === WHOLE) yield openWhole(dataKey, await from.rest(), contentContexts)
      else yield* openSegments(dataKey, from, contentContexts)
    } finally {
      dataKey.fill(0)
    }
  } finally {
    await from.close()
  }
}

function openWhole(dataKey: Buffer, box: Buffer, contexts: readonly string[]): Buffer {
  for (const context of contexts) {
    const content = decryptContent(dataKey, box, context)
    if (content) return content
  }
  throw unreadable()
}

async function* openSegments(
  dataKey: Buffer,
  from: Taker,
  contexts: readonly string[],
): AsyncGenerator<Buffer> {
  let possible = contexts
  let next = await from.take(SEALED_SEGMENT_BYTES)
  for (let at = 0; ; at++) {
    const sealed = next
    next = await from.take(SEALED_SEGMENT_BYTES)
    const last = next.length === 0
    // Whichever the first one opens in is that of all.
    const opened = possible
      .map(context => ({ context, content: decryptSegment(dataKey, sealed, context, at, last) }))
      .find(({ content }) => content !== undefined)
    if (!opened?.content) throw unreadable()
    possible = [opened.context]
    if (opened.content.length > 0) yield opened.content
    if (last) return
  }
}

/**
 * A header like that which an envelope begins with, its data key wrapped by the current master key, and how long that one is; undefined
 * when it already is so. What follows a header is the same with either.
 */
export function rewrapHead(
  masterKeys: MasterKeys,
  start: Buffer,
  context: string,
): { readonly head: Buffer; readonly instead_of: number } | undefined {
  const head = headOf(start)
  if (head.keyId === masterKeys.current) return undefined
  const dataKey = unwrapped(masterKeys, head, context)
  try {
    return {
      head: headFrom(head.format, wrapKey(masterKeys, dataKey, context)),
      instead_of: head.bytes,
    }
  } finally {
    dataKey.fill(0)
  }
}

function unwrapped(masterKeys: MasterKeys, head: Head, context: string): Buffer {
  const dataKey = unwrapKey(masterKeys, head, context)
  if (!dataKey) throw unreadable()
  return dataKey
}

function headFrom(format: number, { keyId, wrapped }: WrappedKey): Buffer {
  const id = Buffer.from(keyId)
  return Buffer.concat([MAGIC, Buffer.of(format, id.length), id, wrapped])
}

function headOf(start: Buffer): Head {
  const idEnd = FIXED_BYTES + (start[FIXED_BYTES - 1] ?? 0)
  const bytes = idEnd + WRAPPED_BYTES
  const format = start[MAGIC.length] ?? 0
  const known = format === WHOLE || format === IN_SEGMENTS
  if (start.length < bytes || !known || !start.subarray(0, MAGIC.length).equals(MAGIC))
    throw unreadable()
  const keyId = start.toString('utf8', FIXED_BYTES, idEnd)
  return { format, keyId, wrapped: Buffer.from(start.subarray(idEnd, bytes)), bytes }
}

async function takeHead(from: Taker): Promise<Head> {
  const fixed = await from.take(FIXED_BYTES)
  const rest = await from.take((fixed[FIXED_BYTES - 1] ?? 0) + WRAPPED_BYTES)
  return headOf(Buffer.concat([fixed, rest]))
}

function unreadable(): GatewayError {
  const message =
    'The stored file does not open: it was altered, swapped, or asked for in another context.'
  return new GatewayError('FILE_UNREADABLE', message, { retriable: false })
}
