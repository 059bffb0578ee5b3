/** What mails say, read from the tables of those who announced. Reactions see every tenant, so each statement names its own. */
import { sql } from 'kysely'
import type { TeamRole } from '#domain/identity/team.ts'
import type { DocumentReason } from '#domain/people/document-review.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openWords } from '../kernel/sealed-words.ts'
import { addressesFor, peopleToAsk, type ToAsk } from './approval-facts.report.store.ts'

const EMPLOYER_NAME = sql<string>`app.employer_name(e.business_name, e.corporation_name, e.domain)`
/** The company's name, empty where it has none yet; null where there is no company but the operators. */
const TEAM_NAME = sql<
  string | null
>`case when e.employer_uuid is not null then ${EMPLOYER_NAME} end`
const PERSON_NAME = sql<string>`app.person_name(p.first_name, p.last_name, p.email)`

async function one<T>(query: ReturnType<typeof sql<T>>, tx: Tx): Promise<T | undefined> {
  return (await query.execute(tx)).rows[0]
}

/** An invitation that still waits for an answer, or undefined. */
export function findOpenInvitation(tx: Tx, invitation_uuid: string) {
  return one(
    sql<{
      email: string
      role: string
      expires_at: Date
      token_hash: Buffer
      employer_name: string
      inviter_name: string
    }>`select i.email, i.role, i.expires_at, i.token_hash, ${EMPLOYER_NAME} employer_name, ${PERSON_NAME} inviter_name
      from invitation i join employer e using (employer_uuid) join person p on p.sub = i.inviter_sub
      where i.invitation_uuid = ${invitation_uuid} and i.status = 'INVITED' and i.removed_at is null`,
    tx,
  )
}

/** A link to read a contract that still works, or undefined. */
export function findOpenShare(tx: Tx, share_uuid: string) {
  return one(
    sql<{
      email: string
      role: string
      expires_at: Date
      token_hash: Buffer
      employer_name: string
      sharer_name: string
    }>`select s.viewer_email email, k.role, s.expires_at, s.token_hash, ${EMPLOYER_NAME} employer_name, ${PERSON_NAME} sharer_name
      from contract_share s join contract k using (contract_uuid) join employer e on e.employer_uuid = s.employer_uuid
        join person p on p.sub = s.shared_by
      where s.share_uuid = ${share_uuid} and s.revoked_at is null and k.status <> 'DISCARDED' and e.suspended_at is null`,
    tx,
  )
}

/** An invitation into a team that still waits; without an employer it is the operators'. */
export function findOpenTeamInvitation(tx: Tx, invitation_uuid: string) {
  return one(
    sql<{
      email: string
      role: TeamRole
      expires_at: Date
      token_hash: Buffer
      employer_name: string | null
      inviter_name: string
    }>`select i.email, i.role, i.expires_at, i.token_hash, ${TEAM_NAME} employer_name, ${PERSON_NAME} inviter_name
      from team_invitation i left join employer e using (employer_uuid) join person p on p.sub = i.inviter_sub
      where i.invitation_uuid = ${invitation_uuid} and i.accepted_at is null and i.withdrawn_at is null`,
    tx,
  )
}

/** Where somebody stands in a team now: the role is null for who is in it no longer. */
export function findTeammate(tx: Tx, sub: string, employer_uuid: string | null) {
  return one(
    sql<{
      email: string
      suspended: boolean
      employer_name: string | null
      role: TeamRole | null
    }>`select p.email, p.suspended_at is not null suspended, ${TEAM_NAME} employer_name, coalesce(m.role, o.role) role
      from person p left join employer e on e.employer_uuid = ${employer_uuid}::uuid
        left join employer_member m on m.sub = p.sub and m.employer_uuid = e.employer_uuid
        left join operator o on o.sub = p.sub
      where p.sub = ${sub}`,
    tx,
  )
}

/** The answer to an invitation, with whom to tell: who invited, or the owners and admins once they left. Who rejected is known by the invited address alone. */
export function findAnswer(tx: Tx, invitation_uuid: string) {
  return one(
    sql<{
      email: string
      contractor_sub: string | null
      contractor_name: string
      status: string
      employer_emails: readonly string[]
      /** Whether a batch that stands pays them. */
      by_batch: boolean
    }>`select i.email, i.contractor_sub, coalesce(${PERSON_NAME}, i.email) contractor_name, i.status,
        ${addressesFor(sql`i.employer_uuid`, sql`i.inviter_sub`)} employer_emails,
        exists (select from payment_batch_row r join payment_batch b using (batch_uuid)
          where r.employer_uuid = i.employer_uuid and r.email = i.email and not b.sandbox and b.cancelled_at is null) by_batch
      from invitation i left join person p on p.sub = i.contractor_sub
      where i.invitation_uuid = ${invitation_uuid}`,
    tx,
  )
}

/** How a verification was decided, with whom to tell: the contractor, or the company's owners and administrators. */
export async function findDecision(
  on: PrivateTx,
  kind: 'employer' | 'contractor',
  id: string,
): Promise<Decision | undefined> {
  const found = await one(
    kind === 'employer'
      ? sql<DecisionRow>`select verification, verification_reason clear, sealed_reason sealed, array(select p.email from employer_member m join person p using (sub)
            where m.employer_uuid = e.employer_uuid and m.role in ('owner', 'admin') order by m.created_at) emails
          from employer e where employer_uuid = ${id}::uuid`
      : sql<DecisionRow>`select verification, verification_reason clear, sealed_reason sealed, array[p.email] emails
          from contractor join person p using (sub) where sub = ${id}`,
    on.tx,
  )
  return found && { ...found, reason: openWords(on, kind, id, found) }
}

type Decision = { verification: string; reason: string | null; emails: readonly string[] }
type DecisionRow = Omit<Decision, 'reason'> & { clear: string | null; sealed: string | null }

/** A document that still counts, with whom to tell: the contractor, or the company's owners and administrators; undefined once it was replaced. */
export async function findDocument(on: PrivateTx, document_uuid: string) {
  const found = await one(
    sql<{
      kind: string
      status: string
      clear: string | null
      sealed: string | null
      reason_code: DocumentReason | null
      expires_on: string | null
      of_company: boolean
      emails: readonly string[]
    }>`select d.kind, d.status, d.reason clear, d.sealed_reason sealed, d.reason_code, d.expires_on, d.employer_uuid is not null of_company,
        array(select p.email from person p where p.sub = d.contractor_sub
          union all (select p.email from employer_member m join person p using (sub)
            where m.employer_uuid = d.employer_uuid and m.role in ('owner', 'admin') order by m.created_at)) emails
      from identity_document d where d.document_uuid = ${document_uuid}::uuid and d.superseded_at is null`,
    on.tx,
  )
  return found && { ...found, reason: openWords(on, 'identity_document', document_uuid, found) }
}

/** A cycle with what it pays per currency, and who may approve it. */
export function findCycle(tx: Tx, cycle_uuid: string, today: string) {
  return one(
    sql<{
      policy_uuid: string
      policy_label: string
      start_date: string
      end_date: string
      pay_date: string
      contractors: number
      totals: readonly { currency: string; minor: string }[]
      to: readonly ToAsk[]
    }>`select c.policy_uuid, y.label policy_label, c.start_date, c.end_date, c.pay_date,
        (select count(distinct contractor_sub)::int from line_item where cycle_uuid = c.cycle_uuid and status = 'PENDING_APPROVAL') contractors,
        (select coalesce(json_agg(t order by t.currency), '[]') from (select currency, sum(amount_minor)::text minor from line_item
          where cycle_uuid = c.cycle_uuid and status = 'PENDING_APPROVAL' group by currency) t) totals,
        ${peopleToAsk(sql`c.employer_uuid`, today)} "to"
      from pay_cycle c join payroll_policy y using (policy_uuid)
      where c.cycle_uuid = ${cycle_uuid}`,
    tx,
  )
}

/** Of the items of one contractor in a cycle what waits for approval, and who may approve it; undefined where nothing does any more. */
export function findUnapproved(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuids: readonly string[],
  today: string,
) {
  return one(
    sql<{
      policy_uuid: string
      pay_date: string
      contractor_name: string
      totals: readonly { currency: string; minor: string }[]
      to: readonly ToAsk[]
    }>`select c.policy_uuid, c.pay_date, app.person_name(p.first_name, p.last_name, '') contractor_name,
        json_agg(json_build_object('currency', i.currency, 'minor', i.minor::text) order by i.currency) totals,
        ${peopleToAsk(sql`c.employer_uuid`, today)} "to"
      from (select cycle_uuid, contractor_sub, currency, sum(amount_minor) minor from line_item
          where cycle_uuid = ${cycle_uuid}::uuid and line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and status = 'PENDING_APPROVAL'
          group by cycle_uuid, contractor_sub, currency) i
        join pay_cycle c using (cycle_uuid) join person_seen p on p.sub = i.contractor_sub
      group by c.cycle_uuid, p.sub, p.first_name, p.last_name`,
    tx,
  )
}

/** A deduction with whom it is asked of, who asked, and whom to tell of the answer: who asked, or the owners and admins once they left. */
export function findDeduction(tx: Tx, deduction_uuid: string) {
  return one(
    sql<{
      email: string
      employer_emails: readonly string[]
      employer_name: string
      contractor_name: string
      asked_by: string
      status: 'ASKED' | 'AGREED' | 'DECLINED' | 'WITHDRAWN'
      entered: boolean
      words: string
      currency: string
      amount_minor: bigint
      pay_minor: bigint
      pay_date: string
      answer_by: string
      policy_uuid: string
      cycle_uuid: string
      line_item_uuid: string
    }>`select k.email, ${addressesFor(sql`d.employer_uuid`, sql`d.asked_by`)} employer_emails, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        app.person_name(k.first_name, k.last_name) contractor_name, app.person_name(a.first_name, a.last_name) asked_by, d.status,
        coalesce(i.entries @> jsonb_build_array(jsonb_build_object('entry_uuid', d.deduction_uuid)), false) entered, d.words,
        d.currency, d.amount_minor, i.amount_minor pay_minor, c.pay_date, d.answer_by, c.policy_uuid, c.cycle_uuid, d.line_item_uuid
      from deduction d join line_item i on i.line_item_uuid = d.line_item_uuid join pay_cycle c on c.cycle_uuid = i.cycle_uuid
        join employer e on e.employer_uuid = d.employer_uuid join person k on k.sub = d.contractor_sub join person a on a.sub = d.asked_by
      where d.deduction_uuid = ${deduction_uuid}::uuid`,
    tx,
  )
}

/** A payment with its contractor, and who runs the payroll that it is of. */
export function findPayment(tx: Tx, payment_uuid: string) {
  return one(
    sql<{
      payment_uuid: string
      line_item_uuid: string
      employer_uuid: string
      source_currency: string
      source_minor: bigint
      email: string
      employer_name: string
      destination_uuid: string | null
      destination_label: string
      /** What its contractor says of a small first payment there. */
      first_payment: string | null
      amount_minor: bigint
      currency: string
      failure_reason: string | null
      status: string
      contractor_name: string
      pay_date: string
      policy_uuid: string
      cycle_uuid: string
      employer_emails: readonly string[]
    }>`select y.payment_uuid, y.line_item_uuid, y.employer_uuid, y.source_currency, y.source_minor, p.email, ${EMPLOYER_NAME} employer_name, y.destination_uuid, y.destination_label,
        (select d.first_payment from destination d where d.destination_uuid = y.destination_uuid) first_payment, coalesce(y.amount_minor, y.source_minor) amount_minor,
        case when y.amount_minor is null then y.source_currency else y.currency end currency, y.failure_reason, y.status,
        app.person_name(p.first_name, p.last_name, '') contractor_name, y.pay_date, c.policy_uuid, y.cycle_uuid,
        array(select m.email from employer_member o join person m using (sub)
          where o.employer_uuid = y.employer_uuid and o.role in ('owner', 'admin') order by o.created_at) employer_emails
      from payment y join employer e using (employer_uuid) join person p on p.sub = y.contractor_sub join pay_cycle c using (cycle_uuid)
      where y.payment_uuid = ${payment_uuid}`,
    tx,
  )
}

export type SettledItem = {
  readonly email: string
  readonly employer_name: string
  readonly currency: string
  readonly minor: string
  readonly parts: readonly { label: string; minor: string; currency: string }[]
}

/** Line items of which money arrived, each with its parts; one statement for any number. */
export async function listSettledItems(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<SettledItem[]> {
  const { rows } = await sql<SettledItem>`
    select p.email, ${EMPLOYER_NAME} employer_name, y.source_currency currency, sum(y.source_minor)::text minor,
        json_agg(json_build_object('label', y.destination_label, 'minor', coalesce(y.amount_minor, y.source_minor)::text,
          'currency', case when y.amount_minor is null then y.source_currency else y.currency end) order by y.source_minor desc, y.payment_uuid) parts
      from payment y join employer e using (employer_uuid) join person p on p.sub = y.contractor_sub
      where y.line_item_uuid = any(${line_item_uuids}::uuid[]) and y.status = 'SETTLED' and not y.outside
      group by y.line_item_uuid, p.email, e.employer_uuid, y.source_currency
      order by y.line_item_uuid`.execute(tx)
  return rows
}

/** An account or wallet of a company that is not closed, with who added it and the company's owners. */
export function findCompanyAccount(tx: Tx, account_uuid: string) {
  return one(
    sql<{
      kind: string
      label: string
      added_by: string
      added_at: Date
      emails: readonly string[]
    }>`select a.kind, a.label, ${PERSON_NAME} added_by, a.created_at added_at,
        array(select o.email from employer_member m join person o using (sub)
          where m.employer_uuid = a.employer_uuid and m.role = 'owner' order by m.created_at) emails
      from employer_account a join person p on p.sub = a.created_by
      where a.account_uuid = ${account_uuid}::uuid and a.closed_at is null`,
    tx,
  )
}

/** What a company was asked to send and has not, with whom to tell; undefined once it is over. */
export function findAskedFunds(tx: Tx, request_uuid: string) {
  return one(
    sql<{
      employer_uuid: string
      currency: string
      minor: bigint
      needed_on: string
      words: string
      emails: readonly string[]
    }>`select employer_uuid, currency, amount_minor - received_minor minor, needed_on, words,
        array(select p.email from employer_member m join person p using (sub)
          where m.employer_uuid = r.employer_uuid and m.role in ('owner', 'admin') order by m.created_at) emails
      from funding_request r where request_uuid = ${request_uuid}::uuid and status = 'REQUESTED'`,
    tx,
  )
}

/** A destination with its owner. */
export function findDestination(tx: Tx, destination_uuid: string) {
  return one(
    sql<{ email: string; label: string; changed_at: Date; usable_from: Date }>`
      select p.email, d.label, d.changed_at, d.usable_from
        from destination d join person p on p.sub = d.contractor_sub where d.destination_uuid = ${destination_uuid}`,
    tx,
  )
}

/** A contractor's address, or undefined for who is none. */
export async function findContractorAddress(tx: Tx, sub: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('contractor')
    .innerJoin('person', 'person.sub', 'contractor.sub')
    .select('person.email')
    .where('contractor.sub', '=', sub)
    .executeTakeFirst()
  return row?.email
}

/** The kinds of documents of a contractor that were rejected, and not sent again yet. */
export async function listRejected(tx: Tx, sub: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from identity_document where contractor_sub = ${sub} and superseded_at is null and status = 'REJECTED' order by kind`.execute(
    tx,
  )
  return rows.map(({ kind }) => kind)
}

/** The names of the companies that somebody works with and whose form of theirs, of which they are told, holds until this day, and no other took its place. */
export async function listExpiringForms(
  tx: Tx,
  contractor_sub: string,
  valid_through: string,
): Promise<string[]> {
  const { rows } = await sql<{ employer_name: string }>`
    select ${EMPLOYER_NAME} employer_name from tax_form f join employer e using (employer_uuid)
      where f.contractor_sub = ${contractor_sub} and f.valid_through = ${valid_through}::date and f.superseded_at is null and f.told_at is not null
        and exists (select 1 from invitation i where i.employer_uuid = f.employer_uuid and i.contractor_sub = f.contractor_sub and i.status = 'ACCEPTED')
      order by employer_name`.execute(tx)
  return rows.map(({ employer_name }) => employer_name)
}
