/** What of the statements of a file is not known by those of before, each with its place among them (decision 0149). */
import { Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import { placeStatement, type Refusal } from '#domain/reconciliation/same-day.ts'
import { overlap, type ReadStatement } from '#domain/reconciliation/told-days.ts'
import type { AccountReport } from '../gateways/bank-files/read-camt.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type KnownStatement, listOfDays, type NewEntry, openParty } from './statement.store.ts'

/** A statement that has all that days are compared by. */
export type Whole = Pick<
  AccountReport,
  'account' | 'currency' | 'report_id' | 'made_at' | 'page' | 'movements'
> & {
  readonly from_day: string
  readonly to_day: string
  readonly opening_minor: bigint
  readonly closing_minor: bigint
}

type Entry = Omit<NewEntry, 'entry_uuid' | 'statement_uuid' | 'line' | 'takes_back'>
export type Told = { readonly of: Whole; readonly entries: readonly Entry[] }

/** A statement as it is kept: what it adds to its days and takes back, or all of it. */
export type Placed = Pick<Whole, 'from_day' | 'to_day' | 'opening_minor' | 'closing_minor'> & {
  readonly statement_uuid: string
  readonly part: number
  readonly anew: boolean
  readonly entries: readonly NewEntry[]
  readonly of: Whole
}

type Line = NewEntry & { readonly stands: 'KEPT' | 'TAKEN' | 'TAKES_BACK' }
type Read = ReadStatement<Line>

/**
 * Places the statements of a file, by account and day, the one after the other: what was placed is known to the next. Answers what is new of
 * them, and the statements of before that have their days. CONFLICT names the account whose statement does not go together with those.
 */
export async function placeAll(
  ctx: Pick<Ctx, 'tx' | 'fields'>,
  file_sha256: string,
  told: readonly Told[],
): Promise<{ placed: readonly Placed[]; known: readonly KnownStatement[] }> {
  const placed: Placed[] = []
  const known: KnownStatement[] = []
  const inOrder = told
    .map(({ of, entries }, at) => {
      const statement_uuid = uuidOf(`bank-statement:${file_sha256}:${at}`)
      return { of, statement_uuid, entries: entries.map(entryOf(statement_uuid)) }
    })
    .toSorted((a, b) => orderOf(a.of, b.of))
  for (const own of Map.groupBy(inOrder, ({ of }) => `${of.currency} ${of.account}`).values()) {
    const [first] = own
    if (!first) continue
    const days = own.flatMap(({ of }) => [of.from_day, of.to_day]).toSorted()
    const { account, currency, from_day, to_day } = first.of
    const all = { from_day: days[0] ?? from_day, to_day: days.at(-1) ?? to_day }
    const before = await listOfDays(ctx.tx, { account, currency, ...all })
    known.push(...before.filter(of => overlap(of, all)))
    let read: readonly Read[] = before.map(row => readOf(ctx, row))
    for (const next of own) {
      const one = place(read, next)
      if (!one) continue
      placed.push(one)
      read = withPlaced(read, one)
    }
  }
  return { placed, known }
}

/** By the day of their end and when they were made: what a bank made later may go on where it ended before. */
function orderOf(a: Whole, b: Whole): number {
  if (a.to_day !== b.to_day) return a.to_day < b.to_day ? -1 : 1
  return (a.made_at?.getTime() ?? 0) - (b.made_at?.getTime() ?? 0)
}

type Next = Pick<Placed, 'of' | 'statement_uuid' | 'entries'>

/** One beside those that were read; undefined where it says nothing new. */
function place(read: readonly Read[], { of, statement_uuid, entries }: Next): Placed | undefined {
  const placing = placeStatement<Line, NewEntry>(read, { ...of, entries })
  switch (placing.kind) {
    case 'AGAIN':
      return undefined
    case 'STANDS': {
      const { from_day, to_day, opening_minor, closing_minor } = of
      return {
        ...{ statement_uuid, of, entries, part: placing.part, anew: false },
        ...{ from_day, to_day, opening_minor, closing_minor },
      }
    }
    case 'ANEW': {
      const { kind: _, added, gone, ...days } = placing
      const lines = [...gone.map(takingBack), ...added].map(entryOf(statement_uuid))
      return { ...{ statement_uuid, of, anew: true, entries: lines }, ...days }
    }
    default: {
      const { account } = of
      const days = read.filter(one => overlap(one, of)).map(({ to_day }) => to_day)
      const day = days.toSorted().at(-1) ?? ''
      throw new Problem('CONFLICT', REFUSALS[placing.why], { params: { account, day } })
    }
  }
}

const REFUSALS = {
  APART: 'reconciliation.problems.daysRead',
  OLDER: 'reconciliation.problems.olderRead',
  TWOFOLD: 'reconciliation.problems.twofold',
  PAGE: 'reconciliation.problems.pageApart',
} as const satisfies Record<Refusal, TextKey>

/** What is read with one that was placed. */
function withPlaced(read: readonly Read[], { of, entries, ...placed }: Placed): readonly Read[] {
  const gone = new Set(entries.map(({ takes_back }) => takes_back))
  const lines = entries.map(
    (entry): Line => ({ ...entry, stands: entry.takes_back === null ? 'KEPT' : 'TAKES_BACK' }),
  )
  const before = read.map(one => ({
    ...one,
    lines: one.lines.map(
      (line): Line => (gone.has(line.entry_uuid) ? { ...line, stands: 'TAKEN' } : line),
    ),
  }))
  const { report_id, made_at, page } = of
  return [...before, { ...placed, report_id, made_at, page, lines }]
}

function takingBack({ stands: _, ...entry }: Line): Entry & { takes_back: string } {
  return { ...entry, minor: -entry.minor, returned: false, takes_back: entry.entry_uuid }
}

/** An entry as a line of a statement, with an id that the same file makes again. */
function entryOf(statement_uuid: string) {
  return (entry: Entry & { takes_back?: string | null }, at: number): NewEntry => ({
    takes_back: null,
    ...entry,
    ...{ entry_uuid: uuidOf(`bank-entry:${statement_uuid}:${at}`), statement_uuid, line: at + 1 },
  })
}

function readOf(ctx: Pick<Ctx, 'fields'>, row: KnownStatement): Read {
  const lines = row.lines.map(
    (line, at): Line => ({
      ...{ ...line, line: at + 1 },
      party: openParty(ctx, line.entry_uuid, line.party),
    }),
  )
  return { ...row, lines }
}
