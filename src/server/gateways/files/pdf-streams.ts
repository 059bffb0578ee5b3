/**
 * Measures what the streams of a PDF unfold to, without keeping it (ISO 32000-1, 7.4): a content, a font, a picture. What is
 * unpacked is looked at as it passes: how often it draws something, how large the pictures within it are.
 */
import { createInflate, inflateSync } from 'node:zlib'
import { MAX_PICTURE_PIXELS } from '#domain/kernel/document-limits.ts'
import type { DocumentRefusal } from './document-refusal.ts'
import { isLargeJbig2 } from './inspect-jbig2.ts'
import { inspectJpeg } from './inspect-picture.ts'
import type { Bounds } from './pdf-bounds.ts'
import { nameIn, type PdfDictionary, type PdfValue } from './pdf-objects.ts'

/** A stream of the file: its dictionary, and where its data begin. */
export type PdfStream = {
  readonly number: number | undefined
  readonly entries: PdfDictionary
  readonly start: number
}

/** What unfolds to less harms nobody, as of pictures. */
const SMALL_BYTES = 32 * 1024 * 1024
const MOST_COMPRESSION = 100
/** Of a content or a font: a map of a town comes to half of it. */
const MOST_OF_CONTENT = 64 * 1024 * 1024
/** Of a pixel of four colours, each of 16 bits. */
const MOST_PER_PIXEL = 8
/** Of all streams of a document, a hundred times the largest document that is taken. */
const MOST_IN_ALL = 1024 * 1024 * 1024
/** Of a JBIG2, which is small itself and is looked at whole. */
const MOST_OF_JBIG2 = 16 * 1024 * 1024
/** What is unpacked at once, because most streams are as small. */
const AT_ONCE = 256 * 1024
const PART = 256 * 1024

/** By their long names and by those that stand in contents (table 94). */
const FILTERS: Readonly<Record<string, 'letters85' | 'letters16' | 'flate' | 'lzw' | 'runs'>> = {
  ASCII85Decode: 'letters85',
  A85: 'letters85',
  ASCIIHexDecode: 'letters16',
  AHx: 'letters16',
  FlateDecode: 'flate',
  Fl: 'flate',
  LZWDecode: 'lzw',
  LZW: 'lzw',
  RunLengthDecode: 'runs',
  RL: 'runs',
}

/** Why a stream is refused, or undefined; what it draws is told to `bounds`. Once one is refused the others need not be asked. */
export async function inspectStreams(
  buffer: Buffer,
  streams: readonly PdfStream[],
  bounds: Bounds,
): Promise<DocumentRefusal | undefined> {
  let left = MOST_IN_ALL
  for (const stream of streams) {
    for (const filters of filtersOf(stream.entries, bounds)) {
      const measured = await measure(buffer, stream, filters, bounds)
      if (typeof measured === 'string') return measured
      left -= measured
      if (left < 0) return 'TOO_COMPRESSED'
    }
  }
  return undefined
}

/** The names of the filters, of each way in which they may be said. */
function filtersOf(entries: PdfDictionary, bounds: Bounds): readonly (readonly string[])[] {
  const filter = entries.get('Filter')
  if (!filter) return [[]]
  const name = (value: PdfValue) => bounds.resolved(value).map(nameIn)[0] ?? ''
  return bounds
    .resolved(filter)
    .map(value => (value.kind === 'array' ? value.items.map(name) : [nameIn(value) ?? '']))
}

/** How many bytes the stream unfolds to, or why it is refused. */
async function measure(
  buffer: Buffer,
  { number, entries, start }: PdfStream,
  filters: readonly string[],
  bounds: Bounds,
): Promise<number | DocumentRefusal> {
  const unfolding = filters.filter(name => ['flate', 'lzw', 'runs'].includes(FILTERS[name] ?? ''))
  if (unfolding.length > 1) return 'TOO_COMPRESSED'
  const pixels = bounds.pixelsOf(entries)
  const picture = filters.at(-1) ?? ''
  const isPicture = isPictureFilter(picture)
  const isJbig2 = picture === 'JBIG2Decode' || bounds.isJbig2(number)
  const content = contentOf(entries, pixels > 0 || isPicture || isJbig2)
  const said = isJbig2 ? saidLength(entries, bounds) : 0
  const written = asWritten(buffer, start, filters, said)
  const unpacked = {
    most: isJbig2 ? MOST_OF_JBIG2 : mostOf(pixels),
    ratio: pixels > 0 ? Infinity : MOST_COMPRESSION,
  }
  const head: Buffer[] = []
  const length = await unfold(written, FILTERS[unfolding[0] ?? ''], unpacked, part => {
    content?.hear(part)
    if (isJbig2 || (isPicture && head.length < 1024)) head.push(part)
  })
  if (length === undefined) return 'TOO_COMPRESSED'
  if (isJbig2 && isLargeJbig2(Buffer.concat(head))) return 'TOO_MANY_PIXELS'
  if (isPicture) {
    const refusal = pictureRefusal(picture, Buffer.concat(head))
    if (refusal) return refusal
  }
  bounds.drawn(number, content?.draws() ?? 0)
  return content?.isLarge() ? 'TOO_MANY_PIXELS' : length
}

function mostOf(pixels: number): number {
  return pixels > 0 ? Math.max(SMALL_BYTES, pixels * MOST_PER_PIXEL) : MOST_OF_CONTENT
}

function isPictureFilter(name: string): boolean {
  return ['DCTDecode', 'DCT', 'JPXDecode'].includes(name)
}

/** A JPEG says its size itself, whatever the dictionary says; a JPEG 2000 in its first segment (T.800, A.5.1). */
function pictureRefusal(filter: string, data: Buffer): DocumentRefusal | undefined {
  if (filter !== 'JPXDecode') return inspectJpeg(data)
  const size = data.indexOf(Buffer.from('ff4fff51', 'hex'))
  if (size < 0 || size + 16 > data.length) return undefined
  const pixels = data.readUInt32BE(size + 8) * data.readUInt32BE(size + 12)
  return pixels > MAX_PICTURE_PIXELS ? 'TOO_MANY_PIXELS' : undefined
}

/** What is heard of a content as it passes; undefined of what is none. */
function contentOf(entries: PdfDictionary, isPicture: boolean) {
  if (isPicture || entries.has('Length1') || nameIn(entries.get('Type')) === 'XRef')
    return undefined
  let draws = 0
  let pixels = 0
  let before = ''
  return {
    hear(part: Buffer) {
      const text = before + part.toString('latin1')
      // The last letters are looked at with what follows them.
      const whole = text.length - INLINE
      for (const match of text.matchAll(DRAWS)) if (match.index < whole) draws += 1
      for (const [, head = ''] of text.matchAll(INLINE_HEAD))
        pixels = Math.max(pixels, sideIn(head, 'W') * sideIn(head, 'H'))
      before = text.slice(Math.max(0, whole))
    },
    draws: () => draws + (before.match(DRAWS)?.length ?? 0),
    isLarge: () => pixels > MAX_PICTURE_PIXELS,
  }
}

/** Of the dictionary of a picture within a content, which has few and short entries. */
const INLINE = 400
const DRAWS = /(?<=[\s\]>)])Do(?![A-Za-z0-9])/g
const INLINE_HEAD = /(?<![^\s\]>)])BI([\s/][\s\S]{0,380}?)(?<=\s)ID/g

function sideIn(head: string, side: 'W' | 'H'): number {
  const said = side === 'W' ? /\/W(?:idth)?\s+(\d{1,10})/ : /\/H(?:eight)?\s+(\d{1,10})/
  return Number(said.exec(head)?.[1] ?? 0)
}

/** The data as far as they are letters for bytes, which never are more than what was written. */
function asWritten(
  buffer: Buffer,
  start: number,
  filters: readonly string[],
  said: number,
): Buffer {
  const kinds = filters.map(name => FILTERS[name])
  const letters = kinds.findIndex(kind => kind !== 'letters85' && kind !== 'letters16')
  const own = kinds.slice(0, letters < 0 ? kinds.length : letters)
  // What packs says itself where it ends; anything else ends where it says so.
  if (own.length === 0 && kinds.includes('flate')) return buffer.subarray(start)
  const end = buffer.indexOf('endstream', start)
  const data = buffer.subarray(start, Math.max(end < 0 ? buffer.length : end, start + said))
  return own.reduce((read, kind) => (kind === 'letters16' ? from16(read) : from85(read)), data)
}

/** How long the data say that they are: what a reader goes by before it looks for their end, which may stand within them. */
function saidLength(entries: PdfDictionary, bounds: Bounds): number {
  const said = bounds.resolved(entries.get('Length'))
  return Math.max(0, ...said.map(one => (one.kind === 'number' ? one.number : 0)))
}

function from16(data: Buffer): Buffer {
  const digits = data.toString('latin1').replace(/>[\s\S]*|[^0-9a-fA-F]/g, '')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

/** 7.4.3: five letters for four bytes, `z` for four zeros. */
function from85(data: Buffer): Buffer {
  const bytes = Buffer.alloc(4 * data.length)
  let [length, group, letters] = [0, 0, 0]
  for (const letter of data) {
    if (letter === 0x7e) break
    if (letter === 0x7a && letters === 0) length += 4
    if (letter < 0x21 || letter > 0x75) continue
    group = group * 85 + letter - 0x21
    letters += 1
    if (letters < 5) continue
    bytes.writeUInt32BE(group >>> 0, length)
    ;[length, group, letters] = [length + 4, 0, 0]
  }
  if (letters > 1) {
    for (let more = letters; more < 5; more += 1) group = group * 85 + 84
    bytes.writeUInt32BE(group >>> 0, length)
    length += letters - 1
  }
  return bytes.subarray(0, length)
}

type Unpacked = { readonly most: number; readonly ratio: number }

/** How many bytes these unfold to, or undefined once they are too many. What does not unpack ends there, as with who shows it. */
async function unfold(
  data: Buffer,
  filter: 'flate' | 'lzw' | 'runs' | 'letters85' | 'letters16' | undefined,
  { most, ratio }: Unpacked,
  hear: (part: Buffer) => void,
): Promise<number | undefined> {
  const isTooMuch = (length: number, packed: number) =>
    length > most || (length > SMALL_BYTES && length > packed * ratio)
  if (filter === 'flate') return inflate(data, isTooMuch, hear)
  const length =
    filter === 'lzw' ? lzwLength(data) : filter === 'runs' ? runsLength(data) : data.length
  if (isTooMuch(length, data.length)) return undefined
  if (filter === undefined) hear(data)
  return length
}

async function inflate(
  data: Buffer,
  isTooMuch: (length: number, packed: number) => boolean,
  hear: (part: Buffer) => void,
): Promise<number | undefined> {
  try {
    const part = inflateSync(data, { maxOutputLength: AT_ONCE })
    hear(part)
    return part.length
  } catch {
    return inflateSlowly(data, isTooMuch, hear)
  }
}

function inflateSlowly(
  data: Buffer,
  isTooMuch: (length: number, packed: number) => boolean,
  hear: (part: Buffer) => void,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const stream = createInflate({ chunkSize: PART })
    let length = 0
    const finish = (answer: number | undefined) => {
      stream.destroy()
      resolve(answer)
    }
    stream.on('data', (part: Buffer) => {
      length += part.length
      try {
        // What was taken in is known only by its end: until then nothing is refused for how well it is packed.
        if (isTooMuch(length, Infinity)) return finish(undefined)
        hear(part)
      } catch (error) {
        reject(error)
      }
    })
    const judge = () => finish(isTooMuch(length, stream.bytesWritten) ? undefined : length)
    stream.on('error', judge)
    stream.on('end', judge)
    stream.end(data)
  })
}

/** 7.4.4.2: the length of each code's string is one more than that of the code before; what they say is of no interest. */
function lzwLength(data: Buffer): number {
  const lengths = new Uint32Array(4097)
  let [next, width, before, length] = [258, 9, 0, 0]
  let [bits, held] = [0, 0]
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xffffff
    held += 8
    if (held < width) continue
    held -= width
    const code = (bits >> held) & ((1 << width) - 1)
    if (code === 257) break
    if (code === 256) {
      ;[next, width, before] = [258, 9, 0]
      continue
    }
    const own = code < 256 ? 1 : code < next ? (lengths[code] ?? 0) : before + 1
    if (before > 0 && next <= 4095) {
      lengths[next] = before + 1
      next += 1
    }
    ;[length, before] = [length + own, own]
    // The width grows one code early, as writers do by default.
    width = next + 1 >= 2048 ? 12 : next + 1 >= 1024 ? 11 : next + 1 >= 512 ? 10 : 9
  }
  return length
}

/** 7.4.5: so many bytes as they are, or one of them so many times. */
function runsLength(data: Buffer): number {
  let length = 0
  for (let at = 0; at < data.length; ) {
    const run = data[at] ?? 128
    if (run === 128) break
    length += run < 128 ? run + 1 : 257 - run
    at += run < 128 ? run + 2 : 2
  }
  return length
}
