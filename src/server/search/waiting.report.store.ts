/** How much waits, in counts that are kept or along indexes. Each statement sees the rows of who asks, and no others. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Of an employer: contractors without a contract or with a draft, as the home counts them, whom a partner pays without, and cycles and batches with somebody to approve. */
export async function countOfEmployer(
  tx: Tx,
  employer_uuid: string,
): Promise<{ contractors: number; cycles: number; batches: number }> {
  const { rows } = await sql<{ contractors: number; cycles: number; batches: number }>`
    select (select coalesce(sum(l.contractors), 0)::int from contractor_count l join employer e using (employer_uuid)
          where l.employer_uuid = ${employer_uuid}::uuid and l.need <> '' and not e.is_partner) contractors,
        count(distinct c.cycle_uuid) filter (where y.cycle_kind = 'CALENDAR')::int cycles, count(distinct c.cycle_uuid) filter (where y.cycle_kind = 'BATCH')::int batches
      from pay_cycle c join cycle_count n using (cycle_uuid) join payroll_policy y on y.policy_uuid = c.policy_uuid
      where c.employer_uuid = ${employer_uuid}::uuid and n.mark = 'ITEM PENDING_APPROVAL' and n.items > 0`.execute(
    tx,
  )
  return rows[0] ?? { contractors: 0, cycles: 0, batches: 0 }
}

/** Contracts that wait for this contractor's signature. */
export async function countToSign(tx: Tx, sub: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from contract where contractor_sub = ${sub} and status = 'AWAITING_SIGNATURE'`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/**
 * Of operators: who waits for review, money that was announced, and what waits at `now` for a second person, who is not the one who
 * asked or proposed it.
 */
export async function countOfOperators(tx: Tx, { sub, now }: { sub: string; now: Date }) {
  type Counts = Record<
    | 'employers'
    | 'contractors'
    | 'notices'
    | 'receipts'
    | 'deposits'
    | 'executions'
    | 'asked'
    | 'accounts'
    | 'files'
    | 'channels'
    | 'matches',
    number
  >
  const { rows } = await sql<Counts>`
    select (select count(*)::int from employer where verification = 'PENDING_REVIEW') employers,
        (select count(*)::int from contractor where verification = 'PENDING_REVIEW') contractors,
        (select count(*)::int from funding_notice where closed_at is null) notices,
        (select count(*)::int from suspense_receipt where status = 'OPEN') receipts,
        (select count(*)::int from deposit_doubt where closed_at is null) deposits,
        count(*) filter (where kind in ('execute_payments', 'mend_payments'))::int executions, count(*) filter (where kind not in ('execute_payments', 'mend_payments'))::int asked,
        (select count(*)::int from screening_hit where status = 'OPEN' or status = 'CLAIMED' and claimed_by <> ${sub}) matches,
        (select count(*)::int from funding_account
          where confirmed_at is null and withdrawn_at is null and proposed_by <> ${sub}) accounts,
        (select count(*)::int from bank_batch where status = 'WAITING' and made_by <> ${sub}) files,
        (select count(*)::int from bank_channel
          where confirmed_at is null and closed_at is null and proposed_by <> ${sub}) channels
      from approval_step where employer_uuid is null and answer is null and expires_at > ${now} and asked_by <> ${sub}`.execute(
    tx,
  )
  return rows[0] as Counts
}

/** Whether an employer is told where to send money: it is verified, and there is an account to send to. */
export async function isToldAccounts(tx: Tx, employer_uuid: string): Promise<boolean> {
  const { rows } = await sql`
    select from employer where employer_uuid = ${employer_uuid}::uuid and verification = 'VERIFIED' and suspended_at is null
      and exists (select from funding_account where confirmed_at is not null)`.execute(tx)
  return rows.length > 0
}

/** Whether a payment is due that waits to be executed. */
export async function isAnythingDue(tx: Tx, today: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment where not is_over and pay_date <= ${today}::date and status = 'SCHEDULED' order by pay_date limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** How many notifications somebody has not looked at; counted until a hundred. */
export async function countNotifications(tx: Tx, sub: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from (select from notification where person_sub = ${sub} and read_at is null limit 100) u`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
