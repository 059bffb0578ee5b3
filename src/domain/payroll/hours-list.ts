/** Hours that come from a spreadsheet: how they are written, which column says what, and whose pay a row means. */
import { folded, PERSON_HEADS } from '#domain/kernel/list-heads.ts'
import { namesOfWhole, personName } from '#domain/kernel/names.ts'
import { type Text, type TextKey, textOf } from '#domain/kernel/words.ts'
import type { LineItemStatus } from './line-item.ts'

/** A period has at most 31 days of 24 hours. */
export const MOST_HOURS_HUNDREDTHS = 744 * 100

/** What is wrong with hours of a pay, in hundredths; undefined where nothing is. */
export function wrongHours(hundredths: number): TextKey | undefined {
  if (hundredths <= 0) return 'payroll.problems.greaterThanZero'
  return hundredths > MOST_HOURS_HUNDREDTHS ? 'payroll.problems.tooManyHours' : undefined
}

const DECIMAL = /^([+-]?)(\d{1,6})(?:[.,](\d+))?$/
const CLOCK = /^(\d{1,5}):([0-5]\d)(?::00)?$/

/**
 * Hours as spreadsheets write them, in hundredths: `80`, `77.5`, `77,50 h`, or `77:30` for half past. What is finer than a minute or a
 * hundredth, or could be read in two ways, is refused; the tail that a computed cell carries is not.
 */
export function readHours(typed: string): number | Text {
  const text = typed
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/(hours|hrs|hour|std|h)\.?$/i, '')
    .replace(/^\u2212/, '-')
  const clock = CLOCK.exec(text)
  if (clock) {
    const hundredths = (Number(clock[2]) * 100) / 60
    if (!Number.isInteger(hundredths)) return textOf('payroll.hoursGrid.said.minutes', { typed })
    return Number(clock[1]) * 100 + hundredths
  }
  const decimal = DECIMAL.exec(text)
  if (!decimal)
    return textOf(
      typed.trim() === '' ? 'payroll.hoursGrid.said.empty' : 'payroll.hoursGrid.said.number',
      {
        typed,
      },
    )
  const [, sign, whole = '', part = ''] = decimal
  // `1,234` is a thousand to some and a bit more than one to others.
  if (part.length === 3) return textOf('payroll.hoursGrid.said.twoWays', { typed })
  const exact = Number(`${whole}.${part || '0'}`) * 100
  const hundredths = Math.round(exact)
  const tail = part.length > 6 && Math.abs(exact - hundredths) < 1e-4
  if (part.replace(/0+$/, '').length > 2 && !tail)
    return textOf('payroll.hoursGrid.said.decimals', { typed })
  return sign === '-' ? -hundredths : hundredths
}

export const HOURS_FIELDS = ['email', 'name', 'role', 'hours'] as const
export type HoursField = (typeof HOURS_FIELDS)[number]

const HEADS: Readonly<Record<HoursField, readonly string[]>> = {
  ...PERSON_HEADS,
  hours: [
    'hours',
    'hour',
    'hrs',
    'h',
    'time',
    'totalhours',
    'hoursworked',
    'quantity',
    'stunden',
    'horas',
    'heures',
    'ore',
    'uren',
    'godziny',
  ],
}

/** What the columns of a first row say, if that row is one of heads; what two columns say is the first one's. */
export function hoursByHead(first: readonly string[]): (HoursField | null)[] | undefined {
  const fields = first.map(cell => {
    const head = folded(cell)
    return HOURS_FIELDS.find(field => HEADS[field].includes(head)) ?? null
  })
  if (!fields.includes('hours')) return undefined
  return fields.map((field, at) => (fields.indexOf(field) === at ? field : null))
}

/** What columns without heads say: numbers are hours, addresses are addresses, and the first of words names people; undefined where two have numbers, or none. */
export function hoursByContent(
  rows: readonly (readonly string[])[],
): (HoursField | null)[] | undefined {
  const width = Math.max(0, ...rows.map(row => row.length))
  const most = (at: number, is: (cell: string) => boolean) => {
    const cells = rows.map(row => row[at] ?? '').filter(cell => cell.trim() !== '')
    return cells.length > 0 && cells.filter(is).length * 2 >= cells.length
  }
  const fields: (HoursField | null)[] = []
  const take = (field: HoursField) => (fields.includes(field) ? null : field)
  for (let at = 0; at < width; at++) {
    if (most(at, cell => typeof readHours(cell) === 'number' || /\d{1,3}([.,]\d{3})+/.test(cell))) {
      if (fields.includes('hours')) return undefined
      fields.push('hours')
    } else if (most(at, cell => cell.includes('@'))) fields.push(take('email'))
    else fields.push(take(fields.includes('name') ? 'role' : 'name'))
  }
  // A single column is one of hours, also where most of it is none: each bad row is named.
  if (width === 1) return ['hours']
  return fields.includes('hours') ? fields : undefined
}

/** An item of a cycle, as rows of a list mean it. */
export type HoursTarget = {
  readonly line_item_uuid: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly status: LineItemStatus
  readonly back_pay: boolean
}

/** A row of a list: the line that it stands in, and what is written there. */
export type HoursLine = { readonly line: number } & { readonly [F in HoursField]: string }

/**
 * Finds the items that rows mean: by address, else by the one name that is so written, and where a person has several pays by role. What
 * pays earlier periods is meant by nobody who has other pay. Of two rows for one item the second is refused.
 */
export function matchHours<T extends HoursTarget>(
  rows: readonly HoursLine[],
  items: readonly T[],
): { row: HoursLine; found: T | Text }[] {
  const byEmail = Map.groupBy(items, item => item.email.toLowerCase())
  const byName = Map.groupBy(items, item => folded(item.name))
  const taken = new Map<string, number>()
  return rows.map(row => {
    const found = meant(row, byEmail, byName)
    if (!('line_item_uuid' in found)) return { row, found }
    const line = taken.get(found.line_item_uuid)
    if (line !== undefined)
      return { row, found: textOf('payroll.hoursGrid.said.twice', { name: found.name, line }) }
    taken.set(found.line_item_uuid, row.line)
    return { row, found }
  })
}

function meant<T extends HoursTarget>(
  row: HoursLine,
  byEmail: ReadonlyMap<string, T[]>,
  byName: ReadonlyMap<string, T[]>,
): T | Text {
  const email = row.email.trim().toLowerCase()
  const who = email || row.name.trim()
  if (!who) return textOf('payroll.hoursGrid.said.nobody')
  const named = () =>
    byName.get(folded(row.name)) ?? byName.get(folded(personName(namesOfWhole(row.name)))) ?? []
  const found = email ? (byEmail.get(email) ?? []) : named()
  const [first] = found
  if (!first) return textOf(`payroll.hoursGrid.said.${email ? 'noEmail' : 'noName'}`, { who })
  if (found.some(item => item.email !== first.email))
    return textOf('payroll.hoursGrid.said.sameName', { who, count: found.length })
  const role = folded(row.role)
  const ofRole = role ? found.filter(item => folded(item.role) === role) : found
  if (ofRole.length === 0)
    return textOf('payroll.hoursGrid.said.noRole', { name: first.name, role: row.role })
  const current = ofRole.filter(item => !item.back_pay)
  const left = current.length > 0 ? current : ofRole
  const waiting = left.filter(item => item.status === 'PENDING_APPROVAL')
  const [one, ...more] = waiting.length > 0 ? waiting : left
  if (one && more.length === 0) return one
  return textOf('payroll.hoursGrid.said.severalPays', { name: first.name, count: left.length })
}
