/**
 * Files of returned items (Payments Canada, Standard 005, section D, records I and J): six to a record, each with the cross reference that
 * we wrote and a code of Standard 007 where a payment has its transaction code. 900 was turned away before it was paid.
 */
import { textOf } from '#domain/kernel/words.ts'
import { type Answers, type FileRead, outcomeTotals, type PaymentOutcome } from './bank-file.ts'
import * as records from './cpa-records.ts'
import { fieldsOf } from './fixed-width.ts'
import {
  type Complain,
  decoded,
  type FixedRecord,
  fixedRecords,
  piecesOf,
  reading,
  recordLines,
} from './reading.ts'
import { reasonOf } from './reasons.ts'

export type CpaReturns = Answers & { readonly file_number: number; readonly currency: string }

/** I is a credit that came back, J a debit. */
type Item = PaymentOutcome & { readonly kind: 'I' | 'J' }

/** What came back; whole, with the trailer's counts and sums proven, or everything that is wrong with it. */
export function readCpaReturns(bytes: Uint8Array): FileRead<CpaReturns> {
  return reading(bytes, complain => {
    const text = decoded(bytes, 'windows-1252', complain)
    if (text === undefined) return undefined
    const lines = recordsOf(text, complain)
    const [header, ...details] = lines
    const trailer = details.pop()
    const framed = header?.type === 'A' && trailer?.type === 'Z'
    complain({ line: header?.line ?? 1 }, !framed && textOf('bank-files.cpa.frame'))
    if (!framed) return undefined
    proveControl(lines, complain)
    const head = fieldsOf(records.HEADER, header.text)
    const currency = head.currency?.trim() || 'CAD'
    complain(
      { line: header.line, element: 'currency' },
      currency !== 'CAD' && currency !== 'USD' && textOf('bank-files.cpa.currency', { currency }),
    )
    const items = details.flatMap(record => itemsOf(record, currency, complain))
    proveTotals(trailer, items, complain)
    const outcomes = items.map(({ kind, ...outcome }) => outcome)
    return {
      file_number: Number(head.file_number),
      currency,
      outcomes,
      totals: outcomeTotals(outcomes),
    }
  })
}

/** More than the largest file has. */
const MOST_RECORDS = 20_000

/** The records, by lines or, where the file has none, by their length. */
function recordsOf(text: string, complain: Complain): FixedRecord[] {
  const lines = recordLines(text, records.RECORD_LENGTH, MOST_RECORDS, complain)
  return fixedRecords(lines, records.RECORD_LENGTH, complain)
}

/** Records count from one, and all name the same originator and file. */
function proveControl(lines: readonly FixedRecord[], complain: Complain): void {
  const of = ({ text }: FixedRecord) => fieldsOf(records.DETAIL_HEAD, text)
  const [first] = lines
  const origin = first && of(first)
  lines.forEach((line, at) => {
    const { record_count, originator_id, file_number } = of(line)
    const counted = String(at + 1).padStart(9, '0')
    complain(
      { line: line.line, element: 'record_count' },
      record_count !== counted &&
        textOf('bank-files.fixed.differs', { said: record_count ?? '', found: counted }),
    )
    const said = `${originator_id} ${file_number}`
    const found = `${origin?.originator_id} ${origin?.file_number}`
    complain(
      { line: line.line, element: 'file_number' },
      (said !== found || !/^\d{4}$/.test(file_number ?? '')) &&
        textOf('bank-files.fixed.differs', { said, found }),
    )
  })
}

function itemsOf({ line, text, type }: FixedRecord, currency: string, complain: Complain): Item[] {
  if (type !== 'I' && type !== 'J') {
    complain({ line }, textOf('bank-files.cpa.record', { type: type || '-' }))
    return []
  }
  return piecesOf(text.slice(records.HEAD_LENGTH), records.SEGMENT_LENGTH).flatMap((segment, at) =>
    // A segment that has nothing in it is filled with spaces, by some banks with zeros.
    /^[ 0]*$/.test(segment) ? [] : itemOf(type, segment, { line, at: at + 1, currency }, complain),
  )
}

function itemOf(
  kind: 'I' | 'J',
  segment: string,
  { line, at, currency }: { line: number; at: number; currency: string },
  complain: Complain,
): Item[] {
  const said = fieldsOf(records.SEGMENT, segment)
  const place = (element: string) => ({ line, element: `${at}: ${element}` })
  const code = [said.transaction_code, said.stored_code].find(one => /^9\d\d$/.test(one ?? ''))
  complain(
    place('transaction_code'),
    !code && textOf('bank-files.cpa.code', { code: said.transaction_code ?? '' }),
  )
  const amount = said.amount ?? ''
  const sum = /^\d{10}$/.test(amount) ? BigInt(amount) : undefined
  complain(
    place('amount'),
    sum === undefined && textOf('bank-files.fixed.number', { given: amount }),
  )
  const date = records.dateOfJulian(said.due_on ?? '')
  complain(place('due_on'), !date && textOf('bank-files.fixed.date'))
  const reference = (said.cross_reference ?? '').trim()
  complain(place('cross_reference'), reference === '' && textOf('bank-files.fixed.missing'))
  if (!code || sum === undefined || !date || reference === '') return []
  const trace = (said.item_trace ?? '').trim()
  return [
    {
      kind,
      of: 'PAYMENT',
      reference,
      outcome: code === '900' ? 'REJECTED' : 'RETURNED',
      amount: { currency, minor: sum },
      date,
      reason: reasonOf('CPA', code),
      bank_reference: /^0*$/.test(trace) ? null : trace,
    },
  ]
}

function proveTotals(trailer: FixedRecord, items: readonly Item[], complain: Complain): void {
  const said = fieldsOf(records.TRAILER, trailer.text)
  const total = (kind: 'I' | 'J') =>
    items.reduce((sum, item) => (item.kind === kind ? sum + (item.amount?.minor ?? 0n) : sum), 0n)
  const count = (kind: 'I' | 'J') => BigInt(items.filter(item => item.kind === kind).length)
  const found = {
    debit_total: total('J'),
    debit_count: count('J'),
    credit_total: total('I'),
    credit_count: count('I'),
  }
  for (const [element, value] of Object.entries(found)) {
    const given = said[element] ?? ''
    complain(
      { line: trailer.line, element },
      (!/^\d+$/.test(given) || BigInt(given) !== value) &&
        textOf('bank-files.fixed.differs', { said: given, found: String(value) }),
    )
  }
}
