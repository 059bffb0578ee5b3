/** What of a bank's statements and of our books is not the same money, and from when that is work (decision 0112). */
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'

/**
 * On the bank's side: what no book of ours knows, a payment of ours that our books have not moved, another sum than the books say. On ours: what
 * the bank does not show, what is still under way. Of statements: where the first begins, where one does not follow on another, a day without one.
 */
export const DIFFERENCE_KINDS = [
  'UNKNOWN',
  'NOT_BOOKED',
  'AMOUNT',
  'NOT_SHOWN',
  'IN_FLIGHT',
  'OPENING',
  'GAP',
  'MISSING',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** What a bank's entry is booked as where no other book is for it: a charge or interest of the bank's, or an exchange made there. */
export const BOOKED_AS = ['COST', 'EXCHANGE'] as const
export type BookedAs = (typeof BOOKED_AS)[number]

/** What may be done about a difference. */
export const DIFFERENCE_ACTIONS = [
  'book_receipts',
  'settle',
  'match',
  'mend',
  'book_as',
  'explain',
] as const
export type DifferenceAction = (typeof DIFFERENCE_ACTIONS)[number]

/** How many business days the bank has to show what the books moved. */
export const BUSINESS_DAYS = 3

type IsBusinessDay = (day: PlainDateString) => boolean

/** The last day of which everything has to be on a statement: so many business days before the end of what was read. */
export function cutoffOf(read_until: PlainDateString, isBusinessDay: IsBusinessDay): string {
  let day = read_until
  for (let left = BUSINESS_DAYS; left > 0; day = addDays(day, -1)) if (isBusinessDay(day)) left -= 1
  return day
}

/** How many days without a statement are told one by one. */
export const MOST_MISSING = 60

/** The business days after the last statement and before today, the oldest first: each has one once the next day has begun. */
export function missingDays(
  read_until: PlainDateString,
  today: PlainDateString,
  isBusinessDay: IsBusinessDay,
): string[] {
  const days: string[] = []
  for (
    let day = addDays(read_until, 1);
    day < today && days.length < MOST_MISSING;
    day = addDays(day, 1)
  )
    if (isBusinessDay(day)) days.push(day)
  return days
}

/** What a difference may be made, the likeliest first: by what it is, whose payment it names, and what is known of that. */
export function actionsFor(of: {
  readonly kind: DifferenceKind
  /** Of an entry of the bank. */
  readonly incoming: boolean
  readonly returned: boolean
  /** Whether it takes back what the bank showed before. */
  readonly taken: boolean
  readonly payment_status: string | null
  /** Whether the books have something open of exactly that sum. */
  readonly alike: boolean
}): readonly DifferenceAction[] {
  const { kind, incoming, returned, taken, payment_status, alike } = of
  if (kind === 'IN_FLIGHT')
    return payment_status === 'SENT' ? ['settle', 'mend', 'explain'] : ['mend', 'explain']
  if (kind !== 'UNKNOWN' && kind !== 'NOT_BOOKED' && kind !== 'AMOUNT') return ['explain']
  return [
    ...(kind === 'UNKNOWN' && incoming && !returned && !taken ? (['book_receipts'] as const) : []),
    ...(kind === 'NOT_BOOKED' && !incoming && !taken && payment_status === 'SENT'
      ? (['settle'] as const)
      : []),
    ...(alike ? (['match'] as const) : []),
    ...(kind === 'NOT_BOOKED' ? (['mend'] as const) : []),
    ...(kind === 'UNKNOWN' ? (['book_as'] as const) : []),
    'explain',
  ]
}
