/**
 * The check of everything that must always be true: the invariants, the seals of rows, the laws of the schema, the rails' books and the
 * anchors, in one snapshot. It goes on from where it last held, and remembers how far it came only when all holds.
 */
import LAWS from '#db/laws.gen.json' with { type: 'json' }
import type { Rail } from '../gateways/rails/rail.ts'
import { type Database, SYSTEM, type Tx, transact } from '../kernel/db.ts'
import type { MasterKeys } from '../kernel/master-keys.ts'
import type { Anchor, Anchors } from './anchors.ts'
import { compareBooks, readBooks } from './books.ts'
import { guardsDigest } from './guarded.store.ts'
import { EVERYTHING, invariants, type Scope } from './invariants.report.store.ts'
import {
  currentSnapshot,
  digestOfChains,
  findMark,
  listTouched,
  readHeads,
  saveMark,
} from './mark.store.ts'
import { readLaws } from './schema-laws.store.ts'
import { digestOfSeals, forgetSeals, saveSeals } from './seal.store.ts'
import { checkSeals, sealer } from './seals.ts'

export type Verdict = {
  readonly name: string
  readonly meaning: string
  readonly violations: readonly string[]
}

export type CheckDeps = {
  readonly db: Database
  readonly masterKeys: MasterKeys
  readonly anchors: Anchors
  readonly rails: readonly Rail[]
}

/** Checks the invariants alone, of everything; the transaction must see all tenants. */
export async function verifyInvariants(tx: Tx): Promise<Verdict[]> {
  return askInvariants(tx, EVERYTHING)
}

/**
 * Checks everything since the mark, or the whole past with `all`; with `keep` it remembers how far it came, if all holds. Nothing is
 * written otherwise.
 */
export async function check(
  deps: CheckDeps,
  { all, keep }: { all: boolean; keep: boolean },
): Promise<Verdict[]> {
  const books = await Promise.all(
    deps.rails.map(async rail => ({ rail, transfers: await readBooks(rail) })),
  )
  const anchored = await deps.anchors.read()
  const found = await transact(
    deps.db,
    SYSTEM,
    async tx => {
      const mark = await findMark(tx)
      const touched = await touchedOf(tx)
      const scope: Scope = mark && !all ? { touched, snapshot: mark.snapshot } : EVERYTHING
      const renew = anchored !== undefined && anchored.guards !== guardsDigest()
      const by = { scope: renew ? EVERYTHING : scope, mark, touched, renew }
      const seals = await checkSeals(tx, by, sealer(deps.masterKeys))
      const verdicts = [
        ...(await askInvariants(tx, scope)),
        verdict(
          'rows-are-sealed',
          'No row that decides was changed but by an action that the audit log names.',
          seals.violations,
        ),
        verdict(
          'schema-is-whole',
          'Every constraint, trigger, policy, function and grant of the schema is there, and no others act on it.',
          strangeLaws(await readLaws(tx)),
        ),
        verdict(
          'chains-are-anchored',
          'The audit chains and the seals are those that were anchored outside the database.',
          await strayAnchor(tx, anchored, renew),
        ),
        verdict(
          'rails-agree',
          "Our attempts and the rails' own books say the same.",
          (
            await Promise.all(books.map(({ rail, transfers }) => compareBooks(tx, rail, transfers)))
          ).flat(),
        ),
      ]
      const heads = keep ? await readHeads(tx, scope.snapshot) : { chains: [], balances: [] }
      return { mark, seals, verdicts, heads, snapshot: await currentSnapshot(tx) }
    },
    { readonly: true, oneSnapshot: true },
  )
  if (keep && found.verdicts.every(one => one.violations.length === 0)) await remember(deps, found)
  return found.verdicts
}

type Found = {
  mark: Awaited<ReturnType<typeof findMark>>
  seals: Awaited<ReturnType<typeof checkSeals>>
  heads: Awaited<ReturnType<typeof readHeads>>
  snapshot: string
}

async function remember(deps: CheckDeps, { mark, seals, heads, snapshot }: Found): Promise<void> {
  const anchor = await transact(deps.db, SYSTEM, async tx => {
    const looked_to = { ...mark?.looked_to, ...seals.looked_to }
    if (!(await saveMark(tx, mark, { snapshot, looked_to }, heads))) return undefined
    for (const [table, keys] of seals.gone) await forgetSeals(tx, table, keys)
    for (const [table, rows] of seals.seals) await saveSeals(tx, table, rows)
    return {
      chains: await digestOfChains(tx),
      seals: await digestOfSeals(tx),
      guards: guardsDigest(),
    }
  })
  // Another process checked meanwhile and keeps its own.
  if (anchor) await deps.anchors.keep(anchor)
}

async function askInvariants(tx: Tx, scope: Scope): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { name, meaning, violations } of invariants)
    verdicts.push(verdict(name, meaning, await violations(tx, scope)))
  return verdicts
}

function verdict(name: string, meaning: string, violations: readonly string[]): Verdict {
  return { name, meaning, violations }
}

async function touchedOf(tx: Tx) {
  const touched = new Map<string, Map<string, { entries: number; status: string | null }>>()
  for (const { entity, id, ...said } of await listTouched(tx)) {
    const known = touched.get(entity) ?? new Map()
    touched.set(entity, known.set(id, said))
  }
  return touched
}

/** Laws that are missing, and what would act on our rows and is not ours. An index or a constraint more does no harm. */
function strangeLaws(found: readonly string[]): string[] {
  const there = new Set(found)
  const ours = new Set<string>(LAWS)
  return [
    ...LAWS.filter(law => !there.has(law)).map(law => `${law}: is missing or another one`),
    ...found
      .filter(law => /^(trigger|policy|function|grant|login) /.test(law) && !ours.has(law))
      .map(law => `${law}: is none of ours`),
  ]
}

async function strayAnchor(
  tx: Tx,
  anchored: Anchor | undefined,
  renew: boolean,
): Promise<string[]> {
  if (anchored === undefined) return []
  const strays: string[] = []
  if (anchored.chains !== (await digestOfChains(tx)))
    strays.push(
      'the marks of the chains are not those that were anchored: the database was set back, or its log rewritten',
    )
  if (!renew && anchored.seals !== (await digestOfSeals(tx)))
    strays.push('there are not as many seals as were anchored: some were taken away or added')
  return strays
}
