/**
 * Judges pictures by their headers, before anything is decoded: how many pixels they would unfold to, and how much more that is
 * than what was sent. A PNG's data are then unpacked as a stream that is counted and thrown away, and stops where the header
 * says that it ends.
 */
import { createInflate, inflateSync } from 'node:zlib'
import { MAX_PICTURE_PIXELS } from '#domain/kernel/document-limits.ts'
import type { DocumentRefusal } from './document-refusal.ts'

const MOST_COMPRESSION = 100
/** What unfolds to less harms nobody: a screen of mostly white is packed a thousand to one. */
const SMALL_BYTES = 32 * 1024 * 1024
/** Of its colour profile and comments together, which are unpacked by whoever shows the picture. */
const MOST_BESIDE = 4 * 1024 * 1024
/** A picture of ten megabytes has some thousand parts, of which programs make 8 kB each or more. */
const MOST_CHUNKS = 20_000
const MOST_SCANS = 100

/** Why the PNG is refused, or undefined. Its structure and checksums are known to be in order. */
export async function inspectPng(bytes: Uint8Array): Promise<DocumentRefusal | undefined> {
  const chunks = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const header = chunks[0]?.data
  const samples = header && samplesPerPixel(header)
  if (!header || !samples || chunks.length > MOST_CHUNKS) return 'NOT_READABLE'
  if (chunks.some(({ type }) => type === 'acTL')) return 'NOT_READABLE'
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width * height > MAX_PICTURE_PIXELS) return 'TOO_MANY_PIXELS'
  const rows = rowsOf(width, height, samples * header.readUInt8(8), header.readUInt8(12) === 1)
  const unfolded = rows.reduce((sum, { bytes: length, count }) => sum + length * count, 0)
  const data = chunks.filter(({ type }) => type === 'IDAT').map(chunk => chunk.data)
  const packed = data.reduce((sum, { length }) => sum + length, 0)
  if (isTooCompressed(unfolded, packed) || !areModest(chunks)) return 'TOO_COMPRESSED'
  return (await unfoldsTo(data, rows, unfolded)) ? undefined : 'NOT_READABLE'
}

/** Why the JPEG is refused, or undefined. Its segments up to the first scan are known to be in order. */
export function inspectJpeg(bytes: Uint8Array): DocumentRefusal | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let scans = 0
  for (let at = 2; at + 10 <= buffer.length; ) {
    const marker = buffer[at] === 0xff ? (buffer[at + 1] ?? 0) : 0
    // Between markers lie the packed pixels of a scan (B.1.1.5), where FF stands with 00 or a restart behind it.
    if (marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) at += 1
    else if (marker === 0xd9) break
    else {
      if (isFrame(marker)) {
        const pixels = buffer.readUInt16BE(at + 5) * buffer.readUInt16BE(at + 7)
        if (pixels > MAX_PICTURE_PIXELS) return 'TOO_MANY_PIXELS'
        if (isTooCompressed(pixels * (buffer[at + 9] ?? 1), buffer.length)) return 'TOO_COMPRESSED'
      }
      if (marker === 0xda) scans += 1
      // Each scan of a progressive picture goes over all of its pixels.
      if (scans > MOST_SCANS) return 'TOO_COMPRESSED'
      at += 2 + buffer.readUInt16BE(at + 2)
    }
  }
  return undefined
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function isTooCompressed(unfolded: number, packed: number): boolean {
  return unfolded > SMALL_BYTES && unfolded > packed * MOST_COMPRESSION
}

type Chunk = { readonly type: string; readonly data: Buffer }

function chunksOf(buffer: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= buffer.length; ) {
    const length = buffer.readUInt32BE(at)
    const type = buffer.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: buffer.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** By colour type (PNG third edition, table 12), for the bit depths that it may have. */
function samplesPerPixel(header: Buffer): number | undefined {
  const [depth, colour] = [header.readUInt8(8), header.readUInt8(9)]
  const allowed: Readonly<Record<number, readonly [samples: number, depths: readonly number[]]>> = {
    0: [1, [1, 2, 4, 8, 16]],
    2: [3, [8, 16]],
    3: [1, [1, 2, 4, 8]],
    4: [2, [8, 16]],
    6: [4, [8, 16]],
  }
  const [samples, depths] = allowed[colour] ?? [0, []]
  const isKnown =
    header.readUInt8(10) === 0 && header.readUInt8(11) === 0 && header.readUInt8(12) <= 1
  return isKnown && depths.includes(depth) ? samples : undefined
}

type Rows = { readonly bytes: number; readonly count: number }

/** The rows of the image, or of its seven passes (8.2), each with a byte in front that says how it is filtered. */
function rowsOf(width: number, height: number, bits: number, interlaced: boolean): Rows[] {
  const passes = interlaced
    ? [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ]
    : [[0, 0, 1, 1]]
  return passes.flatMap(([x = 0, y = 0, dx = 1, dy = 1]) => {
    const across = Math.ceil((width - x) / dx)
    const count = Math.ceil((height - y) / dy)
    return across > 0 && count > 0 ? [{ bytes: 1 + Math.ceil((across * bits) / 8), count }] : []
  })
}

/** Whether what is packed into other chunks stays small, all of it together. */
function areModest(chunks: readonly Chunk[]): boolean {
  let left = MOST_BESIDE
  for (const { type, data } of chunks) {
    const packed = packedPart(type, data)
    if (packed) left -= unpackedLength(packed, left)
    if (left <= 0) return false
  }
  return true
}

/** How long packed data are once they are unpacked: at most `most`, and nothing of what does not unpack, which nobody shows. */
function unpackedLength(packed: Buffer, most: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: most }).length
  } catch (error) {
    const isMore =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isMore ? most : 0
  }
}

function packedPart(type: string, data: Buffer): Buffer | undefined {
  const name = data.indexOf(0)
  if (type === 'iCCP' || type === 'zTXt') return data.subarray(name + 2)
  if (type !== 'iTXt' || data[name + 1] !== 1) return undefined
  const language = data.indexOf(0, name + 3)
  return data.subarray(data.indexOf(0, language + 1) + 1)
}

/** Whether the data unpack to exactly these rows, each filtered in a way that there is (9.2). */
function unfoldsTo(
  data: readonly Buffer[],
  rows: readonly Rows[],
  unfolded: number,
): Promise<boolean> {
  return new Promise(resolve => {
    const inflate = createInflate()
    const isFilter = filterBytes(rows)
    let seen = 0
    let sound = true
    const finish = () => {
      inflate.destroy()
      resolve(sound && seen === unfolded)
    }
    inflate.on('data', (part: Buffer) => {
      sound &&= seen + part.length <= unfolded && isFilter(part)
      seen += part.length
      if (!sound) finish()
    })
    inflate.on('error', () => {
      sound = false
      finish()
    })
    inflate.on('end', finish)
    for (const part of data) inflate.write(part)
    inflate.end()
  })
}

/** Says of part after part whether every byte in front of a row is a filter's number, 0 to 4. */
function filterBytes(rows: readonly Rows[]): (part: Buffer) => boolean {
  let [pass, row, ahead] = [0, 0, 0]
  return part => {
    for (; ahead < part.length; ) {
      const current = rows[pass]
      if (!current || (part[ahead] ?? 0) > 4) return false
      ahead += current.bytes
      row += 1
      if (row === current.count) [pass, row] = [pass + 1, 0]
    }
    ahead -= part.length
    return true
  }
}
