/** What of the statements of a file is not known by those of before, each with its place among them (decision 0149). */
import { Problem } from '#domain/kernel/problem.ts'
import { placeStatement, type ReadStatement } from '#domain/reconciliation/same-day.ts'
import type { AccountReport } from '../gateways/bank-files/read-camt.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type KnownStatement, listOfDays, type NewEntry, openParty } from './statement.store.ts'

/** A statement that has all that days are compared by. */
export type Whole = Pick<
  AccountReport,
  'account' | 'currency' | 'report_id' | 'made_at' | 'movements'
> & {
  readonly from_day: string
  readonly to_day: string
  readonly opening_minor: bigint
  readonly closing_minor: bigint
}

type Entry = Omit<NewEntry, 'entry_uuid' | 'statement_uuid' | 'line' | 'takes_back'>
export type Told = { readonly of: Whole; readonly entries: readonly Entry[] }

/** A statement as it is kept: what it adds, from where those of before ended. */
export type Placed = {
  readonly statement_uuid: string
  readonly part: number
  readonly opening_minor: bigint
  readonly entries: readonly NewEntry[]
  readonly of: Whole
}

type Read = ReadStatement<NewEntry> & Pick<Whole, 'account' | 'currency'>

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
    .toSorted((a, b) => (a.of.to_day < b.of.to_day ? -1 : a.of.to_day > b.of.to_day ? 1 : 0))
  for (const own of Map.groupBy(inOrder, ({ of }) => `${of.currency} ${of.account}`).values()) {
    const [first] = own
    if (!first) continue
    const days = own.flatMap(({ of }) => [of.from_day, of.to_day]).toSorted()
    const { account, currency, from_day, to_day } = first.of
    const before = await listOfDays(ctx.tx, {
      ...{ account, currency, from_day: days[0] ?? from_day, to_day: days.at(-1) ?? to_day },
    })
    known.push(...before)
    let read = before.map(row => readOf(ctx, row))
    for (const next of own) {
      const one = place(read, next)
      if (!one) continue
      placed.push(one)
      const gone = new Set(one.entries.map(({ takes_back }) => takes_back))
      read = [
        ...read.map(of => ({
          ...of,
          entries: of.entries.filter(({ entry_uuid }) => !gone.has(entry_uuid)),
        })),
        dayOf({ ...one, entries: one.entries.filter(({ takes_back }) => takes_back === null) }),
      ]
    }
  }
  return { placed, known }
}

type Next = Pick<Placed, 'of' | 'statement_uuid' | 'entries'>

/** One beside those that were read; undefined where it says nothing new. */
function place(read: readonly Read[], { of, statement_uuid, entries }: Next): Placed | undefined {
  const placing = placeStatement<NewEntry, NewEntry>(read, { ...of, entries })
  switch (placing.kind) {
    case 'AGAIN':
      return undefined
    case 'STANDS':
      return {
        ...{ statement_uuid, part: placing.part, of, entries },
        opening_minor: of.opening_minor,
      }
    case 'ANEW': {
      const { part, opening_minor, added, gone } = placing
      const lines = [...gone.map(takingBack), ...added].map(entryOf(statement_uuid))
      return { ...{ statement_uuid, part, opening_minor, of }, entries: lines }
    }
    default: {
      const day =
        read
          .map(({ to_day }) => to_day)
          .toSorted()
          .at(-1) ?? ''
      const older = placing.kind === 'OLDER'
      throw new Problem(
        'CONFLICT',
        older ? 'reconciliation.problems.olderRead' : 'reconciliation.problems.daysRead',
        { params: { account: of.account, day } },
      )
    }
  }
}

function takingBack(entry: NewEntry): Entry & { takes_back: string } {
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

function readOf(ctx: Pick<Ctx, 'fields'>, { known, ...row }: KnownStatement): Read {
  const entries = known.map((entry, at) => ({
    ...{ ...entry, line: at + 1, takes_back: null },
    party: openParty(ctx, entry.entry_uuid, entry.party),
  }))
  return { ...row, entries }
}

function dayOf({ of, part, opening_minor, entries }: Omit<Placed, 'statement_uuid'>): Read {
  return { ...of, part, opening_minor, entries }
}
