import type { Tx } from '../kernel/db.ts'

/** Which cycle, policy and employer a line item belongs to, and its status; undefined when there is no such item. */
export async function getCycleKeys({ tx }: { readonly tx: Tx }, line_item_uuid: string) {
  return tx
    .selectFrom('line_item')
    .innerJoin('pay_cycle', 'pay_cycle.cycle_uuid', 'line_item.cycle_uuid')
    .innerJoin('employer', 'employer.employer_uuid', 'line_item.employer_uuid')
    .select([
      'line_item.cycle_uuid',
      'pay_cycle.policy_uuid',
      'employer.domain',
      'line_item.status',
    ])
    .where('line_item_uuid', '=', line_item_uuid)
    .executeTakeFirst()
}
