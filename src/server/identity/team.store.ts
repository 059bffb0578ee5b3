import { sql } from 'kysely'
import type { TeamRole } from '#domain/identity/team.ts'
import type { Tx } from '../kernel/db.ts'

/** Whose team: an employer's by its uuid, the operators' where it is null. */
export type TeamId = string | null

export type TeammateRow = {
  readonly sub: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly role: TeamRole
  readonly suspended: boolean
  /** Who invited an operator, by the link that they joined with. */
  readonly inviter_sub: string | null
  readonly has_authorization_to_act_for_employer: boolean
  readonly joined_at: Date
}

/** Lets one transaction at a time change who runs a team. */
export async function lockTeam(tx: Tx, employer_uuid: TeamId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(employer_uuid)}, 0))`.execute(tx)
}

/** Lets nobody change a team until the transaction ends; any number at once. */
export async function shareTeam(tx: Tx, employer_uuid: TeamId): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOf(employer_uuid)}, 0))`.execute(
    tx,
  )
}

function nameOf(employer_uuid: TeamId): string {
  return `team ${employer_uuid ?? 'of operators'}`
}

/** Everyone of a team, the longest there first. */
export async function listTeam(tx: Tx, employer_uuid: TeamId): Promise<TeammateRow[]> {
  const members =
    employer_uuid === null
      ? sql`(select sub, role, created_at, (select i.inviter_sub from team_invitation i
          where i.accepted_by = o.sub and i.employer_uuid is null order by i.accepted_at desc limit 1) inviter_sub from operator o)`
      : sql`(select sub, role, created_at, null inviter_sub from employer_member where employer_uuid = ${employer_uuid}::uuid)`
  const { rows } = await sql<TeammateRow>`
    select p.sub, p.first_name, p.last_name, p.email, m.role, p.suspended_at is not null suspended, m.inviter_sub,
        p.has_authorization_to_act_for_employer, m.created_at joined_at
      from ${members} m join person p using (sub) order by m.created_at, p.sub`.execute(tx)
  return rows
}

/** Puts a person into a team; false when they belong to one already. */
export async function insertTeammate(
  tx: Tx,
  employer_uuid: TeamId,
  teammate: { readonly sub: string; readonly role: TeamRole; readonly created_at: Date },
): Promise<boolean> {
  const rows =
    employer_uuid === null
      ? await tx
          .insertInto('operator')
          .values(teammate)
          .onConflict(conflict => conflict.doNothing())
          .returning('sub')
          .execute()
      : await tx
          .insertInto('employer_member')
          .values({ ...teammate, employer_uuid })
          .onConflict(conflict => conflict.doNothing())
          .returning('sub')
          .execute()
  return rows.length > 0
}

/** Gives one of a team another role. */
export async function saveRole(
  tx: Tx,
  employer_uuid: TeamId,
  sub: string,
  role: TeamRole,
): Promise<void> {
  if (employer_uuid === null)
    await tx.updateTable('operator').set({ role }).where('sub', '=', sub).execute()
  else
    await tx
      .updateTable('employer_member')
      .set({ role })
      .where('employer_uuid', '=', employer_uuid)
      .where('sub', '=', sub)
      .execute()
}

/** Takes a person out of an employer's team. */
export async function deleteMember(tx: Tx, employer_uuid: string, sub: string): Promise<void> {
  await tx
    .deleteFrom('employer_member')
    .where('employer_uuid', '=', employer_uuid)
    .where('sub', '=', sub)
    .execute()
}

/** Suspends a person, or reinstates one with null. */
export async function saveSuspension(
  tx: Tx,
  sub: string,
  suspended_at: Date | null,
): Promise<void> {
  await tx.updateTable('person').set({ suspended_at }).where('sub', '=', sub).execute()
}

/** Writes of a person what follows from whom they act for: whose menu they see, and that they may act for it. */
export async function saveStanding(
  tx: Tx,
  sub: string,
  standing: {
    readonly is_partner?: boolean
    readonly has_authorization_to_act_for_employer: boolean
    readonly contact_info_at?: Date
  },
): Promise<void> {
  await tx.updateTable('person').set(standing).where('sub', '=', sub).execute()
}

/** The addresses of who works for a company. */
export async function selectTeamEmails(tx: Tx, employer_uuid: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select p.email from employer_member m join person p using (sub) where m.employer_uuid = ${employer_uuid}::uuid`.execute(
    tx,
  )
  return rows.map(({ email }) => email)
}
