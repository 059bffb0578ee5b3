/**
 * Which line items an open cycle should have. A person earns a day of a role once: what is approved, paid, edited by somebody or
 * claimed in another cycle keeps its days, and what only waits takes those that are left (docs/rules/pay-dates.md, Proration).
 */
import { payFor } from '#domain/kernel/hours.ts'
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { smallLetters } from '#domain/kernel/small-letters.ts'
import type { Text } from '#domain/kernel/words.ts'
import type { IsHoliday } from './pay-dates.ts'
import { prorate } from './proration.ts'

/** Days from one to another, both included. */
export type Days = { readonly first: PlainDateString; readonly last: PlainDateString }

/** A signed contract that pays for some day of the period, with those days; `last` null means without end. */
export type FitContract = {
  readonly contract_uuid: string
  readonly contractor_sub: string
  readonly role: string
  readonly currency: string
  readonly hourly_rate_minor: bigint
  readonly scheduled_hours_hundredths: number
  readonly contract_start_date: PlainDateString
  readonly contract_end_date: PlainDateString | null
}

/** An item that the cycle has, or one of the same people that claims days of the period elsewhere (`contract_uuid` null there). */
export type FitItem = {
  readonly line_item_uuid: string
  readonly contract_uuid: string | null
  readonly contractor_sub: string
  readonly role: string
  /** The days it claims; null for an archived or cancelled one, which claims none. */
  readonly earned: Days | null
  /** Whether it only waits, as its contract gave it: nobody approved or edited it. */
  readonly flexible: boolean
  readonly hours_hundredths: number
}

export type Share = {
  readonly earned: Days
  readonly hours_hundredths: number
  readonly amount_minor: bigint
  /** How the hours came about; null for a whole period. */
  readonly proration: Text | null
}

export type Fit = {
  readonly insert: readonly { readonly contract: FitContract; readonly share: Share }[]
  readonly change: readonly { readonly line_item_uuid: string; readonly share: Share }[]
  /** Items that wait and have no day left to pay. */
  readonly archive: readonly string[]
}

type Period = { readonly start_date: PlainDateString; readonly end_date: PlainDateString }

/**
 * Decides what to insert, change and archive so that each contract has its days once. Nothing is decided twice: fitting again answers
 * nothing. `whole` is what the scheduled hours are for, where that is more than the days of the cycle.
 */
export function decideFit(
  period: Period,
  contracts: readonly FitContract[],
  items: readonly FitItem[],
  isHoliday: IsHoliday,
  whole = period,
): Fit {
  const taken = Map.groupBy(
    items.filter(item => item.earned && !item.flexible),
    personAndRole,
  )
  const byContract = new Map(items.map(item => [item.contract_uuid, item]))
  const insert: { contract: FitContract; share: Share }[] = []
  const change: { line_item_uuid: string; share: Share }[] = []
  const keeps = new Set<string>()
  for (const contract of contracts) {
    const item = byContract.get(contract.contract_uuid)
    if (item && !item.flexible) continue
    const days = daysLeft(contract, period, taken.get(personAndRole(contract)) ?? [])
    const share = days && shareOf(contract, days, whole, isHoliday)
    if (!share) continue
    if (!item) insert.push({ contract, share })
    else {
      keeps.add(item.line_item_uuid)
      if (!isSame(item, share)) change.push({ line_item_uuid: item.line_item_uuid, share })
    }
  }
  const archive = items
    .filter(item => item.flexible && !keeps.has(item.line_item_uuid))
    .map(item => item.line_item_uuid)
  return { insert, change, archive }
}

/** Items of one person in one role; roles are the same however they are capitalised, as the database's own law has it. */
function personAndRole({ contractor_sub, role }: { contractor_sub: string; role: string }): string {
  return `${contractor_sub} ${smallLetters(role.trim())}`
}

/** The longest run of days of the period that the contract pays and nothing claims yet, the earliest of equals; null when none is left. */
function daysLeft(contract: FitContract, period: Period, claims: readonly FitItem[]): Days | null {
  const { contract_start_date: from, contract_end_date: to } = contract
  const first = from > period.start_date ? from : period.start_date
  const last = to !== null && to < period.end_date ? to : period.end_date
  let runs: Days[] = first <= last ? [{ first, last }] : []
  for (const { earned } of claims) if (earned) runs = runs.flatMap(run => without(run, earned))
  const [longest] = runs.toSorted(
    (a, b) => lengthOf(b) - lengthOf(a) || (a.first < b.first ? -1 : 1),
  )
  return longest ?? null
}

function without(run: Days, claim: Days): Days[] {
  if (claim.last < run.first || claim.first > run.last) return [run]
  return [
    ...(run.first < claim.first ? [{ first: run.first, last: addDays(claim.first, -1) }] : []),
    ...(claim.last < run.last ? [{ first: addDays(claim.last, 1), last: run.last }] : []),
  ]
}

function lengthOf({ first, last }: Days): number {
  return Date.parse(last) - Date.parse(first)
}

/** What days of a period are worth; null when that is nothing, which would be approved and never paid. */
export function shareOf(
  contract: FitContract,
  earned: Days,
  period: Period,
  isHoliday: IsHoliday,
): Share | null {
  const { currency, hourly_rate_minor: minor, scheduled_hours_hundredths } = contract
  const whole = earned.first === period.start_date && earned.last === period.end_date
  const { hours_hundredths, prorated, said } = whole
    ? { hours_hundredths: scheduled_hours_hundredths, prorated: false, said: null }
    : prorate({
        scheduled_hours_hundredths,
        period,
        contract_start_date: earned.first,
        contract_end_date: earned.last,
        isHoliday,
      })
  const amount_minor = payFor({ currency, minor }, hours_hundredths).minor
  if (amount_minor === 0n) return null
  return { earned, hours_hundredths, amount_minor, proration: prorated ? said : null }
}

function isSame(item: FitItem, share: Share): boolean {
  return (
    item.hours_hundredths === share.hours_hundredths &&
    item.earned?.first === share.earned.first &&
    item.earned.last === share.earned.last
  )
}
