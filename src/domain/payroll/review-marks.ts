/**
 * What is said of a whole cycle, counted: each line item bears marks, and how many bear which is kept (0021). What depends on the moment,
 * a rate or the employer, is decided when the counts are read and is no mark.
 */
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import type { UnusualCode } from './approval.ts'
import { isLive, type LineItemStatus } from './line-item.ts'

/** How many items of a cycle bear a mark, and what they come to, in one currency. */
export type CycleCount = {
  readonly mark: string
  readonly currency: string
  readonly items: number
  readonly amount_minor: bigint
}

/** Why somebody's pay differs from that of the cycle before; ENTRIES are amounts beside the time, such as a bonus. */
export const DIFFERENCE_CODES = ['NEW', 'HOURS', 'RATE', 'ENTRIES', 'GONE', 'BACK_PAY'] as const
export type DifferenceCode = (typeof DIFFERENCE_CODES)[number]

type Hold = { readonly code: string; readonly until: string | null }

/** A payment that approving an item would make, as its marks are read off it. */
export type MarkedPayment = {
  readonly source_currency: string
  readonly currency: string
  readonly network: string
  readonly country_code: string | null
  readonly destination_uuid: string | null
  /** FIRST where it is the little that goes before the REST to the same destination (decision 0151). */
  readonly first_part: string | null
  readonly blockers: readonly Hold[]
}

export type Marks = {
  readonly marks: readonly string[]
  readonly unusual: boolean
  readonly blocked: boolean
  /** When a hold that only time ends is over, so that the marks are read anew; else null. */
  readonly until: string | null
}

/** The marks of an item that waits, from what is unusual about it and the payments that approving it would make. */
export function reviewMarks(
  unusual: readonly UnusualCode[],
  payments: readonly MarkedPayment[],
  pay_date: string,
): Marks {
  const blockers = payments.flatMap(payment => realBlockers(payment.blockers, pay_date))
  const lasting = blockers.filter(({ code }) => code !== 'RATE_MISSING' && code !== 'RATE_STALE')
  const blocked = lasting.length > 0
  const leaves = blocked ? 'BLOCKED' : `LEAVES ${pairsOf(payments).join(',')}`.trim()
  return {
    marks: [
      ...(unusual.length > 0 ? ['UNUSUAL'] : []),
      ...unusual.map(code => `UNUSUAL ${code}`),
      ...payments
        .filter(of => !isBeforeRest(of, payments))
        .map(of =>
          `PAYS ${of.source_currency} ${of.currency} ${of.network} ${of.country_code ?? ''}`.trim(),
        ),
      leaves,
    ],
    unusual: unusual.length > 0,
    blocked,
    until: lasting.flatMap(({ until }) => until ?? []).sort()[0] ?? null,
  }
}

/** What goes before a rest bears no mark of its own: marks are kept, and a wish for it is said and taken back at any time. */
function isBeforeRest(
  { first_part, destination_uuid }: MarkedPayment,
  all: readonly MarkedPayment[],
): boolean {
  const rest = all.some(of => of.first_part === 'REST' && of.destination_uuid === destination_uuid)
  return first_part === 'FIRST' && rest
}

/** Blockers of a planned payment without those that end by themselves before the pay date. */
export function realBlockers<B extends Hold>(blockers: readonly B[], pay_date: string): B[] {
  return blockers.filter(
    ({ code, until }) => code !== 'DESTINATION_COOLING' || (until ?? '') > `${pay_date}T`,
  )
}

function pairsOf(payments: readonly MarkedPayment[]): string[] {
  const foreign = payments.filter(of => of.currency !== of.source_currency)
  return [...new Set(foreign.map(of => `${of.source_currency}/${of.currency}`))].sort()
}

/** The statuses that a cycle's items have. */
export function statusesIn(counts: readonly CycleCount[]): LineItemStatus[] {
  return [...new Set(itemsIn(counts).map(({ status }) => status))]
}

/** How many items there are, whatever their state. */
export function allItems(counts: readonly CycleCount[]): number {
  return sum(itemsIn(counts))
}

/** How many items are a part of the cycle's pay. */
export function liveItems(counts: readonly CycleCount[]): number {
  return sum(itemsIn(counts).filter(({ status }) => isLive(status)))
}

/** How many items are in a state. */
export function itemsOf(counts: readonly CycleCount[], wanted: LineItemStatus): number {
  return sum(itemsIn(counts).filter(({ status }) => status === wanted))
}

/** How many items wait for approval. */
export function waitingItems(counts: readonly CycleCount[]): number {
  return itemsOf(counts, 'PENDING_APPROVAL')
}

/** What the items in these states come to, per currency. */
export function totalsOf(
  counts: readonly CycleCount[],
  which: (status: LineItemStatus) => boolean,
): Money[] {
  return totalsByCurrency(
    itemsIn(counts)
      .filter(({ status }) => which(status))
      .map(({ currency, amount_minor }) => ({ currency, minor: amount_minor })),
  )
}

/** What is unusual, by its kind, the most frequent first. */
export function unusualKinds(
  counts: readonly CycleCount[],
): { code: UnusualCode; items: number }[] {
  const kinds = marked(counts, 'UNUSUAL').filter(({ rest }) => rest !== '')
  return [...Map.groupBy(kinds, ({ rest }) => rest)]
    .map(([code, group]) => ({ code: code as UnusualCode, items: sum(group) }))
    .sort((a, b) => b.items - a.items)
}

/** How many of the items that wait are unusual: in one way, or in any. */
export function unusualItems(counts: readonly CycleCount[], code?: UnusualCode): number {
  const wanted = code ? `UNUSUAL ${code}` : 'UNUSUAL'
  return sum(counts.filter(({ mark }) => mark === wanted))
}

/** What differs from the cycle before, by its kind and currency. */
export function differenceKinds(
  counts: readonly CycleCount[],
): { code: DifferenceCode; people: number; difference: Money }[] {
  return marked(counts, 'DIFFERENCE').map(({ rest, currency, items, amount_minor }) => ({
    code: rest as DifferenceCode,
    people: items,
    difference: { currency, minor: amount_minor },
  }))
}

/** The payments that approving all that waits would make, by where they go. */
export function paymentKinds(counts: readonly CycleCount[]) {
  return marked(counts, 'PAYS').map(({ rest, items }) => {
    // Marks from before name no country.
    const [source_currency = '', currency = '', network = '', country] = rest.split(' ')
    return { source_currency, currency, network, country_code: country ?? null, payments: items }
  })
}

/**
 * The marks of items that wait and cannot leave: they are blocked, or a rate that they need cannot be used. What needs no rate is asked
 * about without currencies.
 */
export function blockedMarks(
  counts: readonly CycleCount[],
  mayUse: (from_currency: string, to_currency: string) => boolean,
): string[] {
  const stopped = marked(counts, 'LEAVES').filter(({ rest }) =>
    rest.split(',').some(pair => {
      const [from = '', to = ''] = pair.split('/')
      return !mayUse(from, to)
    }),
  )
  return ['BLOCKED', ...new Set(stopped.map(({ mark }) => mark))]
}

/** How many items that wait bear one of these marks, of which an item has at most one. */
export function itemsMarked(counts: readonly CycleCount[], marks: readonly string[]): number {
  return sum(counts.filter(({ mark }) => marks.includes(mark)))
}

function itemsIn(counts: readonly CycleCount[]) {
  return marked(counts, 'ITEM').map(count => ({ ...count, status: count.rest as LineItemStatus }))
}

function marked(counts: readonly CycleCount[], kind: string) {
  return counts
    .filter(({ mark, items }) => items > 0 && mark.split(' ', 1)[0] === kind)
    .map(count => ({ ...count, rest: count.mark.slice(kind.length + 1) }))
}

function sum(counts: readonly { readonly items: number }[]): number {
  return counts.reduce((all, { items }) => all + items, 0)
}
