import { sql } from 'kysely'
import type { VerificationStatus } from '#domain/people/verification.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openAddress, type StoredAddress } from './address.ts'

/**
 * The order of the operators' lists: who waits for review first, the longest wait at the top, then the newest. One tuple of
 * ascending values says both, so that it can be a cursor.
 */
export type ReviewKey = readonly [rank: number, at: string, id: string]

export type ReviewQuery = {
  readonly pattern: string | null
  readonly verification: VerificationStatus | undefined
  readonly after: ReviewKey | undefined
  readonly limit: number
}

export type ReviewedEmployer = {
  readonly rank: number
  readonly at: string
  readonly employer_uuid: string
  readonly domain: string | null
  readonly corporation_name: string
  readonly business_name: string
  readonly country_code: string
  readonly is_partner: boolean
  readonly contact_name: string
  readonly contact_email: string
  readonly verification_status: VerificationStatus
  readonly suspended: boolean
  readonly waiting_since: Date | null
  readonly contractors: number
}

/** Microseconds since the epoch as text, which JSON carries exactly. */
const rankOf = sql`case when x.verification = 'PENDING_REVIEW' then 0 else 1 end`
const atOf = sql`(extract(epoch from case when x.verification = 'PENDING_REVIEW' then coalesce(x.documents_at, x.created_at) else x.created_at end)
  * case when x.verification = 'PENDING_REVIEW' then 1000000 else -1000000 end)::bigint`

/** One page of employers for operators, and one row more when there is a next page. */
export async function selectEmployersForReview(
  tx: Tx,
  query: ReviewQuery,
): Promise<ReviewedEmployer[]> {
  const { pattern, verification = null, after } = query
  const { rows } = await sql<ReviewedEmployer>`
    with x as (select e.employer_uuid, e.domain, e.corporation_name, e.business_name, e.country_code, e.is_partner, e.verification,
        e.suspended_at, e.documents_at, e.created_at, m.name contact_name, m.email contact_email from employer e
      left join lateral (select app.person_name(p.first_name, p.last_name) "name", p.email from employer_member m
        join person p using (sub) where m.employer_uuid = e.employer_uuid order by m.created_at, m.sub limit 1) m on true
      where (${verification}::text is null or e.verification = ${verification})
        and (${pattern}::text is null or e.corporation_name ilike ${pattern} or e.business_name ilike ${pattern}
          or e.domain ilike ${pattern} or m.name ilike ${pattern} or m.email ilike ${pattern}))
    , y as (select ${rankOf} "rank", ${atOf} "at", employer_uuid, domain, corporation_name, business_name, country_code, is_partner,
        contact_name, contact_email, verification, suspended_at, documents_at from x)
    select "rank", "at"::text "at", employer_uuid, domain, corporation_name, business_name, country_code, is_partner,
        coalesce(contact_name, '') contact_name, coalesce(contact_email, '') contact_email,
        verification verification_status, suspended_at is not null suspended,
        case when verification = 'PENDING_REVIEW' then documents_at end waiting_since,
        (select count(*)::int from invitation i where i.employer_uuid = y.employer_uuid and i.status = 'ACCEPTED' and i.removed_at is null) contractors
      from y
      where ${after?.[0] ?? null}::int is null
        or ("rank", "at", employer_uuid) > (${after?.[0] ?? null}::int, ${after?.[1] ?? null}::bigint, ${after?.[2] ?? null}::uuid)
      order by y."rank", y."at", employer_uuid limit ${query.limit + 1}`.execute(tx)
  return rows
}

export type ReviewedContractor = {
  readonly rank: number
  readonly at: string
  readonly sub: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly country_code: string | null
  readonly permanent_address: StoredAddress | null
  readonly employers: readonly string[]
  readonly verification_status: VerificationStatus
  readonly suspended: boolean
  readonly waiting_since: Date | null
}

/** One page of contractors for operators, and one row more when there is a next page. */
export async function selectContractorsForReview(
  { tx, fields }: PrivateTx,
  query: ReviewQuery,
): Promise<ReviewedContractor[]> {
  const { pattern, verification = null, after } = query
  type Sealed = Omit<ReviewedContractor, 'permanent_address'> & { permanent_address: string | null }
  const { rows } = await sql<Sealed>`
    with x as (select c.sub, c.permanent_address, c.verification, c.documents_at, c.created_at, p.first_name, p.last_name, p.email,
        p.country_code, p.suspended_at from contractor c join person p using (sub)
      where (${verification}::text is null or c.verification = ${verification})
        and (${pattern}::text is null or app.person_name(p.first_name, p.last_name) ilike ${pattern} or p.email ilike ${pattern}))
    , y as (select ${rankOf} "rank", ${atOf} "at", sub, first_name, last_name, email, country_code, permanent_address,
        verification, suspended_at, documents_at from x)
    select "rank", "at"::text "at", sub, first_name, last_name, email, country_code, permanent_address,
        verification verification_status, suspended_at is not null suspended,
        case when verification = 'PENDING_REVIEW' then documents_at end waiting_since,
        array(select app.employer_name(e.business_name, e.corporation_name, e.domain) from invitation i join employer e using (employer_uuid)
          where i.contractor_sub = y.sub and i.status = 'ACCEPTED' order by 1) employers
      from y
      where ${after?.[0] ?? null}::int is null
        or ("rank", "at", sub) > (${after?.[0] ?? null}::int, ${after?.[1] ?? null}::bigint, ${after?.[2] ?? null}::text)
      order by y."rank", y."at", sub limit ${query.limit + 1}`.execute(tx)
  return rows.map(row => ({
    ...row,
    permanent_address: openAddress(
      fields,
      'contractor.permanent_address',
      row.sub,
      row.permanent_address,
    ),
  }))
}

/** How many employers or contractors have each verification status. */
export async function countByVerification(
  tx: Tx,
  table: 'employer' | 'contractor',
): Promise<Record<string, number>> {
  const rows = await tx
    .selectFrom(table)
    .select(row => ['verification', row.fn.countAll<bigint>().as('n')])
    .groupBy('verification')
    .execute()
  const zero = { UNVERIFIED: 0, PENDING_REVIEW: 0, VERIFIED: 0, REJECTED: 0 }
  return { ...zero, ...Object.fromEntries(rows.map(row => [row.verification, Number(row.n)])) }
}
