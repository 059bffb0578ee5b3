/** The law of batches of payments, as a query that names what violates it. */
import { type RawBuilder, sql } from 'kysely'

/** Line items without a contract that pay no row of a batch, or anything else than what that was sent in as. */
export function batchesPayTheirRows(asked: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select 'line item ' || i.line_item_uuid || ' pays ' || i.amount_minor || ' ' || i.currency || ' for '
        || coalesce(r.amount_minor || ' ' || r.currency, 'nothing that was sent in') violation
      from line_item i left join payment_batch_row r on r.line_item_uuid = i.line_item_uuid
      where i.contract_uuid is null and ${asked}
        and (r.amount_minor, r.currency, r.batch_uuid) is distinct from (i.amount_minor, i.currency, i.cycle_uuid)`
}
