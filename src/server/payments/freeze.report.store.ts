import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type FreezeRow = {
  readonly freeze_uuid: string
  readonly before: string
  readonly employer_uuid: string | null
  readonly employer_domain: string | null
  readonly company_name: string | null
  readonly contractor_sub: string | null
  readonly contractor_name: string | null
  readonly currency: string | null
  readonly network: string | null
  readonly words: string
  readonly frozen_by: string
  readonly frozen_by_name: string
  readonly frozen_at: Date
  readonly lifted_by_name: string | null
  readonly lifted_at: Date | null
  readonly lifted_words: string
}

const COLUMNS = sql`f.freeze_uuid, f.before, f.employer_uuid, e.domain employer_domain,
    case when e.employer_uuid is not null then app.employer_name(e.business_name, e.corporation_name, e.domain) end company_name,
    f.contractor_sub, app.person_name(c.first_name, c.last_name) contractor_name, f.currency, f.network, f.words, f.frozen_by,
    coalesce(nullif(app.person_name(b.first_name, b.last_name), ''), b.email) frozen_by_name, f.frozen_at,
    coalesce(nullif(app.person_name(l.first_name, l.last_name), ''), l.email) lifted_by_name, f.lifted_at, f.lifted_words
  from payment_freeze f
    join person b on b.sub = f.frozen_by
    left join person l on l.sub = f.lifted_by
    left join employer e on e.employer_uuid = f.employer_uuid
    left join person c on c.sub = f.contractor_sub`

/** A freeze, with the names of whom it is about and of who decided. */
export async function findFreeze(tx: Tx, freeze_uuid: string): Promise<FreezeRow | undefined> {
  const { rows } = await sql<FreezeRow>`
    select ${COLUMNS} where f.freeze_uuid = ${freeze_uuid}::uuid`.execute(tx)
  return rows[0]
}

const LIFTED = 50

/** The freezes in force, and the last that were lifted; newest first. */
export async function listFreezes(tx: Tx): Promise<{ in_force: FreezeRow[]; lifted: FreezeRow[] }> {
  const { rows: in_force } = await sql<FreezeRow>`
    select ${COLUMNS} where f.lifted_at is null order by f.frozen_at desc, f.freeze_uuid desc`.execute(
    tx,
  )
  const { rows: lifted } = await sql<FreezeRow>`
    select ${COLUMNS} where f.lifted_at is not null order by f.lifted_at desc, f.freeze_uuid desc limit ${sql.lit(LIFTED)}`.execute(
    tx,
  )
  return { in_force, lifted }
}

/** The employers with these ids, as operators read of them. */
export async function namesOfEmployers(tx: Tx, employer_uuids: readonly string[]) {
  const { rows } = await sql<{
    employer_uuid: string
    domain: string | null
    company_name: string
  }>`
    select employer_uuid, domain, app.employer_name(business_name, corporation_name, domain) company_name
      from employer where employer_uuid = any(${[...employer_uuids]}::uuid[])`.execute(tx)
  return new Map(rows.map(row => [row.employer_uuid, row]))
}

/** The employer with a domain; undefined where there is none. */
export async function findEmployer(tx: Tx, domain: string): Promise<string | undefined> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select employer_uuid from employer where domain = ${domain}`.execute(tx)
  return rows[0]?.employer_uuid
}

/** Whether there is such a contractor. */
export async function isContractor(tx: Tx, sub: string): Promise<boolean> {
  const { rows } = await sql`select from contractor where sub = ${sub}`.execute(tx)
  return rows.length > 0
}
