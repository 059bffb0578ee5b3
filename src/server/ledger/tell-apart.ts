/** Which receipts of a bank's file are new, and what each is called: several may share a reference, and the same may come again (decision 0155). */
import { type Text, textOf } from '#domain/kernel/words.ts'
import { calledBy, freshOf } from '#domain/ledger/shared-reference.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { booksOf, type KnownRow } from './books-of-references.ts'
import { foldReferences } from './funding.store.ts'
import type { Receipt, Shown } from './receipts.ts'
import { findSharing } from './sharing.report.store.ts'

/** A receipt that is taken for one that was booked of another day, or of this very file: it may be another one. */
export type Doubt = Pick<Receipt, 'reference' | 'received_on'> & { readonly booked_on: string }

/** Which receipts are new, by the name under which they are booked, what may be another one, and what cannot be told. */
export type Apart = {
  readonly fresh: ReadonlyMap<Receipt, Receipt>
  readonly doubts: readonly Doubt[]
  readonly wrong: readonly { readonly receipt: Receipt; readonly text: Text }[]
}

/**
 * Tells the receipts of a bank's file from what is booked. `shown` is all that statements show of them, where they were read: it decides how many there
 * are, on whichever day. Whoever books holds all other bookings back.
 */
export async function tellApart(
  ctx: Ctx,
  receipts: readonly Receipt[],
  shown: readonly Shown[] | undefined,
): Promise<Apart> {
  const spelled = receipts.flatMap(({ reference, shares }) => [reference, shares ?? reference])
  const folded = await foldReferences(ctx.tx, [
    ...spelled,
    ...(shown ?? []).map(({ reference }) => reference),
  ])
  const fold = (reference: string) => folded.get(reference) ?? reference
  const known = booksOf(await findSharing(ctx.tx, [...new Set(spelled.map(fold))]))
  const all = shown && Map.groupBy(shown, ({ reference }) => fold(reference))
  const fresh = new Map<Receipt, Receipt>()
  const doubts: Doubt[] = []
  const wrong: Wrong[] = []
  const tell = (name: string, group: readonly Receipt[], entry: string) => {
    const before = [...known.called(name)]
    const sums = group.map(of => ({ ...of, owner: of.employer_uuid }))
    const told = freshOf(sums, before, all ? (all.get(name) ?? []) : null)
    if ('wrong' in told) return void wrong.push(...group.slice(0, 1).map(wrongAs(told.wrong)))
    if (!all) doubts.push(...doubtsOf(group, told.fresh, before))
    for (const [at, receipt] of group.entries())
      if (told.fresh.has(at)) fresh.set(receipt, known.name(receipt, name, entry))
  }
  for (const report of Map.groupBy(receipts, of => of.report).values())
    for (const [entry, parts] of Map.groupBy(report, of => fold(of.shares ?? of.reference))) {
      const booked = known.ofEntry(entry)
      const own = parts.filter(of => fold(of.reference) !== entry).length
      if (isToldOtherwise(booked, entry, parts, own)) {
        if (!all) doubts.push(...ofOtherDays(parts, booked))
        continue
      }
      for (const [name, group] of Map.groupBy(parts, of => fold(of.reference)))
        tell(name, group, entry)
    }
  return { fresh, doubts, wrong }
}

type Wrong = Apart['wrong'][number]

function wrongAs(why: 'OTHERWISE' | 'WHICH') {
  const key = why === 'WHICH' ? 'whichOfThem' : 'bookedOtherwise'
  return (receipt: Receipt): Wrong => {
    const { reference } = receipt
    return { receipt, text: textOf(`ledger.fundingFile.${key}`, { reference }) }
  }
}

/** What is not new, though nothing of its sum was booked of its day, or it was just told. */
function doubtsOf(
  group: readonly Receipt[],
  fresh: ReadonlySet<number>,
  before: readonly KnownRow[],
): Doubt[] {
  const bySum = Map.groupBy(before, sumKey)
  return group.flatMap((receipt, at): Doubt[] => {
    const { reference, received_on } = receipt
    const alike = bySum.get(sumKey(receipt)) ?? []
    const [one] = alike
    const isSure = fresh.has(at) || alike.some(of => of.received_on === received_on && !of.here)
    return !one || isSure ? [] : [{ reference, received_on, booked_on: one.received_on }]
  })
}

function sumKey({ currency, amount_minor }: KnownRow | Receipt): string {
  return `${currency} ${amount_minor}`
}

/**
 * Whether an entry was booked otherwise taken apart: as much is known of it, in more or fewer receipts, or with more or fewer of them under references
 * of their `own`. Where as many have their own, these tell whether they are the same.
 */
function isToldOtherwise(
  booked: readonly KnownRow[],
  entry: string,
  group: readonly Receipt[],
  own: number,
): boolean {
  const currencies = new Set([...booked, ...group].map(({ currency }) => currency))
  const bookedOwn = booked.filter(row => !calledBy(row.folded).includes(entry)).length
  const otherwise = booked.length !== group.length || bookedOwn !== own
  return booked.length > 0 && otherwise && currencies.size === 1 && sumOf(booked) === sumOf(group)
}

/** What was told otherwise of another day. */
function ofOtherDays(group: readonly Receipt[], booked: readonly KnownRow[]): Doubt[] {
  const days = booked.map(({ received_on }) => received_on)
  const [booked_on = ''] = days
  return group
    .filter(({ received_on }) => !days.includes(received_on))
    .map(({ reference, received_on }) => ({ reference, received_on, booked_on }))
}

function sumOf(rows: readonly { readonly amount_minor: bigint }[]): bigint {
  return rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
}
