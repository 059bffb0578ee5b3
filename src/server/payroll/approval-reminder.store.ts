import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Which pay dates are told of on a day: those that have come, but for long ago, and those up to `soon`. */
export type Reminded = {
  readonly today: string
  readonly since: string
  readonly soon: string
}

/** Cycles with line items that wait for approval, of which nobody was reminded as the day asks. */
const unreminded = ({ today, since, soon }: Reminded) => sql`
  pay_cycle c cross join lateral (values (case when c.pay_date <= ${today}::date then 'TODAY' else 'SOON' end)) k (kind)
    where c.pay_date between ${since}::date and ${soon}::date
      and exists (select from cycle_count n where n.cycle_uuid = c.cycle_uuid and n.mark = 'ITEM PENDING_APPROVAL' and n.items > 0)
      and not exists (select from approval_reminder r where r.cycle_uuid = c.cycle_uuid and r.kind = k.kind)`

/** The employers of whom somebody is to be reminded. */
export async function listEmployersToRemind(tx: Tx, of: Reminded): Promise<string[]> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select distinct c.employer_uuid from ${unreminded(of)}`.execute(tx)
  return rows.map(row => row.employer_uuid)
}

/** Marks what an employer is reminded of, and answers those cycles; each cycle and kind once, however often and by whomever this is run. */
export async function insertReminders(
  tx: Tx,
  employer_uuid: string,
  reminded_at: Date,
  of: Reminded,
): Promise<string[]> {
  const { rows } = await sql<{ cycle_uuid: string }>`
    insert into approval_reminder (cycle_uuid, employer_uuid, kind, reminded_at)
      select c.cycle_uuid, c.employer_uuid, k.kind, ${reminded_at} from ${unreminded(of)} and c.employer_uuid = ${employer_uuid}::uuid
      on conflict (cycle_uuid, kind) do nothing returning cycle_uuid`.execute(tx)
  return rows.map(row => row.cycle_uuid)
}

/** Notes that somebody asked for the approval of a cycle; answers false where somebody did `since`. */
export async function noteAsked(
  tx: Tx,
  of: { cycle_uuid: string; employer_uuid: string; at: Date; since: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into approval_reminder (cycle_uuid, employer_uuid, kind, reminded_at)
      values (${of.cycle_uuid}::uuid, ${of.employer_uuid}::uuid, 'ASKED', ${of.at})
      on conflict (cycle_uuid, kind) do update set reminded_at = excluded.reminded_at where approval_reminder.reminded_at <= ${of.since}`.execute(
    tx,
  )
  return numAffectedRows > 0n
}
