import { type RawBuilder, sql } from 'kysely'
import type { InvitationStatus } from '#domain/people/invitation.ts'
import type { Tx } from '../kernel/db.ts'
import { asUuid } from '../kernel/ids.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

export type NewInvitation = {
  readonly invitation_uuid: string
  readonly employer_uuid: string
  readonly email: string
  readonly inviter_sub: string
  /** By which the employer invited; empty where it gave none. */
  readonly name: string
  readonly role: string
  readonly country_code: string | null
  readonly pay_policy_uuid: string | null
  readonly token_hash: Buffer
  readonly datetime_invited: Date
  readonly link_sent_at: Date
  readonly expires_at: Date
}

/** Inserts an invitation; answers false when the address has a live one. */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<boolean> {
  const row = await tx
    .insertInto('invitation')
    .values(invitation)
    .onConflict(conflict => conflict.doNothing())
    .returning('invitation_uuid')
    .executeTakeFirst()
  return row !== undefined
}

const INVITATION: Columns<NewInvitation> = {
  invitation_uuid: 'uuid',
  employer_uuid: 'uuid',
  email: 'text',
  inviter_sub: 'text',
  name: 'text',
  role: 'text',
  country_code: 'text',
  pay_policy_uuid: 'uuid',
  token_hash: 'bytea',
  datetime_invited: 'timestamptz',
  link_sent_at: 'timestamptz',
  expires_at: 'timestamptz',
}

/** Inserts invitations, and answers the ids of those whose address had no live one. */
export async function insertInvitations(
  tx: Tx,
  invitations: readonly NewInvitation[],
): Promise<Set<string>> {
  const { rows } = await sql<{ invitation_uuid: string }>`
    insert into invitation (${namesOf(INVITATION)})
      select ${namesOf(INVITATION)} from ${rowsOf('i', invitations, INVITATION)} order by email
      on conflict do nothing returning invitation_uuid`.execute(tx)
  return new Set(rows.map(row => row.invitation_uuid))
}

export type InvitationRow = {
  readonly invitation_uuid: string
  readonly employer_uuid: string
  readonly email: string
  readonly contractor_sub: string | null
  readonly name: string
  readonly role: string
  readonly country_code: string | null
  readonly status: InvitationStatus
  readonly datetime_invited: Date
  readonly link_sent_at: Date
  readonly expires_at: Date
  readonly removed_at: Date | null
  readonly employer_name: string
  readonly employer_domain_name: string
  readonly employer_suspended: boolean
}

const COLUMNS = sql`i.invitation_uuid, i.employer_uuid, i.email, i.contractor_sub, i.name, i.role, i.country_code, i.status, i.datetime_invited,
  i.link_sent_at, i.expires_at, i.removed_at, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name, coalesce(e.domain, '') employer_domain_name,
  e.suspended_at is not null employer_suspended`

async function select(tx: Tx, rest: RawBuilder<unknown>): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${COLUMNS} from invitation i join employer e using (employer_uuid) ${rest}`.execute(tx)
  return rows
}

/**
 * The employer's relation with a person, named by e-mail, `sub` or the invitation's uuid: the live one, else the newest.
 * Nobody else changes it until the transaction ends.
 */
export async function lockInvitation(
  tx: Tx,
  employer_uuid: string,
  name: string,
): Promise<InvitationRow | undefined> {
  const rows = await select(tx, sql`${namedBy(employer_uuid, name)} for update of i`)
  return rows[0]
}

function namedBy(employer_uuid: string, name: string): RawBuilder<unknown> {
  return sql`where i.employer_uuid = ${employer_uuid} and i.removed_at is null
      and (i.email = lower(${name}) or i.contractor_sub = ${name} or i.invitation_uuid = ${asUuid(name)}::uuid)
    order by i.status in ('INVITED', 'ACCEPTED') desc, i.datetime_invited desc limit 1`
}

/** The `sub` of whom `lockInvitation` finds by a name, where they answered; nothing is held. */
export async function findContractorOf(
  tx: Tx,
  employer_uuid: string,
  name: string,
): Promise<string | undefined> {
  const [row] = await select(tx, namedBy(employer_uuid, name))
  return row?.contractor_sub ?? undefined
}

/** The invitation of this id to this address, locked. */
export async function lockInvitationTo(
  tx: Tx,
  invitation_uuid: string,
  email: string,
): Promise<InvitationRow | undefined> {
  const rows = await select(
    tx,
    sql`where i.invitation_uuid = ${invitation_uuid} and i.email = ${email} for update of i`,
  )
  return rows[0]
}

/** The invitation whose newest link has this token. */
export async function selectInvitationByToken(
  tx: Tx,
  token_hash: Buffer,
): Promise<InvitationRow | undefined> {
  return (await select(tx, sql`where i.token_hash = ${token_hash}`))[0]
}

const OF_OLD = sql`join replaced_invitation_link r using (invitation_uuid) where r.token_hash =`

/** The invitation of which this was a link before a newer one took its place. */
export async function selectInvitationByOldToken(
  tx: Tx,
  token_hash: Buffer,
): Promise<InvitationRow | undefined> {
  return (await select(tx, sql`${OF_OLD} ${token_hash}`))[0]
}

/** Like `selectInvitationByOldToken`, and nobody else changes it until the transaction ends. */
export async function lockInvitationByOldToken(
  tx: Tx,
  token_hash: Buffer,
): Promise<InvitationRow | undefined> {
  return (await select(tx, sql`${OF_OLD} ${token_hash} for update of i`))[0]
}

/** Every invitation to this address or answered by this person, newest first. */
export function selectInvitationsTo(tx: Tx, email: string, sub: string): Promise<InvitationRow[]> {
  return select(
    tx,
    sql`where (i.email = ${email} or i.contractor_sub = ${sub}) and i.removed_at is null
      order by i.datetime_invited desc, i.invitation_uuid desc`,
  )
}

/** How an employer stands to a contractor: the newest status, held until the transaction ends; undefined for strangers. */
export async function holdRelation(
  tx: Tx,
  employer_uuid: string,
  contractor_sub: string,
): Promise<InvitationStatus | undefined> {
  const { rows } = await sql<{ status: InvitationStatus }>`
    select status from invitation
      where employer_uuid = ${employer_uuid} and contractor_sub = ${contractor_sub} and removed_at is null
      order by status = 'ACCEPTED' desc, datetime_invited desc limit 1 for share`.execute(tx)
  return rows[0]?.status
}

/** Gives an invitation another link, and remembers the one before as replaced. */
export async function replaceLink(
  tx: Tx,
  invitation_uuid: string,
  link: { readonly token_hash: Buffer; readonly link_sent_at: Date; readonly expires_at: Date },
): Promise<void> {
  await sql`insert into replaced_invitation_link (token_hash, invitation_uuid, employer_uuid, replaced_at)
    select token_hash, invitation_uuid, employer_uuid, ${link.link_sent_at} from invitation
      where invitation_uuid = ${invitation_uuid}`.execute(tx)
  await updateInvitation(tx, invitation_uuid, link)
}

export type InvitationChange = {
  readonly status?: InvitationStatus
  readonly contractor_sub?: string
  readonly token_hash?: Buffer
  readonly link_sent_at?: Date
  readonly expires_at?: Date
  readonly answered_at?: Date
  readonly removed_at?: Date
}

/** Changes an invitation and counts its version up. */
export async function updateInvitation(
  tx: Tx,
  invitation_uuid: string,
  change: InvitationChange,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set(row => ({ ...change, version: row('version', '+', 1) }))
    .where('invitation_uuid', '=', invitation_uuid)
    .execute()
}
