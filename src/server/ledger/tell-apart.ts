/** Which receipts of a bank's file are new, and what each is called: several may share a reference, and the same may come again (decision 0155). */
import { type Text, textOf } from '#domain/kernel/words.ts'
import { freshOf, isCalled, nameOf } from '#domain/ledger/shared-reference.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { foldReferences } from './funding.store.ts'
import { keyOf, type Receipt, type Shown } from './receipts.ts'
import { findSharing, type SharingRow } from './sharing.report.store.ts'

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
  const known: KnownRow[] = await findSharing(ctx.tx, [...new Set(spelled.map(fold))])
  const all = shown && Map.groupBy(shown, ({ reference }) => fold(reference))
  const fresh = new Map<Receipt, Receipt>()
  const doubts: Doubt[] = []
  const wrong: Wrong[] = []
  const keys = new Set<string>()
  const tell = (name: string, group: readonly Receipt[], entry: string) => {
    const before = known.filter(row => isCalled(row.folded, name))
    const sums = group.map(of => ({ ...of, owner: of.employer_uuid }))
    const told = freshOf(sums, before, all ? (all.get(name) ?? []) : null)
    if ('wrong' in told) return void wrong.push(...group.slice(0, 1).map(wrongAs(told.wrong)))
    if (!all) doubts.push(...doubtsOf(group, told.fresh, before))
    for (const [at, receipt] of group.entries()) {
      if (!told.fresh.has(at)) continue
      const taken = known.filter(row => isCalled(row.folded, name))
      const [booked, n] = named(receipt, name, taken, keys)
      keys.add(keyOf(booked))
      const shares = n > 1 || entry !== name ? entry : null
      known.push({ ...booked, folded: nameOf(name, n), shares, here: true })
      fresh.set(receipt, booked)
    }
  }
  for (const report of Map.groupBy(receipts, of => of.report).values())
    for (const [entry, parts] of Map.groupBy(report, of => fold(of.shares ?? of.reference))) {
      const booked = ofEntry(known, entry)
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
  return group.flatMap((receipt, at): Doubt[] => {
    const { reference, received_on, currency, amount_minor } = receipt
    const alike = before.filter(of => of.currency === currency && of.amount_minor === amount_minor)
    const [one] = alike
    const isSure = alike.some(of => of.received_on === received_on && !of.here)
    return fresh.has(at) || !one || isSure
      ? []
      : [{ reference, received_on, booked_on: one.received_on }]
  })
}

type KnownRow = SharingRow & { readonly here?: true }

/** What is booked of an entry, whole or in parts. */
function ofEntry(known: readonly KnownRow[], folded: string): KnownRow[] {
  return known.filter(row => row.shares === folded || row.folded === folded)
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
  const bookedOwn = booked.filter(row => !isCalled(row.folded, entry)).length
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

/** A new receipt with its name: the first of its reference that is not taken, also not as the program makes letters small, of which ids are made. */
function named(
  receipt: Receipt,
  name: string,
  taken: readonly KnownRow[],
  keys: ReadonlySet<string>,
): [Receipt, number] {
  const names = new Set(taken.map(row => row.folded))
  const key = (n: number) => keyOf({ reference: nameOf(receipt.reference, n) })
  let n = 1
  while (names.has(nameOf(name, n)) || keys.has(key(n))) n += 1
  const reference = nameOf(receipt.reference, n)
  const shares = n > 1 ? (receipt.shares ?? receipt.reference) : receipt.shares
  return [{ ...receipt, reference, shares, funding_uuid: uuidOf(`funding-record:${key(n)}`) }, n]
}

function sumOf(rows: readonly { readonly amount_minor: bigint }[]): bigint {
  return rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
}
