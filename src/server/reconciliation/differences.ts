/** What bank and books say differently, as operators read it: what it means, and what may be done. */
import { z } from 'zod'
import { PlainDate } from '#contract/kernel/codecs.ts'
import { payments } from '#contract/payments.ts'
import { type Difference, reconciliation } from '#contract/reconciliation.ts'
import { daysBetween } from '#domain/kernel/plain-date.ts'
import {
  actionsFor,
  type DifferenceAction,
  type DifferenceKind,
} from '#domain/reconciliation/difference.ts'
import { mayCall } from '../kernel/may-call.ts'
import { DateKey, decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { readKeptOutside } from '../ledger/index.ts'
import { whatIsKnown } from './compare.ts'
import { listDayRows } from './day.report.store.ts'
import {
  type Alike,
  countDifferenceRows,
  type DifferenceRow,
  type EntryFacts,
  findAlike,
  listDifferenceRows,
  readCalled,
  readEntryFacts,
  readPayees,
  type Sort,
} from './difference.report.store.ts'
import { listExplanations } from './explained.report.store.ts'
import { presentStatement } from './read-statement.ts'
import { listBooks, listStatements, openParty } from './statement.store.ts'

type View = z.output<typeof Difference>
type Page = { readonly cursor?: string | undefined; readonly limit: number }

/** What differences are about; a database knows no NUL. */
const Subject = z
  .string()
  .max(200)
  .regex(/^(entry|movement|payment|opening|gap|missing):[^\0]+$/)
const AGE = z.tuple([PlainDate, Subject])
const AMOUNT = z.tuple([z.string().regex(/^-?\d{1,18}$/), Subject])

/** A page of differences: the oldest first, or the largest. */
export async function listDifferences(
  ctx: Ctx,
  { currency, sort, cursor, limit }: Page & { currency?: string | undefined; sort: Sort },
) {
  const found = await listDifferenceRows(ctx.tx, await whatIsKnown(ctx), {
    ...{ currency: currency ?? null, sort, limit: limit + 1 },
    after: decodeCursor<[string, string]>(cursor, sort === 'age' ? AGE : AMOUNT),
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [
    sort === 'age' ? row.day : String(row.minor < 0n ? row.minor : -row.minor),
    row.subject,
  ])
  return { items: await presentDifferences(ctx, rows), next_cursor }
}

/** Differences with all that is known of them. */
export async function presentDifferences(
  ctx: Ctx,
  rows: readonly DifferenceRow[],
): Promise<View[]> {
  const ids = (of: (row: DifferenceRow) => string | null) => rows.flatMap(row => of(row) ?? [])
  const [facts, alike, called, payees] = await Promise.all([
    readEntryFacts(
      ctx.tx,
      ids(row => row.entry_uuid),
    ),
    findAlike(
      ctx.tx,
      ids(row => row.entry_uuid),
    ),
    readCalled(
      ctx.tx,
      ids(row => row.transfer_uuid),
    ),
    readPayees(
      ctx.tx,
      ids(row => row.payment_uuid),
    ),
  ])
  return rows.map(row => {
    const entry = facts.find(({ entry_uuid }) => entry_uuid === row.entry_uuid)
    const book = called.find(({ transfer_uuid }) => transfer_uuid === row.transfer_uuid)
    return present(ctx, row, {
      ...(entry ? { entry } : {}),
      alike: alike.filter(({ entry_uuid }) => entry_uuid === row.entry_uuid),
      called: book?.called ?? null,
      payment: payees.find(({ payment_uuid }) => payment_uuid === row.payment_uuid) ?? null,
    })
  })
}

type More = {
  readonly entry?: EntryFacts
  readonly alike: readonly Alike[]
  readonly called: string | null
  readonly payment: View['payment']
}

/** What kind of difference an entry of the bank is. */
function kindOf(row: DifferenceRow, entry: EntryFacts | undefined): DifferenceKind {
  if (row.kind) return row.kind
  if (entry?.said_minor !== null && entry?.said_minor !== undefined) return 'AMOUNT'
  return row.payment_uuid || entry?.batch_uuid ? 'NOT_BOOKED' : 'UNKNOWN'
}

function present(ctx: Ctx, row: DifferenceRow, { entry, alike, called, payment }: More): View {
  const { subject, currency, minor, day, account, statement_uuid, entry_uuid } = row
  const kind = kindOf(row, entry)
  const way = minor > 0n ? 'in' : 'out'
  const told = entry?.taken ? 'TAKEN_BACK' : kind
  return {
    ...{ subject, kind, amount: { currency, minor }, day, account, statement_uuid, entry_uuid },
    days_old: Math.max(0, daysBetween(day, ctx.today)),
    title: say(`reconciliation.kinds.${told}.title`, { way }),
    text: say(`reconciliation.kinds.${told}.text`, {
      way,
      returned: String(entry?.returned ?? false),
    }),
    bank_reference: entry?.bank_reference ?? null,
    reference: entry?.reference ?? called,
    party: entry ? openParty(ctx, entry.entry_uuid, entry.party) : null,
    books_say:
      kind === 'AMOUNT' && entry?.said_minor ? { currency, minor: entry.said_minor } : null,
    payment,
    alike: alike.map(of => ({
      ...{ transfer_uuid: of.transfer_uuid, day: of.day, code: of.code },
      reference: of.called ?? '',
    })),
    allowed_actions: actionsFor({
      ...{ kind, incoming: minor > 0n, returned: entry?.returned ?? false },
      taken: entry?.taken ?? false,
      ...{ payment_status: payment?.status ?? null, alike: alike.length > 0 },
    }).filter(action => mayCall(ctx.actor, CALLS[action])),
  }
}

/** By which call each is done; what is mended is mended on the list of payments. */
const CALLS = {
  book_receipts: reconciliation.bookStatementReceipts,
  settle: payments.bulkSettle,
  mend: payments.listUnpaid,
  match: reconciliation.matchBankEntry,
  book_as: reconciliation.bookBankEntry,
  explain: reconciliation.explainDifference,
} satisfies Record<DifferenceAction, object>

/** How many differences each compared currency has, since when, and what they come to. */
export async function countDifferences(ctx: Ctx) {
  const known = await whatIsKnown(ctx)
  const [books, counted] = await Promise.all([
    listBooks(ctx.tx),
    countDifferenceRows(ctx.tx, known),
  ])
  return {
    currencies: books.map(({ currency }) => {
      const found = counted.find(of => of.currency === currency)
      return {
        ...{ currency, differences: found?.differences ?? 0, since_on: found?.since_on ?? null },
        total: { currency, minor: found?.minor ?? 0n },
        read_through: known.read.get(currency) ?? null,
      }
    }),
  }
}

const DayKey = z.tuple([PlainDate])

/** What the bank says it has at the end of each day beside what the books say, with what is between them. */
export async function listBankDays(
  ctx: Ctx,
  { currency, cursor, limit }: Page & { currency: string },
) {
  const [books, kept, found] = await Promise.all([
    listBooks(ctx.tx),
    readKeptOutside(ctx.tx, currency),
    listDayRows(ctx.tx, {
      ...{ currency, limit: limit + 1 },
      before: decodeCursor(cursor, DayKey)?.[0] ?? null,
    }),
  ])
  const before = books.find(of => of.currency === currency)?.before_minor ?? 0n
  const { rows, next_cursor } = pageOf(found, limit, row => [row.day])
  const money = (minor: bigint) => ({ currency, minor })
  return {
    items: rows.map(row => {
      const books_minor = kept - row.moved_after
      return {
        ...{ currency, day: row.day, bank: money(row.bank_minor), books: money(books_minor) },
        difference: money(row.bank_minor - books_minor),
        only_bank: money(row.open_entries),
        only_books: money(row.open_movements),
        other_day: money(row.met_after - row.entered_after),
        of_statements: money(row.begins_minor - before),
      }
    }),
    next_cursor,
  }
}

/** The statements that were read, newest first. */
export async function listBankStatements(
  ctx: Ctx,
  { currency, cursor, limit }: Page & { currency?: string | undefined },
) {
  const found = await listStatements(ctx.tx, {
    ...{ currency: currency ?? null, limit: limit + 1 },
    after: decodeCursor(cursor, DateKey),
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [row.to_day, row.statement_uuid])
  return { items: rows.map(presentStatement), next_cursor }
}

/** What two operators explained, newest first. */
export async function listExplained(ctx: Ctx, { cursor, limit }: Page) {
  const found = await listExplanations(ctx.tx, {
    after: decodeCursor(cursor, InstantKey),
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [
    row.explained_at.toISOString(),
    row.explanation_uuid,
  ])
  return {
    items: rows.map(row => ({
      ...{ explanation_uuid: row.explanation_uuid, kind: row.kind, words: row.words },
      amount: { currency: row.currency, minor: row.amount_minor },
      ...{ asked_by: row.asked_by_name, explained_by: row.explained_by_name },
      explained_at: row.explained_at,
    })),
    next_cursor,
  }
}
