import { sql } from 'kysely'
import type { RequestStatus } from '#domain/ledger/funding-request.ts'
import type { Tx } from '../kernel/db.ts'

export type RequestRow = {
  readonly request_uuid: string
  readonly employer_uuid: string
  readonly domain: string | null
  readonly company_name: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly received_minor: bigint
  readonly needed_on: string
  readonly words: string
  readonly status: RequestStatus
  readonly asked_at: Date
  readonly asked_by_name: string
  readonly closed_at: Date | null
}

const ROWS = sql`
  select r.request_uuid, r.employer_uuid, e.domain, app.employer_name(e.business_name, e.corporation_name, e.domain) company_name,
      r.currency, r.amount_minor, r.received_minor, r.needed_on, r.words, r.status, r.asked_at,
      coalesce(app.person_name(p.first_name, p.last_name, ''), '') asked_by_name, r.closed_at
    from funding_request r join employer e using (employer_uuid) left join person_seen p on p.sub = r.asked_by`

/** One request, or undefined. */
export async function findRequest(tx: Tx, request_uuid: string): Promise<RequestRow | undefined> {
  const { rows } =
    await sql<RequestRow>`${ROWS} where r.request_uuid = ${request_uuid}::uuid`.execute(tx)
  return rows[0]
}

/** So many are shown to a company at once. */
const SHOWN = 50

/** What a company was asked to send and has not, the first needed first. */
export async function listOpenRequests(tx: Tx, employer_uuid: string): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`${ROWS}
    where r.employer_uuid = ${employer_uuid}::uuid and r.status = 'REQUESTED'
    order by r.needed_on, r.asked_at, r.request_uuid limit ${sql.lit(SHOWN)}`.execute(tx)
  return rows
}

/** Requests of every company that are open, or are over; newest first. */
export async function listRequests(
  tx: Tx,
  {
    open,
    after,
    limit,
  }: {
    readonly open: boolean
    readonly after: readonly [asked_at: string, request_uuid: string] | undefined
    readonly limit: number
  },
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`${ROWS}
    where (r.status = 'REQUESTED') = ${open}
      ${after ? sql`and (r.asked_at, r.request_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by r.asked_at desc, r.request_uuid desc limit ${limit}`.execute(tx)
  return rows
}

/** A company as it is asked for money: how it is called, and whether it may be told where to send it. */
export async function findAsked(
  tx: Tx,
  of: { readonly domain: string } | { readonly employer_uuid: string },
) {
  const { rows } = await sql<{
    employer_uuid: string
    domain: string
    company_name: string
    known: boolean
  }>`select employer_uuid, domain, app.employer_name(business_name, corporation_name, domain) company_name,
        verification = 'VERIFIED' and suspended_at is null known
      from employer where ${'domain' in of ? sql`domain = ${of.domain}` : sql`employer_uuid = ${of.employer_uuid}::uuid`}`.execute(
    tx,
  )
  return rows[0]
}
