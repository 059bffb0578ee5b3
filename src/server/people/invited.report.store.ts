import { sql } from 'kysely'
import { INVITATION_LINK_MS } from '#domain/people/invitation.ts'
import { REMINDER_DAYS } from '#domain/people/onboarding-reminders.ts'
import type { Tx } from '../kernel/db.ts'

export type DueReminder = {
  readonly invitation_uuid: string
  readonly employer_uuid: string
  readonly email: string
  /** Since when its link lasts. */
  readonly since: Date
  readonly day: number
}

/** Since when the link of an invitation `i` lasts. */
const SINCE = sql`(i.expires_at - make_interval(secs => ${sql.lit(INVITATION_LINK_MS / 1000)}))`

/**
 * The invitations after one that wait and of which the newest reminder is due and was not sent, by id; at most `limit`. Not of companies that are
 * suspended, to addresses whose owner acts for a company or signed up since an instant, nor where a link was sent within the day.
 */
export async function selectUnanswered(
  tx: Tx,
  {
    now,
    signed_up_since,
    after,
    limit,
  }: { now: Date; signed_up_since: Date; after: string; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select i.invitation_uuid, i.employer_uuid, i.email, ${SINCE} since, d.day
      from invitation i join employer e using (employer_uuid)
      cross join lateral (select max(day) "day" from unnest(${[...REMINDER_DAYS]}::int[]) day
        where ${SINCE} + make_interval(hours => 24 * day) <= ${now}) d
      where i.invitation_uuid > ${after}::uuid and i.status = 'INVITED' and i.removed_at is null and i.expires_at > ${now}
        and e.suspended_at is null and d.day is not null and i.link_sent_at <= ${now}::timestamptz - interval '20 hours'
        and not exists (select from invitation_reminder r
          where r.invitation_uuid = i.invitation_uuid and r.since = ${SINCE} and r.day >= d.day)
        and not exists (select from person p left join contractor c using (sub)
          where p.email = i.email and (c.sub is null or c.created_at >= ${signed_up_since}))
      order by i.invitation_uuid limit ${limit}`.execute(tx)
  return rows
}
