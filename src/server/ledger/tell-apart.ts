/** Which receipts of a bank's file are new, and what each is called: several may share a reference, and the same may come again (decisions 0155, 0158, 0162). */
import { type Text, textOf } from '#domain/kernel/words.ts'
import { comesToTheSame, freshOf, isWithin, mayBeAmong } from '#domain/ledger/shared-reference.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { booksOf, type KnownRow, namesOf } from './books-of-references.ts'
import { foldReferences } from './funding.store.ts'
import type { Receipt, Shown, ShownUnder } from './receipts.ts'
import { findSharing } from './sharing.report.store.ts'

/** A receipt that is taken for one that was booked of another day, or of this very file: it may be another one. */
export type Doubt = Pick<Receipt, 'reference' | 'received_on'> & { readonly booked_on: string }

/** Which receipts are new, by the name under which they are booked, what may be another one, each said once, and what cannot be told. */
export type Apart = {
  readonly fresh: ReadonlyMap<Receipt, Receipt>
  readonly doubts: readonly Doubt[]
  readonly wrong: readonly { readonly receipt: Receipt; readonly text: Text }[]
}

/**
 * Tells the receipts of a bank's file from what is booked. `shownUnder` is asked where statements were read: what they show decides how many there are.
 * Whoever books holds all other bookings back.
 */
export async function tellApart(
  ctx: Ctx,
  receipts: readonly Receipt[],
  shownUnder: ShownUnder | undefined,
): Promise<Apart> {
  const spelled = receipts.flatMap(({ reference, shares }) => [reference, shares ?? reference])
  const folded = await foldReferences(ctx.tx, spelled)
  const fold = (reference: string) => folded.get(reference) ?? reference
  const names = new Set(spelled.map(fold))
  const rows: KnownRow[] = await findSharing(ctx.tx, [...names])
  const known = booksOf(rows)
  for (const row of rows) for (const name of namesOf(row)) names.add(name)
  const shown = await shownUnder?.([...names])
  const all = shown && Map.groupBy(shown, of => of.folded)
  const fresh = new Map<Receipt, Receipt>()
  const doubts: Doubt[] = []
  const wrong: Wrong[] = []
  const tell = (name: string, group: readonly Receipt[], again: boolean): Group => {
    const { stands, apart } = known.called(name)
    const before = again ? [...stands, ...apart] : stands
    const sums = group.map(of => ({ ...of, owner: of.employer_uuid }))
    const of_payer = group.every(of => of.of_payer)
    const told = freshOf(sums, before, all ? (all.get(name) ?? []) : null, of_payer)
    if (!('wrong' in told)) return { name, group, before, fresh: told.fresh }
    wrong.push(...group.slice(0, 1).map(wrongAs(told.wrong)))
    return { name, group, before, fresh: new Set() }
  }
  const tellEntry = (entry: string, parts: readonly Receipt[]) => {
    const groups = Map.groupBy(parts, of => fold(of.reference))
    const { stands: booked, apart } = known.ofEntry(entry)
    const again = apart.length > 0 && !givesWay(apart, booked, parts, groups)
    const isOtherwise =
      booked.length > 0 && comesToTheSame(booked, parts) && isCalledOtherwise(booked, groups)
    if (isOtherwise && !(all && areShown(booked, all))) {
      if (!all) doubts.push(...doubtsOf(parts, new Set(), booked))
      return
    }
    const told = [...groups].map(([name, group]) => tell(name, group, again))
    const maybe = told.some(of => of.fresh.size > 0) ? maybeBooked(told, booked, all) : new Map()
    for (const { name, group, before, fresh: news } of told) {
      if (!all) doubts.push(...doubtsOf(group, news, before))
      for (const [at, receipt] of group.entries()) {
        if (!news.has(at)) continue
        const { reference, received_on } = receipt
        if (!maybe.has(received_on)) fresh.set(receipt, known.name(receipt, name, entry))
        else if (!all)
          doubts.push({ reference, received_on, booked_on: maybe.get(received_on) ?? received_on })
      }
    }
  }
  for (const report of Map.groupBy(receipts, of => of.report).values())
    for (const [entry, parts] of Map.groupBy(report, of => fold(of.shares ?? of.reference)))
      tellEntry(entry, parts)
  const distinct = new Map(doubts.map(of => [Object.values(of).join(' '), of]))
  return { fresh, doubts: [...distinct.values()], wrong }
}

/** What an entry says of one reference: what is booked so, and which of what it says is new. */
type Group = {
  readonly name: string
  readonly group: readonly Receipt[]
  readonly before: readonly KnownRow[]
  readonly fresh: ReadonlySet<number>
}
type AllShown = ReadonlyMap<string, readonly Shown[]> | undefined

/**
 * The days, with those of the bookings, on which something new may be what is booked of its entry already, in other parts and under other references: a bank that calls several
 * credits alike tells one of them again. What this telling shows itself, or statements do, is another receipt; so is, for a statement, what has another day.
 */
function maybeBooked(
  told: readonly Group[],
  booked: readonly KnownRow[],
  all: AllShown,
): Map<string, string> {
  const left = new Set(booked)
  for (const { group, before, fresh } of told) {
    const same = before.length > 0 && comesToTheSame(before, group)
    const shownHere = same ? before : group.filter((_, at) => !fresh.has(at))
    const bySum = Map.groupBy(before, sumKey)
    for (const one of shownHere) {
      const row = bySum.get(sumKey(one))?.pop()
      if (row) left.delete(row)
    }
  }
  const shown = all ? shownOf(booked, all) : new Set()
  const others = [...left].filter(row => !shown.has(row))
  const news = told.flatMap(({ group, fresh }) => group.filter((_, at) => fresh.has(at)))
  const days = [...Map.groupBy(news, of => of.received_on)].flatMap(([day, of]) => {
    const theirs = others.filter(
      row => (!all || row.received_on === day) && row.currency === of[0]?.currency,
    )
    const [one] = theirs.toSorted(
      (a, b) => Number(b.received_on === day) - Number(a.received_on === day),
    )
    return one && mayBeAmong(of, theirs) ? [[day, one.received_on] as const] : []
  })
  return new Map(days)
}

type Wrong = Apart['wrong'][number]

function wrongAs(why: 'OTHERWISE' | 'WHICH') {
  const key = why === 'WHICH' ? 'whichOfThem' : 'bookedOtherwise'
  return (receipt: Receipt): Wrong => {
    const { reference } = receipt
    return { receipt, text: textOf(`ledger.fundingFile.${key}`, { reference }) }
  }
}

/** What is not new, though nothing of its sum, or of which it is a part or the whole, was booked of its day, or it was just told. */
function doubtsOf(
  group: readonly Receipt[],
  fresh: ReadonlySet<number>,
  before: readonly KnownRow[],
): Doubt[] {
  const bySum = Map.groupBy(before, sumKey)
  return group.flatMap((receipt, at): Doubt[] => {
    const { reference, received_on } = receipt
    const taken = bySum.get(sumKey(receipt)) ?? before
    const [one] = taken
    const isSure = fresh.has(at) || taken.some(of => of.received_on === received_on && !of.here)
    return !one || isSure ? [] : [{ reference, received_on, booked_on: one.received_on }]
  })
}

function sumKey({ currency, amount_minor }: KnownRow | Receipt): string {
  return `${currency} ${amount_minor}`
}

/** Whether an entry was booked under other references than it is told of by now: whole, or in other parts. */
function isCalledOtherwise(booked: readonly KnownRow[], told: ReadonlyMap<string, unknown>) {
  const names = new Set<string>()
  for (const row of booked) {
    const called = namesOf(row)
    if (!called.some(name => told.has(name))) return true
    for (const name of called) names.add(name)
  }
  return ![...told.keys()].every(name => names.has(name))
}

/**
 * Whether what was taken back of an entry for its parts makes room for what is told of that: for what it comes to, by itself or with what stands, told otherwise than it
 * was booked. What comes to another sum is none of its parts.
 */
function givesWay(
  apart: readonly KnownRow[],
  booked: readonly KnownRow[],
  parts: readonly Receipt[],
  groups: ReadonlyMap<string, unknown>,
): boolean {
  const all = [...booked, ...apart]
  if (isToldAlike(all, parts, groups)) return false
  return comesToTheSame(all, parts) || comesToTheSame(apart, parts)
}

/** Whether an entry is told by the very receipts that were booked of it: what was taken back of them for their parts is known so, and is not booked again. */
function isToldAlike(
  booked: readonly KnownRow[],
  parts: readonly Receipt[],
  groups: ReadonlyMap<string, unknown>,
): boolean {
  const sums = (of: readonly (KnownRow | Receipt)[]) => of.map(sumKey).toSorted().join()
  return sums(booked) === sums(parts) && !isCalledOtherwise(booked, groups)
}

/** Whether statements show all that is booked by the references that it has, so that what they show by others is another receipt. */
function areShown(booked: readonly KnownRow[], all: NonNullable<AllShown>): boolean {
  return shownOf(booked, all).size === booked.length
}

/** What of it statements show, reference by reference: all that is booked by one, where they show as much. */
function shownOf(booked: readonly KnownRow[], all: NonNullable<AllShown>): Set<KnownRow> {
  const nameOfShown = (row: KnownRow) => namesOf(row).find(name => all.has(name)) ?? row.folded
  return new Set(
    [...Map.groupBy(booked, nameOfShown)].flatMap(([name, rows]) =>
      isWithin(rows, all.get(name) ?? []) ? rows : [],
    ),
  )
}
