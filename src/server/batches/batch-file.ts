/** A file of payments: what each row says, what is wrong with it and how to mend it, and what looks like a payment that was sent before. */
import {
  BATCH_FIELDS,
  type BatchField,
  MAX_REFERENCE,
  MAX_ROW_WORDS,
  MOST_BATCH_ROWS,
  MOST_ROW_MINOR,
  NEEDED_FIELDS,
} from '#domain/batches/batch.ts'
import { isEmail } from '#domain/identity/email.ts'
import { looksLikeLink } from '#domain/identity/plain-name.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { folded, PERSON_HEADS } from '#domain/kernel/list-heads.ts'
import { formatMinor, parseMinor } from '#domain/kernel/money.ts'
import { MAX_PERSON_NAME } from '#domain/kernel/names.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { readLines } from '../kernel/list-text.ts'
import { findCurrency } from '../reference/currencies.ts'

/** A row as it was typed, and where it stands in the file as an editor counts, the head being 1. */
export type TypedRow = {
  readonly row: number
  readonly typed: { readonly [F in BatchField]: string }
}

/** A payment that a row asks for. */
export type GoodRow = {
  readonly row: number
  readonly email: string
  readonly name: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly reference: string
  readonly words: string
}

/** What is said of a field of a row: what stands there, and what is wrong with it or to be looked at. */
export type RowRemark = {
  readonly row: number
  readonly field: BatchField
  readonly name: string
  readonly typed: string
  readonly said: Text
}

export type JudgedBatch = {
  readonly good: readonly GoodRow[]
  /** All that is wrong, row by row; such a row is no payment. */
  readonly wrong: readonly RowRemark[]
  /** Payments that look like another row's: they stay. */
  readonly twice: readonly RowRemark[]
}

const HEADS: Readonly<Record<BatchField, readonly string[]>> = {
  email: [...PERSON_HEADS.email, 'recipient', 'recipientemail', 'payee', 'payeeemail'],
  name: [...PERSON_HEADS.name, 'recipientname', 'payeename'],
  amount: ['amount', 'sum', 'betrag', 'importe', 'montant', 'importo', 'valor', 'kwota'],
  currency: ['currency', 'currencycode', 'wahrung', 'moneda', 'devise', 'valuta', 'moeda'],
  reference: [
    ...['reference', 'ref', 'paymentid', 'paymentreference', 'invoice', 'invoicenumber'],
    ...['referenz', 'referencia', 'riferimento'],
  ],
  words: ['words', 'note', 'description', 'memo', 'message', 'text', 'notiz', 'concepto'],
}

/**
 * The rows of a file: by the delimiter and the heads that it has, whatever their order; columns of other heads are passed over. VALIDATION
 * where it is empty, longer than a batch may be, broken, or has not the columns that are needed, each once.
 */
export function readBatchText(text: string): TypedRow[] {
  const [head, ...lines] = readLines(text, MOST_BATCH_ROWS)
  const names = (head?.cells ?? []).map(folded)
  const at = (field: BatchField) =>
    names.flatMap((name, column) => (HEADS[field].includes(name) ? [column] : []))
  const missing = NEEDED_FIELDS.filter(field => at(field).length === 0)
  if (missing.length > 0)
    throw invalidField('text', 'batches.file.columnsMissing', { columns: missing.join(', ') })
  const double = BATCH_FIELDS.filter(field => at(field).length > 1)
  if (double.length > 0)
    throw invalidField('text', 'batches.file.columnsTwice', { columns: double.join(', ') })
  if (lines.length === 0) throw invalidField('text', 'batches.file.noRows')
  const columns = BATCH_FIELDS.map(field => [field, at(field)[0]] as const)
  return lines.map(({ line, cells }) => ({
    row: line,
    typed: Object.fromEntries(
      columns.map(([field, column]) => [
        field,
        column === undefined ? '' : (cells[column] ?? '').trim(),
      ]),
    ) as TypedRow['typed'],
  }))
}

/** Judges every row: what is wrong with each of its fields, and which of the good ones look alike. */
export function judgeBatch(rows: readonly TypedRow[]): JudgedBatch {
  const good: GoodRow[] = []
  const wrong: RowRemark[] = []
  const twice: RowRemark[] = []
  const first = new Map<string, number>()
  for (const row of rows) {
    const judged = judgeRow(row)
    if (!('row' in judged)) {
      wrong.push(...judged.remarks)
      continue
    }
    good.push(judged)
    const { email, currency, amount_minor, reference } = judged
    const key = JSON.stringify([email, currency, String(amount_minor), folded(reference)])
    const before = first.get(key)
    if (before === undefined) first.set(key, row.row)
    else twice.push(remark(row, 'reference', textOf('batches.file.sameRow', { row: before })))
  }
  return { good, wrong, twice }
}

function judgeRow(row: TypedRow): GoodRow | { remarks: RowRemark[] } {
  const { typed } = row
  const currency = typed.currency.toUpperCase()
  const email = typed.email.toLowerCase()
  const { name, reference, words } = typed
  const wrong: Readonly<Record<BatchField, Text | undefined>> = {
    email: isEmail(email) ? undefined : wrongEmail(email),
    amount: wrongAmount(typed.amount, currency),
    currency: wrongCurrency(typed.currency),
    reference: wrongReference(reference),
    name: wrongName(name),
    words:
      words.length > MAX_ROW_WORDS || looksLikeLink(words)
        ? textOf('batches.file.words', { most: MAX_ROW_WORDS })
        : undefined,
  }
  const remarks = BATCH_FIELDS.flatMap(field => {
    const said = wrong[field]
    return said ? [remark(row, field, said)] : []
  })
  const amount_minor = parseMinor(typed.amount, exponentOf(currency))
  if (remarks.length > 0 || amount_minor === undefined) return { remarks }
  return { row: row.row, email, name, currency, amount_minor, reference, words }
}

function remark({ row, typed }: TypedRow, field: BatchField, said: Text): RowRemark {
  return { row, field, name: typed.name || typed.email, typed: typed[field], said }
}

function wrongEmail(email: string): Text {
  return textOf(email === '' ? 'batches.file.noEmail' : 'batches.file.email')
}

function wrongName(name: string): Text | undefined {
  if (name.length <= MAX_PERSON_NAME && !looksLikeLink(name)) return undefined
  return textOf('batches.file.name', { most: MAX_PERSON_NAME })
}

/** What begins with a letter or a digit runs as no formula where it is opened again. */
const REFERENCE = /^[\p{L}\p{N}][\p{L}\p{N} ._/#:-]*$/u

function wrongReference(reference: string): Text | undefined {
  if (reference === '') return textOf('batches.file.noReference')
  if (reference.length <= MAX_REFERENCE && REFERENCE.test(reference)) return undefined
  return textOf('batches.file.reference', { most: MAX_REFERENCE })
}

function wrongCurrency(typed: string): Text | undefined {
  if (findCurrency(typed.toUpperCase())) return undefined
  return textOf(typed === '' ? 'batches.file.noCurrency' : 'batches.file.currency')
}

/** What is wrong with an amount: it is plain digits with a point, above nothing, and no finer than its currency. */
function wrongAmount(typed: string, currency: string): Text | undefined {
  const exponent = exponentOf(currency)
  const said = (key: AmountKey, more = {}) =>
    textOf(`batches.file.${key}`, { ...more, example: formatMinor(125_000n, exponent) })
  if (typed === '') return said('noAmount')
  if (typed.includes(',')) return said('comma')
  if (!/^\d+(\.\d+)?$/.test(typed)) return said('amount')
  const minor = parseMinor(typed, exponent)
  if (minor === undefined)
    return typed.includes('.') ? said('decimals', { currency, decimals: exponent }) : said('large')
  if (minor === 0n) return said('nothing')
  return minor > MOST_ROW_MINOR ? said('large') : undefined
}

type AmountKey = 'noAmount' | 'comma' | 'amount' | 'decimals' | 'nothing' | 'large'
