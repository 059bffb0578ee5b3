/** Booking a funding CSV: every row or none; a reference once, however often the file is sent (docs/rules/funding.md). */

import { parse } from 'csv-parse/sync'
import type { Upload } from '#contract/kernel/endpoint.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor, MOST_RECEIPT_MINOR, parseMinor } from '#domain/kernel/money.ts'
import { dateOf, isPlainDate } from '#domain/kernel/plain-date.ts'
import { type InvalidField, invalidFields, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { newUuid, sha256, uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findCurrency } from '../reference/currencies.ts'
import { available, outsideWorld } from './accounts.ts'
import { findEmployersByDomain, listFundings } from './funding.report.store.ts'
import { findFundings, insertFundings, type NewFunding } from './funding.store.ts'
import { closeBooked } from './funding-notice.store.ts'
import { coverRequests } from './funding-requests.ts'
import { postTransfers } from './post-transfers.ts'

const COLUMNS = ['employer_domain', 'currency', 'amount', 'reference', 'received_on'] as const
type Column = (typeof COLUMNS)[number]
type CsvRow = Record<Column, string>
const MOST_ROWS = 10_000
const EARLIEST_DAY = '2000-01-01'
/** UTC+14, the zone in which a day begins first. */
const EASTERNMOST_MS = 14 * 60 * 60_000

/** Books the file; answers what was booked now and which references stood already. FUNDING_FILE_NOT_VALID lists every bad row. */
export async function bookFunding(ctx: Ctx, file: Upload) {
  const { fundings } = await readFunding(ctx, file)
  return book(ctx, file, fundings)
}

/** What a file says, and what of it is not booked yet. FUNDING_FILE_NOT_VALID lists every bad row. */
export async function readFunding(
  ctx: Ctx,
  file: Upload,
): Promise<{ fundings: NewFunding[]; fresh: NewFunding[] }> {
  const rows = readRows(file.bytes)
  const employers = new Map(
    (
      await findEmployersByDomain(
        ctx.tx,
        rows.map(row => row.employer_domain),
      )
    ).map(row => [row.domain, row.employer_uuid]),
  )
  const known = new Map(
    (
      await findFundings(
        ctx.tx,
        rows.map(row => row.reference),
      )
    ).map(row => [keyOf(row), row]),
  )
  // The day that it is by now in the easternmost zone: there today's receipt is no receipt of the future.
  const latestDay = dateOf(new Date(ctx.now.getTime() + EASTERNMOST_MS))
  const wrong: InvalidField[] = []
  const seen = new Set<string>()
  const fundings = rows.flatMap((row, index): NewFunding[] => {
    const read = readRow(row, employers, latestDay)
    if ('problems' in read) {
      wrong.push(...read.problems.map(problem => rowProblem(index, problem.column, problem.text)))
      return []
    }
    const before = known.get(keyOf(row))
    if (
      before &&
      (before.amount_minor !== read.amount_minor ||
        before.currency !== read.currency ||
        before.employer_uuid !== read.employer_uuid)
    )
      wrong.push(
        rowProblem(
          index,
          'reference',
          textOf('ledger.fundingFile.bookedOtherwise', { reference: row.reference }),
        ),
      )
    if (seen.has(keyOf(row)))
      wrong.push(
        rowProblem(
          index,
          'reference',
          textOf('ledger.fundingFile.twice', { reference: row.reference }),
        ),
      )
    seen.add(keyOf(row))
    return [read]
  })
  if (wrong.length > 0)
    throw new Problem('FUNDING_FILE_NOT_VALID', 'ledger.problems.nothingBooked', { fields: wrong })
  return { fundings, fresh: fundings.filter(funding => !known.has(keyOf(funding))) }
}

async function book(ctx: Ctx, file: Upload, fundings: readonly NewFunding[]) {
  const record = {
    funding_file_uuid: newUuid(),
    file_name: file.file_name,
    sha256: sha256(file.bytes),
    booked_by: ctx.actor.sub,
    booked_at: ctx.now,
  }
  const fresh = await insertFundings(ctx.tx, record, fundings)
  const booked = fundings.filter(funding => fresh.has(funding.reference))
  await postTransfers(
    ctx,
    booked.map(funding => ({
      transfer_uuid: uuidOf(`funding:${keyOf(funding)}`),
      from: outsideWorld(funding.currency),
      to: available(funding.employer_uuid, funding.currency),
      amount: { currency: funding.currency, minor: funding.amount_minor },
      code: 'funding_received',
      subject_uuid: funding.funding_uuid,
    })),
  )
  await closeBooked(ctx.tx, booked, { by: ctx.actor.sub, at: ctx.now })
  await coverRequests(ctx, booked)
  for (const [employer_uuid, group] of Map.groupBy(booked, funding => funding.employer_uuid)) {
    ctx.audit({
      action: 'book',
      entity: 'funding',
      entity_uuids: group.map(funding => funding.funding_uuid),
      employer_uuid,
      after: { references: group.map(funding => funding.reference) },
    })
    await ctx.doors.payments.lookAtHolds(ctx, { employer_uuid })
  }
  return {
    booked: booked.length > 0 ? await listFundings(ctx.tx, null, [...fresh]) : [],
    already_booked: fundings
      .filter(funding => !fresh.has(funding.reference))
      .map(funding => funding.reference),
  }
}

function readRows(bytes: Uint8Array): CsvRow[] {
  // PostgreSQL keeps no NUL, and no bank writes one.
  if (bytes.includes(0)) throw wholeFile(textOf('ledger.fundingFile.nul'))
  let rows: CsvRow[]
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    rows = parse(text, {
      columns: header => checkHeader(header as string[]),
      bom: true,
      trim: true,
      skip_empty_lines: true,
      to: MOST_ROWS + 1,
    }) as CsvRow[]
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw wholeFile(
      cause instanceof Error
        ? textOf('ledger.fundingFile.noCsv', { why: cause.message })
        : textOf('ledger.fundingFile.cannotBeRead'),
    )
  }
  const [first] = rows
  if (!first) throw wholeFile(textOf('ledger.fundingFile.noRows'))
  if (rows.length > MOST_ROWS)
    throw wholeFile(textOf('ledger.fundingFile.tooManyRows', { most: MOST_ROWS }))
  return rows
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

/** A reference is one receipt however it is capitalised. */
function keyOf({ reference }: { readonly reference: string }): string {
  return reference.toLowerCase()
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
  }
}

function rowProblem(index: number, column: Column, problem: Text): InvalidField {
  // The header is line 1, so the first row is line 2, as an editor counts.
  return {
    ...textOf('ledger.fundingFile.line', { line: index + 2, column, problem }),
    loc: ['body', 'funding_csv', index + 2, column],
    type: 'value_error',
  }
}

function wholeFile(text: Text): Problem {
  const field = { ...text, loc: ['body', 'funding_csv'], type: 'value_error' }
  return invalidFields([field], 'FUNDING_FILE_NOT_VALID')
}
