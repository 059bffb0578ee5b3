/** Our attempts against the rails' own books, where a rail has books that can be read. */
import type { RailBooks, RailDeposit, RailTransfer } from '../gateways/rails/rail.ts'
import type { Tx } from '../kernel/db.ts'
import {
  type AttemptRow,
  attemptsById,
  attemptsToCompare,
  receiptsCalled,
  receiptsOfChain,
} from './books.report.store.ts'

const PAGE = 2000

/** What a rail's books say, read before our own so that ours know every attempt in them. */
export async function readBooks(rail: RailBooks): Promise<RailTransfer[]> {
  const found: RailTransfer[] = []
  for (let after: string | null = null; rail.books; ) {
    const page: RailTransfer[] = await rail.books(after, PAGE)
    found.push(...page)
    if (page.length < PAGE) break
    after = page.at(-1)?.attempt_uuid ?? null
  }
  return found
}

/** Where a rail's books and ours differ: what nobody asked for, other amounts, and what only one of both calls sent. */
export async function compareBooks(
  tx: Tx,
  rail: RailBooks,
  books: readonly RailTransfer[],
): Promise<string[]> {
  if (!rail.books) return []
  const differences: string[] = []
  for (let at = 0; at < books.length; at += PAGE) {
    const page = books.slice(at, at + PAGE)
    const rows = await attemptsById(
      tx,
      page.map(transfer => transfer.attempt_uuid),
    )
    const ours = new Map(rows.map(row => [row.attempt_uuid, row]))
    differences.push(
      ...page.flatMap(transfer => differenceOf(transfer, ours.get(transfer.attempt_uuid))),
    )
  }
  const theirs = new Set(books.map(transfer => transfer.attempt_uuid))
  for (let after: string | undefined; ; ) {
    const page: string[] = await attemptsToCompare(tx, rail.name, after, PAGE)
    const missing = page.filter(attempt_uuid => !theirs.has(attempt_uuid))
    // What was sent while the books were read is asked for by its name.
    const late = new Set((await rail.ask(missing)).map(row => row.attempt_uuid))
    for (const attempt_uuid of missing)
      if (!late.has(attempt_uuid))
        differences.push(
          `attempt ${attempt_uuid} is called sent, and ${rail.name} does not know it`,
        )
    if (page.length < PAGE) return differences
    after = page.at(-1)
  }
}

function differenceOf(theirs: RailTransfer, ours: AttemptRow | undefined): string[] {
  const name = `attempt ${theirs.attempt_uuid}`
  if (!ours)
    return [
      `${name}: the rail paid ${theirs.amount.minor} ${theirs.amount.currency} that nobody asked for`,
    ]
  if (ours.currency !== theirs.amount.currency || ours.amount_minor !== theirs.amount.minor)
    return [
      `${name}: asked for ${ours.amount_minor} ${ours.currency}, the rail has ${theirs.amount.minor} ${theirs.amount.currency}`,
    ]
  if (ours.outcome === 'FAILED' && theirs.accepted)
    return [`${name} is called failed, and the rail sent it`]
  if (ours.outcome === 'SENT' && theirs.accepted === false)
    return [`${name} is called sent, and the rail refused it`]
  return []
}

/** What a rail says came in and was kept by us, read before our own books. */
export async function readDeposits({ deposits }: RailBooks): Promise<RailDeposit[]> {
  const found: RailDeposit[] = []
  for (let after = -1n; deposits; ) {
    const page: RailDeposit[] = await deposits.taken(after, PAGE)
    found.push(...page)
    if (page.length < PAGE) break
    after = page.at(-1)?.number ?? after
  }
  return found
}

/** Where what came in by a rail and what is booked differ: what was told and is not booked, or as another sum, and what is booked and never came. */
export async function compareDeposits(
  tx: Tx,
  { name, deposits }: RailBooks,
  taken: readonly RailDeposit[],
): Promise<string[]> {
  if (!deposits) return []
  const differences: string[] = []
  for (let at = 0; at < taken.length; at += PAGE) {
    const page = taken.slice(at, at + PAGE)
    const rows = await receiptsCalled(
      tx,
      page.map(({ reference }) => reference),
    )
    const ours = new Map(rows.map(row => [row.reference, row]))
    for (const { reference, amount } of page) {
      const of = ours.get(reference)
      if (!of) differences.push(`deposit ${reference} is called booked by ${name}, and is not`)
      else if (of.currency !== amount.currency || of.amount_minor !== amount.minor)
        differences.push(
          `deposit ${reference}: booked ${of.amount_minor} ${of.currency}, ${name} has ${amount.minor} ${amount.currency}`,
        )
    }
  }
  const known = new Set(taken.map(({ reference }) => reference))
  for (let after = ''; ; ) {
    const page: string[] = await receiptsOfChain(tx, deposits, after, PAGE)
    const missing = page.filter(reference => !known.has(reference))
    // What was booked a moment ago, or while the books were read.
    const late = new Map((await deposits.find(missing)).map(of => [of.reference, of]))
    for (const reference of missing)
      if (!late.has(reference))
        differences.push(`deposit ${reference} is booked, and ${name} does not know it`)
    if (page.length < PAGE) return differences
    after = page.at(-1) ?? after
  }
}
