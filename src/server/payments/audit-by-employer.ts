import type { Ctx } from '../kernel/unit-of-work.ts'
import type { SettlingPayment } from './payment.store.ts'

/** One audit entry for each employer about what was done to their payments. */
export function auditByEmployer(
  ctx: Ctx,
  rows: readonly SettlingPayment[],
  action: string,
  status: string,
  more: object = {},
): void {
  for (const [employer_uuid, group] of Map.groupBy(rows, row => row.employer_uuid))
    ctx.audit({
      action,
      entity: 'payment',
      entity_uuids: group.map(row => row.payment_uuid),
      employer_uuid,
      after: { status, ...more },
    })
}
