import { Problem } from '#domain/kernel/problem.ts'
import { isBegun, paymentMachine } from '#domain/payments/payment.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers } from '../ledger/index.ts'
import { endGivenBack } from './given-back.store.ts'
import { GONE_ELSEWHERE } from './gone-elsewhere.store.ts'
import { changeStatus, listParts } from './payment.store.ts'

/** Items that were approved and no longer are, with the version of each by now. */
type WithdrawnItems = {
  readonly employer_uuid: string
  readonly line_item_uuids: readonly string[]
  readonly versions: ReadonlyMap<string, number>
  /** Whether who is paid changed where they go. */
  readonly gone_elsewhere: boolean
}

/** Of these line items, those whose money was already asked of a rail, or that others paid in part: they cannot be taken back. */
export async function itemsUnderWay(
  ctx: Ctx,
  line_item_uuids: readonly string[],
): Promise<Set<string>> {
  const payments = await listParts(ctx.tx, line_item_uuids)
  return new Set(payments.filter(isBegun).map(payment => payment.line_item_uuid))
}

/** Cancels the payments of withdrawn items and gives what was reserved back, in the withdrawal's own transaction. */
export async function releaseFundsOfItems(
  ctx: Ctx,
  { employer_uuid, line_item_uuids, versions, gone_elsewhere }: WithdrawnItems,
): Promise<void> {
  const payments = await listParts(ctx.tx, line_item_uuids, { held: true })
  if (payments.some(isBegun))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.underWay')
  const sums = new Map<string, { currency: string; minor: bigint }>()
  for (const { line_item_uuid, funded, source_currency: currency, source_minor } of payments) {
    if (funded)
      sums.set(line_item_uuid, {
        currency,
        minor: (sums.get(line_item_uuid)?.minor ?? 0n) + source_minor,
      })
  }
  await postTransfers(
    ctx,
    [...sums].map(([line_item_uuid, amount]) => ({
      transfer_uuid: uuidOf(`release:${line_item_uuid}:${versions.get(line_item_uuid)}`),
      from: accounts.reserved(employer_uuid, amount.currency),
      to: accounts.available(employer_uuid, amount.currency),
      amount,
      code: 'item_withdrawn',
      subject_uuid: line_item_uuid,
    })),
  )
  await endGivenBack(ctx.tx, line_item_uuids)
  const entity_uuids = payments.map(payment => payment.payment_uuid)
  await changeStatus(ctx.tx, entity_uuids, paymentMachine.sources('cancel'), 'CANCELLED', {
    ...(gone_elsewhere && { note: GONE_ELSEWHERE }),
  })
  ctx.audit({
    action: 'cancel',
    entity: 'payment',
    entity_uuids,
    employer_uuid,
    after: { status: 'CANCELLED' },
  })
}
