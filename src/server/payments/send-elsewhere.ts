/** What a contractor's destination can no longer take goes to another one of theirs. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { changeStatus, lockPaymentsOfItems, redirectPayments } from './payment.store.ts'
import { listUnsentTo, type PaymentFactsRow } from './payment-facts.report.store.ts'

type Move = Parameters<Ctx['doors']['payments']['sendElsewhere']>[1]

/**
 * Redirects every payment that has not left for a destination, and schedules those that failed or came back again, each as a new
 * attempt; answers how many. Both destinations are of one currency and of this contractor, who holds them locked.
 */
export async function sendElsewhere(
  ctx: Ctx,
  { contractor_sub, from_uuid, to }: Move,
): Promise<number> {
  const unsent = await listUnsentTo(ctx.tx, contractor_sub, from_uuid)
  const rows = (await lockPaymentsOfItems(ctx.tx, unsent)).filter(
    row => row.destination_uuid === from_uuid && UNSENT.some(status => status === row.status),
  )
  const groups = Map.groupBy(rows, row => `${row.status} ${row.hold_reason}`).values()
  for (const group of groups) {
    const [{ status, hold_reason }] = group as [PaymentFactsRow]
    const ids = group.map(row => row.payment_uuid)
    const lost = status === 'FAILED' || status === 'RETURNED'
    const next = lost ? 'SCHEDULED' : status
    await changeStatus(ctx.tx, ids, [status], next, hold_reason ? { hold_reason } : {})
    await redirectPayments(ctx.tx, ids, {
      destination_uuid: to.destination_uuid,
      destination_version: to.version,
      destination_label: to.label,
      network: to.network,
    })
    audit(ctx, group, next, to.destination_uuid)
  }
  return rows.length
}

const UNSENT = ['FAILED', 'RETURNED', 'SCHEDULED', 'HELD', 'FROZEN'] as const

function audit(
  ctx: Ctx,
  rows: readonly PaymentFactsRow[],
  status: string,
  destination_uuid: string,
): void {
  for (const [employer_uuid, group] of Map.groupBy(rows, row => row.employer_uuid))
    ctx.audit({
      action: 'redirect',
      entity: 'payment',
      entity_uuids: group.map(row => row.payment_uuid),
      employer_uuid,
      after: { status, destination_uuid },
    })
}
