import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { anyOf } from '../kernel/rows.ts'
import { COUNTED, LEFT } from './journal.report.store.ts'

/** Keeps of paid line items what a journal says of the day on which they were paid, before they are paid no more; by no clock earlier than they were paid. */
export async function keepTakenBack(
  tx: Tx,
  line_item_uuids: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into pay_taken_back (line_item_uuid, paid_at, taken_back_at, employer_uuid, cycle_uuid, contractor_sub, currency, contractors_minor, expenses_minor)
      select i.line_item_uuid, i.paid_at, greatest(${at}::timestamptz, i.paid_at), i.employer_uuid, i.cycle_uuid, i.contractor_sub, i.currency, ${COUNTED}
        from line_item i where i.line_item_uuid = ${anyOf(line_item_uuids)} and ${LEFT}`.execute(tx)
}
