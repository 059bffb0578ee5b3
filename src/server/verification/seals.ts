/**
 * Seals of rows. A seal is made with a key that is not in the database, so that a row changed by hand does not have the one it should:
 * every change that is ours has an audit entry, and is sealed anew by the next check.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../kernel/db.ts'
import type { MasterKeys } from '../kernel/master-keys.ts'
import { GUARDED, type Guarded } from './guarded.store.ts'
import type { Scope } from './invariants.store.ts'
import type { Mark } from './mark.store.ts'
import {
  goneKeys,
  pageOfRows,
  rowsWithKeys,
  type Sealable,
  type SealRow,
  unsealedKeys,
} from './seal.store.ts'

export type SealCheck = {
  readonly violations: string[]
  /** Seals to keep once everything holds. */
  readonly seals: ReadonlyMap<string, readonly SealRow[]>
  readonly looked_to: Readonly<Record<string, readonly string[]>>
}

const PAGE = 5000
/** How many old rows of a table a check looks at again, one part after the other. */
const SLICE = 2000
const MOST_NAMED = 20

/** Makes and compares the seals of rows. */
export function sealer(master: MasterKeys) {
  const derived = new Map<string, Buffer>()
  const keyOf = (id: string): Buffer | undefined => {
    const from = master.keys[id]
    if (!from) return undefined
    const known =
      derived.get(id) ?? Buffer.from(hkdfSync('sha256', from, 'corridor', 'row seals', 32))
    derived.set(id, known)
    return known
  }
  const macOf = (id: string, table: string, row: Sealable) => {
    const key = keyOf(id)
    return (
      key &&
      createHmac('sha256', key).update(`${table}\\0${row.row_key}\\0${row.digest}`).digest('base64')
    )
  }
  return {
    seal: (table: string, row: Sealable): SealRow => ({
      row_key: row.row_key,
      key_id: master.current,
      mac: macOf(master.current, table, row) ?? '',
      version: row.version,
    }),
    /** Whether the row has the seal that it should; one of a key that is not at hand cannot be told, and counts as broken. */
    holds: (table: string, row: Sealable, seal: SealRow): boolean => {
      const expected = macOf(seal.key_id, table, row)
      return expected !== undefined && isEqual(expected, seal.mac)
    },
  }
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * Looks at the seals of everything, or of what was touched, what is new, and the next part of the old. The first check ever takes
 * everything as it is.
 */
export async function checkSeals(
  tx: Tx,
  scope: Scope,
  mark: Mark | undefined,
  touched: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  { seal, holds }: ReturnType<typeof sealer>,
): Promise<SealCheck> {
  const violations: string[] = []
  const seals = new Map<string, SealRow[]>()
  const looked_to: Record<string, readonly string[]> = {}
  for (const guarded of GUARDED) {
    const fresh: SealRow[] = []
    const judge = (row: Sealable) => {
      const said = judgeRow(guarded, row, mark, touched, holds)
      if (said === 'seal') fresh.push(seal(guarded.table, row))
      else if (said) violations.push(`${guarded.table} ${row.row_key}: ${said}`)
    }
    if (scope.touched === null) {
      for await (const row of allRows(tx, guarded)) judge(row)
      for (const key of await goneKeys(tx, guarded))
        violations.push(`${guarded.table} ${key}: is gone`)
    } else {
      const named = [...(touched.get(guarded.entity ?? '')?.keys() ?? [])]
      const keys = new Set([...named, ...(await unsealedKeys(tx, guarded))])
      for (const row of await rowsWithKeys(tx, guarded, [...keys])) judge(row)
      const slice = await pageOfRows(tx, guarded, mark?.looked_to[guarded.table] ?? null, SLICE)
      for (const row of slice) if (!keys.has(row.row_key)) judge(row)
      const last = slice.length === SLICE ? slice.at(-1) : undefined
      if (last) looked_to[guarded.table] = last.keys
    }
    seals.set(guarded.table, fresh)
  }
  return { violations: violations.slice(0, MOST_NAMED), seals, looked_to }
}

/** `seal` when the row is ours and wants a new seal, words when it is not ours, null when all is as it was. */
function judgeRow(
  guarded: Guarded,
  row: Sealable,
  mark: Mark | undefined,
  touched: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  holds: (table: string, row: Sealable, seal: SealRow) => boolean,
): string | null {
  const explained = guarded.entity !== undefined && touched.get(guarded.entity)?.has(row.row_key)
  if (!row.seal) {
    if (mark && guarded.announced && !explained) return 'came to be without an audit entry'
    return 'seal'
  }
  if (holds(guarded.table, row, row.seal)) return null
  return explained ? 'seal' : 'was changed without an audit entry'
}

async function* allRows(tx: Tx, guarded: Guarded): AsyncGenerator<Sealable> {
  for (let after: readonly string[] | null = null; ; ) {
    const page: Sealable[] = await pageOfRows(tx, guarded, after, PAGE)
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)?.keys ?? null
  }
}
