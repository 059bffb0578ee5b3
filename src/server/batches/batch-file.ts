/** A file of payments: what each row says, what is wrong with it and how to mend it, and what looks like a payment that was sent before. */
import { TURNS } from '#contract/kernel/codecs.ts'
import {
  BATCH_FIELDS,
  BATCH_HEADS,
  type BatchField,
  MAX_REFERENCE,
  MAX_ROW_WORDS,
  MOST_BATCH_ROWS,
  NEEDED_FIELDS,
} from '#domain/batches/batch.ts'
import { isEmail } from '#domain/identity/email.ts'
import { looksLikeLink } from '#domain/identity/plain-name.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { folded } from '#domain/kernel/list-heads.ts'
import { imitatesAScript, ONE_ALPHABET } from '#domain/kernel/look-alikes.ts'
import { formatMinor, MOST_PAY_MINOR, parseMinor } from '#domain/kernel/money.ts'
import { MAX_PERSON_NAME } from '#domain/kernel/names.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import { findUnseen, unseenSaid } from '#domain/kernel/unseen-signs.ts'
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

/** What is said of a field: what is wrong with it, or to be looked at. */
export type FieldRemark = { readonly field: BatchField; readonly said: Text }

/** A row of which something is said. */
export type ToldRow = TypedRow & { readonly said: readonly FieldRemark[] }

/** A cell that is to say something else than the file. */
export type Mend = { readonly row: number; readonly field: BatchField; readonly typed: string }

export type JudgedBatch = {
  readonly good: readonly GoodRow[]
  /** Rows that are wrong, with all that is wrong with each: they are no payments. */
  readonly wrong: readonly ToldRow[]
  /** Payments that look like another row's: they stay. */
  readonly twice: readonly ToldRow[]
}

/**
 * The rows of a file: by the delimiter and the heads that it has, whatever their order; columns of other heads are passed over. VALIDATION
 * where it is empty, longer than a batch may be, broken, or has not the columns that are needed, each once.
 */
export function readBatchText(text: string): TypedRow[] {
  const [head, ...lines] = readLines(text, { most: MOST_BATCH_ROWS })
  const names = (head?.cells ?? []).map(folded)
  const at = (field: BatchField) =>
    names.flatMap((name, column) => (BATCH_HEADS[field].includes(name) ? [column] : []))
  const missing = NEEDED_FIELDS.filter(field => at(field).length === 0)
  if (missing.length > 0)
    throw invalidField('text', 'batches.file.columnsMissing', { columns: missing.join(', ') })
  const double = BATCH_FIELDS.filter(field => at(field).length > 1)
  if (double.length > 0)
    throw invalidField('text', 'batches.file.columnsTwice', { columns: double.join(', ') })
  if (lines.length === 0) throw invalidField('text', 'batches.file.noRows')
  const columns = Object.fromEntries(BATCH_FIELDS.map(field => [field, at(field)[0]]))
  return lines.map(({ line, cells }) => ({
    row: line,
    typed: mapFields(field => plainCell(cells[columns[field] ?? -1] ?? '')),
  }))
}

/** What each field of a row is. */
export function mapFields(of: (field: BatchField) => string): TypedRow['typed'] {
  return {
    ...{ email: of('email'), amount: of('amount'), currency: of('currency') },
    ...{ reference: of('reference'), name: of('name'), words: of('words') },
  }
}

/** A cell as it is read: one line, without what turns its direction. */
export function plainCell(cell: string): string {
  return cell
    .replace(TURNS, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}

/** The rows with what was mended of them; a mend of a row that there is not mends nothing. */
export function mended(rows: readonly TypedRow[], mends: readonly Mend[]): readonly TypedRow[] {
  if (mends.length === 0) return rows
  const ofRow = Map.groupBy(mends, ({ row }) => row)
  return rows.map(({ row, typed }) => ({
    row,
    typed: {
      ...typed,
      ...Object.fromEntries(
        (ofRow.get(row) ?? []).map(mend => [mend.field, plainCell(mend.typed)] as const),
      ),
    },
  }))
}

/** Judges every row: what is wrong with each of its fields, and which of the good ones look alike. Nobody is paid at an address of `own`: those of the company's people. */
export function judgeBatch(rows: readonly TypedRow[], own: ReadonlySet<string>): JudgedBatch {
  const good: GoodRow[] = []
  const wrong: ToldRow[] = []
  const twice: ToldRow[] = []
  const first = new Map<string, number>()
  for (const row of rows) {
    const judged = judgeRow(row, own)
    if ('said' in judged) {
      wrong.push(judged)
      continue
    }
    good.push(judged)
    const key = `${judged.email} ${judged.reference.toLowerCase()}`
    const before = first.get(key)
    if (before === undefined) first.set(key, row.row)
    else twice.push(told(row, 'reference', textOf('batches.file.sameRow', { row: before })))
  }
  return { good, wrong, twice }
}

function judgeRow(row: TypedRow, own: ReadonlySet<string>): GoodRow | ToldRow {
  const { typed } = row
  const currency = typed.currency.toUpperCase()
  const email = typed.email.toLowerCase()
  const { name, reference, words } = typed
  const wrong: Readonly<Record<BatchField, Text | undefined>> = {
    email: wrongEmail(email, own),
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
    return said ? [{ field, said }] : []
  })
  const amount_minor = parseMinor(typed.amount, exponentOf(currency))
  if (remarks.length > 0 || amount_minor === undefined) return { ...row, said: remarks }
  return { row: row.row, email, name, currency, amount_minor, reference, words }
}

/** A row with one thing that is said of it. */
export function told(row: TypedRow, field: BatchField, said: Text): ToldRow {
  return { ...row, said: [{ field, said }] }
}

function wrongEmail(email: string, own: ReadonlySet<string>): Text | undefined {
  if (email === '') return textOf('batches.file.noEmail')
  if (!isEmail(email)) return textOf('batches.file.email')
  return own.has(email) ? textOf('batches.file.ownAddress') : undefined
}

function wrongName(name: string): Text | undefined {
  if (name.length > MAX_PERSON_NAME || looksLikeLink(name))
    return textOf('batches.file.name', { most: MAX_PERSON_NAME })
  if (imitatesAScript(name)) return textOf(ONE_ALPHABET)
  const unseen = findUnseen(name)
  return unseen && unseenSaid(unseen)
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
  return minor > MOST_PAY_MINOR ? said('large') : undefined
}

type AmountKey = 'noAmount' | 'comma' | 'amount' | 'decimals' | 'nothing' | 'large'
