/**
 * Reading a request's body, when the caller is known and not before. What it may cost is bounded three times: in bytes, in
 * time, and in how many values its JSON may make.
 */
import type { FastifyRequest } from 'fastify'
import { Problem } from '#domain/kernel/problem.ts'
import { networkOf } from './network.ts'

/** A body that stands still ends after so long. */
export const PATIENCE_MS = 20_000
/** Beyond its patience a body lasts as long as it comes at least this fast (256 kbit/s): a document from a phone arrives. */
const SLOWEST_BYTES_PER_S = 32_000
/** How many bodies of people without a token may be unfinished at once from one network. */
const MOST_UNFINISHED = 64

export type BodyRules = {
  readonly most_bytes: number
  readonly patience_ms: number
  /** Whether nobody knows the caller: such bodies are counted by network. */
  readonly stranger: boolean
}

const unfinished = new Map<string, number>()

/** The whole body; empty where none was sent. PAYLOAD_TOO_LARGE and BODY_TOO_SLOW as soon as that is known. */
export async function readBody(request: FastifyRequest, rules: BodyRules): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > rules.most_bytes)
    throw tooLarge(rules.most_bytes)
  if (request.raw.complete && request.raw.readableLength === 0) return Buffer.alloc(0)
  if (!rules.stranger) return collect(request, rules)
  const network = networkOf(request.ip)
  const already = unfinished.get(network) ?? 0
  if (already >= MOST_UNFINISHED)
    throw new Problem('TOO_MANY_REQUESTS', 'kernel.problems.tooManyUnfinished', {
      retry_after_s: Math.ceil(rules.patience_ms / 1000),
    })
  unfinished.set(network, already + 1)
  try {
    return await collect(request, rules)
  } finally {
    const left = (unfinished.get(network) ?? 1) - 1
    if (left > 0) unfinished.set(network, left)
    else unfinished.delete(network)
  }
}

function collect({ raw }: FastifyRequest, { most_bytes, patience_ms }: BodyRules): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  const began = performance.now()
  let bytes = 0
  let timer = setTimeout(judge, patience_ms)
  const stop = (why: Problem) => {
    raw.pause()
    reject(why)
  }
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > most_bytes) stop(tooLarge(most_bytes))
  }
  const onEnd = () => resolve(Buffer.concat(chunks, bytes))
  const onGone = () => stop(new Problem('VALIDATION', 'kernel.problems.bodyEnded'))
  function judge() {
    const left_ms = patience_ms + (bytes / SLOWEST_BYTES_PER_S) * 1000 - (performance.now() - began)
    if (left_ms > 0) timer = setTimeout(judge, left_ms)
    else stop(new Problem('BODY_TOO_SLOW', 'kernel.problems.bodyTooSlow'))
  }
  raw.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  return promise.finally(() => {
    clearTimeout(timer)
    raw.off('data', onData).off('end', onEnd).off('close', onGone)
  })
}

function tooLarge(most_bytes: number): Problem {
  const most = most_bytes < 1e6 ? `${most_bytes / 1024} kB` : `${most_bytes / 1024 / 1024} MB`
  return new Problem('PAYLOAD_TOO_LARGE', 'kernel.problems.callTooLarge', { params: { most } })
}

/** How deep JSON may be nested, how many fields one object and how many values a list or a whole body may have. */
const MOST = { depth: 16, fields: 100, items: 20_000, values: 100_000 }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * A body's JSON, undefined where none was sent. VALIDATION for what is none, for JSON that was said to come and did not, since some calls take
 * no body for everything, and for what no call needs: the brackets and commas are counted first, because parsing what is deep or has millions of
 * fields costs far more than its bytes say.
 */
export function jsonOf(request: FastifyRequest, bytes: Buffer): unknown {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  if (bytes.length === 0) {
    if (isJson) throw new Problem('VALIDATION', 'kernel.problems.bodyLost')
    return undefined
  }
  if (!isJson) throw new Problem('VALIDATION', 'kernel.problems.notSentAsJson')
  if (!isModest(bytes)) throw new Problem('VALIDATION', 'kernel.problems.tooDeep')
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch (cause) {
    throw new Problem('VALIDATION', 'kernel.problems.notJson', { cause })
  }
}

/** Whether the JSON stays within what calls need. Strings are skipped as wholes; JSON that is none may pass. */
function isModest(bytes: Buffer): boolean {
  const open: { items: number; readonly most: number }[] = []
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (open.length >= MOST.depth || ++values > MOST.values) return false
      open.push({ items: 1, most: byte === OPEN_LIST ? MOST.items : MOST.fields })
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      open.pop()
    } else if (byte === COMMA) {
      const inner = open.at(-1)
      if (++values > MOST.values || (inner && ++inner.items > inner.most)) return false
    }
  }
  return true
}

/** Where the string that begins at `start` ends, or the end of the bytes. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes++
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}

/** The one file of a multipart body, under the name of its field; undefined where anything else came, or more than one. */
export async function parseUpload(
  request: FastifyRequest,
  bytes: Buffer,
  field: string,
): Promise<{ file_name: string; bytes: Uint8Array } | undefined> {
  const content_type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(content_type)) return undefined
  const headers = { 'content-type': content_type }
  const body = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)
  const form = await new Response(body, { headers }).formData().catch(() => undefined)
  const parts = [...(form?.entries() ?? [])]
  const [name, file] = parts[0] ?? []
  if (parts.length !== 1 || name !== field || !(file instanceof File)) return undefined
  return { file_name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}
