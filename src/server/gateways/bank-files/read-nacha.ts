/**
 * Return files of ACH (Nacha Operating Rules, Appendix Four): entries of ours that came back, each with an addenda record 99 that has the
 * trace number we wrote and the reason. Corrections (98) say that the payee's bank takes it, and what to write otherwise the next time: they return nothing.
 */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import { type Answers, type FileRead, outcomeTotals, type PaymentOutcome } from './bank-file.ts'
import { type Field, fieldsOf } from './fixed-width.ts'
import * as records from './nacha-records.ts'
import {
  type Complain,
  decoded,
  type FixedRecord,
  fixedRecords,
  reading,
  recordLines,
} from './reading.ts'
import { reasonOf } from './reasons.ts'

/** What came back; whole, with counts, hashes and sums of every batch and of the file proven, or everything that is wrong with it. */
export function readNachaReturns(bytes: Uint8Array): FileRead<Answers> {
  return reading(bytes, complain => {
    const text = decoded(bytes, 'windows-1252', complain)
    if (text === undefined) return undefined
    const lines = recordsOf(text, complain)
    const [header, ...rest] = lines
    const control = rest.pop()
    const framed = header?.type === '1' && control?.type === '9'
    complain({ line: lines[0]?.line ?? 1 }, !framed && textOf('bank-files.nacha.frame'))
    if (!framed) return undefined
    const created = dateOf(fieldsOf(records.FILE_HEADER, header.text).file_creation_date ?? '')
    complain(
      { line: header.line, element: 'file_creation_date' },
      !created && textOf('bank-files.fixed.date'),
    )
    const batches = batchesOf(rest, complain)
    const outcomes = batches.flatMap(batch => readBatch(batch, created ?? null, complain))
    proveFile(control, batches, lines.length, complain)
    return { outcomes, totals: outcomeTotals(outcomes) }
  })
}

/** More than the largest file has. */
const MOST_RECORDS = 200_000

/** The records but the fillers of the last block; by lines or, where the file has none, by their length. */
function recordsOf(text: string, complain: Complain): FixedRecord[] {
  const lines = recordLines(text, records.RECORD_LENGTH, MOST_RECORDS, complain)
  while (lines.at(-1) === records.FILLER) lines.pop()
  return fixedRecords(lines, records.RECORD_LENGTH, complain)
}

/** `YYMMDD` of this century. */
function dateOf(text: string): PlainDateString | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const date = `20${year}-${month}-${day}`
  return isPlainDate(date) ? date : undefined
}

type Batch = {
  readonly head: FixedRecord
  readonly items: FixedRecord[]
  readonly control: FixedRecord
}

function batchesOf(lines: readonly FixedRecord[], complain: Complain): Batch[] {
  const batches: Batch[] = []
  let head: FixedRecord | undefined
  let items: FixedRecord[] = []
  for (const line of lines) {
    const opens = line.type === '5' && !head
    const within = (line.type === '6' || line.type === '7') && head
    const closes = line.type === '8' && head
    complain(
      { line: line.line },
      !opens && !within && !closes && textOf('bank-files.nacha.place', { type: line.type || '-' }),
    )
    if (opens) {
      head = line
      items = []
    } else if (within) items.push(line)
    else if (closes && head) {
      batches.push({ head, items, control: line })
      head = undefined
    }
  }
  complain({ line: head?.line }, head && textOf('bank-files.nacha.open'))
  return batches
}

function readBatch(
  { head, items, control }: Batch,
  date: PlainDateString | null,
  complain: Complain,
): PaymentOutcome[] {
  const outcomes = items.flatMap((item, at) => {
    if (item.type !== '6') return []
    const addenda = items[at + 1]
    const type = addenda?.type === '7' ? addenda.text.slice(1, 3) : ''
    complain(
      { line: item.line },
      type !== '99' && type !== '98' && textOf('bank-files.nacha.noReturn'),
    )
    if (addenda && type === '99') return returnOf(item, addenda, date, complain)
    return addenda && type === '98' ? correctionOf(addenda, date, complain) : []
  })
  proveSums(control, records.BATCH_CONTROL, items, complain)
  const [opened, closed] = [
    fieldsOf(records.BATCH_HEADER, head.text).batch_number,
    fieldsOf(records.BATCH_CONTROL, control.text).batch_number,
  ]
  complain(
    { line: control.line, element: 'batch_number' },
    opened !== closed &&
      textOf('bank-files.fixed.differs', { said: closed ?? '', found: opened ?? '' }),
  )
  return outcomes
}

function returnOf(
  entry: FixedRecord,
  addenda: FixedRecord,
  date: PlainDateString | null,
  complain: Complain,
): PaymentOutcome[] {
  const { amount = '', trace_number = '' } = records.entryOf(entry.text)
  const {
    return_code = '',
    original_trace = '',
    information = '',
  } = fieldsOf(records.RETURN_ADDENDA, addenda.text)
  const [sum, reference, code] = [
    numbered(amount, { line: entry.line, element: 'amount' }, complain),
    numbered(original_trace, { line: addenda.line, element: 'original_trace' }, complain),
    /^R\d\d$/.test(return_code),
  ]
  complain(
    { line: addenda.line, element: 'return_code' },
    !code && textOf('bank-files.nacha.code', { code: return_code }),
  )
  if (sum === undefined || reference === undefined || !code) return []
  return [
    {
      of: 'PAYMENT',
      reference: original_trace,
      outcome: 'RETURNED',
      amount: { currency: 'USD', minor: sum },
      date,
      reason: reasonOf('NACHA', return_code, information),
      bank_reference: trace_number.trim() || null,
    },
  ]
}

/** That a payment is taken, with what its payee's bank asks to be written otherwise; what is right by it is in the file alone. */
function correctionOf(
  addenda: FixedRecord,
  date: PlainDateString | null,
  complain: Complain,
): PaymentOutcome[] {
  const {
    return_code = '',
    original_trace = '',
    trace_number = '',
  } = fieldsOf(records.RETURN_ADDENDA, addenda.text)
  const place = (element: string) => ({ line: addenda.line, element })
  const reference = numbered(original_trace, place('original_trace'), complain)
  const code = /^C\d\d$/.test(return_code)
  complain(place('return_code'), !code && textOf('bank-files.nacha.code', { code: return_code }))
  if (reference === undefined || !code) return []
  return [
    {
      of: 'PAYMENT',
      reference: original_trace,
      outcome: 'ACCEPTED',
      amount: null,
      date,
      reason: { code: return_code, text: textOf('bank-files.reasons.corrected') },
      bank_reference: trace_number.trim() || null,
    },
  ]
}

type Place = { readonly line: number; readonly element: string }

function numbered(text: string, place: Place, complain: Complain): bigint | undefined {
  const digits = /^\d+$/.test(text)
  complain(place, !digits && textOf('bank-files.fixed.number', { given: text.slice(0, 40) }))
  return digits ? BigInt(text) : undefined
}

/** What a control says of entries: how many, the hash of their banks, debits and credits. */
function proveSums(
  control: FixedRecord,
  fields: readonly Field[],
  items: readonly FixedRecord[],
  complain: Complain,
): void {
  const entries = items
    .filter(({ type }) => type === '6')
    .map(({ text }) => records.entryOf(text))
    .filter(entry => /^\d{8}$/.test(entry.rdfi ?? '') && /^\d+$/.test(entry.amount ?? ''))
  // A transaction code that ends below five is of a credit, any other of a debit.
  const sum = (credit: boolean) =>
    entries
      .filter(({ transaction_code = '' }) => Number(transaction_code[1]) < 5 === credit)
      .reduce((total, { amount = '' }) => total + BigInt(amount), 0n)
  prove(control, fields, complain, {
    entry_count: BigInt(items.length),
    entry_hash: records.entryHash(entries.map(({ rdfi = '' }) => rdfi)),
    total_debit: sum(false),
    total_credit: sum(true),
  })
}

function proveFile(
  control: FixedRecord,
  batches: readonly Batch[],
  lines: number,
  complain: Complain,
): void {
  proveSums(
    control,
    records.FILE_CONTROL,
    batches.flatMap(({ items }) => items),
    complain,
  )
  prove(control, records.FILE_CONTROL, complain, {
    batch_count: BigInt(batches.length),
    block_count: BigInt(Math.ceil(lines / records.BLOCK)),
  })
}

/** Fields of a control that are not what the records before it come to. */
function prove(
  control: FixedRecord,
  fields: readonly Field[],
  complain: Complain,
  found: Readonly<Record<string, bigint>>,
): void {
  const said = fieldsOf(fields, control.text)
  for (const [element, value] of Object.entries(found)) {
    const given = numbered(said[element] ?? '', { line: control.line, element }, complain)
    complain(
      { line: control.line, element },
      given !== undefined &&
        given !== value &&
        textOf('bank-files.fixed.differs', { said: String(given), found: String(value) }),
    )
  }
}
