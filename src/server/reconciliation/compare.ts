/** Holding the bank against the books: what is the same money finds each other, and the rest is told. */
import { cutoffOf, missingDays } from '#domain/reconciliation/difference.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isBookingDay } from '../reference/holidays.ts'
import { type Known, limitsOf, type OfStatements } from './difference.report.store.ts'
import { findApart, findMatches, findRestored, findUndone, WAYS } from './match.report.store.ts'
import { isAnythingOpen, keepMatches } from './match.store.ts'
import { type ChainRow, holdComparison, listBooks, readChains } from './statement.store.ts'

/** Lets entries and movements find each other, way by way; answers how many of both did. One comparison at a time. */
export async function compare(ctx: Ctx): Promise<number> {
  await holdComparison(ctx.tx)
  const restored = await findRestored(ctx.tx)
  await keepMatches(ctx.tx, restored, ctx.now)
  let matched = restored.length
  for (let way = 0; way < WAYS; way += 1) {
    const found = await findMatches(ctx.tx, way)
    await keepMatches(ctx.tx, found, ctx.now)
    matched += found.length
  }
  const apart = await findApart(ctx.tx)
  await keepMatches(ctx.tx, apart, ctx.now)
  const { limits } = await whatIsKnown(ctx)
  const undone = await findUndone(ctx.tx, limitsOf(limits))
  await keepMatches(ctx.tx, undone, ctx.now)
  return matched + apart.length + undone.length
}

/** The same by the clock, where the bank shows anything that the books may have by now. */
export async function compareIfOpen(ctx: Ctx): Promise<void> {
  if (await isAnythingOpen(ctx.tx)) await compare(ctx)
}

/** What differs of the statements themselves, and until when movements have to be on them. */
export async function whatIsKnown({
  tx,
  today,
}: Ctx): Promise<Known & { readonly read: ReadonlyMap<string, string> }> {
  const [books, chains] = await Promise.all([listBooks(tx), readChains(tx, null)])
  const read = new Map<string, string>()
  const of_statements: OfStatements[] = []
  for (const { currency, began_on: day, before_minor } of books) {
    const own = chains.filter(row => row.currency === currency)
    const last = own.filter((row, _, all) => row.is_last && !isGivenUp(row, all))
    const until = last.map(({ to_day }) => to_day).toSorted()[0]
    if (until) read.set(currency, until)
    const first = own.filter(row => row.before_minor === null)
    const minor = first.reduce((sum, row) => sum + row.opening_minor, 0n) - before_minor
    if (minor !== 0n)
      of_statements.push({
        ...{ subject: `opening:${currency}`, kind: 'OPENING', currency, minor, day },
        ...{ statement_uuid: null, account: first.map(({ account }) => account).join(', ') },
      })
    of_statements.push(...own.flatMap(gapOf), ...last.flatMap(row => missingOf(row, today)))
  }
  const limits = [...read].map(([currency, until]) => ({
    currency,
    day: cutoffOf(until, isBookingDay(currency)),
  }))
  return { limits, of_statements, read }
}

function gapOf(row: ChainRow): OfStatements[] {
  const { statement_uuid, currency, account, from_day: day, opening_minor, before_minor } = row
  if (before_minor === null || before_minor === opening_minor) return []
  const minor = opening_minor - before_minor
  return [
    {
      subject: `gap:${statement_uuid}`,
      kind: 'GAP',
      currency,
      minor,
      day,
      statement_uuid,
      account,
    },
  ]
}

/** Whether an account is empty and another one of its currency went on: the other took its place, and no more of it is waited for. */
function isGivenUp(row: ChainRow, own: readonly ChainRow[]): boolean {
  return (
    row.closing_minor === 0n && own.some(({ is_last, to_day }) => is_last && to_day > row.to_day)
  )
}

function missingOf({ currency, account, to_day }: ChainRow, today: string): OfStatements[] {
  return missingDays(to_day, today, isBookingDay(currency)).map(day => ({
    ...{
      subject: `missing:${currency}:${account}:${day}`,
      kind: 'MISSING',
      currency,
      minor: 0n,
      day,
    },
    ...{ statement_uuid: null, account },
  }))
}
