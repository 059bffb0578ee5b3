import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import {
  DECIDING_ORDER,
  LINE_ITEM_STATUSES,
  type LineItemStatus,
} from '#domain/payroll/line-item.ts'
import type { CycleKind } from '#domain/payroll/pay-policy.ts'
import type { DifferenceCode } from '#domain/payroll/review-marks.ts'
import type { Tx } from '../kernel/db.ts'
import { WANTED } from '../ledger/index.ts'
import type { HolidayHome } from '../reference/holidays.ts'
import { HOLIDAYS, WITH_HOLIDAYS } from './policy.report.store.ts'

export type CycleRecord = HolidayHome & {
  readonly cycle_uuid: string
  readonly employer_uuid: string
  readonly policy_uuid: string
  readonly policy_label: string
  /** Of a calendar, or the one day of a batch of payments. */
  readonly kind: CycleKind
  readonly period_index: number
  readonly start_date: string
  readonly end_date: string
  readonly nominal_pay_date: string
  readonly pay_date: string
  readonly moved_because: 'WEEKEND' | 'HOLIDAY' | null
  readonly opened_at: Date
  /** Whether reported time alone is paid. */
  readonly time_required: boolean
}

const CYCLE = sql`
  select c.cycle_uuid, c.employer_uuid, c.policy_uuid, c.period_index, c.start_date, c.end_date, c.nominal_pay_date, c.pay_date,
      c.moved_because, c.opened_at, p.label policy_label, p.cycle_kind kind, p.time_required, ${HOLIDAYS}
    from pay_cycle c join payroll_policy p on p.policy_uuid = c.policy_uuid join employer e on e.employer_uuid = c.employer_uuid
      ${WITH_HOLIDAYS}`

/** One cycle of a policy, or undefined. */
export async function findCycle(
  tx: Tx,
  policy_uuid: string,
  cycle_uuid: string,
): Promise<CycleRecord | undefined> {
  const { rows } =
    await sql<CycleRecord>`${CYCLE} where c.cycle_uuid = ${cycle_uuid}::uuid and c.policy_uuid = ${policy_uuid}::uuid`.execute(
      tx,
    )
  return rows[0]
}

/** The cycles of these ids, in no order. */
export async function listCyclesOf(tx: Tx, cycle_uuids: readonly string[]): Promise<CycleRecord[]> {
  const { rows } =
    await sql<CycleRecord>`${CYCLE} where c.cycle_uuid = any(${[...cycle_uuids]}::uuid[])`.execute(
      tx,
    )
  return rows
}

/** A batch that a cycle pays; `declined`: how many of its rows are of people who said no, none once it is cancelled. */
export type BatchOfCycle = {
  readonly rows: number
  readonly totals: Money[]
  readonly cancelled: boolean
  readonly declined: number
}

/** The batches that these cycles pay, by their id: of calendars' there are none. */
export async function listBatchesOf(
  tx: Tx,
  cycles: readonly CycleRecord[],
): Promise<ReadonlyMap<string, BatchOfCycle>> {
  const ids = cycles.filter(({ kind }) => kind === 'BATCH').map(({ cycle_uuid }) => cycle_uuid)
  if (ids.length === 0) return new Map()
  const { rows: found } = await sql<{
    batch_uuid: string
    row_count: number
    totals: readonly { currency: string; minor: string }[]
    cancelled: boolean
    declined: number
  }>`
    select b.batch_uuid, b.row_count, b.totals, b.cancelled_at is not null cancelled, (
        select count(*)::int from invitation v join payment_batch_row r on r.employer_uuid = v.employer_uuid and r.email = v.email
          where b.cancelled_at is null and v.employer_uuid = b.employer_uuid and v.status = 'REJECTED' and v.removed_at is null
            and r.batch_uuid = b.batch_uuid and r.line_item_uuid is null and app.has_declined(v.employer_uuid, v.email)
            and not exists (select from invitation w where w.employer_uuid = v.employer_uuid and w.email = v.email
              and w.status = 'REJECTED' and w.removed_at is null and w.invitation_uuid > v.invitation_uuid)) declined
      from payment_batch b where b.batch_uuid = any(${ids}::uuid[])`.execute(tx)
  return new Map(
    found.map(({ batch_uuid, row_count, totals, cancelled, declined }) => [
      batch_uuid,
      {
        ...{ rows: row_count, cancelled, declined },
        totals: totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
      },
    ]),
  )
}

/** The cycles of a policy that are paid on a day or later, in order, with what a calendar says of them. */
export async function listCyclesSince(
  tx: Tx,
  policy_uuid: string,
  pay_date: string,
): Promise<Pick<CycleRecord, 'start_date' | 'end_date' | 'pay_date'>[]> {
  const { rows } = await sql<Pick<CycleRecord, 'start_date' | 'end_date' | 'pay_date'>>`
    select start_date, end_date, pay_date from pay_cycle where policy_uuid = ${policy_uuid}::uuid and pay_date >= ${pay_date}::date
      order by start_date`.execute(tx)
  return rows
}

/** The opened cycles in which somebody of a pair earns or has an item that waits, in id order: the order in which they are locked. */
export async function listCyclesOfPair(
  tx: Tx,
  pair: {
    readonly employer_uuid: string
    readonly contractor_sub: string
    readonly policy_uuids: readonly string[]
  },
): Promise<{ policy_uuid: string; cycle_uuid: string }[]> {
  const { rows } = await sql<{ policy_uuid: string; cycle_uuid: string }>`
    select c.policy_uuid, c.cycle_uuid from pay_cycle c where c.policy_uuid = any(${[...pair.policy_uuids]}::uuid[]) and (
        exists (select from contract k where k.pay_policy_uuid = c.policy_uuid and k.employer_uuid = ${pair.employer_uuid}::uuid
          and k.contractor_sub = ${pair.contractor_sub} and k.earns && app.days(c.start_date, c.end_date))
        or exists (select from line_item i where i.cycle_uuid = c.cycle_uuid and i.contractor_sub = ${pair.contractor_sub}
          and i.status = 'PENDING_APPROVAL'))
      order by c.cycle_uuid`.execute(tx)
  return rows
}

/** The cycles in which somebody has an item that waits for approval or was approved, in id order: the order in which they are locked. */
export async function listCyclesUnpaidOf(
  tx: Tx,
  contractor_sub: string,
): Promise<{ policy_uuid: string; cycle_uuid: string }[]> {
  const { rows } = await sql<{ policy_uuid: string; cycle_uuid: string }>`
    select policy_uuid, cycle_uuid from pay_cycle where cycle_uuid in (
        select cycle_uuid from line_item where contractor_sub = ${contractor_sub} and status in ('PENDING_APPROVAL', 'APPROVED'))
      order by cycle_uuid`.execute(tx)
  return rows
}

export type CycleFilter = {
  readonly today: string
  readonly employer_uuid: string
  readonly policy_uuid?: string | undefined
  readonly view?: 'run' | 'historical' | 'reported' | undefined
  /** Only those whose own status it is (`cycleStatus`). */
  readonly status?: LineItemStatus | undefined
  readonly after?: { readonly pay_date: string; readonly cycle_uuid: string } | undefined
  readonly newest_first: boolean
  readonly limit: number
}

/** A page of cycles: running ones have an item that waits or is approved. */
export async function listCycles(tx: Tx, filter: CycleFilter): Promise<CycleRecord[]> {
  const { employer_uuid, policy_uuid, view, status, after, newest_first, limit } = filter
  const having = (...statuses: LineItemStatus[]) =>
    sql`exists (select from cycle_count n where n.cycle_uuid = c.cycle_uuid and n.items > 0
      and n.mark = any(${statuses.map(status => `ITEM ${status}`)}::text[]))`
  const running = having('PENDING_APPROVAL', 'APPROVED')
  const empty = sql`not ${having(...LINE_ITEM_STATUSES)}`
  const before = (status: LineItemStatus) => DECIDING_ORDER.slice(0, DECIDING_ORDER.indexOf(status))
  const undecided = (of: LineItemStatus) =>
    before(of).length > 0 ? sql`and not ${having(...before(of))}` : sql``
  const wanted = {
    run: sql`and (${running} or (${empty} and c.pay_date >= ${filter.today}::date))`,
    historical: sql`and not ${running} and not ${empty}`,
    reported: sql`and ${having('APPROVED', 'PAID')}`,
  }
  const way = newest_first ? sql`desc` : sql`asc`
  const beyond = newest_first ? sql`<` : sql`>`
  const { rows } = await sql<CycleRecord>`
    ${CYCLE} where c.employer_uuid = ${employer_uuid}::uuid ${policy_uuid ? sql`and c.policy_uuid = ${policy_uuid}::uuid` : sql``}
      ${view ? wanted[view] : sql``} ${status ? sql`and ${having(status)} ${undecided(status)}` : sql``}
      ${after ? sql`and (c.pay_date, c.cycle_uuid) ${beyond} (${after.pay_date}::date, ${after.cycle_uuid}::uuid)` : sql``}
      order by c.pay_date ${way}, c.cycle_uuid ${way} limit ${limit}`.execute(tx)
  return rows
}

/** What a cycle still wants of the balance in a currency, and what it and all that are paid before it want; in smallest units. */
export type Wanted = {
  readonly cycle_uuid: string
  readonly currency: string
  readonly own: bigint
  readonly through: bigint
  /** Whether its company is verified, and so asked for money. */
  readonly asked: boolean
}

/** Whether a company is verified, and so asked for money. */
export async function isAskedForMoney(tx: Tx, employer_uuid: string): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`
    select verification = 'VERIFIED' asked from employer where employer_uuid = ${employer_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]?.asked === true
}

/** What these cycles of an employer still want of the balance: what waits for approval, and what was approved and has no money yet. */
export async function listWanted(
  tx: Tx,
  employer_uuid: string,
  cycle_uuids: readonly string[],
): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select cycle_uuid, currency, own, through,
        (select verification = 'VERIFIED' from employer where employer_uuid = ${employer_uuid}::uuid) asked from (
      select c.cycle_uuid, n.currency, sum(n.minor)::bigint own,
          (sum(sum(n.minor)) over (partition by n.currency order by c.pay_date, c.cycle_uuid))::bigint through
        from pay_cycle c join ${WANTED} n using (cycle_uuid)
        where c.employer_uuid = ${employer_uuid}::uuid group by c.cycle_uuid, c.pay_date, n.currency) w
      where cycle_uuid = any(${[...cycle_uuids]}::uuid[]) order by currency`.execute(tx)
  return rows
}

/** The cycle of the same policy before this one, or undefined. */
export async function findPreviousCycle(
  tx: Tx,
  policy_uuid: string,
  start_date: string,
): Promise<{ cycle_uuid: string; pay_date: string } | undefined> {
  const { rows } = await sql<{ cycle_uuid: string; pay_date: string }>`
    select cycle_uuid, pay_date from pay_cycle where policy_uuid = ${policy_uuid}::uuid and start_date < ${start_date}::date
      order by start_date desc limit 1`.execute(tx)
  return rows[0]
}

/** Whose pay differs from that of the cycle before, with their names; the largest differences first. */
export async function listDifferences(tx: Tx, cycle_uuid: string, limit: number) {
  const { rows } = await sql<{
    contractor_sub: string
    contractor_name: string
    currency: string
    code: DifferenceCode
    difference_minor: bigint
    hours_hundredths: number
  }>`
    select d.contractor_sub, app.person_name(p.first_name, p.last_name) contractor_name, d.currency, d.code, d.difference_minor, d.hours_hundredths
      from (select contractor_sub, currency, code, difference_minor, hours_hundredths from cycle_difference
          where cycle_uuid = ${cycle_uuid}::uuid limit ${limit}) d
        join person_seen p on p.sub = d.contractor_sub
      order by abs(d.difference_minor) desc, d.contractor_sub, d.code`.execute(tx)
  return rows
}
