/** What an execution would move, payment by payment, for a second operator to read. */
import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { Tx } from '../kernel/db.ts'

export type ExecutionLineRow = {
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly employer_name: string
  readonly employer_domain: string | null
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly destination_uuid: string | null
  readonly destination_version: number | null
  readonly destination_label: string
  readonly pay_date: string
  readonly source_currency: string
  readonly source_minor: bigint
  readonly currency: string
  readonly promised_minor: bigint | null
}

/**
 * What the employers pay for those of these payments that have not left yet, per currency. All of them stay as they are until the
 * transaction ends: what counts for nothing now does not become payable before it is done.
 */
export async function holdSumsToExecute(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<Money[]> {
  const { rows } = await sql<Money>`
    with held as materialized (select source_currency, source_minor, status from payment
      where payment_uuid = any(${[...payment_uuids]}::uuid[]) order by payment_uuid for update)
    select source_currency currency, sum(source_minor)::bigint minor from held
      where status in ('SCHEDULED', 'HELD') group by source_currency order by source_currency`.execute(
    tx,
  )
  return rows
}

/** The payments in id order. */
export async function listExecutionLines(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<ExecutionLineRow[]> {
  const { rows } = await sql<ExecutionLineRow>`
    select p.payment_uuid, p.employer_uuid, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        e.domain employer_domain, p.contractor_sub, app.person_name(person.first_name, person.last_name) contractor_name,
        p.destination_uuid, p.destination_version, p.destination_label, p.pay_date, p.source_currency, p.source_minor,
        p.currency, p.promised_minor
      from payment p join employer e on e.employer_uuid = p.employer_uuid join person_seen person on person.sub = p.contractor_sub
      where p.payment_uuid = any(${[...payment_uuids]}::uuid[]) order by p.payment_uuid`.execute(tx)
  return rows
}
