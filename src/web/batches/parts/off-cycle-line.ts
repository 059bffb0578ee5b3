/** The lines of an off-cycle run, as they are typed or pasted. */
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
 * `newId` makes. A first row of heads is passed over, and cells beyond the last field are left out.
 */
export function withPasted(
  lines: readonly OffCycleLine[],
  from: { readonly at: number; readonly field: PastedInto },
  text: string,
  newId: () => string,
): OffCycleLine[] {
  const rows = cellsOf(text)
  const [head] = rows
  const cells = head && /^(e-?mail|amount|reference)\b/i.test(head[0] ?? '') ? rows.slice(1) : rows
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

/** What was copied from a spreadsheet: a row for each line that is not empty, cells by tabs, without their quotes. */
function cellsOf(text: string): string[][] {
  return text
    .split(/\r\n|\n|\r/)
    .filter(line => line.trim() !== '')
    .map(line => line.split('\t').map(cell => cell.trim().replace(/^"(.*)"$/, '$1')))
}
