/**
 * Looks through a PDF for what a document of a person has no need of: scripts, actions that start programs, files within the
 * file, encryption. Every place where an object could begin is read, whatever the file says of itself, and so is what object
 * streams hide; all within bounds of count and size, so that no document can keep the server busy.
 */
import { inflateSync } from 'node:zlib'
import type { DocumentRefusal } from './document-refusal.ts'
import { type SelfActing, selfActing } from './pdf-actions.ts'
import {
  type Budget,
  PdfBudgetError,
  type PdfValue,
  pay,
  readValue,
  skipSpace,
} from './pdf-objects.ts'

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

type Dict = ReadonlyMap<string, PdfValue>

/** Why the PDF is refused, or undefined. */
export function inspectPdf(bytes: Uint8Array): DocumentRefusal | undefined {
  const found = new Set<DocumentRefusal>()
  const budget: Budget = {
    left: MOST_READ,
    onName: name => {
      if (Object.hasOwn(FORBIDDEN, name)) found.add(FORBIDDEN[name] ?? 'SCRIPT')
    },
  }
  try {
    const acting = selfActing()
    if (!readAll(bytes, budget, acting)) found.add('NOT_READABLE')
    if (acting.found()) found.add('LAUNCH')
  } catch (error) {
    if (!(error instanceof PdfBudgetError)) throw error
    found.add('NOT_READABLE')
  }
  return WORST_FIRST.find(refusal => found.has(refusal))
}

// What encrypts a document hides all else, and what is in it is said rather than that not all could be read.
const WORST_FIRST = ['ENCRYPTED', 'SCRIPT', 'LAUNCH', 'EMBEDDED_FILE', 'NOT_READABLE'] as const

/** Reads every object, also in object streams; false when one of these could not be read. */
function readAll(bytes: Uint8Array, budget: Budget, acting: SelfActing): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('latin1')
  let left = MOST_UNPACKED_IN_ALL
  for (const { at, number } of objectStarts(text)) {
    const object = readValue(text, at, budget)
    if (object) acting.hear(number, object.value)
    if (object?.value.kind !== 'dict') continue
    const { entries } = object.value
    const packed = streamAt(text, object.end, budget)
    // Once one cannot be read the document is refused: only what else is in it is still looked for.
    if (packed === undefined || left < 0 || !holdsObjects(entries)) continue
    const unpacked = unpack(buffer, packed, entries)
    left = unpacked ? left - unpacked.length : -1
    if (unpacked && !readObjectStream(unpacked, entries, budget, acting)) left = -1
  }
  return left >= 0
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
function holdsObjects(dict: Dict): boolean {
  const type = nameIn(dict.get('Type'))
  return type === 'ObjStm' || type === 'XRef' || dict.has('First') || dict.has('W')
}

/** The stream's content; undefined when it is packed in another way than writers do, or unpacks beyond all bounds. */
function unpack(buffer: Buffer, start: number, dict: Dict): Buffer | undefined {
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
  dict: Dict,
  budget: Budget,
  acting: SelfActing,
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
    if (object) acting.hear(numbers[n - 1], object.value)
  }
  return true
}

/** Whether a cross-reference stream names no more objects than it has rows for, and a document has (7.5.8.2). */
function isTable(content: Buffer, dict: Dict): boolean {
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
function isPredicted(dict: Dict): boolean {
  const parameters = dict.get('DecodeParms')
  if (!parameters) return false
  if (parameters.kind !== 'dict') return true
  const predictor = parameters.entries.get('Predictor')
  return predictor !== undefined && (predictor.kind !== 'number' || predictor.number > 1)
}

function nameIn(value: PdfValue | undefined): string | undefined {
  return value?.kind === 'name' ? value.name : undefined
}
