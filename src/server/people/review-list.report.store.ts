import { type RawBuilder, sql } from 'kysely'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { saying, sayingFolded } from '../kernel/paging.ts'
import { openAddress, type StoredAddress } from '../reference/addresses.ts'

/**
 * The order of the operators' lists: who waits for review first, the longest wait at the top, then the newest. One tuple of
 * ascending values says both, so that it can be a cursor.
 */
export type ReviewKey = readonly [rank: number, at: string, id: string]

export type ReviewQuery = {
  /** Part of a name, domain or e-mail. */
  readonly search: string | undefined
  readonly verification: VerificationStatus | undefined
  /** Only contractors of whose papers one ends until this day. */
  readonly expiringUntil?: PlainDateString | undefined
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
  readonly registered_address: StoredAddress | null
  readonly is_partner: boolean
  readonly contact_name: string
  readonly contact_email: string
  readonly verification_status: VerificationStatus
  readonly suspended: boolean
  readonly waiting_since: Date | null
  readonly version: number
  readonly changed_at: Date | null
  readonly contractors: number
}

/** Microseconds since the epoch as text, which JSON carries exactly. */
const microseconds = (instant: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${instant}) * 1000000)::bigint`
const instantOf = (at: string) =>
  sql`('epoch'::timestamptz + ${at}::bigint * interval '1 microsecond')`

/** What is read of the table itself. */
const COLUMNS = {
  employer: sql`r.employer_uuid, r.domain, r.corporation_name, r.business_name, r.country_code, r.registered_address, r.is_partner, r.verification, r.suspended_at,
    r.documents_at, r.version, r.changed_at`,
  contractor: sql`r.sub, r.permanent_address, r.mailing_address, r.verification, r.documents_at, r.version, r.changed_at, r.documents_expire_on`,
}

/**
 * The rows of a page in order, as `x` with their `rank` and `at`: cut along the index of who waits and the index of all others, before
 * anything is joined to them.
 */
function pageOf(
  table: 'employer' | 'contractor',
  { verification, after, limit }: ReviewQuery,
  found: RawBuilder<unknown>,
) {
  const id = sql.ref(table === 'employer' ? 'employer_uuid' : 'sub')
  const last = after && (table === 'employer' ? sql`${after[2]}::uuid` : sql`${after[2]}`)
  const rows = sql`from ${sql.table(table)} r where ${found}`
  const most = sql`limit ${sql.lit(limit + 1)}`
  const waited = sql`coalesce(documents_at, created_at)`
  const waiting = sql`select ${COLUMNS[table]}, 0 "rank", ${microseconds(waited)} "at" ${rows} and verification = 'PENDING_REVIEW'
    ${after?.[0] === 0 ? sql`and (${waited}, ${id}) > (${instantOf(after[1])}, ${last})` : sql``}
    order by ${waited}, ${id} ${most}`
  const others = sql`select ${COLUMNS[table]}, 1 "rank", -${microseconds(sql`created_at`)} "at" ${rows} and verification <> 'PENDING_REVIEW'
    ${verification ? sql`and verification = ${verification}` : sql``}
    ${after?.[0] === 1 ? sql`and created_at <= ${instantOf(`${-BigInt(after[1])}`)} and (created_at < ${instantOf(`${-BigInt(after[1])}`)} or ${id} > ${last})` : sql``}
    order by created_at desc, ${id} ${most}`
  const parts = [
    ...(after?.[0] !== 1 && (verification ?? 'PENDING_REVIEW') === 'PENDING_REVIEW'
      ? [waiting]
      : []),
    ...(verification !== 'PENDING_REVIEW' ? [others] : []),
  ].map(part => sql`(${part})`)
  if (parts.length === 0) return sql`(${others})`
  return sql`(select ${COLUMNS[table]}, "rank", "at" from (${sql.join(parts, sql` union all `)}) r order by "rank", "at", ${id} ${most})`
}

/** One page of employers for operators, and one row more when there is a next page. */
export async function selectEmployersForReview(
  on: PrivateTx,
  query: ReviewQuery,
): Promise<ReviewedEmployer[]> {
  const company = saying(
    sql`concat_ws(' ', r.corporation_name, r.business_name, r.domain)`,
    query.search,
  )
  const contact = saying(sql`concat_ws(' ', m.name, m.email)`, query.search)
  const found = company
    ? sql`(${company} or exists (select from (${CONTACT(sql`r`)}) m where ${contact})) and ${await employersSaid(on.tx, query.search)}`
    : sql`true`
  return employersOf(on, query, found)
}

/** The companies of which a text may be said, by their names or by somebody of theirs: looked up where they are few, and else all. */
async function employersSaid(tx: Tx, search: string | undefined): Promise<RawBuilder<unknown>> {
  const text = search?.trim()
  const { rows } = await sql<{ employers: string[] | null; subs: string[] | null }>`
    select app.find_employers(${text}) employers, app.find_people(${text}) subs`.execute(tx)
  const { employers = null, subs = null } = rows[0] ?? {}
  if (!employers || !subs) return sql`true`
  return sql`r.employer_uuid = any(array(select unnest(${employers}::uuid[])
    union select m.employer_uuid from employer_member m where m.sub = any(${subs}::text[])))`
}

/** One employer as the lists show it, or undefined. */
export async function selectEmployerToReview(
  on: PrivateTx,
  employer_uuid: string,
): Promise<ReviewedEmployer | undefined> {
  const [row] = await employersOf(on, ONE, sql`r.employer_uuid = ${employer_uuid}::uuid`)
  return row
}

const ONE = { search: undefined, verification: undefined, after: undefined, limit: 1 }

async function employersOf(
  { tx, fields }: PrivateTx,
  query: ReviewQuery,
  found: RawBuilder<unknown>,
): Promise<ReviewedEmployer[]> {
  type Sealed = Omit<ReviewedEmployer, 'registered_address'> & { registered_address: string | null }
  const { rows } = await sql<Sealed>`
    select "rank", "at"::text "at", x.employer_uuid, domain, corporation_name, business_name, country_code, registered_address, is_partner,
        coalesce(m.name, '') contact_name, coalesce(m.email, '') contact_email,
        verification verification_status, suspended_at is not null suspended,
        case when verification = 'PENDING_REVIEW' then documents_at end waiting_since, x.version, x.changed_at,
        (select coalesce(sum(n.contractors), 0)::int from contractor_count n where n.employer_uuid = x.employer_uuid and n.status = 'ACCEPTED') contractors
      from ${pageOf('employer', query, found)} x left join lateral (${CONTACT(sql`x`)}) m on true
      order by x."rank", x."at", x.employer_uuid`.execute(tx)
  return rows.map(row => ({
    ...row,
    registered_address: openAddress(
      fields,
      'employer.registered_address',
      row.employer_uuid,
      row.registered_address,
    ),
  }))
}

/** Who may be asked about a company: its first member. */
const CONTACT = (employer: RawBuilder<unknown>) => sql`
  select app.person_name(p.first_name, p.last_name) "name", p.email from employer_member m
    join person p using (sub) where m.employer_uuid = ${employer}.employer_uuid order by m.created_at, m.sub limit 1`

export type ReviewedContractor = {
  readonly rank: number
  readonly at: string
  readonly sub: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly country_code: string | null
  readonly permanent_address: StoredAddress | null
  /** Whether mail goes elsewhere, and where: which papers are needed follows from that. */
  readonly mailing_address: StoredAddress | null
  readonly employers: readonly string[]
  readonly verification_status: VerificationStatus
  readonly suspended: boolean
  readonly waiting_since: Date | null
  readonly version: number
  readonly changed_at: Date | null
  readonly documents_expire_on: PlainDateString | null
}

/** One page of contractors for operators, and one row more when there is a next page. */
export async function selectContractorsForReview(
  on: PrivateTx,
  query: ReviewQuery,
): Promise<ReviewedContractor[]> {
  const said = await contractorsSaid(on.tx, query.search)
  const { expiringUntil: until } = query
  return contractorsOf(
    on,
    query,
    until ? sql`(${said} and r.documents_expire_on <= ${until})` : said,
  )
}

/** One contractor as the lists show them, or undefined. */
export async function selectContractorToReview(
  on: PrivateTx,
  sub: string,
): Promise<ReviewedContractor | undefined> {
  const [row] = await contractorsOf(on, ONE, sql`r.sub = ${sub}`)
  return row
}

async function contractorsOf(
  { tx, fields }: PrivateTx,
  query: ReviewQuery,
  found: RawBuilder<unknown>,
): Promise<ReviewedContractor[]> {
  type Addresses = 'permanent_address' | 'mailing_address'
  type Sealed = Omit<ReviewedContractor, Addresses> & Record<Addresses, string | null>
  const { rows } = await sql<Sealed>`
    select "rank", "at"::text "at", x.sub, p.first_name, p.last_name, p.email, p.country_code, x.permanent_address, x.mailing_address,
        verification verification_status, p.suspended_at is not null suspended,
        case when verification = 'PENDING_REVIEW' then documents_at end waiting_since, x.version, x.changed_at, x.documents_expire_on,
        array(select app.employer_name(e.business_name, e.corporation_name, e.domain) from invitation i join employer e using (employer_uuid)
          where i.contractor_sub = x.sub and i.status = 'ACCEPTED' order by 1) employers
      from ${pageOf('contractor', query, found)} x join person p on p.sub = x.sub
      order by x."rank", x."at", x.sub`.execute(tx)
  return rows.map(row => ({
    ...row,
    permanent_address: openAddress(
      fields,
      'contractor.permanent_address',
      row.sub,
      row.permanent_address,
    ),
    mailing_address: openAddress(
      fields,
      'contractor.mailing_address',
      row.sub,
      row.mailing_address,
    ),
  }))
}

/** Of whom a text is said: looked up where they are few, and else looked for along the list. */
async function contractorsSaid(tx: Tx, search: string | undefined): Promise<RawBuilder<unknown>> {
  const said = sayingFolded(sql`p.said`, search)
  if (!said) return sql`true`
  const { rows } = await sql<{ subs: string[] | null }>`
    select app.find_people(${search?.trim()}) subs`.execute(tx)
  const subs = rows[0]?.subs
  if (subs) return sql`r.sub = any(${subs}::text[])`
  return sql`exists (select from person p where p.sub = r.sub and ${said})`
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

/** Those that wait for review and handed in before a day, and when the first of them did. */
export async function countOverdue(
  tx: Tx,
  table: 'employer' | 'contractor',
  before: PlainDateString,
): Promise<{ count: number; first: Date | null }> {
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*)::int count, min(documents_at) first from ${sql.table(table)}
      where verification = 'PENDING_REVIEW' and documents_at < ${before}::date::timestamp at time zone 'UTC'`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, first: null }
}

/** How many contractors have papers of which one ends until a day. */
export async function countExpiring(tx: Tx, until: PlainDateString): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from contractor where documents_expire_on <= ${until}`.execute(tx)
  return rows[0]?.n ?? 0
}
