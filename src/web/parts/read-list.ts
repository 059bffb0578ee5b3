import { type FileValue, XLSX } from '#web/ui/read-file.ts'

/** The text of a list: of a CSV file in the encoding that it has, of an Excel workbook one sheet with tabs between cells. */
export async function readList({ content, mime_type }: FileValue): Promise<string> {
  const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
  return mime_type === XLSX ? textOfSheet(bytes) : textOfBytes(bytes)
}

/** Excel writes UTF-16 with a mark at its beginning, or the code page of western Windows, which is no UTF-8. */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function textOfSheet(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Few lists are workbooks.
  const { default: readWorkbook } = await import('read-excel-file/browser')
  const sheets = await readWorkbook(new Blob([bytes]))
  const [list = []] = sheets
    .map(({ data }) => data.map(row => row.map(textOfCell)))
    .filter(rows => rows.some(row => row.some(isFilled)))
    .toSorted((a, b) => addressesIn(b) - addressesIn(a) || tableRows(b) - tableRows(a))
  return tabbed(list)
}

const isFilled = (cell: string) => cell.trim() !== ''

/** A cell that is an address of mail, with its owner's name or without. A sentence with one in it, as instructions have, is none. */
const ADDRESS = /^(?:[^@<>]*<)?\s*[^\s@<>]+@[^\s@<>]+\s*>?$/

/** How many cells are addresses: beside the list may stand a sheet that is hidden, or says how to fill it in, and names fewer people. */
function addressesIn(rows: readonly (readonly string[])[]): number {
  return rows.flat().filter(cell => ADDRESS.test(cell.trim())).length
}

/** How many rows have several cells: a list by names has a table, and instructions are written one below the other. */
function tableRows(rows: readonly (readonly string[])[]): number {
  return rows.filter(row => row.filter(isFilled).length > 1).length
}

/** Formulas have the value that the program last gave them; days have no time of day, and times no day. */
function textOfCell(cell: unknown): string {
  if (cell === null) return ''
  return cell instanceof Date ? (clockOf(cell) ?? cell.toISOString().slice(0, 10)) : String(cell)
}

/** The day from which workbooks count, of Excel and of those that were begun on a Macintosh. No list has a day so long ago. */
const COUNTED_FROM = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]
/** Times may be more than a day: of so many they are told from days. */
const MOST_TIME_MS = 60 * 86_400_000

/** A time, `77:30`, which a workbook keeps as a part of the days that it counts; undefined for a day. */
function clockOf(cell: Date): string | undefined {
  const [since] = COUNTED_FROM.map(from => cell.getTime() - from).filter(
    ms => ms >= 0 && ms < MOST_TIME_MS,
  )
  if (since === undefined) return undefined
  const seconds = Math.round(since / 1000)
  const two = (part: number) => String(part).padStart(2, '0')
  const rest = seconds % 60 > 0 ? `:${two(seconds % 60)}` : ''
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}${rest}`
}

/** Cells as text with tabs between them; what would end a cell is a space. */
export function tabbed(rows: readonly (readonly string[])[]): string {
  return rows.map(row => row.map(cell => cell.replace(/[\t\r\n"]+/g, ' ')).join('\t')).join('\n')
}
