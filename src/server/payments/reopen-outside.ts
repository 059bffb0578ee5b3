import type { Ctx } from '../kernel/unit-of-work.ts'
import { auditByEmployer } from './audit-by-employer.ts'
import { moved } from './fail-payments.ts'
import { changeStatus } from './payment.store.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'
import { reopenOutside } from './payment-record.store.ts'

/**
 * Takes back that locked payments were paid by others: they wait for their employer's money as any that is short. Where their contractors
 * went elsewhere meanwhile nothing keeps the approval any more, which is looked at later.
 */
export async function reopen(ctx: Ctx, rows: readonly PaymentFactsRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(row => row.payment_uuid)
  const set = { hold_reason: 'FUNDS', funded: false } as const
  await moved(changeStatus(ctx.tx, ids, ['SETTLED'], 'HELD', set), rows)
  await reopenOutside(ctx.tx, ids)
  auditByEmployer(ctx, rows, 'reopen', 'HELD')
  ctx.announce('payments.payments_unsettled', { payment_uuids: ids })
  for (const contractor_sub of new Set(rows.map(row => row.contractor_sub)))
    ctx.announce('payments.payment_reopened', { contractor_sub })
}
