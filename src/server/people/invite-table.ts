/** A list of people as a table in which every row has one person, however many stand on a line of it. */
import { extractEmails } from '#domain/identity/email.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import type { InviteField } from '#domain/people/invitation.ts'
import { DELIMITERS, readLines } from '../kernel/list-text.ts'
import { columnsByHead, nameParts, type ReadColumns } from './invite-list.ts'

const MOST_ROWS = 1_000
/** So many people, each with a name, may stand on one line. */
const MOST_CELLS = 2_000

export type InviteTable = {
  /** What the first row says of the columns; undefined where that is a person already. */
  readonly heads: ReadColumns | undefined
  /** The cells of the first row, heads or not. */
  readonly first: readonly string[]
  /** The people, without heads. */
  readonly rows: readonly (readonly string[])[]
}

/**
 * The cells of a text, by its delimiter, and row by row by another where that leaves an address with more beside it. A line of several
 * addresses becomes as many rows: VALIDATION where there are too many then, or none.
 */
export function readInviteTable(given: string): InviteTable {
  // As programs of mail write it, which is no cell of a CSV file: `"Lovelace, Ada" <ada@example.com>`.
  const text = given.replace(/"([^"\n]*)"[ \t]*<([^<>"\n]+)>/g, '"$1 <$2>"')
  const [line = ''] = text.trimStart().split('\n')
  const [head = []] = addressesIn(line).length > 0 ? [] : cellsOf(isWhole(line) ? line : text)
  const { table, name } = withWholeNames(head.length > 0 ? cellsOf(text) : [])
  const [first = [], ...below] = table
  const heads = columnsByHead(first, below, name)
  const rows = heads
    ? below
    : peopleIn(cellsOf(text.split(/\r?\n/).flatMap(recordsIn).join('\n')), peopleBeside)
  requireFew(rows)
  return { heads, first: (heads ? first : rows[0]) ?? [], rows }
}

type Table = readonly (readonly string[])[]

/** A table whose names stand in two columns with both in one, `Ada Lovelace`, and where that is; its head says of which it was made. */
function withWholeNames(table: Table): { readonly table: Table; readonly name?: number } {
  const parts = nameParts(table[0] ?? [])
  if (!parts) return { table }
  const { first, last } = parts
  const joined = table.map((row, at) => {
    const [given = '', family = ''] = [row[first]?.trim(), row[last]?.trim()]
    // Some files have the whole name beside the first names.
    const isWhole = at > 0 && ` ${family} `.includes(` ${given} `)
    const both = isWhole ? [family] : [given, family].filter(part => part !== '')
    const cells = row.map((cell, place) =>
      place === first ? both.join(at === 0 ? ' + ' : ' ') : cell,
    )
    return cells.filter((_, place) => place !== last)
  })
  return { table: joined, name: last < first ? first - 1 : first }
}

/** A row for each address in the cells of addresses: VALIDATION where there are too many then. */
export function rowsOfPeople(
  { rows }: InviteTable,
  fields: readonly (InviteField | null)[],
): (readonly string[])[] {
  return peopleIn(rows, row => rowsByAddress(row, fields))
}

/** The people of all rows. They are counted as they come: a wide row may be said of very many. */
function peopleIn(
  rows: readonly (readonly string[])[],
  of: (row: readonly string[]) => (readonly string[])[],
): (readonly string[])[] {
  const people: (readonly string[])[] = []
  for (const row of rows) {
    people.push(...of(row))
    requireFew(people)
  }
  return people
}

function requireFew(rows: readonly unknown[]): void {
  if (rows.length > MOST_ROWS)
    throw invalidField('text', 'people.problems.listTooLong', { maximum: MOST_ROWS })
}

/** A row for each address in the cell of addresses; what else the row says holds of each of them, but for a name. */
function rowsByAddress(
  row: readonly string[],
  fields: readonly (InviteField | null)[],
): (readonly string[])[] {
  const column = fields.indexOf('email')
  const [of = '', name] = [row[column], fields.indexOf('name')]
  const addresses = namedAddressesIn(of)
  requireFew(addresses)
  const [first, ...more] = addresses
  if (!first || more.length === 0) return [row]
  return [row.with(column, first), ...more.map(one => nameless(row, name).with(column, one))]
}

function nameless(row: readonly string[], column: number): readonly string[] {
  return column >= 0 && column < row.length ? row.with(column, '') : row
}

/** The cells row by row; VALIDATION where a row has more than anybody keeps of a person. */
function cellsOf(text: string): string[][] {
  const lines = readLines(text, { most: MOST_ROWS, longest: text.length, split: cellsBeside })
  const wide = lines.find(({ cells }) => cells.length > MOST_CELLS)
  if (wide)
    throw invalidField('text', 'people.problems.listTooWide', {
      line: wide.line,
      maximum: MOST_CELLS,
    })
  return lines.map(({ cells }) => [...cells])
}

/** What keeps people on one line apart, the strongest first: where it is there and leaves a part without an address, no weaker one is asked. */
const BETWEEN: readonly { readonly parts: RegExp; readonly decides: boolean }[] = [
  { parts: /(?:"[^"]*"|[^"\t])+/g, decides: true },
  { parts: /(?:"[^"]*"|[^";])+/g, decides: true },
  { parts: /(?:"[^"]*"|[^">])+>?/g, decides: false },
  { parts: /(?:"[^"]*"|[^",])+/g, decides: true },
  { parts: /(?:"[^"]*"|[^"\s])+/g, decides: true },
]

/** Whether every quotation mark on a line is closed there. */
function isWhole(line: string): boolean {
  return line.split('"').length % 2 > 0
}

/** The records on a line: each of its people with what stands beside them, or the line as it is. */
function recordsIn(line: string): string[] {
  if (addressesIn(line).length < 2 || !isWhole(line)) return [line]
  for (const { parts, decides } of BETWEEN) {
    const found = (line.match(parts) ?? []).map(trimmed).filter(part => part !== '')
    if (found.length < 2) continue
    if (found.every(part => addressesIn(part).length > 0))
      return found.flatMap(recordsIn).map(asOneCell)
    if (decides) return [line]
  }
  return [line]
}

/** A name and its address as one cell, also where the name has a comma: `King, Bob <bob@example.com>`. */
function asOneCell(record: string): string {
  const named = isAddressAlone(record) && record.includes('<') && !record.includes('"')
  return named ? `"${record}"` : record
}

/**
 * A row for each cell with an address: in equal shares where the cells can be shared so; where all addresses come first or last, what
 * follows is said of each; and else each has the cells up to the next.
 */
function peopleBeside(row: readonly string[]): (readonly string[])[] {
  const at = row.flatMap((cell, place) => (addressesIn(cell).length > 0 ? [place] : []))
  const [first = 0, last = 0] = [at[0], at.at(-1)]
  if (at.length < 2) return [row]
  const share = row.length / at.length
  if (at.every((place, n) => place === first + n * share && first < share))
    return at.map((_, n) => row.slice(n * share, (n + 1) * share))
  const before = (n: number) => row.slice(0, first).map(cell => (n === 0 ? cell : ''))
  const together = last - first === at.length - 1
  return at.map((place, n) => [
    ...before(n),
    row[place] ?? '',
    ...(together ? row.slice(last + 1) : row.slice(place + 1, at[n + 1])),
  ])
}

/** What stands between the words of a list, and around addresses in it. */
const PARTS_WORDS = /[\s,;<>()[\]"]/

/** Whether a word has its `@` inside: an address, or what was meant as one. It is looked at once, however long it is. */
function isMeantAsAddress(word: string): boolean {
  const at = word.indexOf('@')
  return at > 0 && at < word.length - 1
}

/** The words that are addresses, or meant as such, each once. */
function addressesIn(text: string): string[] {
  const words = text.toLowerCase().split(PARTS_WORDS).filter(isMeantAsAddress)
  return [...new Set(words.map(word => word.replace(/^mailto:/, '')))]
}

/** The people of a cell: each address with what stands between it and the one before, and the last with what follows it. */
function namedAddressesIn(cell: string): string[] {
  const people: string[] = []
  let from = 0
  for (const { index, 0: word } of cell.matchAll(/[^\s,;<>()[\]"]+/g)) {
    if (!isMeantAsAddress(word)) continue
    const end = index + word.length
    // A name in brackets after the address is its own, as is what closes brackets around it.
    const [closing = ''] = /^(?:[\])>]|\s?\([^()@]{0,200}\))/.exec(cell.slice(end, end + 203)) ?? []
    people.push(cell.slice(from, end + closing.length))
    from = end + closing.length
  }
  if (people.length < 2) return [cell]
  const last = people.length - 1
  return people.map((one, n) => trimmed(n === last ? one + cell.slice(from) : one))
}

/** Without what parts people, in front and behind. */
function trimmed(part: string): string {
  let [from, to] = [0, part.length]
  while (from < to && /[\s;,]/.test(part[from] ?? '')) from++
  while (to > from && /[\s;,]/.test(part[to - 1] ?? '')) to--
  return part.slice(from, to)
}

/** An address and what another delimiter keeps apart from it, as cells of their own; any other cell is one. */
function cellsBeside(cell: string, delimiter: string): string[] {
  const other = DELIMITERS.filter(of => of !== delimiter).find(of => cell.includes(of))
  if (!other || isAddressAlone(cell)) return [cell]
  const cells = cell.split(other).map(one => one.trim())
  const addresses = cells.filter(one => extractEmails(one).length > 0)
  if (addresses.length !== 1 || !addresses.every(isAddressAlone)) return [cell]
  return cells.flatMap(one => cellsBeside(one, other))
}

/** Whether a cell is an address, with a name before it at most. */
function isAddressAlone(cell: string): boolean {
  const address = cell.replace(/^[^<]*<|>$/g, '')
  return extractEmails(address)[0] === address.toLowerCase()
}
