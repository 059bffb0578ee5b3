/** Whether what is kept of the reviews is what a look at everything anew would say. */
import { reviewCyclesOf } from '#server/payroll/index.ts'
import type { Admin } from './admin.ts'
import type { World } from './open-world.ts'

const KEPT = `
  select 'review ' || line_item_uuid || ' ' || encode(digest, 'hex') || ' ' || marks::text line from item_review
  union all
  select 'difference ' || concat_ws(' ', cycle_uuid, contractor_sub, currency, code, difference_minor, hours_hundredths) from cycle_difference
  union all
  select 'count ' || concat_ws(' ', cycle_uuid, mark, currency, items, amount_minor) from cycle_count where items > 0
  order by 1`

/** Marks everybody of every cycle due, and of the cycle before, who may be missing by now. */
const ALL_DUE = `
  insert into review_due (cycle_uuid, contractor_sub, employer_uuid)
    select distinct c.cycle_uuid, i.contractor_sub, c.employer_uuid from pay_cycle c
      cross join lateral (select c.cycle_uuid union all (select cycle_uuid from pay_cycle
        where policy_uuid = c.policy_uuid and start_date < c.start_date order by start_date desc limit 1)) of_cycle(cycle_uuid)
      join line_item i on i.cycle_uuid = of_cycle.cycle_uuid
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity'`

/**
 * Works off who is due, then looks at everybody anew: answers the lines that differ, with a minus as they were kept and a plus as they
 * should be. Empty when whatever changes a review marks it due.
 */
export async function staleReviews(world: World, admin: Admin): Promise<string[]> {
  const workOff = async () => {
    const employers = await admin.rows<{ employer_uuid: string }>(
      'select employer_uuid from employer order by 1',
    )
    for (const { employer_uuid } of employers) await reviewCyclesOf(employer_uuid, world)
  }
  const kept = async () => (await admin.rows<{ line: string }>(KEPT)).map(({ line }) => line)
  await workOff()
  const before = new Set(await kept())
  await admin.rows(ALL_DUE)
  await workOff()
  const after = new Set(await kept())
  return [
    ...[...before].filter(line => !after.has(line)).map(line => `- ${line}`),
    ...[...after].filter(line => !before.has(line)).map(line => `+ ${line}`),
  ]
}
