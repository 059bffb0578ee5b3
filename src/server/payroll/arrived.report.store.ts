import { sql } from 'kysely'

/** What of a paid item `i` arrived: what was given back to its employer stays unpaid (decision 0081). */
export const ARRIVED = sql`(i.amount_minor - coalesce((select sum(g.source_minor) from payment g where g.line_item_uuid = i.line_item_uuid and g.stays_unpaid), 0))::bigint`
