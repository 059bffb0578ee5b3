/**
 * How much somebody of ours is like an entry of a list: a score of 0 to 100 with its reasons. Names decide; a birth date, a country and a
 * registration number raise it or lower it, and what is not known does neither. docs/rules/screening.md says it in prose.
 */
import { looksOf, tokensOf } from './fold-name.ts'

/** Who of ours is looked for: people who are paid, companies, their owners, people who act for them, and the wallets of all these (`wallets.ts`). */
export const SUBJECT_KINDS = ['contractor', 'company', 'owner', 'member', 'wallet'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** A wallet is an entry of its own where its list does not say in the same line whose it is. */
export const ENTRY_KINDS = ['person', 'organisation', 'wallet'] as const

/** Who is looked for. */
export type Subject = {
  readonly names: readonly string[]
  /** Organisations are compared with organisations, people with people. */
  readonly is_person: boolean
  /** `YYYY-MM-DD`, where it is known. */
  readonly birth_date: string | null
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[]
  readonly registration_number: string | null
}

/** Somebody on a list, as it was published. */
export type ListEntry = {
  readonly entry_id: string
  readonly kind: (typeof ENTRY_KINDS)[number]
  readonly names: readonly { readonly name: string; readonly weak: boolean }[]
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly birth_dates: readonly string[]
  readonly countries: readonly string[]
  readonly registration_numbers: readonly string[]
  readonly topics: readonly string[]
  readonly programs: readonly string[]
}

/** How one field of both stands: `points` is what it added. */
export type Reason = {
  readonly field: 'name' | 'birth_date' | 'country' | 'registration_number' | 'wallet'
  readonly agrees: 'same' | 'similar' | 'differs' | 'unknown'
  readonly points: number
}

export type Scored = {
  readonly score: number
  readonly reasons: readonly Reason[]
  /** Of the names on the list the one that is most alike. */
  readonly name: string
}

/** From here on two people look at it. */
export const ASKED_FROM = 80

const WEAK_ALIAS = 10
const UNMATCHED = 7
const MOST_UNMATCHED = 14
const ONE_OF_SEVERAL = 25
const INITIAL = 0.86
/** What names lose that are only taken for each other: they look the same, and are written in other letters. */
const LOOKS_ALIKE = 5
/** Tokens that are less alike than this are different names. */
const ALIKE = 0.86

/** What companies are, and not what they are called. */
// biome-ignore format: one word a line would be forty lines that say no more
const LEGAL_FORMS = new Set(['ltd', 'limited', 'llc', 'inc', 'incorporated', 'corp', 'corporation', 'co', 'company', 'plc', 'gmbh', 'ag',
  'kg', 'sa', 'sas', 'sarl', 'srl', 'spa', 'bv', 'nv', 'oy', 'ab', 'as', 'aps', 'pty', 'pte', 'llp', 'lp', 'ooo', 'zao', 'oao', 'ооо', 'зао', 'оао', 'пао', 'the', 'and'])

/** The score of a subject against an entry; undefined where one is a person and the other is not, or no name is alike at all. */
export function scoreOf(subject: Subject, entry: ListEntry): Scored | undefined {
  if (subject.is_person !== (entry.kind === 'person')) return undefined
  let best: { points: number; name: string } | undefined
  for (const ours of subject.names)
    for (const { name, weak } of entry.names) {
      const alike = Math.max(
        alikeness(ours, name, subject.is_person),
        alikeness(ours, name, subject.is_person, LOOKED_AT) - LOOKS_ALIKE,
      )
      const points = alike - (weak ? WEAK_ALIAS : 0)
      if (points > 0 && (!best || points > best.points)) best = { points, name }
    }
  if (!best) return undefined
  const reasons: Reason[] = [
    { field: 'name', agrees: best.points >= 99 ? 'same' : 'similar', points: best.points },
    ...(subject.is_person
      ? [birthReason(subject.birth_date, entry.birth_dates)]
      : [numberReason(subject.registration_number, entry.registration_numbers)]),
    countryReason(subject.countries, entry.countries),
  ]
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  return { score: Math.max(0, Math.min(100, sum)), reasons, name: best.name }
}

/** How names are taken apart, and what of companies' is no name of theirs in the same spelling. */
type Reading = {
  readonly parts: (name: string) => string[]
  readonly forms: ReadonlySet<string>
}
const READ: Reading = { parts: tokensOf, forms: LEGAL_FORMS }
const LOOKED_AT: Reading = {
  parts: looksOf,
  forms: new Set([...LEGAL_FORMS].flatMap(looksOf)),
}

/** How alike two names are, 0 to 100, whatever the order of their parts: as they are read, or as they look. */
export function alikeness(
  one: string,
  other: string,
  is_person: boolean,
  reading: Reading = READ,
): number {
  const [a, b] = [partsOf(one, is_person, reading), partsOf(other, is_person, reading)]
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  if (few.length === 0) return 0
  if (few.join('') === many.join('')) return 100
  const pairs = few
    .flatMap((token, i) =>
      many.map((wanted, j) => ({ i, j, alike: tokenAlikeness(token, wanted) })),
    )
    .sort((x, y) => y.alike - x.alike)
  const [doneFew, doneMany] = [new Set<number>(), new Set<number>()]
  let sum = 0
  for (const { i, j, alike } of pairs) {
    if (alike < ALIKE || doneFew.has(i) || doneMany.has(j)) continue
    doneFew.add(i)
    doneMany.add(j)
    sum += alike
  }
  // A first name that differs is another person; a second one that only one side has often is not.
  const over = many.length - few.length
  const left_out = Math.min(MOST_UNMATCHED, over * UNMATCHED)
  const alone = few.length === 1 && over > 0 ? ONE_OF_SEVERAL : 0
  return Math.max(0, Math.round((100 * sum) / few.length) - left_out - alone)
}

function partsOf(name: string, is_person: boolean, { parts, forms }: Reading): string[] {
  const tokens = parts(name)
  if (is_person) return tokens
  const own = tokens.filter(token => !forms.has(token))
  return own.length > 0 ? own : tokens
}

function tokenAlikeness(one: string, other: string): number {
  if (one === other) return 1
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 1) return long.startsWith(short) ? INITIAL : 0
  // Three letters begin too many names.
  if (short.length <= 3 && long.length > short.length + 1) return 0
  return short < long ? jaroWinkler(short, long) : jaroWinkler(long, short)
}

/** Jaro's similarity with Winkler's bonus for a common beginning of up to four letters (Winkler 1990). */
export function jaroWinkler(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Set<number>()
  const matched: string[] = []
  for (const [i, letter] of a.entries()) {
    const last = Math.min(b.length - 1, i + window)
    for (let j = Math.max(0, i - window); j <= last; j += 1) {
      if (taken.has(j) || b[j] !== letter) continue
      taken.add(j)
      matched.push(letter)
      break
    }
  }
  const n = matched.length
  if (n === 0) return 0
  const theirs = [...taken].sort((x, y) => x - y).map(j => b[j])
  const swapped = matched.filter((letter, i) => letter !== theirs[i]).length / 2
  const jaro = (n / a.length + n / b.length + (n - swapped) / n) / 3
  const same = a.findIndex((letter, i) => letter !== b[i])
  const prefix = Math.min(4, same < 0 ? a.length : same)
  return jaro + prefix * 0.1 * (1 - jaro)
}

function birthReason(ours: string | null, theirs: readonly string[]): Reason {
  const field = 'birth_date'
  if (ours === null || theirs.length === 0) return { field, agrees: 'unknown', points: 0 }
  if (theirs.includes(ours)) return { field, agrees: 'same', points: 12 }
  // A list that knows the year alone, or the month.
  if (theirs.some(date => date.length < 10 && ours.startsWith(date)))
    return { field, agrees: 'similar', points: 6 }
  const year = Number(ours.slice(0, 4))
  const apart = Math.min(...theirs.map(date => Math.abs(year - Number(date.slice(0, 4)))))
  if (swappedDay(ours, theirs)) return { field, agrees: 'similar', points: 4 }
  return { field, agrees: 'differs', points: apart <= 1 ? -6 : -22 }
}

/** Whether day and month changed places. */
function swappedDay(ours: string, theirs: readonly string[]): boolean {
  const [year, month, day] = ours.split('-')
  return theirs.includes(`${year}-${day}-${month}`)
}

function countryReason(ours: readonly string[], theirs: readonly string[]): Reason {
  const field = 'country'
  if (ours.length === 0 || theirs.length === 0) return { field, agrees: 'unknown', points: 0 }
  return ours.some(code => theirs.includes(code))
    ? { field, agrees: 'same', points: 4 }
    : { field, agrees: 'differs', points: -8 }
}

function numberReason(ours: string | null, theirs: readonly string[]): Reason {
  const field = 'registration_number'
  const plain = (number: string) => tokensOf(number).join('')
  if (!ours || theirs.length === 0) return { field, agrees: 'unknown', points: 0 }
  return theirs.some(number => plain(number) === plain(ours))
    ? { field, agrees: 'same', points: 20 }
    : { field, agrees: 'differs', points: -6 }
}
