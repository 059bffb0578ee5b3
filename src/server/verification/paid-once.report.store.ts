/** The law of days and raises, as a query that names what violates it: no day of a role and no step of its rate is paid by two (decision 0147). */
import { type RawBuilder, sql } from 'kysely'

/** Line items that earn days which another one earns, and their raises of what another item or entry covers; of the people that are asked about. */
export function daysArePaidOnce(asked: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select 'line item ' || e.line_item_uuid || ': earns days before ' || e.other || ' that another one earns' violation
      from (select i.line_item_uuid, lower(i.earning) first, max(upper(i.earning)) over (partition by i.employer_uuid, i.contractor_sub,
          lower(btrim(i.role)) order by lower(i.earning), i.line_item_uuid rows between unbounded preceding and 1 preceding) other
        from line_item i where not isempty(i.earning) and ${asked}) e
      where e.first < e.other
    union all
    select 'line item ' || i.line_item_uuid || ': its raise ' || c.entry_uuid || ' covers what ' || c.by_uuid || ' covers'
      from line_item i cross join lateral app.raises_covered(i) c
      where i.entries @> '[{"kind": "RAISE"}]' and app.is_live(i.status) and ${asked}`
}
