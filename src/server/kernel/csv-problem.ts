/** Why a CSV cannot be read, in words that say where it is and how to mend it. */
import type { CsvError } from 'csv-parse/sync'
import { type Text, textOf } from '#domain/kernel/words.ts'

/** How a CSV is written: what keeps its cells apart, and how many lines stand before its titles. */
export type Written = { readonly delimiter: string; readonly lines_before?: number }

/** What the library refused a text for, with the line of it. */
export function csvProblem(
  { code, lines }: CsvError,
  text: string,
  { delimiter, lines_before = 0 }: Written,
): Text {
  const line = Number(lines ?? 0) || 1
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return textOf('kernel.csv.openQuote', {
        line: openQuoteOf(text, delimiter, startOf(text, lines_before)) ?? line,
      })
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return textOf('kernel.csv.cells', { line })
    case 'CSV_MAX_RECORD_SIZE':
      return textOf('kernel.csv.long', { line })
    default:
      return textOf('kernel.csv.unreadable', { line })
  }
}

const LINE_END = /\r\n|\r|\n/

/** Where the text goes on behind so many lines. */
function startOf(text: string, lines: number): number {
  let at = 0
  for (let passed = 0; passed < lines; passed++) {
    const end = LINE_END.exec(text.slice(at))
    if (!end) return text.length
    at += end.index + end[0].length
  }
  return at
}

/** The line of the first quotation mark from a place on that opens a cell and does not stand at its end as well. */
function openQuoteOf(text: string, delimiter: string, from: number): number | undefined {
  const ends = [delimiter, '\r', '\n']
  const blanks = [' ', '\t', '\uFEFF'].filter(blank => blank !== delimiter)
  const pass = (signs: readonly string[], start: number) => {
    let at = start
    while (at < text.length && signs.includes(text.charAt(at))) at++
    return at
  }
  for (let at = from; at < text.length; at++) {
    at = pass(blanks, at)
    if (text[at] === '"') {
      const after = pass(blanks, closingQuote(text, at) + 1)
      const closes = after > at && (after >= text.length || ends.includes(text.charAt(after)))
      if (!closes) return text.slice(0, at).split(LINE_END).length
      at = after
    } else while (at < text.length && !ends.includes(text.charAt(at))) at++
  }
  return undefined
}

/** Where the cell is closed that a quotation mark opens, two of which are one of its text; -1 where it is not. */
function closingQuote(text: string, opened: number): number {
  let at = text.indexOf('"', opened + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}
