import { sql } from 'kysely'
import type { PeopleNeed } from '#domain/people/invitation.ts'
import type { Tx } from '../kernel/db.ts'

/** Somebody with whom the employer has to do something. */
type Waiting = {
  readonly need: PeopleNeed
  readonly contractor_sub: string
  readonly contract_uuid: string | null
  readonly contractor_name: string
  readonly role: string
}

type Ending = { readonly of: number; readonly name: string }

/** So many of each are named at home. */
const NAMED = 5

/**
 * Who works with the employer and was offered no contract that was not discarded, or has a draft and no contract that is offered or runs:
 * the newest of each, as the list of its contractors keeps them (0156).
 */
export async function selectWaiting(tx: Tx, employer_uuid: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select l.need, i.contractor_sub, k.contract_uuid, app.person_name(p.first_name, p.last_name, p.email) contractor_name, coalesce(k.role, i.role) "role"
      from (values ('TO_DRAFT'), ('TO_SIGN')) n (need)
        cross join lateral (select l.need, l.need_since, l.invitation_uuid from contractor_listing l
          where l.employer_uuid = ${employer_uuid} and l.need = n.need order by l.need_since desc, l.invitation_uuid desc limit ${NAMED}) l
        join invitation i using (invitation_uuid)
        left join lateral (select k.contract_uuid, k.role from contract k
          where l.need = 'TO_SIGN' and k.employer_uuid = ${employer_uuid} and k.contractor_sub = any(array[i.contractor_sub]) and k.status = 'DRAFT'
          order by k.created_at desc, k.contract_uuid limit 1) k on true
        left join person_seen p on p.sub = i.contractor_sub
      order by l.need, l.need_since desc, l.invitation_uuid desc`.execute(tx)
  return rows
}

/** How many people wait for what. */
export async function countWaiting(
  tx: Tx,
  employer_uuid: string,
): Promise<Record<PeopleNeed, number>> {
  const { rows } = await sql<Record<PeopleNeed, number>>`
    select coalesce(sum(contractors) filter (where need = 'TO_DRAFT'), 0)::int "TO_DRAFT",
        coalesce(sum(contractors) filter (where need = 'TO_SIGN'), 0)::int "TO_SIGN"
      from contractor_count where employer_uuid = ${employer_uuid}`.execute(tx)
  return rows[0] ?? { TO_DRAFT: 0, TO_SIGN: 0 }
}

const ENDING = (employer_uuid: string, before: Date) =>
  sql`select count(*)::int from invitation i where i.employer_uuid = ${employer_uuid} and i.status = 'INVITED' and i.removed_at is null and i.expires_at < ${before}`

/** How many invitations wait and end before an instant, or did. */
export async function countEnding(tx: Tx, employer_uuid: string, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`${ENDING(employer_uuid, before)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Whose invitation waits and ends before an instant, or did: the first to end, and how many. */
export async function selectEndingInvitations(
  tx: Tx,
  employer_uuid: string,
  before: Date,
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select w."of", coalesce(nullif(app.person_name(p.first_name, p.last_name), ''), nullif(w.name, ''), w.email) "name" from (
      select (${ENDING(employer_uuid, before)}) "of", i.name, i.email, i.contractor_sub, i.expires_at, i.invitation_uuid from invitation i
        where i.employer_uuid = ${employer_uuid} and i.status = 'INVITED' and i.removed_at is null and i.expires_at < ${before}
        order by i.expires_at, i.invitation_uuid limit ${NAMED}) w
      left join person_seen p on p.sub = w.contractor_sub
      order by w.expires_at, w.invitation_uuid`.execute(tx)
  return rows
}
