/** A bank's list of what became of payments, as CSV by a saved mapping: which column says what, and what the bank's words mean. */
import { CsvError, parse } from 'csv-parse/sync'
import { isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import { csvProblem } from '../../kernel/csv-problem.ts'
import {
  type Answers,
  type FileRead,
  type Outcome,
  outcomeTotals,
  type PaymentOutcome,
} from './bank-file.ts'
import { amountOf, type Complain, decoded, type Encoding, reading } from './reading.ts'
import { type ReasonCodes, reasonOf, toldReason } from './reasons.ts'

/** Columns are named by their titles; null is a column that the list has not. */
export type CsvMapping = {
  readonly encoding: Encoding
  readonly delimiter: ',' | ';' | '\t' | '|'
  /** How many lines stand before that of the titles. */
  readonly lines_before: number
  readonly reference: string
  readonly outcome: string
  /** What the bank's words for an outcome mean, however they are capitalised; a row of another word is wrong, of null nobody's. */
  readonly outcomes: Readonly<Record<string, Outcome | null>>
  readonly amount: string
  readonly decimal: '.' | ','
  readonly currency: { readonly column: string } | { readonly always: string }
  readonly date: string
  readonly date_form: 'YYYY-MM-DD' | 'YYYYMMDD' | 'DD/MM/YYYY' | 'MM/DD/YYYY'
  readonly reason: string | null
  /** Whose codes stand in the column of reasons; null where it has words. */
  readonly reason_codes: ReasonCodes | null
  readonly bank_reference: string | null
}

const MOST_ROWS = 100_000
const MOST_ROW = 20_000

type Row = { readonly line: number; readonly cells: Readonly<Record<string, string>> }

/** What the list says; whole, or every row that is wrong with what is wrong in it. */
export function readCsvAnswers(bytes: Uint8Array, mapping: CsvMapping): FileRead<Answers> {
  return reading(bytes, complain => {
    const text = decoded(bytes, mapping.encoding, complain)
    const rows = text === undefined ? undefined : rowsOf(text, mapping, complain)
    if (!rows) return undefined
    complain({}, rows.length === 0 && textOf('bank-files.csv.noRows'))
    const seen = new Set<string>()
    const outcomes = rows.flatMap(row => {
      const said = outcomeOf(row, mapping, complain)
      for (const { reference, outcome } of said) {
        const key = `${outcome} ${reference}`
        complain(
          { line: row.line, element: mapping.reference },
          seen.has(key) && textOf('bank-files.files.twice', { reference }),
        )
        seen.add(key)
      }
      return said
    })
    return { outcomes, totals: outcomeTotals(outcomes) }
  })
}

function rowsOf(text: string, mapping: CsvMapping, complain: Complain): Row[] | undefined {
  try {
    const records = parse(text, {
      delimiter: mapping.delimiter,
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      from_line: mapping.lines_before + 1,
      relax_column_count: true,
      max_record_size: MOST_ROW,
      to: MOST_ROWS + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const [head, ...rows] = records
    complain({}, rows.length > MOST_ROWS && textOf('bank-files.csv.tooMany', { most: MOST_ROWS }))
    const titles = titlesOf(head?.record ?? [], mapping, complain)
    if (!titles) return undefined
    return rows.map(({ record, info: { lines } }) => {
      complain(
        { line: lines },
        record.length !== titles.length &&
          textOf('bank-files.csv.cells', { count: record.length, asked: titles.length }),
      )
      return {
        line: lines,
        cells: Object.fromEntries(titles.map((title, at) => [title, record[at] ?? ''])),
      }
    })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    complain({}, csvProblem(cause, text, mapping))
    return undefined
  }
}

/** The titles, of which each that the mapping names stands there once. */
function titlesOf(
  titles: readonly string[],
  { reference, outcome, amount, currency, date, reason, bank_reference }: CsvMapping,
  complain: Complain,
): readonly string[] | undefined {
  const asked = [reference, outcome, amount, date, reason, bank_reference]
  if ('column' in currency) asked.push(currency.column)
  const wrong = asked.filter(
    title => title !== null && titles.filter(one => one === title).length !== 1,
  )
  complain({}, wrong.length > 0 && textOf('bank-files.csv.columns', { columns: wrong.join(', ') }))
  return wrong.length > 0 ? undefined : titles
}

function outcomeOf(
  { line, cells }: Row,
  mapping: CsvMapping,
  complain: Complain,
): PaymentOutcome[] {
  const cell = (title: string | null) => (title === null ? '' : (cells[title] ?? ''))
  const wrong = (element: string, key: 'outcome' | 'amount' | 'currency' | 'date' | 'missing') =>
    complain(
      { line, element },
      textOf(`bank-files.csv.${key}`, { given: cell(element).slice(0, 60) }),
    )
  const outcome = meaningOf(cell(mapping.outcome), mapping)
  if (outcome === null) return []
  const reference = cell(mapping.reference)
  const column = 'column' in mapping.currency ? mapping.currency.column : ''
  const currency = 'always' in mapping.currency ? mapping.currency.always : cell(column)
  const known = /^[A-Z]{3}$/.test(currency)
  const amount = known
    ? amountOf(plainNumber(cell(mapping.amount), mapping.decimal), currency)
    : undefined
  const date = dateOf(cell(mapping.date), mapping.date_form)
  if (!outcome) wrong(mapping.outcome, 'outcome')
  if (reference === '') wrong(mapping.reference, 'missing')
  if (!known) wrong(column, 'currency')
  else if (!amount) wrong(mapping.amount, 'amount')
  if (!date) wrong(mapping.date, 'date')
  if (!outcome || reference === '' || !amount || !date) return []
  return [
    {
      of: 'PAYMENT',
      reference,
      outcome,
      amount,
      date,
      reason: reasonIn(cell(mapping.reason), mapping),
      bank_reference: cell(mapping.bank_reference) || null,
    },
  ]
}

function meaningOf(word: string, { outcomes }: CsvMapping): Outcome | null | undefined {
  const same = Object.entries(outcomes).find(([one]) => one.toLowerCase() === word.toLowerCase())
  return same?.[1]
}

function reasonIn(cell: string, { reason_codes }: CsvMapping) {
  if (cell === '') return null
  return reason_codes ? reasonOf(reason_codes, cell.slice(0, 35)) : toldReason('', cell)
}

/** Digits with a point: thousands are kept apart by what is not the decimal sign, in threes, or not at all. */
function plainNumber(text: string, decimal: '.' | ','): string {
  const grouping = decimal === '.' ? ',' : '.'
  const form = decimal === '.' ? /^\d{1,3}(,\d{3})+(\.\d+)?$/ : /^\d{1,3}(\.\d{3})+(,\d+)?$/
  const digits = form.test(text) ? text.replaceAll(grouping, '') : text
  if (decimal === '.') return digits
  // A point that kept nothing in threes apart is no sign of this list.
  return digits.includes('.') ? '' : digits.replace(',', '.')
}

const FORMS = {
  'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$/,
  'DD/MM/YYYY': /^(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})$/,
  'MM/DD/YYYY': /^(?<m>\d\d)\/(?<d>\d\d)\/(?<y>\d{4})$/,
} as const

function dateOf(text: string, form: CsvMapping['date_form']): PlainDateString | undefined {
  const { y, m, d } = FORMS[form].exec(text)?.groups ?? {}
  const date = `${y}-${m}-${d}`
  return isPlainDate(date) ? date : undefined
}
