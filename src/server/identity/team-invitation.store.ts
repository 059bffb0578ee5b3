import { type RawBuilder, sql } from 'kysely'
import type { TeamRole } from '#domain/identity/team.ts'
import type { Tx } from '../kernel/db.ts'
import type { TeamId } from './team.store.ts'

export type NewTeamInvitation = {
  readonly invitation_uuid: string
  readonly employer_uuid: TeamId
  readonly email: string
  readonly role: TeamRole
  /** Null for an invitation by a command on the server. */
  readonly inviter_sub: string | null
  readonly token_hash: Buffer
  readonly created_at: Date
  readonly link_sent_at: Date
  readonly expires_at: Date
}

/** Inserts an invitation; answers false when the address has one to this team that waits. */
export async function insertTeamInvitation(tx: Tx, row: NewTeamInvitation): Promise<boolean> {
  const made = await tx
    .insertInto('team_invitation')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('invitation_uuid')
    .executeTakeFirst()
  return made !== undefined
}

export type TeamInvitationRow = {
  readonly invitation_uuid: string
  readonly employer_uuid: TeamId
  readonly email: string
  readonly role: TeamRole
  /** Null for an invitation by a command on the server. */
  readonly inviter_sub: string | null
  readonly inviter_name: string
  /** Whether a second operator said yes, and who; never for an employer's. */
  readonly confirmed: boolean
  readonly confirmed_by: string | null
  readonly link_sent_at: Date
  readonly expires_at: Date
}

/** An invitation with its employer and what became of it, for whoever has its link. */
export type LinkedInvitation = TeamInvitationRow & {
  readonly employer_name: string | null
  readonly is_partner: boolean | null
  readonly country_code: string | null
  readonly subdivision_code: string | null
  readonly accepted_by: string | null
  readonly withdrawn_at: Date | null
}

async function select<T extends TeamInvitationRow>(
  tx: Tx,
  columns: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
): Promise<T[]> {
  const { rows } = await sql<T>`
    select i.invitation_uuid, i.employer_uuid, i.email, i.role, i.inviter_sub, i.link_sent_at, i.expires_at,
        i.confirmed_at is not null confirmed, i.confirmed_by,
        app.person_name(p.first_name, p.last_name, coalesce(p.email, 'Corridor')) inviter_name ${columns}
      from team_invitation i left join person p on p.sub = i.inviter_sub left join employer e using (employer_uuid)
      ${rest}`.execute(tx)
  return rows
}

const WAITING = sql`i.accepted_at is null and i.withdrawn_at is null`
const OF_LINK = sql`, nullif(app.employer_name(e.business_name, e.corporation_name, e.domain), '') employer_name, e.is_partner,
  e.country_code, e.subdivision_code, i.accepted_by, i.withdrawn_at`

/** The invitations to a team that wait, or those of them to one address; the newest first. */
export function listTeamInvitations(
  tx: Tx,
  employer_uuid: TeamId,
  email: string | null = null,
): Promise<TeamInvitationRow[]> {
  return select(
    tx,
    sql``,
    sql`where i.employer_uuid is not distinct from ${employer_uuid}::uuid and ${WAITING}
      and (${email}::text is null or i.email = ${email}) order by i.created_at desc, i.invitation_uuid`,
  )
}

/** One of a team's invitations that wait, locked; undefined for any other. */
export async function lockTeamInvitation(
  tx: Tx,
  employer_uuid: TeamId,
  invitation_uuid: string,
): Promise<TeamInvitationRow | undefined> {
  const rows = await select(
    tx,
    sql``,
    sql`where i.invitation_uuid = ${invitation_uuid} and i.employer_uuid is not distinct from ${employer_uuid}::uuid
      and ${WAITING} for update of i`,
  )
  return rows[0]
}

/** The invitation whose newest link has this token; ask with the sight of all employers. */
export async function findInvitationByLink(
  tx: Tx,
  token_hash: Buffer,
): Promise<LinkedInvitation | undefined> {
  const rows = await select<LinkedInvitation>(tx, OF_LINK, sql`where i.token_hash = ${token_hash}`)
  return rows[0]
}

/** Like `findInvitationByLink`, and nobody else changes it until the transaction ends. */
export async function lockInvitationByLink(
  tx: Tx,
  token_hash: Buffer,
): Promise<LinkedInvitation | undefined> {
  const rows = await select<LinkedInvitation>(
    tx,
    OF_LINK,
    sql`where i.token_hash = ${token_hash} for update of i`,
  )
  return rows[0]
}

type Link = { readonly token_hash: Buffer; readonly link_sent_at: Date; readonly expires_at: Date }

/** Replaces the link of an invitation, the first time with who confirmed it, of a company with who invites by it; or says what became of it. */
export async function updateTeamInvitation(
  tx: Tx,
  invitation_uuid: string,
  change:
    | Link
    | (Link & { readonly inviter_sub: string })
    | (Link & { readonly confirmed_at: Date; readonly confirmed_by: string })
    | { readonly accepted_at: Date; readonly accepted_by: string }
    | { readonly withdrawn_at: Date },
): Promise<void> {
  await tx
    .updateTable('team_invitation')
    .set(change)
    .where('invitation_uuid', '=', invitation_uuid)
    .execute()
}
