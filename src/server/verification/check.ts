/**
 * The check of everything that must always be true: the invariants, the seals of rows, the laws of the schema, the rails' books and the
 * anchors, in one snapshot. It goes on from where it last held, and remembers how far it came only when all holds.
 */
import { isDeepStrictEqual } from 'node:util'
import LAWS from '#db/laws.gen.json' with { type: 'json' }
import type { RailBooks, RailDeposit, RailTransfer } from '../gateways/rails/rail.ts'
import { type Database, SYSTEM, type Tx, transact } from '../kernel/db.ts'
import type { MasterKeys } from '../kernel/master-keys.ts'
import type { Anchor, Anchors } from './anchors.ts'
import { compareBooks, compareDeposits, readBooks, readDeposits } from './books.ts'
import { guardsDigest } from './guarded.store.ts'
import type { LawName } from './invariant.store.ts'
import { EVERYTHING, invariants, type Scope } from './invariants.report.store.ts'
import {
  currentSnapshot,
  digestOfChains,
  findMark,
  listTouched,
  type Mark,
  readHeads,
  saveMark,
  takeYourTime,
} from './mark.store.ts'
import { digestOfLaws, readLaws } from './schema-laws.store.ts'
import { digestOfSeals, forgetSeals, saveSeals } from './seal.store.ts'
import { checkSeals, sealerOf } from './seals.ts'

export type Verdict = {
  readonly name: LawName
  readonly violations: readonly string[]
}

/** What is checked beside the invariants. */
const BESIDE = ['rows-are-sealed', 'schema-is-whole', 'chains-are-anchored', 'rails-agree'] as const

/** Everything that is checked, in the order in which it is. */
export const LAW_NAMES: readonly LawName[] = [...invariants.map(({ name }) => name), ...BESIDE]

export type CheckDeps = {
  readonly db: Database
  readonly masterKeys: MasterKeys
  readonly anchors: Anchors
  readonly rails: readonly RailBooks[]
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
    deps.rails.map(async rail => ({
      ...{ rail, transfers: await readBooks(rail) },
      deposits: await readDeposits(rail),
    })),
  )
  const anchored = await deps.anchors.read()
  const found = await transact(
    deps.db,
    SYSTEM,
    tx => look(tx, deps, { all, keep, anchored, books }),
    {
      readonly: true,
      oneSnapshot: true,
    },
  )
  if (found.verdicts.some(one => one.violations.length > 0)) {
    // Another check may have come between the anchor that was read and the moment that was looked at.
    const now = await deps.anchors.read()
    return isDeepStrictEqual(now, anchored) ? found.verdicts : check(deps, { all, keep })
  }
  if (keep) await remember(deps, found)
  return found.verdicts
}

type Looking = {
  readonly all: boolean
  readonly keep: boolean
  readonly anchored: readonly Anchor[]
  readonly books: readonly {
    readonly rail: RailBooks
    readonly transfers: readonly RailTransfer[]
    readonly deposits: readonly RailDeposit[]
  }[]
}

async function look(tx: Tx, deps: CheckDeps, { all, keep, anchored, books }: Looking) {
  const guards = guardsDigest(LAWS)
  const mark = await findMark(tx)
  const touched = await touchedOf(tx)
  const found = await readLaws(tx)
  const here = {
    chains: await digestOfChains(tx),
    seals: await digestOfSeals(tx),
    laws: digestOfLaws(found, new Set(LAWS)),
  }
  const anchor = anchored.find(
    one => one.chains === here.chains && (one.seals ?? here.seals) === here.seals,
  )
  const sealedUnder = anchored.length > 0 ? anchor : mark
  const renew = sealedUnder !== undefined && sealedUnder.guards !== guards
  const scope: Scope =
    mark && !all && !mark.elsewhere ? { touched, snapshot: mark.snapshot } : EVERYTHING
  const by = { scope: renew ? EVERYTHING : scope, mark, touched, renew }
  const seals = await checkSeals(tx, by, sealerOf(deps.masterKeys))
  const verdicts = [
    ...(await askInvariants(tx, scope)),
    verdict('rows-are-sealed', seals.violations),
    verdict('schema-is-whole', strangeLaws(found.map(({ law }) => law))),
    verdict(
      'chains-are-anchored',
      anchored.length > 0 ? strays(here, anchored, { anchor, renew, mark }) : [],
    ),
    verdict(
      'rails-agree',
      (
        await Promise.all(
          books.map(async ({ rail, transfers, deposits }) => [
            ...(await compareBooks(tx, rail, transfers)),
            ...(await compareDeposits(tx, rail, deposits)),
          ]),
        )
      ).flat(),
    ),
  ]
  const heads = keep ? await readHeads(tx, scope.snapshot) : { chains: [], balances: [] }
  const before = anchor ?? { ...here, guards: renew ? undefined : guards }
  const next = { laws: here.laws, guards }
  return { mark, seals, verdicts, heads, before, next, snapshot: await currentSnapshot(tx) }
}

type Found = Awaited<ReturnType<typeof look>>

/** Whoever dies half-way leaves two anchors, of which the database is one. */
async function remember(
  { db, anchors }: CheckDeps,
  { mark, seals, heads, before, next, snapshot }: Found,
): Promise<void> {
  const kept = await transact(db, SYSTEM, async tx => {
    await takeYourTime(tx)
    const looked_to = { ...mark?.looked_to, ...seals.looked_to }
    if (!(await saveMark(tx, mark, { snapshot, looked_to, guards: next.guards }, heads)))
      return undefined
    for (const [table, keys] of seals.gone) await forgetSeals(tx, table, keys)
    for (const [table, rows] of seals.seals) await saveSeals(tx, table, rows)
    const anchor = { chains: await digestOfChains(tx), seals: await digestOfSeals(tx), ...next }
    await anchors.keep([before, anchor])
    return anchor
  })
  // Undefined: another process checked meanwhile and keeps its own.
  if (!kept) return
  // Nor does one that was slow take the place of what a later check keeps.
  const last = (await anchors.read()).at(-1)
  if (last?.chains === kept.chains && last.seals === kept.seals) await anchors.keep([kept])
}

async function askInvariants(tx: Tx, scope: Scope): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { name, violations } of invariants)
    verdicts.push(verdict(name, await violations(tx, scope)))
  return verdicts
}

function verdict(name: LawName, violations: readonly string[]): Verdict {
  return { name, violations }
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
      .filter(law => !/^(constraint|unique|security|event) /.test(law) && !ours.has(law))
      .map(law => `${law}: is none of ours`),
  ]
}

/** How the database differs from the anchors, of which it has to be one. */
function strays(
  here: Anchor,
  anchored: readonly Anchor[],
  { anchor, renew, mark }: { anchor: Anchor | undefined; renew: boolean; mark: Mark | undefined },
): string[] {
  const sameChains = anchored.some(({ chains }) => chains === here.chains)
  return [
    !sameChains &&
      'the marks of the chains are not those that were anchored: the database was set back, or its log rewritten',
    sameChains && !anchor && 'the seals are not those that were anchored',
    !mark && 'the mark of the last check is gone',
    anchor &&
      !renew &&
      anchor.laws !== here.laws &&
      'the laws of the schema do not say what they said',
  ].filter(one => typeof one === 'string')
}
