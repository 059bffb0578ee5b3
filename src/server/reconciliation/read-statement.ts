/** Reading of a bank's statement: whole, once, and only of accounts that are ours (decision 0112). Nothing is booked by it. */
import type { z } from 'zod'
import type { Upload } from '#contract/kernel/endpoint.ts'
import type { BankStatement } from '#contract/reconciliation.ts'
import { formatMoney, MOST_RECEIPT_MINOR } from '#domain/kernel/money.ts'
import { addDays, isPlainDate } from '#domain/kernel/plain-date.ts'
import { type InvalidField, invalidFields, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { storeFile } from '../documents/index.ts'
import { type AccountReport, readCamt, STATEMENTS } from '../gateways/bank-files/read-camt.ts'
import { violatedConstraint } from '../kernel/db.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listOwnNumbers } from '../ledger/index.ts'
import { fileOfMessage, listPayingNumbers } from '../payments/index.ts'
import { findCurrency } from '../reference/currencies.ts'
import { compare } from './compare.ts'
import { findFilesNamed, findPaymentsNamed } from './named.report.store.ts'
import { type Placed, placeAll, type Whole } from './place-statements.ts'
import {
  beginBook,
  findRead,
  holdComparison,
  insertStatements,
  type NewEntry,
  type NewStatement,
  type StatementRow,
} from './statement.store.ts'

/**
 * Reads a file: of each statement in it what is not known, or nothing. The same again changes nothing. VALIDATION names everything that is wrong;
 * CONFLICT where what was read of the days of an account does not go together with it.
 */
export async function readBankStatement(ctx: Ctx, file: Upload) {
  await holdComparison(ctx.tx)
  const file_sha256 = sha256(file.bytes)
  const before = await findRead(ctx.tx, file_sha256)
  if (before.length > 0)
    return { statements: before.map(presentStatement), again: true, matched: 0 }
  const whole = await readWhole(ctx, file.bytes)
  await beginBooks(ctx, whole)
  const { placed, known } = await placeAll(ctx, file_sha256, await withEntries(ctx, whole))
  if (placed.length === 0)
    return { statements: known.map(presentStatement), again: true, matched: 0 }
  const file_uuid = await storeFile(ctx, {
    ...{ kind: 'bank_statement', employer_uuid: null, contractor_sub: null },
    ...{ file_name: file.file_name, named_by_owner: true, mime_type: 'application/xml' },
    bytes: file.bytes,
  })
  const statements = placed.map(of => rowOf(ctx, of, { file_uuid, file_sha256 }))
  await keep(
    ctx,
    statements,
    placed.flatMap(({ entries }) => entries),
  )
  ctx.audit({
    ...{ action: 'read', entity: 'bank_statement', employer_uuid: null },
    entity_uuids: statements.map(({ statement_uuid }) => statement_uuid),
    after: { file_sha256, file_uuid },
  })
  const matched = await compare(ctx)
  return { statements: statements.map(presentStatement), again: false, matched }
}

async function keep(ctx: Ctx, statements: readonly NewStatement[], entries: readonly NewEntry[]) {
  try {
    await insertStatements(ctx, statements, entries)
  } catch (cause) {
    if (violatedConstraint(cause) !== 'bank_statement_day_once') throw cause
    throw new Problem('CONFLICT', 'reconciliation.problems.daysReadNow', { cause })
  }
}

/** Begins what is not compared yet; VALIDATION for what lies before that. */
async function beginBooks(ctx: Ctx, whole: readonly Whole[]): Promise<void> {
  for (const [currency, of] of Map.groupBy(whole, report => report.currency)) {
    const first = of.map(({ from_day }) => from_day).toSorted()[0] ?? ''
    const began = await beginBook(ctx.tx, currency, first)
    if (first < began)
      throw invalidFields([
        wrong(0, textOf('reconciliation.problems.tooEarly', { currency, began, first })),
      ])
  }
}

function wrong(line: number, text: Text): InvalidField {
  return { ...text, loc: ['body', 'statement', line], type: 'value_error' }
}

async function readWhole(ctx: Ctx, bytes: Uint8Array): Promise<Whole[]> {
  const read = readCamt(bytes, STATEMENTS)
  if ('problems' in read)
    throw refused(
      read.problems.map(({ line, element, text }) =>
        wrong(
          line ?? 0,
          line === null
            ? text
            : textOf('ledger.fundingFile.line', { line, column: element ?? '', problem: text }),
        ),
      ),
    )
  const [funding, paying] = await Promise.all([listOwnNumbers(ctx.tx), listPayingNumbers(ctx)])
  const own = [...funding, ...paying]
  const problems: InvalidField[] = []
  const whole = read.content.reports.flatMap((report, at) => {
    const found = wholeOf(report, ctx.today)
    const { account, currency } = report
    const ours = own.some(one => one.currency === currency && one.numbers.includes(account))
    if (!ours || !findCurrency(currency))
      problems.push(wrong(at + 1, textOf('ledger.fundingFile.notOurs', { account, currency })))
    if (!('text' in found)) return [found]
    problems.push(wrong(at + 1, found))
    return []
  })
  if (problems.length > 0) throw refused(problems)
  return whole
}

function refused(problems: readonly InvalidField[]): Problem {
  const [first, ...more] = problems
  return first
    ? invalidFields([first, ...more])
    : new Problem('VALIDATION', 'bank-files.files.nothing')
}

/** The most that a balance is on the wire, as in the ledger. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER)

/** What days are compared by, or what is missing of it. */
function wholeOf(report: AccountReport, today: string): Whole | Text {
  const { account, currency, made_at, page, opening, closing } = report
  // As much of it as is kept, by which it is known again.
  const report_id = report.report_id.slice(0, 100)
  const movements = report.movements.filter(({ booked }) => booked)
  const to_day = closing?.date ?? null
  if (!opening || !closing || !to_day)
    return textOf('reconciliation.problems.noBalances', { account, id: report_id })
  // In the easternmost zones the day is over already.
  if (to_day > addDays(today, 1))
    return textOf('reconciliation.problems.inFuture', { account, day: to_day })
  const large =
    [opening.amount, closing.amount].find(({ minor }) => minor > MOST || minor < -MOST) ??
    movements.find(({ amount }) => amount.minor > MOST_RECEIPT_MINOR)?.amount
  if (large) return textOf('reconciliation.problems.large', { account, amount: formatMoney(large) })
  const days = movements.map(({ date }) => date ?? '')
  const from_day = [...days, report.from ?? to_day, to_day].toSorted()[0] ?? to_day
  const stray = days.find(day => !isPlainDate(day) || day > to_day)
  if (stray !== undefined)
    return textOf('reconciliation.problems.stray', { account, day: stray || '–', to: to_day })
  const other = movements.find(({ amount }) => amount.currency !== currency)
  if (other)
    return textOf('bank-files.files.currencies', { one: currency, other: other.amount.currency })
  const sum = movements.reduce((total, of) => total + signed(of), 0n)
  // What a bank takes from an entry and does not show as a part of it would be nowhere, and so would what it adds to what we paid.
  const added = movements.some(({ charged, direction }) => charged && direction === 'OUT')
  if (added || opening.amount.minor + sum !== closing.amount.minor)
    return textOf('reconciliation.problems.parts', { account, id: report_id })
  return {
    ...{ account, currency, report_id, made_at, page, movements, from_day, to_day },
    ...{ opening_minor: opening.amount.minor, closing_minor: closing.amount.minor },
  }
}

function signed({ direction, amount }: AccountReport['movements'][number]): bigint {
  return direction === 'IN' ? amount.minor : -amount.minor
}

function rowOf(
  ctx: Ctx,
  { entries, of, ...placed }: Placed,
  file: { readonly file_uuid: string; readonly file_sha256: string },
): NewStatement {
  const { account, currency, report_id, made_at, page } = of
  return {
    ...{ ...placed, account, currency, report_id, made_at, page, entries: entries.length },
    ...{ ...file, read_by: ctx.actor.sub ?? '', read_at: ctx.now },
  }
}

/** Statements with their entries, each with the payment or the file of ours that it names. */
async function withEntries(ctx: Ctx, whole: readonly Whole[]) {
  const all = whole.flatMap(({ movements }) => movements)
  const files = all.flatMap(({ batch }) => (batch && fileOfMessage(batch)) || [])
  const [payments, batches] = await Promise.all([
    findPaymentsNamed(
      ctx.tx,
      all.flatMap(({ reference }) => reference ?? []),
    ),
    findFilesNamed(ctx.tx, files),
  ])
  return whole.map(of => {
    const { movements, currency } = of
    const entries = movements
      .filter(({ amount }) => amount.minor !== 0n)
      .map(movement => {
        const { direction, returned, reference, batch, bank_reference, entry_reference, date } =
          movement
        const sent = direction === 'OUT' || returned !== null
        const file = sent && batch ? fileOfMessage(batch) : undefined
        return {
          ...{ currency, minor: signed(movement), day: date ?? '', bank_reference, reference },
          ...{ entry_reference, returned: returned !== null },
          payment_uuid: (sent && reference && payments.get(`${currency} ${reference}`)) || null,
          batch_uuid: file
            ? (batches.get(`${currency} ${file.number} ${file.due_on}`) ?? null)
            : null,
          party: {
            name: movement.name ?? '',
            account: movement.account ?? '',
            words: movement.remittance ?? '',
          },
        }
      })
    return { of, entries }
  })
}

/** A statement as people read it. */
export function presentStatement(row: StatementRow | NewStatement): z.output<typeof BankStatement> {
  const { statement_uuid, account, currency, report_id, from_day, to_day, entries, read_at } = row
  return {
    ...{ statement_uuid, account, report_id, from_day, to_day, entries, read_at },
    opening: { currency, minor: row.opening_minor },
    closing: { currency, minor: row.closing_minor },
  }
}
