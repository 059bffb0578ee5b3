import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { peopleToAsk, type ToAsk } from './approval-facts.report.store.ts'

/** Who is told of a pay and its invoice: who is paid, and who may approve it. Ask with the sight of all. */
export async function findInvoicedPay(tx: Tx, line_item_uuid: string, today: string) {
  const { rows } = await sql<{
    readonly policy_uuid: string
    readonly cycle_uuid: string
    readonly pay_date: string
    readonly employer_name: string
    readonly contractor_name: string
    readonly contractor_sub: string
    readonly to: readonly ToAsk[]
  }>`
    select c.policy_uuid, c.cycle_uuid, c.pay_date, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        app.person_name(p.first_name, p.last_name, '') contractor_name, i.contractor_sub,
        ${peopleToAsk(sql`i.employer_uuid`, today)} "to"
      from line_item i join pay_cycle c using (cycle_uuid) join employer e on e.employer_uuid = i.employer_uuid
        join person_seen p on p.sub = i.contractor_sub
      where i.line_item_uuid = ${line_item_uuid}::uuid`.execute(tx)
  return rows[0]
}
