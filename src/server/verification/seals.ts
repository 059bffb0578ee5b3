/**
 * Seals of rows. A seal is made with a key that is not in the database, so that a row changed by hand does not have the one it should:
 * every change that is ours has an audit entry, and is sealed anew by the next check.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../kernel/db.ts'
import type { MasterKeys } from '../kernel/master-keys.ts'
import type { Packed } from '../kernel/rows.ts'
import { GUARDED, type Guarded } from './guarded.store.ts'
import type { Scope } from './invariants.report.store.ts'
import type { Mark } from './mark.store.ts'
import {
  goneKeys,
  goneOf,
  pageOfRows,
  rowsExplained,
  rowsWithKeys,
  type Sealable,
  type SealRow,
  unsealedKeys,
  waitingSeals,
} from './seal.store.ts'

export type SealCheck = {
  readonly violations: string[]
  /** Seals to keep once everything holds, and those of rows that left. */
  readonly seals: ReadonlyMap<string, readonly Packed[]>
  readonly gone: ReadonlyMap<string, readonly string[]>
  readonly looked_to: Readonly<Record<string, readonly string[]>>
}

const PAGE = 2000
/** How many old rows of a table a check looks at again, one part after the other. */
const SLICE = 2000
const MOST_NAMED = 20

export type Sealer = ReturnType<typeof sealerOf>

/** Makes and compares the seals of rows. */
export function sealerOf(master: MasterKeys) {
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
    /** The key that seals are made with. */
    current: master.current,
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

/** What a check of seals goes by. */
export type SealScope = {
  readonly scope: Scope
  readonly mark: Mark | undefined
  readonly touched: ReadonlyMap<string, ReadonlyMap<string, unknown>>
  /** Whether the seals that are there are of other columns: then everything is taken as it is, and sealed anew. */
  readonly renew: boolean
}

/**
 * Looks at the seals of everything, or of what was touched, what is new, and the next part of the old. The first check ever takes
 * everything as it is.
 */
export async function checkSeals(tx: Tx, by: SealScope, sealer: Sealer): Promise<SealCheck> {
  const violations: string[] = []
  const seals = new Map<string, readonly Packed[]>()
  const gone = new Map<string, readonly string[]>()
  const looked_to: Record<string, readonly string[]> = {}
  for (const guarded of GUARDED) {
    const fresh = waitingSeals()
    const judge = (row: Sealable) => {
      const said = judgeRow(guarded, row, by, sealer)
      if (said === 'seal') fresh.add(sealer.seal(guarded.table, row))
      else if (said) violations.push(`${guarded.table} ${row.row_key}: ${said}`)
    }
    if (by.scope.touched === null) for await (const row of allRows(tx, guarded)) judge(row)
    else Object.assign(looked_to, await judgeSome(tx, guarded, by, judge))
    const left = await leftRows(tx, guarded, by)
    violations.push(...left.stolen.map(key => `${guarded.table} ${key}: is gone`))
    gone.set(guarded.table, left.ours)
    seals.set(guarded.table, fresh.pages())
  }
  return { violations: violations.slice(0, MOST_NAMED), seals, gone, looked_to }
}

/** Judges what was touched, what is new and the next part of the old; answers up to where that came. */
async function judgeSome(
  tx: Tx,
  guarded: Guarded,
  { mark, touched }: SealScope,
  judge: (row: Sealable) => void,
): Promise<Record<string, readonly string[]>> {
  const named = new Set(await unsealedKeys(tx, guarded))
  for (const id of idsOf(guarded, touched)) named.add(id)
  for await (const rows of rowsWithKeys(tx, guarded, named)) rows.forEach(judge)
  const judgeOnce = (row: Sealable) => {
    if (named.has(row.row_key)) return
    named.add(row.row_key)
    judge(row)
  }
  for await (const rows of rowsExplained(tx, guarded, touched)) rows.forEach(judgeOnce)
  const slice = await pageOfRows(tx, guarded, mark?.looked_to[guarded.table] ?? null, SLICE)
  slice.forEach(judgeOnce)
  const last = slice.length === SLICE ? slice.at(-1) : undefined
  return last ? { [guarded.table]: last.keys } : {}
}

/** Seals whose rows are gone: by an action of ours, or by somebody's hand. Of everything, or of what was touched. */
async function leftRows(
  tx: Tx,
  guarded: Guarded,
  { scope, touched, renew }: SealScope,
): Promise<{ ours: readonly string[]; stolen: readonly string[] }> {
  const named = guarded.leaves ? idsOf(guarded, touched) : []
  const ours = renew ? await goneKeys(tx, guarded) : await goneOf(tx, guarded, named)
  if (renew || scope.touched !== null) return { ours, stolen: [] }
  return { ours, stolen: (await goneKeys(tx, guarded)).filter(key => !ours.includes(key)) }
}

/** The ids that entities which explain a row by its own key were touched under. */
function idsOf({ explained = [] }: Guarded, touched: SealScope['touched']): string[] {
  return explained
    .filter(({ by }) => by === undefined)
    .flatMap(({ entity }) => [...(touched.get(entity)?.keys() ?? [])])
}

/** `seal` when the row is ours and wants a new seal, words when it is not ours, null when all is as it was. */
function judgeRow(
  guarded: Guarded,
  row: Sealable,
  { mark, touched, renew }: SealScope,
  { holds, current }: Sealer,
): string | null {
  // One that holds under an older key is made anew, so that the older key can go.
  if (row.seal && holds(guarded.table, row, row.seal))
    return row.seal.key_id === current ? null : 'seal'
  const isFixed = guarded.fixed !== undefined && row.seal !== null
  const explained = row.names.some(([entity, id]) => touched.get(entity)?.has(id))
  if (renew || (explained && !isFixed)) return 'seal'
  if (row.seal) return 'was changed without an audit entry'
  return mark && guarded.announced ? 'came to be without an audit entry' : 'seal'
}

async function* allRows(tx: Tx, guarded: Guarded): AsyncGenerator<Sealable> {
  for (let after: readonly string[] | null = null; ; ) {
    const page: Sealable[] = await pageOfRows(tx, guarded, after, PAGE)
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)?.keys ?? null
  }
}
