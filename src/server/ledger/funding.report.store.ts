import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

const SHOWN = 100

/** The employers with these domains. */
export async function findEmployersByDomain(tx: Tx, domains: readonly string[]) {
  return tx
    .selectFrom('employer')
    .select(['employer_uuid', 'domain'])
    .where(sql<boolean>`domain = any(${[...domains]}::text[])`)
    .execute()
}

/** The employers whose ids end like this, by that end. */
export async function findEmployersByIdEnd(
  tx: Tx,
  id_ends: readonly string[],
): Promise<Map<string, string>> {
  if (id_ends.length === 0) return new Map()
  const { rows } = await sql<{ id_end: string; employer_uuid: string }>`
    select right(replace(employer_uuid::text, '-', ''), 15) id_end, employer_uuid from employer
      where right(replace(employer_uuid::text, '-', ''), 15) = any(${[...id_ends]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.id_end, row.employer_uuid]))
}

/** The newest fundings, of one employer or of all; or those with these references. */
export async function listFundings(
  tx: Tx,
  employer_uuid: string | null,
  references?: readonly string[],
) {
  return tx
    .selectFrom('funding')
    .innerJoin('funding_file', 'funding_file.funding_file_uuid', 'funding.funding_file_uuid')
    .innerJoin('employer', 'employer.employer_uuid', 'funding.employer_uuid')
    .select([
      'funding_uuid',
      'domain',
      'corporation_name',
      'business_name',
      'funding.currency',
      'amount_minor',
      'reference',
      'received_on',
      'booked_at',
    ])
    .$if(employer_uuid !== null, query =>
      query.where('funding.employer_uuid', '=', employer_uuid ?? ''),
    )
    .$if(references !== undefined, query =>
      query.where(sql<boolean>`reference = any(${[...(references ?? [])]}::text[])`),
    )
    .orderBy('booked_at', 'desc')
    .orderBy('reference')
    .limit(references?.length ?? SHOWN)
    .execute()
}

/**
 * What every cycle still wants of the balance, by currency: what waits for approval, and what was approved and has no money yet, whatever
 * else it waits for. Home, cycles and funds all read this.
 */
export const WANTED = sql`(
    select cycle_uuid, currency, amount_minor minor from cycle_count where is_waiting
    union all
    select cycle_uuid, currency, unfunded_minor from payment_count where is_open and unfunded_minor > 0)`

export type NeedRow = {
  readonly employer_uuid: string
  readonly domain: string | null
  readonly company_name: string
  readonly currency: string
  /** What pay dates up to `until` still need from the available balance: items not approved, and approved ones without funds. */
  readonly need: bigint
}

/** Needs per employer and currency for pay dates up to a day, of one employer or of all. */
export async function readNeeds(
  tx: Tx,
  until: string,
  employer_uuid: string | null,
): Promise<NeedRow[]> {
  const { rows } = await sql<NeedRow>`
    select e.employer_uuid, e.domain, app.employer_name(e.business_name, e.corporation_name, e.domain) company_name, n.currency, sum(n.minor)::bigint need
      from ${WANTED} n join pay_cycle c using (cycle_uuid) join employer e on e.employer_uuid = c.employer_uuid
      where c.pay_date <= ${until}::date and (${employer_uuid}::uuid is null or c.employer_uuid = ${employer_uuid}::uuid)
      group by 1, 2, 3, 4 order by 3, 4`.execute(tx)
  return rows
}

/** Names of employers, for those who have a balance and no need. */
export async function nameEmployers(tx: Tx, employer_uuids: readonly string[]) {
  const { rows } = await sql<{
    employer_uuid: string
    domain: string | null
    company_name: string
  }>`
    select employer_uuid, domain, app.employer_name(business_name, corporation_name, domain) company_name
      from employer where employer_uuid = any(${[...employer_uuids]}::uuid[])`.execute(tx)
  return rows
}
