import { sql } from 'kysely'
import type { ContractFact } from '#domain/payroll/first-pay.ts'
import type { CycleKind } from '#domain/payroll/pay-policy.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import type { Tx } from '../kernel/db.ts'

/** What the way to a first pay is judged by, of a company or of a contractor. */
export type WayFacts = {
  readonly is_partner: boolean
  readonly verification: VerificationStatus
  readonly documents_at: Date | null
  readonly verified_at: Date | null
  readonly refused_at: Date | null
  readonly began_at: Date
  /** When the company was named by this person, or the contractor said who they are. */
  readonly named_at: Date | null
  readonly destination_at: Date | null
  readonly agreed_at: Date | null
  readonly policy_at: Date | null
  readonly invited_at: Date | null
  readonly accepted_sub: string | null
  readonly accepted_at: Date | null
  readonly contract_uuid: string | null
  readonly contract_sub: string | null
  readonly contract_status: ContractFact['status'] | null
  readonly contract_since: Date | null
  readonly signed_at: Date | null
  /** What it pays an hour and how many it schedules; null of one that pays nothing. */
  readonly contract_currency: string | null
  readonly contract_rate_minor: bigint | null
  readonly contract_hours_hundredths: number | null
  readonly funded_at: Date | null
  readonly announced_at: Date | null
}

/** The cycle of the pay that comes first, and of a contractor the pay itself. */
export type FirstItem = {
  readonly cycle_uuid: string
  readonly policy_uuid: string
  readonly employer_uuid: string
  readonly pay_date: string
  readonly end_date: string
  readonly kind: CycleKind
  readonly status: 'PENDING_APPROVAL' | 'APPROVED'
  /** Empty to a company. */
  readonly line_item_uuid: string
}

type Of = { readonly sub: string; readonly employer_uuid: string | null }

/** Whether a pay of this company, or of this contractor, has settled. */
export async function hasSettledPay(tx: Tx, { sub, employer_uuid }: Of): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`
    select ${
      employer_uuid === null
        ? sql`exists(select from line_item where contractor_sub = ${sub} and status = 'PAID')`
        : sql`exists(select from pay_cycle join cycle_count n using (cycle_uuid)
            where pay_cycle.employer_uuid = ${employer_uuid}::uuid and n.mark = 'ITEM PAID' and n.items > 0)`
    } settled`.execute(tx)
  return rows[0]?.settled ?? false
}

/** The facts of a company, in one statement; of several people or contracts that which is furthest on. */
export async function readEmployerWay(tx: Tx, { sub, employer_uuid }: Of): Promise<WayFacts> {
  const { rows } = await sql<WayFacts>`
    select e.is_partner, e.verification, e.documents_at, ${agreedBy(sub)} agreed_at,
        p.created_at began_at, p.contact_info_at named_at, null destination_at, ${decided(sql`employer_uuid = e.employer_uuid`)},
        (select min(approved_at) from payroll_policy where employer_uuid = e.employer_uuid) policy_at,
        (select min(datetime_invited) from invitation where employer_uuid = e.employer_uuid and removed_at is null
          and status in ('INVITED', 'ACCEPTED')) invited_at,
        a.contractor_sub accepted_sub, a.answered_at accepted_at, ${CONTRACT},
        (select min(f.booked_at) from funding join funding_file f using (funding_file_uuid) where employer_uuid = e.employer_uuid) funded_at,
        (select min(announced_at) from funding_notice where employer_uuid = e.employer_uuid and closed_at is null) announced_at
      from employer e join person p on p.sub = ${sub}
      left join lateral (select contractor_sub, answered_at from invitation where employer_uuid = e.employer_uuid
        and status = 'ACCEPTED' and removed_at is null order by answered_at, invitation_uuid limit 1) a on true
      left join lateral (${furthest(sql`employer_uuid = e.employer_uuid`)}) c on true
      left join contract_signature s on s.contract_uuid = c.contract_uuid and s.party = 'contractor'
      where e.employer_uuid = ${employer_uuid}::uuid`.execute(tx)
  return rows[0] as WayFacts
}

/** The facts of a contractor, in one statement; `is_partner`: whether all who invited them are. A contract that is only drafted is none of theirs yet. */
export async function readContractorWay(tx: Tx, sub: string): Promise<WayFacts> {
  const { rows } = await sql<WayFacts>`
    select coalesce((select bool_and(e.is_partner) from invitation i join employer e using (employer_uuid)
          where (i.contractor_sub = p.sub or i.email = app.acting_email()) and i.status in ('INVITED', 'ACCEPTED')
            and i.removed_at is null), false) is_partner, p.verification, p.documents_at, ${agreedBy(sub)} agreed_at,
        p.created_at began_at, p.personal_info_at named_at, ${decided(sql`contractor_sub = p.sub`)},
        (select min(created_at) from destination where contractor_sub = p.sub and status <> 'REMOVED') destination_at,
        null policy_at, null invited_at, a.contractor_sub accepted_sub, a.answered_at accepted_at, ${CONTRACT},
        null funded_at, null announced_at
      from contractor p
      left join lateral (select contractor_sub, answered_at from invitation where contractor_sub = p.sub
        and status = 'ACCEPTED' and removed_at is null order by answered_at, invitation_uuid limit 1) a on true
      left join lateral (${furthest(sql`contractor_sub = p.sub and approved_at is not null`)}) c on true
      left join contract_signature s on s.contract_uuid = c.contract_uuid and s.party = 'contractor'
      where p.sub = ${sub}`.execute(tx)
  return rows[0] as WayFacts
}

/** The pay that comes first and waits for its approval or its way, by its pay date. */
export async function findFirstItem(
  tx: Tx,
  { sub, employer_uuid }: Of,
): Promise<FirstItem | undefined> {
  const { rows } = await (employer_uuid === null
    ? sql<FirstItem>`
        select c.cycle_uuid, c.policy_uuid, c.employer_uuid, c.pay_date, c.end_date, y.cycle_kind kind, i.status, i.line_item_uuid
          from line_item i join pay_cycle c on c.cycle_uuid = i.cycle_uuid join payroll_policy y on y.policy_uuid = c.policy_uuid
          where i.contractor_sub = ${sub} and i.status in ('PENDING_APPROVAL', 'APPROVED') order by c.pay_date, i.status limit 1`
    : sql<FirstItem>`
        select c.cycle_uuid, c.policy_uuid, c.employer_uuid, c.pay_date, c.end_date, y.cycle_kind kind, substr(n.mark, 6) status, '' line_item_uuid
          from pay_cycle c join cycle_count n on n.cycle_uuid = c.cycle_uuid join payroll_policy y on y.policy_uuid = c.policy_uuid
          where c.employer_uuid = ${employer_uuid}::uuid and n.items > 0 and n.mark in ('ITEM PENDING_APPROVAL', 'ITEM APPROVED')
          order by c.pay_date, n.mark desc limit 1`
  ).execute(tx)
  return rows[0]
}

const CONTRACT = sql`c.contract_uuid, c.contractor_sub contract_sub, c.status contract_status,
  coalesce(c.approved_at, c.created_at) contract_since, s.signed_at, c.currency contract_currency,
  c.hourly_rate_minor contract_rate_minor, c.scheduled_hours_hundredths contract_hours_hundredths`

const decided = (of: ReturnType<typeof sql>) => sql`
  (select max(verified_at) from identity_document where ${of} and superseded_at is null) verified_at,
  (select max(decided_at) from identity_document where ${of} and superseded_at is null and status = 'REJECTED') refused_at`

const furthest = (of: ReturnType<typeof sql>) => sql`
  select contract_uuid, contractor_sub, status, approved_at, created_at, currency, hourly_rate_minor, scheduled_hours_hundredths from contract
    where ${of} and status in ('DRAFT', 'AWAITING_SIGNATURE', 'ACTIVE', 'COMPLETED')
    order by array_position(array['ACTIVE', 'COMPLETED', 'AWAITING_SIGNATURE', 'DRAFT'], status), created_at, contract_uuid limit 1`

const agreedBy = (sub: string) => sql`(select max(accepted_at) from agreement where sub = ${sub})`
