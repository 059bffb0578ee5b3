/** What mails about a suspension say, and to whom they go. */
import { sql } from 'kysely'
import type { PrivateTx } from '../kernel/field-cipher.ts'

type Kind = 'employer' | 'contractor'

/** How a company or a contractor stands now, and who is told of it: the contractor, or the company's owners and admins; undefined for nobody. */
export async function findStanding(
  { tx, fields }: PrivateTx,
  kind: Kind,
  id: string,
): Promise<Standing | undefined> {
  const { rows } = await sql<StandingRow>`${
    kind === 'employer'
      ? sql`select app.employer_name(business_name, corporation_name, domain) name, suspended_at, sealed_told,
            array(select p.email from employer_member m join person p using (sub)
              where m.employer_uuid = e.employer_uuid and m.role in ('owner', 'admin') order by m.created_at) emails
          from employer e where employer_uuid = ${id}::uuid`
      : sql`select app.person_name(first_name, last_name, email) name, suspended_at, sealed_told, array[email] emails
          from person where sub = ${id} and type = 'contractor'`
  }`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { sealed_told: sealed, ...standing } = row
  const place = kind === 'employer' ? 'employer.sealed_told' : 'person.sealed_told'
  return { ...standing, told: sealed && fields.open(place, id, sealed) }
}

type Standing = {
  readonly name: string
  readonly suspended_at: Date | null
  /** What operators have them told of it. */
  readonly told: string | null
  readonly emails: readonly string[]
}
type StandingRow = Omit<Standing, 'told'> & { readonly sealed_told: string | null }

export type OpenPay = {
  readonly employer_uuid: string
  readonly contractor_sub: string
  readonly employer_name: string
  readonly contractor_name: string
  readonly contractor_email: string
  /** Of the company's owners and admins. */
  readonly employer_emails: readonly string[]
}

/** Between whom pay is open that has not left: of a company to each contractor, or of each company to a contractor. */
export async function listOpenPay(
  { tx }: Pick<PrivateTx, 'tx'>,
  kind: Kind,
  id: string,
): Promise<OpenPay[]> {
  const { rows } = await sql<OpenPay>`
    select e.employer_uuid, p.sub contractor_sub, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        app.person_name(p.first_name, p.last_name, p.email) contractor_name, p.email contractor_email,
        array(select o.email from employer_member m join person o using (sub)
          where m.employer_uuid = e.employer_uuid and m.role in ('owner', 'admin') order by m.created_at) employer_emails
      from (select distinct c.employer_uuid, i.contractor_sub from line_item i join pay_cycle c using (cycle_uuid)
          where ${kind === 'employer' ? sql`c.employer_uuid = ${id}::uuid` : sql`i.contractor_sub = ${id}`}
            and (i.status = 'PENDING_APPROVAL' or i.status = 'APPROVED' and exists (select from payment y where y.line_item_uuid = i.line_item_uuid
              and y.status in ('SCHEDULED', 'HELD', 'FROZEN', 'FAILED', 'RETURNED')))) open
        join employer e on e.employer_uuid = open.employer_uuid join person p on p.sub = open.contractor_sub
      order by e.employer_uuid, p.sub`.execute(tx)
  return rows
}
