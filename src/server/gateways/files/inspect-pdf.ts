/**
 * Looks through a PDF for what a document of a person has no need of: scripts, actions that start programs, files within the
 * file and outside of it, encryption, and more inside than it looks. Every place where an object could begin is read, whatever the file says of itself, and so is what object
 * streams hide; all within bounds of count and size, so that no document can keep the server busy.
 */
import { inflateSync } from 'node:zlib'
import type { DocumentRefusal } from './document-refusal.ts'
import { selfActing } from './pdf-actions.ts'
import { pdfBounds } from './pdf-bounds.ts'
import {
  type Budget,
  nameIn,
  PdfBudgetError,
  type PdfDictionary,
  type PdfValue,
  pay,
  readValue,
  skipSpace,
} from './pdf-objects.ts'
import { askingOutside } from './pdf-outside.ts'
import { inspectStreams, type PdfStream } from './pdf-streams.ts'

/** Names that only these things have, clicked or by themselves. XFA forms carry scripts of their own. */
const FORBIDDEN: Readonly<Record<string, DocumentRefusal>> = {
  JS: 'SCRIPT',
  JavaScript: 'SCRIPT',
  XFA: 'SCRIPT',
  RichMedia: 'SCRIPT',
  Launch: 'LAUNCH',
  SubmitForm: 'LAUNCH',
  ImportData: 'LAUNCH',
  GoToR: 'LAUNCH',
  Rendition: 'LAUNCH',
  Movie: 'LAUNCH',
  EF: 'EMBEDDED_FILE',
  EmbeddedFile: 'EMBEDDED_FILE',
  EmbeddedFiles: 'EMBEDDED_FILE',
  FileAttachment: 'EMBEDDED_FILE',
  GoToE: 'EMBEDDED_FILE',
  Encrypt: 'ENCRYPTED',
}

/** Of characters read, of which a real document has few times its own size. */
const MOST_READ = 120_000_000
const MOST_OBJECTS = 200_000
/** Of one object or cross-reference stream, and of all of them. */
const MOST_UNPACKED = 16 * 1024 * 1024
const MOST_UNPACKED_IN_ALL = 64 * 1024 * 1024

/** Hears an object that was found, with its number, and whether content follows it. */
type Hear = (number: number | undefined, value: PdfValue, isStream: boolean) => void

/** Why the PDF is refused, or undefined. */
export async function inspectPdf(bytes: Uint8Array): Promise<DocumentRefusal | undefined> {
  const found = new Set<DocumentRefusal>()
  const budget: Budget = {
    left: MOST_READ,
    onName: name => {
      if (Object.hasOwn(FORBIDDEN, name)) found.add(FORBIDDEN[name] ?? 'SCRIPT')
    },
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [acting, outside, bounds] = [selfActing(), askingOutside(), pdfBounds()]
  const hear: Hear = (number, value, isStream) => {
    for (const listener of [acting, outside, bounds]) listener.hear(number, value, isStream)
  }
  try {
    const { isWhole, streams } = readAll(buffer, budget, hear)
    if (!isWhole) found.add('NOT_READABLE')
    if (acting.found()) found.add('LAUNCH')
    if (outside.found()) found.add('EXTERNAL_FILE')
    // Where it is refused already nothing more of it is unpacked.
    const packed = found.size === 0 && (await inspectStreams(buffer, streams, bounds))
    if (packed) found.add(packed)
    for (const refusal of bounds.found()) found.add(refusal)
  } catch (error) {
    if (!(error instanceof PdfBudgetError)) throw error
    found.add('NOT_READABLE')
  }
  return WORST_FIRST.find(refusal => found.has(refusal))
}

// What encrypts a document hides all else, and what is in it is said rather than that not all could be read.
const WORST_FIRST = [
  'ENCRYPTED',
  'SCRIPT',
  'LAUNCH',
  'EMBEDDED_FILE',
  'EXTERNAL_FILE',
  'TOO_MANY_PAGES',
  'TOO_LARGE_PAGE',
  'TOO_MANY_PIXELS',
  'TOO_NESTED',
  'TOO_COMPRESSED',
  'NOT_READABLE',
] as const

/** Reads every object, also in object streams: whether all of these could be read, and the streams that are left to look at. */
function readAll(
  buffer: Buffer,
  budget: Budget,
  hear: Hear,
): { readonly isWhole: boolean; readonly streams: readonly PdfStream[] } {
  const text = buffer.toString('latin1')
  const streams: PdfStream[] = []
  let left = MOST_UNPACKED_IN_ALL
  for (const { at, number } of objectStarts(text)) {
    const object = readValue(text, at, budget)
    if (!object) continue
    const { value, end } = object
    const start = value.kind === 'dict' ? streamAt(text, end, budget) : undefined
    hear(number, value, start !== undefined)
    if (value.kind !== 'dict' || start === undefined) continue
    const { entries } = value
    if (!holdsObjects(entries)) {
      streams.push({ number, entries, start })
      continue
    }
    // Once one cannot be read the document is refused: only what else is in it is still looked for.
    if (left < 0) continue
    const unpacked = unpack(buffer, start, entries)
    left = unpacked ? left - unpacked.length : -1
    if (unpacked && !readObjectStream(unpacked, entries, budget, hear)) left = -1
  }
  return { isWhole: left >= 0, streams }
}

/** Behind every `obj` and `trailer`, wherever it stands: in a comment or a stream, too, a table may point there. */
function objectStarts(text: string) {
  const starts: { at: number; number: number | undefined }[] = []
  for (const match of text.matchAll(/(?<!end)obj|trailer/g)) {
    starts.push({ at: match.index + match[0].length, number: numberBefore(text, match.index) })
    if (starts.length > MOST_OBJECTS) throw new PdfBudgetError()
  }
  return starts
}

/** The number that stands before `obj`, with its generation; undefined where that is not said plainly. */
function numberBefore(text: string, at: number): number | undefined {
  const [, number] = /(\d{1,10})\s+\d{1,5}\s+$/.exec(text.slice(Math.max(0, at - 40), at)) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Where the data of a stream begin (7.3.8.1), or undefined when no stream follows the dictionary. */
function streamAt(text: string, end: number, budget: Budget): number | undefined {
  const at = skipSpace(text, end)
  // Thousands of objects may end at the same place.
  pay(budget, at - end)
  if (!text.startsWith('stream', at)) return undefined
  const data = at + 'stream'.length
  if (text.startsWith('\r\n', data)) return data + 2
  return data + (text[data] === '\n' || text[data] === '\r' ? 1 : 0)
}

/** Whether a reader would look for objects in the stream: an object stream, or a cross-reference stream (7.5.7, 7.5.8). */
function holdsObjects(dict: PdfDictionary): boolean {
  const type = nameIn(dict.get('Type'))
  return type === 'ObjStm' || type === 'XRef' || dict.has('First') || dict.has('W')
}

/** The stream's content; undefined when it is packed in another way than writers do, or unpacks beyond all bounds. */
function unpack(buffer: Buffer, start: number, dict: PdfDictionary): Buffer | undefined {
  const filter = dict.get('Filter')
  const names = filter?.kind === 'array' ? filter.items.map(nameIn) : [nameIn(filter)]
  if (!filter) {
    const end = buffer.indexOf('endstream', start)
    return buffer.subarray(start, end < 0 ? buffer.length : end)
  }
  if (names.length !== 1 || names[0] !== 'FlateDecode') return undefined
  try {
    return inflateSync(buffer.subarray(start), { maxOutputLength: MOST_UNPACKED })
  } catch {
    return undefined
  }
}

/**
 * Objects stand behind a list of their numbers and offsets (7.5.7); false where that is not said plainly. A cross-reference
 * stream holds numbers alone.
 */
function readObjectStream(
  content: Buffer,
  dict: PdfDictionary,
  budget: Budget,
  hear: Hear,
): boolean {
  if (!dict.has('First')) return isTable(content, dict)
  const [count, first] = [dict.get('N'), dict.get('First')]
  if (count?.kind !== 'number' || first?.kind !== 'number' || isPredicted(dict)) return false
  const text = content.toString('latin1')
  const numbers: number[] = []
  for (let at = 0; at < first.number && numbers.length < 2 * count.number; ) {
    const read = readValue(text, at, budget)
    if (read?.value.kind !== 'number') return false
    numbers.push(read.value.number)
    at = read.end
  }
  for (let n = 1; n < numbers.length; n += 2) {
    const object = readValue(text, first.number + (numbers[n] ?? 0), budget)
    if (object) hear(numbers[n - 1], object.value, false)
  }
  return true
}

/** Whether a cross-reference stream names no more objects than it has rows for, and a document has (7.5.8.2). */
function isTable(content: Buffer, dict: PdfDictionary): boolean {
  const numbersIn = (name: string) => {
    const value = dict.get(name)
    const items = value?.kind === 'array' ? value.items : value ? [value] : []
    return items.map(item => (item.kind === 'number' ? item.number : Number.NaN))
  }
  const row = numbersIn('W').reduce((sum, width) => sum + width, 0)
  const [size = Number.NaN] = numbersIn('Size')
  const index = dict.has('Index') ? numbersIn('Index').filter((_, at) => at % 2 === 1) : [size]
  const rows = index.reduce((sum, count) => sum + count, 0)
  return row > 0 && size <= MOST_OBJECTS && rows <= MOST_OBJECTS && rows * row <= content.length
}

/** A predictor mixes the bytes once more; no writer does so with objects. */
function isPredicted(dict: PdfDictionary): boolean {
  const parameters = dict.get('DecodeParms')
  if (!parameters) return false
  if (parameters.kind !== 'dict') return true
  const predictor = parameters.entries.get('Predictor')
  return predictor !== undefined && (predictor.kind !== 'number' || predictor.number > 1)
}
