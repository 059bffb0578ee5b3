import { sql } from 'kysely'
import { isWrong } from '#domain/payments/lost.ts'
import { type CountedPayments, type CycleFacts, FEW_PAYMENTS } from '#domain/payments/pay-state.ts'
import type { Tx } from '../kernel/db.ts'
import { refusedAt } from './refusing.report.store.ts'

/** What a cycle's payments are, as far as its state is judged by them. */
export type CyclePayments = Pick<CycleFacts, 'counted' | 'cools_until'>

/** Where the payments of these cycles stand, by cycle, as they are held; kept by the triggers of 0058. What went wrong is looked at. */
export async function countPayments(
  tx: Tx,
  cycle_uuids: readonly string[],
): Promise<(cycle_uuid: string) => CyclePayments> {
  const { rows } = await sql<OfCycle>`
    select cycle_uuid, status, nullif(hold_reason, '') hold_reason, currency, payments::int payments, total_minor, unfunded_minor from payment_count
      where cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and payments > 0 order by cycle_uuid, currency, status, hold_reason`.execute(
    tx,
  )
  const cooling = rows.filter(({ hold_reason }) => hold_reason === 'DESTINATION_COOLING')
  const until = await coolsUntil(tx, [...new Set(cooling.map(row => row.cycle_uuid))])
  const fine = rows.filter(({ status }) => !isWrong(status))
  const wrong = rows.filter(({ status }) => isWrong(status)).map(row => row.cycle_uuid)
  const counted = Map.groupBy(
    [...fine, ...(await listWrong(tx, [...new Set(wrong)]))],
    row => row.cycle_uuid,
  )
  return cycle_uuid => ({
    counted: counted.get(cycle_uuid) ?? [],
    cools_until: until.get(cycle_uuid) ?? null,
  })
}

type OfCycle = CountedPayments & { readonly cycle_uuid: string }

/** What went wrong in these cycles, apart by what keeps it wherever it goes; with whose it is, where they are few. */
async function listWrong(tx: Tx, cycle_uuids: readonly string[]): Promise<OfCycle[]> {
  if (cycle_uuids.length === 0) return []
  const { rows } = await sql<OfCycle & { keeps: 'SUSPENDED' | 'COMPLIANCE' | null }>`
    select w.cycle_uuid, w.status, w.hold_reason, w.currency, w.unfunded_minor, w.keeps, w.payments, w.total_minor,
        case when w.payments <= ${sql.lit(FEW_PAYMENTS)} then w.named else '{}' end people
      from (select p.cycle_uuid, p.status, null hold_reason, p.source_currency currency, 0::bigint unfunded_minor, k.keeps,
          count(*)::int payments, sum(p.source_minor)::bigint total_minor, array_agg(app.person_name(s.first_name, s.last_name)) named
        from payment p join person_seen s on s.sub = p.contractor_sub join employer e on e.employer_uuid = p.employer_uuid
          cross join lateral (select case
            when s.suspended_at is not null or e.suspended_at is not null then 'SUSPENDED'
            when exists (select from compliance_hold h where h.contractor_sub = p.contractor_sub or h.employer_uuid = p.employer_uuid)
              then 'COMPLIANCE' end keeps) k
        where p.is_wrong and p.cycle_uuid = any(${[...cycle_uuids]}::uuid[])
        group by p.cycle_uuid, p.status, p.source_currency, k.keeps) w
      order by w.cycle_uuid, w.currency, w.status, w.keeps`.execute(tx)
  return rows.map(({ keeps, ...row }) => ({
    ...row,
    blockers: keeps === null ? [] : [{ code: keeps, who: 'CORRIDOR', until: null }],
  }))
}

/** When the last payment of each of these cycles may leave that waits for a new account. */
async function coolsUntil(tx: Tx, cycle_uuids: readonly string[]): Promise<Map<string, string>> {
  if (cycle_uuids.length === 0) return new Map()
  const { rows } = await sql<{ cycle_uuid: string; until: Date }>`
    select p.cycle_uuid, max(d.usable_from) until from payment p join destination d using (destination_uuid)
      where p.cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and p.hold_reason = 'DESTINATION_COOLING' group by 1`.execute(
    tx,
  )
  return new Map(rows.map(({ cycle_uuid, until }) => [cycle_uuid, until.toISOString()]))
}

/** Scheduled payments that are alike in all that could keep them: of whom, where and at which rate, with one of them. */
export type AlikePayments = Omit<CountedPayments, 'status' | 'hold_reason' | 'blockers'> & {
  readonly cycle_uuid: string
  /** The largest of them. */
  readonly payment_uuid: string
}

/** The scheduled payments of these cycles, by what could keep them. `pay_dates` are those of the cycles. */
export async function listAlike(
  tx: Tx,
  cycle_uuids: readonly string[],
  pay_dates: readonly string[],
): Promise<AlikePayments[]> {
  const { rows } = await sql<AlikePayments>`
    select p.cycle_uuid, p.source_currency currency, count(*)::int payments, sum(p.source_minor)::bigint total_minor, 0::bigint unfunded_minor,
        (array_agg(p.payment_uuid order by p.source_minor desc, p.payment_uuid))[1] payment_uuid
      from payment p join line_item i on i.line_item_uuid = p.line_item_uuid
        join person_seen s on s.sub = p.contractor_sub
        left join contractor k on k.sub = p.contractor_sub
        left join destination d on d.destination_uuid = p.destination_uuid
      where not p.is_over and p.pay_date = any(${[...pay_dates]}::date[]) and p.cycle_uuid = any(${[...cycle_uuids]}::uuid[])
        and p.status = 'SCHEDULED'
      group by p.cycle_uuid, p.source_currency, p.currency, p.network, p.rate, p.promised_minor is null, p.attempt > 0, p.funded, i.status,
        k.verification, s.suspended_at is null, d.status, p.destination_version is distinct from d.version,
        p.attempt = 0 and ${refusedAt(sql`p.destination_uuid`)},
        exists (select from compliance_hold h where h.contractor_sub = p.contractor_sub)
      order by p.cycle_uuid, payment_uuid`.execute(tx)
  return rows
}
