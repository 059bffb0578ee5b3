/** A funding CSV: each row an employer's receipt, or what is wrong with it and how to mend it (docs/rules/funding.md). */
import { CsvError, parse } from 'csv-parse/sync'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor, MOST_RECEIPT_MINOR, parseMinor } from '#domain/kernel/money.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { type InvalidField, invalidFields, type Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { csvProblem } from '../kernel/csv-problem.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findCurrency } from '../reference/currencies.ts'
import { findEmployersByDomain } from './funding.report.store.ts'
import type { NewFunding } from './funding.store.ts'
import { keyOf, type Receipt } from './receipts.ts'

const COLUMNS = ['employer_domain', 'currency', 'amount', 'reference', 'received_on'] as const
type Column = (typeof COLUMNS)[number]
type CsvRow = Record<Column, string>
const DELIMITER = ','
const MOST_ROWS = 10_000
const EARLIEST_DAY = '2000-01-01'
/** The rows of a CSV as receipts, and what is wrong with the others. FUNDING_FILE_NOT_VALID where it is no such file. */
export async function readFundingCsv(ctx: Ctx, bytes: Uint8Array, latestDay: string) {
  const rows = readRows(bytes)
  const domains = rows.map(row => row.employer_domain)
  const employers = new Map(
    (await findEmployersByDomain(ctx.tx, domains)).map(row => [row.domain, row.employer_uuid]),
  )
  const wrong: InvalidField[] = []
  const receipts = rows.flatMap((row, index): Receipt[] => {
    const read = readRow(row, employers, latestDay)
    // The header is line 1, so the first row is line 2, as an editor counts.
    const line = index + 2
    if (!('problems' in read)) return [{ ...read, payer: null, of_payer: false, line, report: 0 }]
    wrong.push(...read.problems.map(({ column, text }) => rowProblem(line, column, text)))
    return []
  })
  return { receipts, wrong }
}

function readRows(bytes: Uint8Array): CsvRow[] {
  // PostgreSQL keeps no NUL, and no bank writes one.
  if (bytes.includes(0)) throw wholeFile(textOf('ledger.fundingFile.nul'))
  const text = readText(bytes)
  let rows: CsvRow[]
  try {
    rows = parse(text, {
      delimiter: DELIMITER,
      columns: header => checkHeader(header as string[]),
      bom: true,
      trim: true,
      skip_empty_lines: true,
      to: MOST_ROWS + 1,
    }) as CsvRow[]
  } catch (cause) {
    if (cause instanceof CsvError)
      throw wholeFile(csvProblem(cause, text, { delimiter: DELIMITER }))
    throw cause
  }
  const [first] = rows
  if (!first) throw wholeFile(textOf('ledger.fundingFile.noRows'))
  if (rows.length > MOST_ROWS)
    throw wholeFile(textOf('ledger.fundingFile.tooManyRows', { most: MOST_ROWS }))
  return rows
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw wholeFile(textOf('ledger.fundingFile.cannotBeRead'))
  }
}

/** Each column once and no other: of two columns of one name nobody can tell which one counts. */
function checkHeader(header: readonly string[]): string[] {
  const missing = COLUMNS.filter(column => !header.includes(column))
  if (missing.length > 0)
    throw wholeFile(textOf('ledger.fundingFile.columnsMissing', { columns: missing.join(', ') }))
  const twice = COLUMNS.filter(column => header.indexOf(column) !== header.lastIndexOf(column))
  if (twice.length > 0)
    throw wholeFile(textOf('ledger.fundingFile.columnsTwice', { columns: twice.join(', ') }))
  const unknown = header.filter(name => !COLUMNS.some(column => column === name))
  if (unknown.length > 0)
    throw wholeFile(textOf('ledger.fundingFile.columnsUnknown', { columns: unknown.join(', ') }))
  return [...header]
}

type RowProblem = { column: Column; text: Text }

function readRow(
  row: CsvRow,
  employers: ReadonlyMap<string | null, string>,
  latestDay: string,
): NewFunding | { problems: RowProblem[] } {
  const problems: RowProblem[] = []
  const refuse = (column: Column, text: Text) => problems.push({ column, text })
  const employer_uuid = employers.get(row.employer_domain)
  if (!employer_uuid)
    refuse(
      'employer_domain',
      textOf('ledger.fundingFile.noSuchDomain', { domain: row.employer_domain }),
    )
  const currency = findCurrency(row.currency)
  if (!currency)
    refuse('currency', textOf('ledger.fundingFile.noCurrency', { currency: row.currency }))
  const exponent = exponentOf(row.currency)
  const amount = parseMinor(row.amount, exponent)
  if (amount === undefined || amount <= 0n)
    refuse(
      'amount',
      textOf('ledger.fundingFile.noAmount', {
        amount: row.amount,
        decimals: exponent,
        example: formatMinor(123456n, exponent),
      }),
    )
  else if (amount > MOST_RECEIPT_MINOR)
    refuse('amount', textOf('ledger.fundingFile.tooMuch', { amount: row.amount }))
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,99}$/u.test(row.reference))
    refuse('reference', textOf('ledger.fundingFile.reference'))
  if (!isPlainDate(row.received_on))
    refuse('received_on', textOf('ledger.fundingFile.noDate', { date: row.received_on }))
  else if (row.received_on < EARLIEST_DAY)
    refuse('received_on', textOf('ledger.fundingFile.tooEarly', { date: row.received_on }))
  else if (row.received_on > latestDay)
    refuse('received_on', textOf('ledger.fundingFile.inFuture', { date: row.received_on }))
  if (problems.length > 0 || !employer_uuid || amount === undefined) return { problems }
  return {
    reference: row.reference,
    funding_uuid: uuidOf(`funding-record:${keyOf(row)}`),
    employer_uuid,
    currency: row.currency,
    amount_minor: amount,
    received_on: row.received_on,
    shares: null,
  }
}

function rowProblem(line: number, column: Column, problem: Text): InvalidField {
  return {
    ...textOf('ledger.fundingFile.line', { line, column, problem }),
    loc: ['body', 'funding_csv', line, column],
    type: 'value_error',
  }
}

function wholeFile(text: Text): Problem {
  const field = { ...text, loc: ['body', 'funding_csv'], type: 'value_error' }
  return invalidFields([field], 'FUNDING_FILE_NOT_VALID')
}
