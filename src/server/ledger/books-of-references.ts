/** What is booked under references, looked up by each of them: a file has thousands of receipts, and one reference may have as many. */
import { calledBy, nameOf } from '#domain/ledger/shared-reference.ts'
import { uuidOf } from '../kernel/ids.ts'
import { keyOf, type Receipt } from './receipts.ts'
import type { SharingRow } from './sharing.report.store.ts'

/** What is booked, or (`here`) will be by the file that is read. */
export type KnownRow = SharingRow & { readonly here?: true }

/** What is called so, or is of an entry: what stands, and what was taken back so that its parts take its place. */
export type Known = { readonly stands: readonly KnownRow[]; readonly apart: readonly KnownRow[] }

type Shelf = Map<string, KnownRow[]>

/** What is known of references that the database folded; it grows by what is named. */
export function booksOf(known: readonly KnownRow[]) {
  const called: Shelf = new Map()
  const entries: Shelf = new Map()
  const taken = new Set<string>()
  const keys = new Set<string>()
  const last = new Map<string, number>()
  const add = (row: KnownRow) => {
    taken.add(row.folded)
    for (const name of namesOf(row)) put(called, name, row)
    for (const entry of new Set([row.folded, row.shares ?? row.folded])) put(entries, entry, row)
  }
  for (const row of known) add(row)
  return {
    /** What is called by a reference, as the first of it or a later one. */
    called: (name: string): Known => knownOf(called.get(name)),
    /** What is booked of an entry, whole or in parts. */
    ofEntry: (entry: string): Known => knownOf(entries.get(entry)),
    /** Adds a new receipt, by the first name of its reference that is not taken, also not as the program makes letters small, of which ids are made. */
    name(receipt: Receipt, folded: string, entry: string): Receipt {
      const key = (n: number) => keyOf({ reference: nameOf(receipt.reference, n) })
      let n = (last.get(folded) ?? 0) + 1
      while (taken.has(nameOf(folded, n)) || keys.has(key(n))) n += 1
      last.set(folded, n)
      keys.add(key(n))
      const reference = nameOf(receipt.reference, n)
      const shares = n > 1 ? (receipt.shares ?? receipt.reference) : receipt.shares
      const funding_uuid = uuidOf(`funding-record:${key(n)}`)
      const booked = { ...receipt, reference, shares, funding_uuid }
      const shared = n > 1 || entry !== folded ? entry : null
      const owner = receipt.employer_uuid
      add({ ...booked, owner, folded: nameOf(folded, n), shares: shared, apart: false, here: true })
      return booked
    },
  }
}

/** The references by which a receipt is called: of one that shares a reference also that without its number. What shares none is called as somebody wrote it, whatever that looks like. */
export function namesOf({ folded, shares }: KnownRow): string[] {
  return shares === null ? [folded] : calledBy(folded)
}

function knownOf(rows: readonly KnownRow[] = []): Known {
  return { stands: rows.filter(row => !row.apart), apart: rows.filter(row => row.apart) }
}

function put(shelf: Shelf, name: string, row: KnownRow): void {
  const rows = shelf.get(name)
  if (rows) rows.push(row)
  else shelf.set(name, [row])
}
