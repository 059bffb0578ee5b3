/** What a statement says of days of which another one was read: the same again, what came after or before it, or the days told anew (decision 0149). */
import {
  areAlike,
  balanceAt,
  type DayStatement,
  differenceOf,
  isRunOf,
  type KeptLine,
  overlap,
  type ReadStatement,
  type ShownEntry,
  sumOf,
  type ToldDays,
  toldDays,
} from './told-days.ts'

export type Placing<E extends KeptLine, N extends ShownEntry> =
  /** It says nothing that is not known. */
  | { readonly kind: 'AGAIN' }
  /** It stands as it is, as this part of its days. */
  | { readonly kind: 'STANDS'; readonly part: number }
  /** It tells days anew, from the first to the last: what it adds to what was read, and what of that it takes back. */
  | {
      readonly kind: 'ANEW'
      readonly part: number
      readonly from_day: string
      readonly to_day: string
      readonly opening_minor: bigint
      readonly closing_minor: bigint
      readonly added: readonly N[]
      readonly gone: readonly E[]
    }
  | { readonly kind: 'REFUSED'; readonly why: Refusal }

export type Refusal =
  /** It neither goes on where they ended nor begins where they began. */
  | 'APART'
  /** It shows less or other than what was read, and is not known to be newer. */
  | 'OLDER'
  /** It may go on where they ended as well as tell them again, and nothing in it says which. */
  | 'TWOFOLD'
  /** A page of several whose neighbour was not read, or that shows less than what was. */
  | 'PAGE'

const AGAIN = { kind: 'AGAIN' } as const
const refused = (why: Refusal) => ({ kind: 'REFUSED', why }) as const

/**
 * Where a statement stands beside those of its account that were read, which are all that have a day of any of those that it shares one with, the
 * last before them and the first after. It tells days again where both say the same of the beginning of the first day that they share, goes on where it begins with what
 * they ended with, and stands before them where it ends with what they began with. Sums hold in each case: what is kept of days is always what they
 * end with less what they begin with.
 */
export function placeStatement<E extends KeptLine, N extends ShownEntry>(
  read: readonly ReadStatement<E>[],
  next: DayStatement<N>,
): Placing<E, N> {
  const told = toldDays(read, next)
  if (!told) return { kind: 'STANDS', part: 1 }
  if (isCopy(told, next)) return AGAIN
  const meeting = meetingOf(told, next)
  if (next.page !== null && next.page > 1) return placePage(meeting)
  if (meeting.again) return tellAgain(meeting)
  return beginOtherwise(meeting) ?? goOn(meeting) ?? standBefore(meeting) ?? knownOr(meeting)
}

/** A statement and what was told of its days, with what decides between them. */
type Meeting<E extends KeptLine, N extends ShownEntry> = {
  readonly told: ToldDays<E>
  readonly next: DayStatement<N>
  /** What it shows more, no more, and as well. */
  readonly added: readonly N[]
  readonly gone: readonly E[]
  /** Whether any entry is known to be the same by the bank's own reference, and whether all of the statement's are. */
  readonly named: boolean
  readonly all_named: boolean
  /** Whether it is known to be made after what it shares a day with, or before any of it. A page takes nothing back, and is never newer. */
  readonly newer: boolean
  readonly older: boolean
  /** Whether it tells of all those days, and whether of more. */
  readonly wide: boolean
  readonly more: boolean
  /** Whether it tells the days again, and whether it goes on where they end. */
  readonly again: boolean
  readonly follows: boolean
}

function meetingOf<E extends KeptLine, N extends ShownEntry>(
  told: ToldDays<E>,
  next: DayStatement<N>,
): Meeting<E, N> {
  const own = told.kept.filter(({ day }) => day >= next.from_day && day <= next.to_day)
  const { added, gone, both } = differenceOf(own, next.entries)
  const known = next.entries.length > 0 && added.length === 0
  const made = next.made_at
  const older = told.shared.some(of => of.made_at !== null && (made === null || made < of.made_at))
  const first = told.from_day > next.from_day ? told.from_day : next.from_day
  const begins = balanceAt(first, { ...next, lines: next.entries })
  return {
    ...{ told, next, added, gone, older },
    named: both.some(({ bank_reference }) => bank_reference !== null),
    all_named: known && next.entries.every(({ bank_reference }) => bank_reference !== null),
    newer:
      next.page === null &&
      made !== null &&
      told.shared.every(of => of.made_at !== null && of.made_at < made),
    wide: next.from_day <= told.from_day && next.to_day >= told.to_day,
    more: next.from_day < told.from_day || next.to_day > told.to_day,
    again: told.whole && begins === balanceAt(first, told),
    follows: !older && isAfter(told, next),
  }
}

/** Whether it begins where the days end, and what was told after them leaves room for it. */
function isAfter<E extends KeptLine>(told: ToldDays<E>, next: DayStatement<ShownEntry>): boolean {
  const { to_day, closing_minor, after_minor } = told
  const room = after_minor !== closing_minor || next.closing_minor === closing_minor
  return next.to_day >= to_day && next.opening_minor === closing_minor && room
}

/** The same statement once more: by when it was made, or by its id where it was a part beside others, whenever the bank made it again. */
function isCopy<E extends KeptLine>(told: ToldDays<E>, next: DayStatement<ShownEntry>): boolean {
  return told.shared.some(of => {
    const same =
      !of.anew &&
      of.page === next.page &&
      of.to_day === next.to_day &&
      of.opening_minor === next.opening_minor &&
      of.closing_minor === next.closing_minor &&
      areAlike(of.lines, next.entries)
    if (!same) return false
    return isMadeWith(of, next) || (of.report_id === next.report_id && isBesideOthers(told, of))
  })
}

function isBesideOthers<E extends KeptLine>(told: ToldDays<E>, part: ReadStatement<E>): boolean {
  return told.shared.some(
    of =>
      of !== part &&
      !of.anew &&
      overlap(of, part) &&
      of.lines.every(({ stands }) => stands !== 'TAKES_BACK') &&
      (of.opening_minor === part.closing_minor || of.closing_minor === part.opening_minor),
  )
}

type Made = { readonly made_at: Date | null }

function isMadeWith(a: Made, b: Made): boolean {
  return (a.made_at?.getTime() ?? null) === (b.made_at?.getTime() ?? null)
}

/** Days told again: what is more is added unless it is older; what is no more, or was taken back before, is changed by what is newer alone. */
function tellAgain<E extends KeptLine, N extends ShownEntry>(
  meeting: Meeting<E, N>,
): Placing<E, N> {
  const { told, next, added, gone, named, newer, older, more, follows } = meeting
  // Days that came to nothing: what shares none of their entries by name may follow on them.
  if (follows && gone.length > 0 && !named && (newer || added.length > 0))
    return newer || next.page !== null ? refused('TWOFOLD') : stands(told)
  const nothing = added.length === 0
  const same = nothing && gone.length === 0
  const anew = toldAnew(meeting)
  if (same && !more && (anew.closing_minor === told.closing_minor || !newer)) return AGAIN
  const inside = next.to_day < told.to_day && !nothing
  const returns = differenceOf(taken(told), added).both.length > 0
  const may = gone.length > 0 || inside || returns ? newer : !older
  if (may) return anew
  if (nothing) return AGAIN
  return refused(next.page === null ? 'OLDER' : 'PAGE')
}

function taken<E extends KeptLine>({ lines }: ToldDays<E>): E[] {
  return lines.filter(({ stands }) => stands === 'TAKEN')
}

/** The days as they are with what is added and taken back. */
function toldAnew<E extends KeptLine, N extends ShownEntry>({
  told,
  next,
  added,
  gone,
}: Meeting<E, N>): Extract<Placing<E, N>, { kind: 'ANEW' }> {
  const before = next.from_day < told.from_day
  const opening_minor = before ? next.opening_minor : told.opening_minor
  return {
    ...{ kind: 'ANEW', part: told.next_part, opening_minor, added, gone },
    from_day: before ? next.from_day : told.from_day,
    to_day: next.to_day > told.to_day ? next.to_day : told.to_day,
    closing_minor: opening_minor + sumOf(told.lines) + sumOf(added) - sumOf(gone),
  }
}

function stands({ next_part }: { readonly next_part: number }) {
  return { kind: 'STANDS', part: next_part } as const
}

/** What begins where the days end, and shows nothing of them. Days whose own beginning is missing may be what it tells: then only newer days go on. */
function goOn<E extends KeptLine, N extends ShownEntry>(
  meeting: Meeting<E, N>,
): Placing<E, N> | undefined {
  const { told, next, added, all_named, named, follows, gone } = meeting
  const retold = meeting.newer && meeting.wide && gone.length === 0
  if (!follows) return undefined
  if (all_named && !retold) return AGAIN
  if (next.entries.length === 0 && next.to_day === told.to_day) return AGAIN
  if (named || isRunOf(told, next)) return refused('TWOFOLD')
  const begins = told.before_minor === undefined || told.before_minor === told.opening_minor
  const later = added.length > 0 && next.entries.every(({ day }) => day > told.to_day)
  return begins || later ? stands(told) : refused('APART')
}

/**
 * Days told again from another beginning: that of which the day before ends by now, as it was corrected or read since. Of the first days of all the
 * bank's own references say that it is so.
 */
function beginOtherwise<E extends KeptLine, N extends ShownEntry>(
  meeting: Meeting<E, N>,
): Placing<E, N> | undefined {
  const { told, next, added, gone, named, newer, older, follows } = meeting
  const { before_minor: before, kept, from_day } = told
  if (next.page !== null || next.from_day > from_day) return undefined
  if (!named && (gone.length > 0 || follows)) return undefined
  const fits =
    before === undefined
      ? kept.length > 0 && kept.every(({ bank_reference }) => bank_reference !== null)
      : before === next.opening_minor && before !== told.opening_minor
  const more = gone.length === 0 && next.closing_minor === told.closing_minor
  if (!fits || !(newer ? before !== undefined || more : more && !older)) return undefined
  const { opening_minor } = next
  return {
    ...{ ...toldAnew(meeting), from_day: next.from_day, opening_minor },
    closing_minor: opening_minor + sumOf(told.lines) + sumOf(added) - sumOf(gone),
  }
}

/** What ends where the days begin, shows nothing of them, and was made with them: a part or a page that came late. */
function standBefore<E extends KeptLine, N extends ShownEntry>(
  meeting: Meeting<E, N>,
): Placing<E, N> | undefined {
  const { told, next, added } = meeting
  const [first] = told.current
  if (!first || next.closing_minor !== told.opening_minor || next.from_day > told.from_day)
    return undefined
  const beside = next.page === null ? first.page === null : isPageBefore(next, first)
  if (!beside || !isMadeWith(first, next) || added.length < next.entries.length) return undefined
  if (told.before_minor === told.opening_minor) return undefined
  if (told.current.every(({ anew }) => !anew)) return { kind: 'STANDS', part: told.first_part }
  const { from_day } = next
  return {
    ...toldAnew({ ...meeting, gone: [] }),
    ...{ from_day, opening_minor: next.opening_minor, closing_minor: told.closing_minor },
  }
}

type Paged = Made & { readonly report_id: string; readonly page: number | null }

function isPageBefore(one: Paged, next: Paged): boolean {
  return (
    one.page !== null &&
    next.page === one.page + 1 &&
    one.report_id === next.report_id &&
    isMadeWith(one, next)
  )
}

/** A page that is not the first: it stands beside its neighbour, or says nothing new. */
function placePage<E extends KeptLine, N extends ShownEntry>(
  meeting: Meeting<E, N>,
): Placing<E, N> {
  const { told, next } = meeting
  const last = told.current.at(-1)
  if (meeting.follows && last && isPageBefore(last, next)) return stands(told)
  const before = standBefore(meeting)
  if (before) return before
  return isKnown(meeting) ? AGAIN : refused('PAGE')
}

/** Whether all that it shows is known for sure: by the bank's own references, or by where it stands. */
function isKnown<E extends KeptLine, N extends ShownEntry>({
  told,
  next,
  added,
  all_named,
  again,
}: Meeting<E, N>): boolean {
  const shown = next.entries.length > 0 && added.length === 0
  return shown && (all_named || again || isRunOf(told, next))
}

/** What is known for sure changes nothing, unless it tells the days from another beginning; the rest is refused. */
function knownOr<E extends KeptLine, N extends ShownEntry>(meeting: Meeting<E, N>): Placing<E, N> {
  const { next, gone, newer, older, wide } = meeting
  const otherwise = newer && wide && gone.length === 0
  if (isKnown(meeting) && !otherwise) return AGAIN
  if (next.page !== null) return refused('PAGE')
  return refused(older ? 'OLDER' : 'APART')
}
