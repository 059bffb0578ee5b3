/** Reminding of invitations that wait: that one was sent, and the link that it brings. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

type Reminder = {
  readonly invitation_uuid: string
  readonly employer_uuid: string
  readonly since: Date
  readonly day: number
  readonly reminded_at: Date
}

const REMINDER: Columns<Reminder> = {
  invitation_uuid: 'uuid',
  employer_uuid: 'uuid',
  since: 'timestamptz',
  day: 'int',
  reminded_at: 'timestamptz',
}

/** Notes reminders, and answers of which invitations they were not noted before, by whomever. */
export async function insertReminders(
  tx: Tx,
  reminders: readonly Reminder[],
): Promise<Set<string>> {
  const { rows } = await sql<{ invitation_uuid: string }>`
    insert into invitation_reminder (${namesOf(REMINDER)})
      select ${namesOf(REMINDER)} from ${rowsOf('r', reminders, REMINDER)} order by invitation_uuid
      on conflict do nothing returning invitation_uuid`.execute(tx)
  return new Set(rows.map(row => row.invitation_uuid))
}

export type NewLink = { readonly invitation_uuid: string; readonly token_hash: Buffer }

/** Gives each invitation that still waits another link, which ends when the one before would have; answers which. */
export async function replaceLinks(
  tx: Tx,
  links: readonly NewLink[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ invitation_uuid: string }>`
    with held as materialized (
      select i.invitation_uuid, i.employer_uuid, i.token_hash before, l.token_hash
        from invitation i join ${rowsOf('l', links, { invitation_uuid: 'uuid', token_hash: 'bytea' })} using (invitation_uuid)
        where i.status = 'INVITED' and i.removed_at is null and i.expires_at > ${now}
        order by i.invitation_uuid for update of i),
    replaced as (
      insert into replaced_invitation_link (token_hash, invitation_uuid, employer_uuid, replaced_at)
        select before, invitation_uuid, employer_uuid, ${now} from held)
    update invitation i set token_hash = held.token_hash, link_sent_at = ${now}, version = version + 1
      from held where i.invitation_uuid = held.invitation_uuid returning i.invitation_uuid`.execute(
    tx,
  )
  return new Set(rows.map(row => row.invitation_uuid))
}
