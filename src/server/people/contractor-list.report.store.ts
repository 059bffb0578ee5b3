import { sql } from 'kysely'
import type { InvitationStatus } from '#domain/people/invitation.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { asUuid } from '../kernel/ids.ts'
import { openWords } from '../kernel/sealed-words.ts'

export type ListedContractor = {
  readonly invitation_uuid: string
  readonly contractor_sub: string | null
  readonly contractor_email: string
  readonly first_name: string
  readonly last_name: string
  readonly role: string
  readonly country_code: string | null
  readonly subdivision_code: string | null
  readonly status: InvitationStatus
  readonly verification_status: VerificationStatus
  readonly documents_expire_on: string | null
  readonly datetime_invited: Date
  readonly expires_at: Date
  readonly contract_uuid: string | null
  readonly contract_status: string | null
  readonly currency: string | null
  readonly hourly_rate_minor: bigint | null
}

const RELATION = sql`i.invitation_uuid, i.contractor_sub, i.employer_uuid, i.email, i.name, i.role, i.country_code, i.status, i.datetime_invited, i.expires_at`

/**
 * What a row shows: the person, and the contract that matters most, of the same employer. Its contracts are asked for by any(array):
 * the planner takes the index of an exclusion for as good as one of keys, which answers in a tenth of the time.
 */
const ROW = sql`
  select i.invitation_uuid, i.contractor_sub, coalesce(p.email, i.email) contractor_email,
      coalesce(p.first_name, i.name) first_name, coalesce(p.last_name, '') last_name, coalesce(k.role, i.role) "role",
      coalesce(p.country_code, i.country_code) country_code, p.subdivision_code, i.status,
      coalesce(p.verification_at_end, c.verification, 'UNVERIFIED') verification_status,
      case when i.status = 'ACCEPTED' then c.documents_expire_on end documents_expire_on, i.datetime_invited, i.expires_at,
      k.contract_uuid, k.status contract_status, k.currency, k.hourly_rate_minor
    from relation i
    left join person_seen p on p.sub = i.contractor_sub
    left join contractor c on c.sub = i.contractor_sub
    left join lateral (
      select k.contract_uuid, k.status, k.role, k.currency, k.hourly_rate_minor from contract k
        where k.contractor_sub = any(array[i.contractor_sub]) and k.employer_uuid = i.employer_uuid and k.status <> 'DISCARDED'
        order by array_position(array['ACTIVE', 'AWAITING_SIGNATURE', 'DRAFT', 'REJECTED', 'EXPIRED', 'COMPLETED'], k.status),
          k.created_at desc, k.contract_uuid
        limit 1) k on true`

export type ContractorQuery = {
  readonly status: InvitationStatus | undefined
  /** Part of a name, e-mail or role. */
  readonly search: string | null
  readonly after: readonly [datetime_invited: string, invitation_uuid: string] | undefined
  readonly limit: number
}

/**
 * One page of the acting employer's contractors, newest invitations first, and one row more when there is a next page: the newest relation
 * with each address. Removed invitations never were, ended ones stay as history.
 */
export async function selectContractors(
  tx: Tx,
  { status, search, after, limit }: ContractorQuery,
): Promise<ListedContractor[]> {
  const [before = null, before_uuid = null] = after ?? []
  const { rows } = await sql<ListedContractor>`
    with relation as (select ${RELATION} from unnest(app.find_contractors(${search}, ${status ?? null}, ${before}, ${before_uuid}, ${limit + 1})) invitation_uuid
      join invitation i using (invitation_uuid))
    ${ROW}
    order by i.datetime_invited desc, i.invitation_uuid desc`.execute(tx)
  return rows
}

/** The row of one person, named by `contractor_sub` or by the invitation's uuid; undefined when the employer has none. */
export async function selectContractorRow(
  tx: Tx,
  employer_uuid: string,
  id: string,
): Promise<ListedContractor | undefined> {
  const { rows } = await sql<ListedContractor>`
    with relation as (select ${RELATION} from invitation i where i.employer_uuid = ${employer_uuid} and i.removed_at is null
      and (i.contractor_sub = ${id} or i.invitation_uuid = ${asUuid(id)}::uuid)
      order by i.status in ('INVITED', 'ACCEPTED') desc, i.datetime_invited desc limit 1)
    ${ROW}`.execute(tx)
  return rows[0]
}

/** How many of an employer's contractors have each status, and in how many countries they are. */
export async function countContractors(
  tx: Tx,
  employer_uuid: string,
): Promise<{ counts: Record<string, number>; countries: number }> {
  const { rows } = await sql<Record<InvitationStatus | 'countries', number>>`
    select coalesce(sum(contractors) filter (where status = 'INVITED'), 0)::int "INVITED",
        coalesce(sum(contractors) filter (where status = 'ACCEPTED'), 0)::int "ACCEPTED",
        coalesce(sum(contractors) filter (where status = 'OFFBOARDED'), 0)::int "OFFBOARDED",
        coalesce(sum(contractors) filter (where status = 'REJECTED'), 0)::int "REJECTED",
        count(distinct country_code) filter (where country_code <> '')::int countries
      from contractor_count where employer_uuid = ${employer_uuid} and contractors > 0`.execute(tx)
  const { countries = 0, ...counts } = rows[0] ?? {}
  return { counts, countries }
}

/** The contracts of an employer with a contractor, newest first. */
export async function selectContractsOf(
  on: PrivateTx,
  employer_uuid: string,
  contractor_sub: string,
) {
  const rows = await on.tx
    .selectFrom('contract')
    .leftJoin('payroll_policy', 'payroll_policy.policy_uuid', 'contract.pay_policy_uuid')
    .select([
      'contract_uuid',
      'revision',
      sql<'CORRIDOR' | 'OUTSIDE'>`kind`.as('kind'),
      'status',
      'decline_reason',
      'sealed_decline_reason',
      'withdrawn_at',
      'role',
      'paid',
      'contract.currency',
      'hourly_rate_minor',
      'scheduled_hours_hundredths',
      sql<string>`coalesce(payroll_policy.label, '')`.as('pay_policy_label'),
      'contract_start_date',
      'contract_end_date',
      sql<string>`greatest(effective_date, contract_start_date)`.as('start_date'),
      sql<string | null>`least(contract_end_date, superseded_from - 1)`.as('end_date'),
    ])
    .where('contract.employer_uuid', '=', employer_uuid)
    .where('contractor_sub', '=', contractor_sub)
    .orderBy('contract.created_at', 'desc')
    .orderBy('contract_uuid')
    .execute()
  return rows.map(({ sealed_decline_reason: sealed, decline_reason: clear, ...row }) => ({
    ...row,
    decline_reason: openWords(on, 'contract', row.contract_uuid, { clear, sealed }) ?? '',
  }))
}
