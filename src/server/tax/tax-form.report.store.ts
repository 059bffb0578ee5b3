/** Who is owed a form by whom, read over people and companies. */
import { sql } from 'kysely'
import type { TaxFormKind } from '#domain/tax/tax-form.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { establishedIn } from '../people/index.ts'
import { openAddress } from '../reference/addresses.ts'

export type StandingForm = {
  readonly form_uuid: string | null
  readonly kind: TaxFormKind | null
  readonly signed_at: Date | null
  readonly valid_through: string | null
  /** Whether what it holds by is another by now: the one place that says so, for both sides and every count. */
  readonly outdated: boolean
}

const EMPLOYER_NAME = sql`coalesce(nullif(e.corporation_name, ''), e.domain) employer_name`

export type PayerRow = StandingForm & {
  readonly employer_uuid: string
  readonly employer_name: string
  /** Where it is registered, as far as it said so. */
  readonly country_code: string
}

const HOLDS = sql<boolean>`app.form_holds(f.basis, f.contractor_sub)`
const FORM = sql`f.form_uuid, f.kind, f.signed_at, f.valid_through, not ${HOLDS} outdated`
const CURRENT = sql`left join tax_form f on f.contractor_sub = i.contractor_sub and f.employer_uuid = i.employer_uuid and f.superseded_at is null`

/** The companies that a contractor works with, by name, each with the form that it has. */
export async function listPayers(
  { tx, fields }: PrivateTx,
  contractor_sub: string,
): Promise<PayerRow[]> {
  const { rows } = await sql<PayerRow & { registered_address: string | null }>`
    select distinct on (e.employer_uuid) e.employer_uuid, ${EMPLOYER_NAME}, e.country_code, e.registered_address, ${FORM}
      from invitation i join employer e using (employer_uuid) ${CURRENT}
      where i.contractor_sub = ${contractor_sub} and i.status = 'ACCEPTED' order by e.employer_uuid`.execute(
    tx,
  )
  const payers = rows.map(({ registered_address: sealed, ...row }) => {
    const id = row.employer_uuid
    const registered_address = openAddress(fields, 'employer.registered_address', id, sealed)
    const { country_code } = row
    return { ...row, country_code: establishedIn({ country_code, registered_address }) }
  })
  return payers.toSorted((a, b) => (a.employer_name < b.employer_name ? -1 : 1))
}

export type SignedForm = {
  readonly form_uuid: string
  readonly file_uuid: string
  readonly kind: TaxFormKind
  readonly signed_at: Date
  readonly employer_name: string
}

/** Every form that a contractor ever signed, whether it holds or not and whoever they work with by now, the latest first. */
export async function listSignedForms(tx: Tx, contractor_sub: string): Promise<SignedForm[]> {
  const { rows } = await sql<SignedForm>`
    select f.form_uuid, f.file_uuid, f.kind, f.signed_at, ${EMPLOYER_NAME}
      from tax_form f join employer e using (employer_uuid)
      where f.contractor_sub = ${contractor_sub} order by f.signed_at desc, f.form_uuid`.execute(tx)
  return rows
}

export type ListedForm = StandingForm & {
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly country_code: string | null
  readonly works_here: boolean
}

/**
 * The people who work with an employer, each with the form that they gave, and those who left and had given one, with their last: what they were paid by
 * then is reported under it. After one of them and in the order of their ids; what became of who left is not told by their form.
 */
export async function listForms(
  tx: Tx,
  employer_uuid: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ListedForm[]> {
  const { rows } = await sql<ListedForm>`
    select i.contractor_sub, app.person_name(p.first_name, p.last_name, p.email) contractor_name, p.country_code, i.works_here,
        f.form_uuid, f.kind, f.signed_at, f.valid_through, i.works_here and not ${HOLDS} outdated
      from (select contractor_sub, bool_or(works_here) works_here
          from (select contractor_sub, true works_here from invitation where employer_uuid = ${employer_uuid}::uuid and status = 'ACCEPTED'
            union all select contractor_sub, false from tax_form where employer_uuid = ${employer_uuid}::uuid) of
          where contractor_sub > ${after ?? ''} group by 1 order by 1 limit ${limit}) i
        join person_seen p on p.sub = i.contractor_sub
        left join lateral (select f.form_uuid, f.kind, f.signed_at, f.valid_through, f.basis, f.contractor_sub from tax_form f
          where f.contractor_sub = i.contractor_sub and f.employer_uuid = ${employer_uuid}::uuid and (f.superseded_at is null or not i.works_here)
          order by f.superseded_at desc nulls first limit 1) f on true
      order by i.contractor_sub`.execute(tx)
  return rows
}

/** How many people work with an employer, and how many of them gave a form that holds on a day. */
export async function countForms(
  tx: Tx,
  employer_uuid: string,
  today: string,
): Promise<{ people: number; valid: number }> {
  const { rows } = await sql<{ people: number; valid: number }>`
    select count(*)::int people, count(*) filter (where f.form_uuid is not null and coalesce(f.valid_through >= ${today}::date, true) and ${HOLDS})::int valid
      from (select distinct contractor_sub, employer_uuid from invitation where employer_uuid = ${employer_uuid}::uuid and status = 'ACCEPTED') i
        ${CURRENT}`.execute(tx)
  return rows[0] ?? { people: 0, valid: 0 }
}

/** Who gave forms that hold until `until` or less and was not told so of each; companies that they left do not count. At most `limit` after one, in order. */
export async function selectExpiring(
  tx: Tx,
  until: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ contractor_sub: string }>`
    select distinct f.contractor_sub
      from tax_form f join invitation i on i.contractor_sub = f.contractor_sub and i.employer_uuid = f.employer_uuid and i.status = 'ACCEPTED'
      where f.superseded_at is null and f.told_at is null and f.valid_through <= ${until}::date and f.contractor_sub > ${after ?? ''}
      order by f.contractor_sub limit ${limit}`.execute(tx)
  return rows.map(({ contractor_sub }) => contractor_sub)
}
