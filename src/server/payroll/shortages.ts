/** What the cycles of an employer lack, as home, the cycles and funds say it. */
import type { Money } from '#domain/kernel/money.ts'
import { type Coverage, coverageOf, type Shortage, shortageOf } from '#domain/ledger/shortage.ts'
import type { Tx } from '../kernel/db.ts'
import { announcedSums, readBalances } from '../ledger/index.ts'
import { isAskedForMoney, listWanted } from './cycle.report.store.ts'

/** Whether all that a cycle lacks is said to be on its way. */
export function isAnnounced({ short, on_its_way }: CycleShortage): boolean {
  const isOnItsWay = ({ currency, minor }: Money) =>
    on_its_way.some(way => way.currency === currency && way.minor === minor)
  return short.length > 0 && short.every(isOnItsWay)
}

export type CycleShortage = {
  readonly short: Money[]
  /** Of that, what the employer said is on its way. */
  readonly on_its_way: Money[]
  /** The rest of it, which is still to be sent; nothing of a company that is not verified. */
  readonly to_send: Money[]
}

/** By currency, what a cycle wants and what is there for it. */
export type CycleCoverage = Coverage & { readonly currency: string; readonly reserved: bigint }

/** What the balance lacks for a pay that is planned where nothing else wants of it, by its sum in each currency. */
export async function shortageOfPlanned(
  tx: Tx,
  employer_uuid: string,
  totals: readonly Money[],
): Promise<CycleShortage> {
  const [balances, announced, asked] = await Promise.all([
    readBalances(tx, employer_uuid),
    announcedSums(tx, employer_uuid),
    isAskedForMoney(tx, employer_uuid),
  ])
  const found = totals.map(({ currency, minor }) => {
    const available = balances.find(row => row.currency === currency)?.available ?? 0n
    const funds = { available, announced: announced.get(currency) ?? 0n, asked }
    return { currency, ...shortageOf({ own: minor, through: minor }, funds) }
  })
  return sumsOf(found)
}

function sumsOf(found: readonly (Shortage & { readonly currency: string })[]): CycleShortage {
  const sums = (which: keyof CycleShortage) =>
    found.flatMap(of => (of[which] > 0n ? [{ currency: of.currency, minor: of[which] }] : []))
  return { short: sums('short'), on_its_way: sums('on_its_way'), to_send: sums('to_send') }
}

type Judged = CycleShortage & { readonly coverage: CycleCoverage[] }

/** What the balance lacks for each of these cycles once those that are paid before took their part, whatever their order here. */
export async function shortagesOf(
  tx: Tx,
  employer_uuid: string,
  cycle_uuids: readonly string[],
): Promise<(cycle_uuid: string) => Judged> {
  const [balances, announced, wanted] = await Promise.all([
    readBalances(tx, employer_uuid),
    announcedSums(tx, employer_uuid),
    listWanted(tx, employer_uuid, cycle_uuids),
  ])
  const balanceOf = new Map(balances.map(row => [row.currency, row]))
  const found = wanted.map(({ cycle_uuid, currency, asked, ...want }) => {
    const funds = {
      available: balanceOf.get(currency)?.available ?? 0n,
      announced: announced.get(currency) ?? 0n,
      asked,
    }
    const reserved = balanceOf.get(currency)?.reserved ?? 0n
    const coverage = { currency, reserved, ...coverageOf(want, funds) }
    return { cycle_uuid, currency, coverage, ...shortageOf(want, funds) }
  })
  const byCycle = Map.groupBy(found, of => of.cycle_uuid)
  return cycle_uuid => {
    const own = byCycle.get(cycle_uuid) ?? []
    return { ...sumsOf(own), coverage: own.map(of => of.coverage) }
  }
}
