import { sql } from 'kysely'
import type { RequestStatus } from '#domain/ledger/funding-request.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'

export type NewRequest = {
  readonly request_uuid: string
  readonly employer_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly needed_on: string
  readonly words: string
  readonly asked_by: string
  readonly asked_at: Date
}

/** Inserts a request, unless the same one is open; answers the id of the one that is open then, and whether it is new. */
export async function insertRequest(
  tx: Tx,
  request: NewRequest,
): Promise<{ request_uuid: string; is_new: boolean }> {
  // What is open again stands beside the index.
  const waits = await holdOpenRequest(tx, request)
  if (waits !== undefined) return { request_uuid: waits, is_new: false }
  const made = await tx
    .insertInto('funding_request')
    .values({ ...request, status: 'REQUESTED' })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 1n)
    return { request_uuid: request.request_uuid, is_new: true }
  const open = await holdOpenRequest(tx, request)
  return { request_uuid: open ?? request.request_uuid, is_new: false }
}

/** The open request of exactly this sum and day, which stays so until the transaction ends; or undefined. */
export async function holdOpenRequest(
  tx: Tx,
  of: Pick<NewRequest, 'employer_uuid' | 'currency' | 'amount_minor' | 'needed_on'>,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('funding_request')
    .select('request_uuid')
    .where('employer_uuid', '=', of.employer_uuid)
    .where('currency', '=', of.currency)
    .where('amount_minor', '=', of.amount_minor)
    .where('needed_on', '=', of.needed_on)
    .where('status', '=', 'REQUESTED')
    .forShare()
    .executeTakeFirst()
  return row?.request_uuid
}

/** A request, held until the transaction ends. */
export async function lockRequest(tx: Tx, request_uuid: string) {
  const row = await tx
    .selectFrom('funding_request')
    .select(['employer_uuid', 'status'])
    .where('request_uuid', '=', request_uuid)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, status: row.status as RequestStatus }
}

/** Withdraws a request that is held. */
export async function saveWithdrawn(
  tx: Tx,
  request_uuid: string,
  closed: { readonly closed_by: string; readonly closed_at: Date },
): Promise<void> {
  await tx
    .updateTable('funding_request')
    .set({ ...closed, status: 'CANCELLED' })
    .where('request_uuid', '=', request_uuid)
    .where('status', '=', 'REQUESTED')
    .execute()
}

export type Receipt = {
  readonly funding_uuid: string
  readonly employer_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
}
const RECEIPT = {
  funding_uuid: 'uuid',
  employer_uuid: 'uuid',
  currency: 'text',
  amount_minor: 'bigint',
} as const

export type ChangedRequest = {
  readonly request_uuid: string
  readonly employer_uuid: string
  readonly status: RequestStatus
}

/**
 * Fills what is open by receipts of its employer and currency, what is needed first before the others, and keeps which receipt filled what;
 * answers what changed.
 */
export async function fillRequests(
  tx: Tx,
  receipts: readonly Receipt[],
  { by, at }: { readonly by: string | null; readonly at: Date },
): Promise<ChangedRequest[]> {
  const of = rowsOf('r', receipts, RECEIPT)
  // Held first, and these alone are filled: another booking of the same employer waits here, and then sees what this one filled.
  const held = await sql<{
    request_uuid: string
  }>`select request_uuid from funding_request where status = 'REQUESTED' and (employer_uuid, currency) in (select employer_uuid, currency from ${of})
    order by request_uuid for update`.execute(tx)
  const { rows } = await sql<ChangedRequest>`
    with came as (select funding_uuid, employer_uuid, currency, amount_minor,
          sum(amount_minor) over (partition by employer_uuid, currency order by funding_uuid) through from ${of}),
      asked as (select request_uuid, employer_uuid, currency, amount_minor - received_minor lacks,
          sum(amount_minor - received_minor) over (partition by employer_uuid, currency order by needed_on, asked_at, request_uuid) through
        from funding_request where status = 'REQUESTED' and request_uuid = any(${held.rows.map(of => of.request_uuid)}::uuid[])),
      part as (select came.funding_uuid, asked.request_uuid, employer_uuid,
          (least(came.through, asked.through) - greatest(came.through - amount_minor, asked.through - lacks))::bigint minor
        from asked join came using (employer_uuid, currency)),
      kept as (insert into funding_request_part (funding_uuid, request_uuid, employer_uuid, minor)
        select funding_uuid, request_uuid, employer_uuid, minor from part where minor > 0 returning request_uuid, minor),
      filled as (select request_uuid, sum(kept.minor)::bigint gets from kept group by 1)
    update funding_request r set received_minor = received_minor + gets,
        status = case when received_minor + gets = amount_minor then 'RECEIVED' else 'REQUESTED' end,
        closed_by = case when received_minor + gets = amount_minor then ${by}::text end,
        closed_at = case when received_minor + gets = amount_minor then ${at}::timestamptz end
      from filled where filled.request_uuid = r.request_uuid
      returning r.request_uuid, r.employer_uuid, r.status`.execute(tx)
  return rows
}

/**
 * Takes out of requests what a receipt had filled of them: what it covered is open again, by today at the earliest, what was withdrawn stays so. Answers
 * what is open again.
 */
export async function emptyRequests(
  tx: Tx,
  funding_uuid: string,
  { now, today }: { readonly now: Date; readonly today: string },
): Promise<ChangedRequest[]> {
  const { rows: held } = await sql<{ request_uuid: string; status: RequestStatus }>`
    select request_uuid, status from funding_request where request_uuid in (select request_uuid from funding_request_part
      where funding_uuid = ${funding_uuid}::uuid) order by request_uuid for update`.execute(tx)
  const { rows } = await sql<ChangedRequest>`
    update funding_request r set received_minor = received_minor - p.minor,
        status = case status when 'RECEIVED' then 'REQUESTED' else status end,
        closed_by = case status when 'CANCELLED' then closed_by end, closed_at = case status when 'CANCELLED' then closed_at end,
        reopened_at = case status when 'RECEIVED' then ${now}::timestamptz else reopened_at end,
        needed_on = case status when 'RECEIVED' then greatest(needed_on, ${today}::date) else needed_on end
      from funding_request_part p where p.funding_uuid = ${funding_uuid}::uuid and p.request_uuid = r.request_uuid
      returning r.request_uuid, r.employer_uuid, r.status`.execute(tx)
  const were = new Set(held.flatMap(of => (of.status === 'RECEIVED' ? [of.request_uuid] : [])))
  return rows.filter(({ request_uuid }) => were.has(request_uuid))
}
