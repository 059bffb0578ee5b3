/**
 * Several receipts of one reference: the bank books payments as one and takes them apart, gives a reference again, or tells of the same receipt again.
 * What is new of them is what is shown more often than it is known (decision 0155).
 */

export type KnownSum = {
  readonly currency: string
  readonly amount_minor: bigint
}
/** What came in, of whom; `owner` null where nobody knows. */
export type OwnedSum = KnownSum & { readonly owner: string | null }

export type Told =
  /** Which of what is shown is new, by its place. */
  | { readonly fresh: ReadonlySet<number> }
  /** OTHERWISE: under this reference other sums are known than are shown. WHICH: some of equal sums are known, and neither are they of one owner nor do the owners of what is known tell which. */
  | { readonly wrong: 'OTHERWISE' | 'WHICH' }

/**
 * What is new of what is shown under one reference. One list of a bank shows each receipt once, so that equal sums in it are several. Where the same comes
 * to as much as is known it is the same, whole or in parts; what is known alike is known. `all` is everything that the bank shows under the reference by
 * statements, whose balances prove it: then as many are new as it shows more than are known, on whichever day. A reference `of_payer` may stand with whatever
 * else its payer sends: that other sums are known under it is nothing wrong.
 */
export function freshOf(
  shown: readonly OwnedSum[],
  known: readonly OwnedSum[],
  all: readonly KnownSum[] | null,
  of_payer = false,
): Told {
  const told = all ?? shown
  if (known.length > 0 && comesToTheSame(known, told)) return { fresh: new Set() }
  const [before, now, here] = [countOf(known), countOf(told), countOf(shown)]
  const isKnown = [...here].every(([sum, count]) => count <= (before.get(sum) ?? 0))
  if (all === null && isKnown) return { fresh: new Set() }
  if (!of_payer && [...before].some(([sum, count]) => count > (now.get(sum) ?? 0)))
    return { wrong: 'OTHERWISE' }
  const fresh = new Set<number>()
  for (const [sum, places] of Map.groupBy(shown.entries(), ([, of]) => keyOf(of))) {
    const count = places.length
    const free = Math.min(count, Math.max(0, (now.get(sum) ?? 0) - (before.get(sum) ?? 0)))
    const news = newAmong(
      places,
      free,
      known.filter(of => keyOf(of) === sum),
    )
    if (!news) return { wrong: 'WHICH' }
    for (const at of news) fresh.add(at)
  }
  return { fresh }
}

type Place = readonly [at: number, of: OwnedSum]

/**
 * Which of equal sums are new, where so many are: what its owner has already is not, and of one owner it is the same which. Should somebody have said that another's
 * was theirs, the next of theirs is taken for it, and in the end each has as many as came in.
 */
function newAmong(
  places: readonly Place[],
  free: number,
  known: readonly OwnedSum[],
): number[] | undefined {
  const had = new Map<string | null, number>()
  for (const { owner } of known) had.set(owner, (had.get(owner) ?? 0) + 1)
  const others = places.filter(([, { owner }]) => {
    const left = had.get(owner) ?? 0
    had.set(owner, left - 1)
    return left <= 0
  })
  const among = others.length >= free ? others : places
  const isOfOne = new Set(among.map(([, { owner }]) => owner)).size <= 1
  if (free > 0 && free < among.length && !isOfOne) return undefined
  return among.slice(among.length - free).map(([at]) => at)
}

function keyOf({ currency, amount_minor }: KnownSum): string {
  return `${currency} ${amount_minor}`
}

function countOf(sums: readonly KnownSum[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const sum of sums) counts.set(keyOf(sum), (counts.get(keyOf(sum)) ?? 0) + 1)
  return counts
}

/** Whether both are of one currency and come to the same sum. */
export function comesToTheSame(a: readonly KnownSum[], b: readonly KnownSum[]): boolean {
  return isOfOneCurrency([...a, ...b]) && sumOf(a) === sumOf(b)
}

/** Whether something is of one currency with what is shown, and comes to no more. */
export function isWithin(known: readonly KnownSum[], shown: readonly KnownSum[]): boolean {
  return isOfOneCurrency([...known, ...shown]) && sumOf(known) <= sumOf(shown)
}

/** More of them are not tried in every combination. */
const MOST_TRIED = 12

/**
 * Whether some of what is shown may be some of what is known, told in other parts: both come to one sum. Of more than twelve each by itself and all
 * together are looked at. Both are of one currency.
 */
export function mayBeAmong(shown: readonly KnownSum[], known: readonly KnownSum[]): boolean {
  const sums = combined(known)
  return [...combined(shown)].some(sum => sums.has(sum))
}

/** What some or all of them come to. */
function combined(sums: readonly KnownSum[]): Set<bigint> {
  const each = sums.map(({ amount_minor }) => amount_minor)
  if (each.length > MOST_TRIED) return new Set([...each, sumOf(sums)])
  const found = new Set<bigint>()
  for (const one of each) for (const before of [0n, ...found]) found.add(before + one)
  return found
}

function isOfOneCurrency([one, ...others]: readonly KnownSum[]): boolean {
  return others.every(({ currency }) => currency === one?.currency)
}

function sumOf(sums: readonly KnownSum[]): bigint {
  return sums.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
}

const NUMBER = ' · '

/** What the n-th receipt of a reference is called: the first as the bank calls it, the others with their number, by a sign that hardly any bank writes. */
export function nameOf(reference: string, n: number): string {
  return n === 1 ? reference : `${reference}${NUMBER}${n}`
}

/** The references by which something is called, as the first of one or a later one; itself first. */
export function calledBy(name: string): string[] {
  const parts = name.split(NUMBER)
  return parts.map((_, at) => parts.slice(0, parts.length - at).join(NUMBER))
}

/** What banks write where there is no reference, as a pattern: it stands with any number of credits. */
export const NO_REFERENCE = '^\\s*(NONREF|NOREF|NOTPROVIDED|NONE)\\s*$'
