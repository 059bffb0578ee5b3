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
  const made = await tx
    .insertInto('funding_request')
    .values({ ...request, status: 'REQUESTED' })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 1n)
    return { request_uuid: request.request_uuid, is_new: true }
  const open = await findOpenRequest(tx, request)
  return { request_uuid: open ?? request.request_uuid, is_new: false }
}

/** The open request of exactly this sum and day, or undefined. */
export async function findOpenRequest(
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

type Receipt = {
  readonly employer_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
}
const RECEIPT = { employer_uuid: 'uuid', currency: 'text', amount_minor: 'bigint' } as const

/** Fills what is open by receipts of its employer and currency, what is needed first before the others; answers what changed. */
export async function fillRequests(
  tx: Tx,
  receipts: readonly Receipt[],
  { by, at }: { readonly by: string | null; readonly at: Date },
): Promise<{ request_uuid: string; employer_uuid: string; status: string }[]> {
  const of = rowsOf('r', receipts, RECEIPT)
  // Held first: another booking of the same employer waits here, and then sees what this one filled.
  await sql`select from funding_request where status = 'REQUESTED' and (employer_uuid, currency) in (select employer_uuid, currency from ${of})
    order by request_uuid for update`.execute(tx)
  const { rows } = await sql<{ request_uuid: string; employer_uuid: string; status: string }>`
    with came as (select employer_uuid, currency, sum(amount_minor) minor from ${of} group by 1, 2),
      asked as (select request_uuid, employer_uuid, currency, amount_minor - received_minor lacks,
          sum(amount_minor - received_minor) over (partition by employer_uuid, currency order by needed_on, asked_at, request_uuid) through
        from funding_request where status = 'REQUESTED'),
      filled as (select request_uuid, lacks, least(lacks, minor - (through - lacks))::bigint gets from asked join came using (employer_uuid, currency))
    update funding_request r set received_minor = received_minor + gets,
        status = case when gets = lacks then 'RECEIVED' else 'REQUESTED' end,
        closed_by = case when gets = lacks then ${by}::text end, closed_at = case when gets = lacks then ${at}::timestamptz end
      from filled where filled.request_uuid = r.request_uuid and gets > 0
      returning r.request_uuid, r.employer_uuid, r.status`.execute(tx)
  return rows
}
