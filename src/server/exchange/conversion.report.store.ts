import { sql } from 'kysely'
import type { ConversionStatus, ConversionStop, Exchange } from '#domain/exchange/conversion.ts'
import type { Tx } from '../kernel/db.ts'

export type ConversionRow = Exchange & {
  readonly conversion_uuid: string
  readonly employer_uuid: string
  readonly domain: string | null
  readonly company_name: string
  readonly conversion_date: string
  readonly status: ConversionStatus
  readonly reason: ConversionStop | null
  readonly sold_minor: bigint | null
  readonly bought_minor: bigint | null
  readonly rate: string | null
  readonly rate_source: string | null
  readonly rate_as_of: Date | null
  readonly quote_uuid: string | null
  readonly expected_minor: bigint | null
  readonly expected_rate: string | null
  readonly asked_at: Date
  readonly asked_by_name: string
  readonly closed_at: Date | null
}

const ROWS = sql`
  select c.conversion_uuid, c.employer_uuid, e.domain, app.employer_name(e.business_name, e.corporation_name, e.domain) company_name,
      c.from_currency, c.to_currency, c.fixed_side, c.amount_minor, c.conversion_date, c.status, c.reason, c.sold_minor, c.bought_minor,
      c.rate, c.rate_source, c.rate_as_of, c.quote_uuid, c.expected_minor, c.expected_rate, c.asked_at, coalesce(app.person_name(p.first_name, p.last_name, ''), '') asked_by_name, c.closed_at
    from conversion c join employer e using (employer_uuid) left join person_seen p on p.sub = c.asked_by`

/** One conversion, or undefined. */
export async function findConversion(
  tx: Tx,
  conversion_uuid: string,
): Promise<ConversionRow | undefined> {
  const { rows } =
    await sql<ConversionRow>`${ROWS} where c.conversion_uuid = ${conversion_uuid}::uuid`.execute(tx)
  return rows[0]
}

/** Conversions, newest first: of one company or of all, scheduled or over or both. */
export async function listConversionRows(
  tx: Tx,
  {
    employer_uuid,
    open,
    after,
    limit,
  }: {
    readonly employer_uuid: string | null
    readonly open: boolean | null
    readonly after: readonly [asked_at: string, conversion_uuid: string] | undefined
    readonly limit: number
  },
): Promise<ConversionRow[]> {
  const { rows } = await sql<ConversionRow>`${ROWS}
    where true ${employer_uuid === null ? sql`` : sql`and c.employer_uuid = ${employer_uuid}::uuid`}
      ${open === null ? sql`` : sql`and (c.status = 'SCHEDULED') = ${open}`}
      ${after ? sql`and (c.asked_at, c.conversion_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by c.asked_at desc, c.conversion_uuid desc limit ${limit}`.execute(tx)
  return rows
}

/** The company with a domain or an id, and how it is called. */
export async function findCompany(
  tx: Tx,
  of: { readonly domain: string } | { readonly employer_uuid: string },
) {
  const { rows } = await sql<{ employer_uuid: string; domain: string; company_name: string }>`
    select employer_uuid, domain, app.employer_name(business_name, corporation_name, domain) company_name
      from employer where ${'domain' in of ? sql`domain = ${of.domain}` : sql`employer_uuid = ${of.employer_uuid}::uuid`}`.execute(
    tx,
  )
  return rows[0]
}

export type Standing = {
  readonly halted: boolean
  readonly suspended: boolean
  readonly frozen: boolean
}

/**
 * What of others stops conversions: that execution is halted, that the company is suspended, or that what it would pay on that day in
 * either currency is frozen. By conversion.
 */
export async function findStandings(
  tx: Tx,
  conversion_uuids: readonly string[],
): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { conversion_uuid: string }>`
    select conversion_uuid, exists (select from setting where name = 'execution_halted_since' and value <> 'null') halted,
        e.suspended_at is not null suspended,
        app.is_any_frozen() and coalesce(app.frozen_since(c.conversion_date, c.employer_uuid, null, c.from_currency, null),
          app.frozen_since(c.conversion_date, c.employer_uuid, null, c.to_currency, null)) is not null frozen
      from conversion c join employer e using (employer_uuid)
      where conversion_uuid = any(${[...conversion_uuids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ conversion_uuid, ...standing }) => [conversion_uuid, standing]))
}
