/**
 * A line item is the sum of its entries: the time that its contract gives, and what somebody wrote beside it. Time is rounded once for all
 * of its hours, so that an entry of time is worth what it adds to that; money is added as it is.
 */
import { formatHours, payFor } from '#domain/kernel/hours.ts'
import { formatMoney, type Money } from '#domain/kernel/money.ts'
import { addDays, formatPeriod, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { approveBy } from './deadlines.ts'

/**
 * What an entry is. The first is the contract's; an employer adds the rest, a deduction only with the contractor's yes. RAISE is what days that were
 * paid before are worth more since; PAYMENT is a row of a batch, which no contract gives and nothing is added to.
 */
export const ENTRY_KINDS = [
  'SCHEDULED_TIME',
  'BACK_PAY',
  'REPORTED_TIME',
  'ADJUSTMENT',
  'RAISE',
  'BONUS',
  'EXPENSE',
  'DEDUCTION',
  'PAYMENT',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** What an employer adds in money, and what they ask for. */
export const ADDED_KINDS = ['BONUS', 'EXPENSE', 'ADJUSTMENT', 'DEDUCTION'] as const
export type AddedKind = (typeof ADDED_KINDS)[number]

/** An item holds no more than these beside its contract's time (migration 0059). */
export const MOST_ENTRIES = 50
export const MAX_ENTRY_WORDS = 500

/** What a raise is of: days that an item paid at a lower rate, the revision that gives more for them, and from which rate to which it brings them. */
export type RaisedDays = {
  readonly line_item_uuid: string
  readonly contract_uuid: string
  readonly revision: number
  readonly first: PlainDateString
  readonly last: PlainDateString
  readonly hours_hundredths: number
  readonly before_minor: number
  readonly rate_minor: number
}

/** An entry as it is written on an item: of time with hundredths of an hour, or of money with an amount in the smallest unit; either may be negative. */
export type WrittenEntry = {
  readonly entry_uuid: string
  readonly kind: Exclude<EntryKind, 'SCHEDULED_TIME' | 'BACK_PAY'>
  readonly hours_hundredths?: number
  readonly amount_minor?: number
  readonly words: string
  readonly author_sub: string
  readonly written_at: string
  /** Of a RAISE alone; those of before decision 0147 have their days as words. */
  readonly raise?: RaisedDays
}

/** The part of an item that its entries come of. */
export type EnteredItem = {
  readonly hourly_rate: Money
  readonly scheduled_hours_hundredths: number
  readonly hours_hundredths: number
  readonly back_pay: boolean
  readonly entries: readonly WrittenEntry[] | null
  /** Who changed the hours last, where that was before entries were kept. */
  readonly edited: { readonly by: string; readonly at: string } | null
}

/** An entry with what it is worth; `written` is null for what the contract gives. */
export type Entry = {
  readonly kind: EntryKind
  readonly hours_hundredths: number | null
  readonly amount: Money
  readonly written: Pick<
    WrittenEntry,
    'entry_uuid' | 'words' | 'author_sub' | 'written_at' | 'raise'
  > | null
}

/** All entries of an item, the contract's first: their amounts sum to the item's. */
export function entriesOf(item: EnteredItem): Entry[] {
  const { hourly_rate: rate, scheduled_hours_hundredths: scheduled } = item
  let hours = scheduled
  const given: Entry = {
    kind: item.back_pay ? 'BACK_PAY' : 'SCHEDULED_TIME',
    hours_hundredths: scheduled,
    amount: payFor(rate, scheduled),
    written: null,
  }
  const found: Entry[] = isOfBatch(item.entries) ? [] : [given]
  for (const { kind, hours_hundredths, amount_minor, ...written } of writtenEntries(item)) {
    const before = payFor(rate, hours).minor
    hours += hours_hundredths ?? 0
    const minor = payFor(rate, hours).minor - before + BigInt(amount_minor ?? 0)
    found.push({
      kind,
      hours_hundredths: hours_hundredths ?? null,
      amount: { currency: rate.currency, minor },
      written,
    })
  }
  return found
}

/** Whether an item pays a row of a batch, and no contract. */
export function isOfBatch(entries: readonly WrittenEntry[] | null): boolean {
  return entries?.[0]?.kind === 'PAYMENT'
}

/** What is written on an item; hours that were edited before there were entries become one. */
function writtenEntries(item: EnteredItem): readonly WrittenEntry[] {
  const more = item.hours_hundredths - item.scheduled_hours_hundredths
  if (item.entries || more === 0) return item.entries ?? []
  const { by = '', at = '' } = item.edited ?? {}
  return [
    {
      entry_uuid: '',
      kind: 'ADJUSTMENT',
      hours_hundredths: more,
      words: '',
      author_sub: by,
      written_at: at,
    },
  ]
}

/** What an item comes to: its hours at its rate, and its entries of money. */
export function amountWith(
  rate: Money,
  hours_hundredths: number,
  entries: readonly WrittenEntry[] | null,
): Money {
  const added = (entries ?? []).reduce((sum, entry) => sum + BigInt(entry.amount_minor ?? 0), 0n)
  const { currency, minor } = payFor(rate, hours_hundredths)
  return { currency, minor: minor + added }
}

/**
 * The entries of an item whose hours become `total`: what was reported stays, and one adjustment by who edits makes up the difference.
 * None is left where the total is what the contract gives and what was reported.
 */
export function withHours(
  entries: readonly WrittenEntry[] | null,
  scheduled_hours_hundredths: number,
  total: number,
  by: Pick<WrittenEntry, 'entry_uuid' | 'words' | 'author_sub' | 'written_at'>,
): readonly WrittenEntry[] | null {
  const kept = (entries ?? []).filter(entry => !isTimeAdjustment(entry))
  const reported = kept.reduce((sum, entry) => sum + (entry.hours_hundredths ?? 0), 0)
  const more = total - scheduled_hours_hundredths - reported
  const own: WrittenEntry[] =
    more === 0 ? [] : [{ ...by, kind: 'ADJUSTMENT', hours_hundredths: more }]
  return listOrNone([...kept, ...own])
}

function isTimeAdjustment({ kind, hours_hundredths }: WrittenEntry): boolean {
  return kind === 'ADJUSTMENT' && hours_hundredths !== undefined
}

/** Entries as an item keeps them: null for none. */
export function listOrNone(entries: readonly WrittenEntry[]): readonly WrittenEntry[] | null {
  return entries.length > 0 ? entries : null
}

/** The one spelling of what is approved of an entry: what it is, its hours or amount, and why; undefined for none. */
export function spelledEntries(entries: readonly WrittenEntry[] | null | undefined) {
  return entries?.map(({ kind, hours_hundredths = null, amount_minor = null, words, raise }) => ({
    kind,
    hours_hundredths,
    amount_minor,
    words,
    ...(raise && { raise }),
  }))
}

/** Why an entry is there: what somebody wrote, or which days a raise brings from which rate to which, and by which revision. */
export function whyOf(
  { words, raise }: Pick<WrittenEntry, 'words' | 'raise'>,
  currency: string,
): Text | string {
  if (!raise) return words
  const rate = (minor: number) => formatMoney({ currency, minor: BigInt(minor) })
  return textOf('payroll.entries.raised', {
    revision: raise.revision,
    days: formatPeriod(raise.first, raise.last),
    hours: formatHours(raise.hours_hundredths),
    rate: rate(raise.rate_minor),
    before: rate(raise.before_minor),
  })
}

/** What is written on an item, entry by entry, for people; one word where nothing is. */
export function entriesText(
  entries: readonly WrittenEntry[] | null | undefined,
  currency: string,
): Text {
  const [first, ...more] = (entries ?? []).map(
    ({ kind, hours_hundredths: hours, amount_minor: minor, words, raise }) =>
      textOf(words ? 'payroll.entries.worded' : 'payroll.entries.plain', {
        kind: textOf(`payroll.entries.kinds.${kind}`),
        what:
          hours != null
            ? textOf('payroll.entries.hours', { hours: formatHours(hours) })
            : formatMoney({ currency, minor: BigInt(minor ?? 0) }),
        words: whyOf({ words, ...(raise && { raise }) }, currency),
      }),
  )
  if (!first) return textOf('payroll.entries.none')
  return more.reduce((before, entry) => textOf('payroll.entries.more', { before, entry }), first)
}

/**
 * The entries of an item whose time comes to `time_minor`: of its deductions those alone, in the order in which they were entered, that leave something to be
 * paid. The others are `left_off`, since who agreed to them agreed to them off a larger pay.
 */
export function withinPay(
  entries: readonly WrittenEntry[] | null,
  time_minor: bigint,
): { readonly kept: readonly WrittenEntry[] | null; readonly left_off: readonly WrittenEntry[] } {
  const all = entries ?? []
  const minorOf = ({ amount_minor }: WrittenEntry) => BigInt(amount_minor ?? 0)
  const others = all.filter(({ kind }) => kind !== 'DEDUCTION')
  let left = others.reduce((sum, entry) => sum + minorOf(entry), time_minor)
  const left_off = all.filter(entry => {
    if (entry.kind !== 'DEDUCTION') return false
    if (left + minorOf(entry) <= 0n) return true
    left += minorOf(entry)
    return false
  })
  return { kept: listOrNone(all.filter(entry => !left_off.includes(entry))), left_off }
}

/** How a deduction that was asked for stands: open until it is answered, withdrawn, too late, or its item is no longer waiting. */
export const DEDUCTION_STATES = ['ASKED', 'AGREED', 'DECLINED', 'WITHDRAWN', 'LAPSED'] as const
export type DeductionState = (typeof DEDUCTION_STATES)[number]

/**
 * The state of a deduction on a day. What is not answered in time is not taken, nor what was agreed to at the very moment in which the pay
 * was approved, so that it is not `entered`.
 */
export function deductionState(
  asked: {
    readonly status: Exclude<DeductionState, 'LAPSED'>
    readonly answer_by: PlainDateString
    readonly entered: boolean
  },
  item_waits: boolean,
  today: PlainDateString,
): DeductionState {
  if (asked.status === 'AGREED') return asked.entered || item_waits ? 'AGREED' : 'LAPSED'
  if (asked.status !== 'ASKED') return asked.status
  return item_waits && today <= asked.answer_by ? 'ASKED' : 'LAPSED'
}

/** The last day on which a deduction can be answered: the one by which the pay is approved, and a day to think at the least. */
export function answerBy(pay_date: PlainDateString, today: PlainDateString): PlainDateString {
  const due = approveBy(pay_date, today)
  return due > today ? due : addDays(today, 1)
}
