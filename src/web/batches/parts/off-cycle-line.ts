/** The lines of an off-cycle run, as they are typed or pasted. */
import { BATCH_HEADS } from '#domain/batches/batch.ts'
import { folded } from '#domain/kernel/list-heads.ts'
import { csvOf } from '#web/parts/save-csv.ts'

/** Who is paid what, and what for, as it is typed. */
export type OffCycleLine = {
  /** By which a line stays itself while others go. */
  readonly id: string
  readonly email: string
  readonly name: string
  /** Empty for that of the contract, which the server knows. */
  readonly currency: string
  readonly amount: string
  readonly reference: string
}

export const NO_LINE: OffCycleLine = {
  ...{ id: '', email: '', name: '', currency: '', amount: '', reference: '' },
}

/** Of these each is kept on the device at every letter; more are a file. */
export const MOST_LINES = 1_000

/** Whether it pays nobody and nothing yet. */
export function isEmpty({ email, amount }: OffCycleLine): boolean {
  return email === '' && amount.trim() === ''
}

/** The lines as a file of payments says them, without those that are empty. */
export function textOfLines(lines: readonly OffCycleLine[]): string {
  const rows = lines
    .filter(line => !isEmpty(line))
    .map(({ email, name, amount, currency, reference }) => [
      ...[email, name, amount, currency, reference],
    ])
  return csvOf([['email', 'name', 'amount', 'currency', 'reference'], ...rows])
}

type Field = Exclude<keyof OffCycleLine, 'id'>
/** The fields in which cells are pasted, and what the cells to their right are, by how many there are. */
const COLUMNS: Readonly<Record<'email' | 'amount' | 'reference', readonly (readonly Field[])[]>> = {
  email: [
    ['email'],
    ['email', 'amount'],
    ['email', 'amount', 'reference'],
    ['email', 'amount', 'currency', 'reference'],
    ['email', 'name', 'amount', 'currency', 'reference'],
  ],
  amount: [['amount'], ['amount', 'reference'], ['amount', 'currency', 'reference']],
  reference: [['reference']],
}
export type PastedInto = keyof typeof COLUMNS

/**
 * The lines with cells of a spreadsheet put in from one line and field on, a row for each line; those that are not there yet are added, with ids that
 * `newId` makes. A first row is passed over that begins with the head of that field, and cells beyond the last field are left out.
 */
export function withPasted(
  lines: readonly OffCycleLine[],
  from: { readonly at: number; readonly field: PastedInto },
  text: string,
  newId: () => string,
): OffCycleLine[] {
  const rows = cellsOf(text)
  const [head] = rows
  const isHead = head && BATCH_HEADS[from.field].includes(folded(head[0] ?? ''))
  const cells = isHead ? rows.slice(1) : rows
  const width = Math.max(1, ...cells.map(row => row.length))
  const columns = COLUMNS[from.field][width - 1] ?? COLUMNS[from.field].at(-1) ?? []
  const next = [...lines]
  for (const [down, row] of cells.entries()) {
    const at = from.at + down
    const line = next[at] ?? { ...NO_LINE, id: newId() }
    const put = Object.fromEntries(columns.map((field, column) => [field, row[column] ?? '']))
    // Another person has another name and currency than who stood there.
    const other = 'email' in put && put.email !== line.email ? { name: '', currency: '' } : {}
    next[at] = { ...line, ...other, ...put }
  }
  return next
}

/** A cell: in quotes where it holds tabs, ends of lines or quotes, each of which then stands twice; and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy

/** What was copied from a spreadsheet, row by row; empty ones are kept but for those at the end, or what follows would go to somebody else. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(CELL)) {
    const cell = quoted === undefined ? bare : quoted.replaceAll('""', '"').replace(/\s+/g, ' ')
    rows.at(-1)?.push(cell.trim())
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows.slice(0, rows.findLastIndex(row => row.some(cell => cell !== '')) + 1)
}
