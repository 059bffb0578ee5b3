/** What was told of days of an account so far: their beginning, their end, and the entries between that nothing took back (decision 0149). */

/** An entry of a statement, by what it is known to be the same. */
export type ShownEntry = {
  readonly minor: bigint
  readonly day: string
  readonly bank_reference: string | null
  readonly reference: string | null
}

/** A statement of an account: of its days, with what it had before and after. */
export type DayStatement<E extends ShownEntry> = {
  /** The bank's own id of it, which its pages share. */
  readonly report_id: string
  readonly from_day: string
  readonly to_day: string
  readonly opening_minor: bigint
  readonly closing_minor: bigint
  /** When the bank made it, as an instant; null where it does not say. */
  readonly made_at: Date | null
  /** Which page of several it is; null of one that is whole. */
  readonly page: number | null
  readonly entries: readonly E[]
}

/** A line of one that was read: it is kept, or a later one took it back, or it is what takes another one back. */
export type KeptLine = ShownEntry & { readonly stands: 'KEPT' | 'TAKEN' | 'TAKES_BACK' }

/** One that was read, with its place among those of its days. */
export type ReadStatement<E extends KeptLine> = Omit<DayStatement<E>, 'entries'> & {
  readonly part: number
  /** Whether it tells its days whole: of what was read of them before, the entries count from then on and the balances do not. */
  readonly anew: boolean
  readonly lines: readonly E[]
}

/** What was told of the days that a statement shares with others. */
export type ToldDays<E extends KeptLine> = {
  readonly from_day: string
  readonly to_day: string
  readonly opening_minor: bigint
  readonly closing_minor: bigint
  /** Statements that have a day in common with it, of which balances may count no more. */
  readonly shared: readonly ReadStatement<E>[]
  /** Those of the days whose balances count, in order. */
  readonly current: readonly ReadStatement<E>[]
  /** All lines of the days, in order; the sum of those that are kept is the sum of all. */
  readonly lines: readonly E[]
  readonly kept: readonly E[]
  /** What the account had at the end of what was told before these days; undefined where that is nothing. */
  readonly before_minor: bigint | undefined
  /** What it had at the beginning of what was told after them; undefined likewise. */
  readonly after_minor: bigint | undefined
  /** Whether what is missing between any two of them is all of days of the statement. */
  readonly whole: boolean
  /** The next place among them, and the one before all. */
  readonly next_part: number
  readonly first_part: number
}

type Days = { readonly from_day: string; readonly to_day: string }

/** Whether two have a day in common. */
export function overlap(a: Days, b: Days): boolean {
  return a.from_day <= b.to_day && a.to_day >= b.from_day
}

function isWithin(a: Days, b: Days): boolean {
  return a.from_day >= b.from_day && a.to_day <= b.to_day
}

function spanOf(days: readonly [Days, ...Days[]]): Days {
  return days.reduce((all, one) => ({
    from_day: one.from_day < all.from_day ? one.from_day : all.from_day,
    to_day: one.to_day > all.to_day ? one.to_day : all.to_day,
  }))
}

/** The statements whose balances count, in the order of what they tell. */
export function currentOf<E extends KeptLine>(
  read: readonly ReadStatement<E>[],
): ReadStatement<E>[] {
  return inOrder(
    read.filter(of => !read.some(by => by.anew && by.part > of.part && isWithin(of, by))),
  )
}

function inOrder<E extends KeptLine>(read: readonly ReadStatement<E>[]): ReadStatement<E>[] {
  return read.toSorted((a, b) => compare(a.to_day, b.to_day) || a.part - b.part)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What was told of the days that a statement shares with those that were read; undefined where it shares none. */
export function toldDays<E extends KeptLine>(
  read: readonly ReadStatement<E>[],
  next: Days,
): ToldDays<E> | undefined {
  const shared = read.filter(of => overlap(of, next))
  const [one, ...more] = shared
  if (!one) return undefined
  const span = spanOf([next, one, ...more])
  const within = read.filter(of => isWithin(of, span))
  const all = currentOf(read)
  const current = all.filter(of => within.includes(of))
  const [first, last] = [current[0] ?? one, current.at(-1) ?? one]
  const lines = inOrder(within).flatMap(of => of.lines)
  const parts = read.filter(of => overlap(of, span)).map(({ part }) => part)
  return {
    ...spanOf([one, ...more, ...within]),
    ...{ opening_minor: first.opening_minor, closing_minor: last.closing_minor },
    ...{ shared, current, lines, kept: lines.filter(({ stands }) => stands === 'KEPT') },
    before_minor: all.slice(0, all.indexOf(first)).at(-1)?.closing_minor,
    after_minor: all.slice(all.indexOf(last) + 1)[0]?.opening_minor,
    whole: current.every((of, at) => {
      const before = current[at - 1]
      const follows = !before || before.closing_minor === of.opening_minor
      return follows || (overlap(before, next) && overlap(of, next))
    }),
    ...{ next_part: Math.max(...parts) + 1, first_part: Math.min(...parts) - 1 },
  }
}

/** What entries come to. */
export function sumOf(entries: readonly ShownEntry[]): bigint {
  return entries.reduce((sum, { minor }) => sum + minor, 0n)
}

/** What an account had at the beginning of a day, by what it had at first and its entries since. */
export function balanceAt(
  day: string,
  { opening_minor, lines }: { opening_minor: bigint; lines: readonly ShownEntry[] },
): bigint {
  return opening_minor + sumOf(lines.filter(of => of.day < day))
}

/** What of `now` is not in `before`, and the other way round, and what is in both; entries that are alike count as often as they stand there. */
export function differenceOf<E extends ShownEntry, N extends ShownEntry>(
  before: readonly E[],
  now: readonly N[],
): { added: N[]; gone: E[]; both: N[] } {
  const left = Map.groupBy(before, keyOf)
  const { added = [], both = [] } = Object.groupBy(now, entry =>
    left.get(keyOf(entry))?.pop() === undefined ? 'added' : 'both',
  )
  return { added, gone: [...left.values()].flat(), both }
}

/** Whether two lists have the same entries, each as often. */
export function areAlike(a: readonly ShownEntry[], b: readonly ShownEntry[]): boolean {
  return a.length === b.length && differenceOf(a, b).added.length === 0
}

function keyOf({ minor, day, bank_reference, reference }: ShownEntry): string {
  return JSON.stringify([String(minor), day, bank_reference, reference])
}

/** Whether entries that follow on each other in what was told are those of a statement, and begin with what it begins with. */
export function isRunOf(
  { opening_minor, kept }: Pick<ToldDays<KeptLine>, 'opening_minor' | 'kept'>,
  next: Pick<DayStatement<ShownEntry>, 'opening_minor' | 'entries'>,
): boolean {
  let balance = opening_minor
  return kept.some((entry, at) => {
    const found =
      balance === next.opening_minor &&
      areAlike(kept.slice(at, at + next.entries.length), next.entries)
    balance += entry.minor
    return found
  })
}
