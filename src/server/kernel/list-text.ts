/** The cells of a list that somebody keeps: a CSV file, or cells that were copied from a spreadsheet. */
import { CsvError, parse } from 'csv-parse/sync'
import { invalidField } from '#domain/kernel/problem.ts'
import { csvProblem } from './csv-problem.ts'

/** What keeps the cells of a row apart. */
export const DELIMITERS = ['\t', ';', ',']
const MOST_CELL = 500

export type ListLine = {
  /** The line of the text that it ends in, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export type ReadLines = {
  /** So many rows below a head it may have. */
  readonly most: number
  /** So many characters of a cell are read. */
  readonly longest?: number
  /** Finds several cells in one. */
  readonly split?: (cell: string, delimiter: string) => readonly string[]
  /** Answers empty rows too, up to the last that is not: in a column their place means somebody. */
  readonly gaps?: boolean
}

/** The rows of a text that are not empty, unless `gaps` are asked for, by the delimiter that its first line has most of. VALIDATION where it has none, or too many. */
export function readLines(
  text: string,
  { most, longest = MOST_CELL, split = cell => [cell], gaps = false }: ReadLines,
): ListLine[] {
  const delimiter = delimiterOf(text)
  const all = parsed(text, delimiter)
  const rows = all.filter(isFilled)
  if (rows.length === 0) throw invalidField('text', 'people.problems.listEmpty')
  if (rows.length > most + 1)
    throw invalidField('text', 'people.problems.listTooLong', { maximum: most })
  return (gaps ? all.slice(0, all.findLastIndex(isFilled) + 1) : rows).map(({ line, cells }) => ({
    line,
    cells: cells
      .flatMap(cell => split(cell, delimiter))
      .map(cell => tidied(cell).slice(0, longest)),
  }))
}

function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n')
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Whether a row has a cell that is not empty. */
export function isFilled({ cells }: Pick<ListLine, 'cells'>): boolean {
  return cells.some(cell => cell !== '')
}

function tidied(cell: string): string {
  return cell.replace(/\p{Cc}+/gu, ' ')
}

function parsed(text: string, delimiter: string): ListLine[] {
  try {
    const rows = parse(text, {
      delimiter,
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const { text: why, params } = csvProblem(cause, text, { delimiter })
    throw invalidField('text', why, params)
  }
}
