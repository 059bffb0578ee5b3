/** Reading what a bank sent: whole, or a list of everything that is wrong with it. */
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { type Money, parseMinor } from '#domain/kernel/money.ts'
import { isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import type { FileProblem, FileRead } from './bank-file.ts'

/** Where something is wrong. */
type Place = { readonly line?: number | undefined; readonly element?: string }

/** Says what is wrong somewhere; nothing and false say that it is right. */
export type Complain = (place: Place, text: Text | undefined | false) => void

/** As many problems of a file as a person mends before sending for another. */
const MOST_PROBLEMS = 100
/** The largest file that is read at once, in bytes: some fifty thousand payments. */
export const MOST_BYTES = 16 * 1024 * 1024

/** What `read` made of a file, unless it complained; undefined is answered after a complaint alone. */
export function reading<Content>(
  bytes: Uint8Array,
  read: (complain: Complain) => Content | undefined,
): FileRead<Content> {
  const problems: FileProblem[] = []
  const complain: Complain = ({ line, element }, text) => {
    if (text && problems.length < MOST_PROBLEMS)
      problems.push({ line: line ?? null, element: element ?? null, text })
  }
  const tooLarge = bytes.length > MOST_BYTES
  complain({}, bytes.length === 0 && textOf('bank-files.files.empty'))
  complain({}, tooLarge && textOf('bank-files.files.tooLarge', { most: MOST_BYTES / 2 ** 20 }))
  const content = problems.length === 0 ? read(complain) : undefined
  const [first, ...more] = problems
  if (first) return { problems: [first, ...more] }
  return content === undefined
    ? {
        problems: [{ line: null, element: null, text: textOf('bank-files.files.nothing') }],
      }
    : { content }
}

/** The encodings in which banks write; what begins with a byte order mark is read by that. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The text of bytes, without a byte order mark; a complaint where they are no text in that encoding. */
export function decoded(
  bytes: Uint8Array,
  encoding: Encoding,
  complain: Complain,
): string | undefined {
  const marked = markOf(bytes) ?? encoding
  try {
    const text = new TextDecoder(marked, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
    complain({}, textOf('bank-files.files.nul'))
  } catch {
    complain({}, textOf('bank-files.files.encoding', { encoding: marked.toUpperCase() }))
  }
  return undefined
}

function markOf([a, b, c]: Uint8Array): Encoding | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

/** The lines of a text by any of the ends that systems write, without empty ones behind; a complaint where they are more than `most`. */
export function linesOf(text: string, most: number, complain: Complain): string[] {
  const lines = text.split(/\r\n|\n|\r/, most + 1)
  complain({}, lines.length > most && textOf('bank-files.files.tooManyLines', { most }))
  // What some programs of DOS end a text with.
  while (lines.at(-1) === '' || lines.at(-1) === '\x1a') lines.pop()
  return lines.slice(0, most)
}

/** The records of a text: its lines or, where it has none, pieces of so many letters. */
export function recordLines(
  text: string,
  length: number,
  most: number,
  complain: Complain,
): string[] {
  const one = !/[\r\n]/.test(text.trimEnd()) && text.length > length
  if (!one) return linesOf(text, most, complain)
  const pieces = piecesOf(text.trimEnd(), length)
  complain({}, pieces.length > most && textOf('bank-files.files.tooManyLines', { most }))
  return pieces.slice(0, most)
}

/** A text in pieces of so many letters, of which the last may have less. */
export function piecesOf(text: string, length: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length))
  return pieces
}

/** A record of fixed length, with its line and its first letter, which is its type. */
export type FixedRecord = { readonly line: number; readonly text: string; readonly type: string }

/** Lines as records of a length: spaces at the end, which some programs take away, are there again; a complaint about each that is longer. */
export function fixedRecords(
  lines: readonly string[],
  length: number,
  complain: Complain,
): FixedRecord[] {
  return lines.map((text, at) => {
    const line = at + 1
    const given = text.length
    complain({ line }, given > length && textOf('bank-files.fixed.length', { most: length, given }))
    return { line, text: text.padEnd(length), type: text.slice(0, 1) }
  })
}

/** An amount above or equal to zero as a decimal text, exactly: decimals that the currency has not are zeros, or it is undefined. */
export function amountOf(text: string, currency: CurrencyCode): Money | undefined {
  const [, whole = '', fraction = ''] = /^\+?(\d{0,15})(?:\.(\d{0,17}))?$/.exec(text) ?? []
  const exponent = exponentOf(currency)
  if ((whole === '' && fraction === '') || !/^0*$/.test(fraction.slice(exponent))) return undefined
  const kept = fraction.slice(0, exponent)
  const minor = parseMinor(kept ? `${whole || '0'}.${kept}` : whole || '0', exponent)
  return minor === undefined ? undefined : { currency, minor }
}

/** The date of a date or an instant of ISO 8601, as it is written there; undefined where it is none. */
export function isoDate(text: string): PlainDateString | undefined {
  const [, date = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  return isPlainDate(date) ? date : undefined
}
