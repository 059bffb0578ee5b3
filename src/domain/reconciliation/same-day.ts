/** What a statement says of days of which another one was read: the same again, what came after or before it, or the days told anew (decision 0149). */

/** An entry of a statement, by what it is known to be the same. */
export type ShownEntry = {
  readonly minor: bigint
  readonly day: string
  readonly bank_reference: string | null
  readonly reference: string | null
}

/** A statement of an account: of its days, with what it had before and after. */
export type DayStatement<E extends ShownEntry> = {
  readonly from_day: string
  readonly to_day: string
  readonly opening_minor: bigint
  readonly closing_minor: bigint
  /** When the bank made it, as an instant; null where it does not say. */
  readonly made_at: Date | null
  readonly entries: readonly E[]
}

/** One that was read, with its place among those of its days; of its entries those that nothing took back. */
export type ReadStatement<E extends ShownEntry> = DayStatement<E> & { readonly part: number }

export type Placing<E extends ShownEntry, N extends ShownEntry> =
  /** It says nothing that is not known. */
  | { readonly kind: 'AGAIN' }
  /** It stands as it is, as this part of its days. */
  | { readonly kind: 'STANDS'; readonly part: number }
  /** It tells the days anew: what it adds to what was read, and what of that it shows no more. */
  | {
      readonly kind: 'ANEW'
      readonly part: number
      readonly opening_minor: bigint
      readonly added: readonly N[]
      readonly gone: readonly E[]
    }
  /** It neither goes on where they ended nor begins where they began. */
  | { readonly kind: 'APART' }
  /** It shows less or other than what was read, and is not known to be newer. */
  | { readonly kind: 'OLDER' }

/** Where a statement stands beside those of its account that were read. Sums hold in each case: what is added is its closing less theirs. */
export function placeStatement<E extends ShownEntry, N extends ShownEntry>(
  read: readonly ReadStatement<E>[],
  next: DayStatement<N>,
): Placing<E, N> {
  const same = read
    .filter(of => of.from_day <= next.to_day && of.to_day >= next.from_day)
    .toSorted((a, b) => compare(a.to_day, b.to_day) || a.part - b.part)
  const [first, last] = [same[0], same.at(-1)]
  if (!first || !last) return { kind: 'STANDS', part: 1 }
  const parts = same.map(({ part }) => part)
  const part = Math.max(...parts) + 1
  const { added, gone } = differenceOf(
    same.flatMap(({ entries }) => entries),
    next.entries,
  )
  const all = { kind: added.length === 0 && next.entries.length > 0 ? 'AGAIN' : 'APART' } as const
  if (same.some(of => of.from_day < next.from_day || of.to_day > next.to_day)) return all
  const follows = next.opening_minor === last.closing_minor
  // Where they came to nothing both hold: entries that are known are told again.
  const anew = next.opening_minor === first.opening_minor
  if (anew && (!follows || added.length < next.entries.length)) {
    const more = next.to_day > last.to_day
    if (added.length === 0 && gone.length === 0 && !more) return { kind: 'AGAIN' }
    if (gone.length > 0 && !isNewer(next, same))
      return { kind: added.length === 0 ? 'AGAIN' : 'OLDER' }
    return { kind: 'ANEW', part, opening_minor: last.closing_minor, added, gone }
  }
  if (follows) {
    const nothing = next.entries.length === 0 && next.to_day === last.to_day
    return nothing ? { kind: 'AGAIN' } : { kind: 'STANDS', part }
  }
  // What shows nothing of its own is a page of what was read whole.
  if (all.kind === 'APART' && next.closing_minor === first.opening_minor)
    return { kind: 'STANDS', part: Math.min(...parts) - 1 }
  return all
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether a statement is known to be made after each of these. */
function isNewer(
  { made_at }: Pick<DayStatement<never>, 'made_at'>,
  than: readonly Made[],
): boolean {
  return made_at !== null && than.every(of => of.made_at !== null && of.made_at < made_at)
}
type Made = { readonly made_at: Date | null }

/** What of `now` is not in `before`, and the other way round; entries that are alike count as often as they stand there. */
function differenceOf<E extends ShownEntry, N extends ShownEntry>(
  before: readonly E[],
  now: readonly N[],
): { added: N[]; gone: E[] } {
  const left = Map.groupBy(before, keyOf)
  const added = now.filter(entry => left.get(keyOf(entry))?.pop() === undefined)
  const gone = [...left.values()].flat()
  return { added, gone }
}

function keyOf({ minor, day, bank_reference, reference }: ShownEntry): string {
  return JSON.stringify([String(minor), day, bank_reference, reference])
}
