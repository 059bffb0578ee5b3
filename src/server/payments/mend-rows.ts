/** Payments with what decides about mending them, and what a call found of each. */
import { isOverdue, type MendAction, mendsOf } from '#domain/payments/mending.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Doubt, listDoubtsOf } from './doubt.store.ts'
import { leftByChain } from './followed.ts'
import { listByTwo } from './paid-anew.store.ts'
import { lockPaymentsOfItems } from './payment.store.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'
import { listOthers, type OtherPlace } from './work-list.report.store.ts'

export type MendRow = PaymentFactsRow & {
  /** What is or was in doubt about its last attempt. */
  readonly doubt: Doubt | undefined
  /** What its rail says against the word of two. */
  readonly said: Doubt | undefined
  /** The other destination that it can go to, the one that changed last. */
  readonly other: OtherPlace | undefined
  /** Whether it left by a rail that follows its chain. */
  readonly by_chain: boolean
  readonly may: readonly MendAction[]
}

/** The payments named, locked after their line items, with what each allows. */
export async function lockToMend(
  ctx: Ctx,
  payment_uuids: readonly string[],
): Promise<Map<string, MendRow>> {
  const rows = await toMend(ctx, await lockPaymentsOfItems(ctx.tx, payment_uuids))
  return new Map(rows.map(row => [row.payment_uuid, row]))
}

/** Payments with what each allows. */
export async function toMend(ctx: Ctx, rows: readonly PaymentFactsRow[]): Promise<MendRow[]> {
  const payment_uuids = rows.map(row => row.payment_uuid)
  const [found, others, byChain, byTwo] = await Promise.all([
    listDoubtsOf(ctx.tx, payment_uuids),
    listOthers(ctx.tx, payment_uuids),
    leftByChain(ctx, rows),
    listByTwo(
      ctx.tx,
      rows.flatMap(row => row.attempt_uuid ?? []),
    ),
  ])
  const doubts = Map.groupBy(found, doubt => doubt.payment_uuid)
  const places = new Map(others.map(other => [other.payment_uuid, other]))
  return rows.map(row => {
    const own = doubts.get(row.payment_uuid) ?? []
    const other = places.get(row.payment_uuid)
    const said = own.find(doubt => doubt.rail_said !== null)
    const by_chain = byChain.has(row.attempt_uuid ?? '')
    const may = mendsOf({
      status: row.status,
      outside: row.outside,
      rail_said: said?.rail_said ?? null,
      of_last: said?.current ?? true,
      of_failed: said?.outcome === 'FAILED',
      by_chain,
      overdue: isOverdue(row.left_at, ctx.now),
      by_two: byTwo.includes(row.attempt_uuid ?? ''),
      in_use: row.destination_status === 'ACTIVE',
      other: other !== undefined,
    })
    return { ...row, doubt: own.find(of => of.current), said, other, by_chain, may }
  })
}

/** Whether what is asked of a payment was done to it already, so that asking twice answers the same. */
export function isMended(action: MendAction, row: MendRow): boolean {
  switch (action) {
    case 'lose':
    case 'forgo':
      return row.status === 'UNKNOWN'
    case 'left':
      return row.status === 'SETTLED' && row.doubt?.word === 'LEFT'
    case 'not_left':
      return row.status === 'FAILED' && row.doubt?.word === 'NOT_LEFT'
    case 'return':
      return row.status === 'RETURNED'
    case 'retry':
    case 'retry_beside':
    case 'redirect':
      return row.attempt > 0 && (row.status === 'SCHEDULED' || row.status === 'HELD')
    case 'give_back':
      return row.given_back_at !== null
    default:
      return false
  }
}
