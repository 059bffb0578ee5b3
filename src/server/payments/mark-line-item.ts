/** The specification's mark-paid and mark-unpaid, with reference and proof; also of what others than Corridor paid. */
import type { z } from 'zod'
import type { payments } from '#contract/payments.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { SecondPerson } from '../approvals/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { keepProof } from './mend-payments.ts'
import { mendWork } from './mend-work.ts'
import { lockToPayOutside, type Marking, markPaid, markUnpaid } from './settle-payments.ts'

type Entry = (typeof payments)['markLineItem']
type Input = { params: z.output<Entry['params']>; body: z.output<Entry['body']> }

/**
 * Marks what is owed of a line item in one currency. NOT_FOUND unless it is of that employer, policy and cycle; what others paid is kept for
 * a second operator above the platform's limit.
 */
export async function markLineItem(
  ctx: Ctx,
  byTwo: SecondPerson,
  { params, body }: Input,
): Promise<z.output<Entry['response']>> {
  const { line_item_uuid, currency, operation } = params
  const known = await ctx.doors.payroll.getCycleKeys(ctx, line_item_uuid)
  if (
    known?.cycle_uuid !== params.cycle_uuid ||
    known.policy_uuid !== params.policy_uuid ||
    known.domain !== params.domain
  )
    throw new Problem('NOT_FOUND', 'payments.problems.noSuchItem')
  const { amount_in_smallest_unit: amount_minor, reference, words = '' } = body
  const file_uuid = await keepProof(ctx, body.proof)
  const marking = { line_item_uuid, currency, amount_minor, reference, words, file_uuid }
  const done =
    body.outside && operation === 'paid'
      ? await paidOutside(ctx, byTwo, marking)
      : { count: await (operation === 'paid' ? markPaid : markUnpaid)(ctx, marking) }
  const { status = 'PAID' } = (await ctx.doors.payroll.getCycleKeys(ctx, line_item_uuid)) ?? {}
  const { count, ...more } = done
  return { line_item_uuid, status, payments: count, ...more }
}

async function paidOutside(ctx: Ctx, byTwo: SecondPerson, marking: Marking) {
  const rows = await lockToPayOutside(ctx, marking)
  const payment_uuids = rows
    .filter(({ status }) => status !== 'SETTLED')
    .map(row => row.payment_uuid)
  if (payment_uuids.length === 0) return { count: rows.length }
  const { reference, words, file_uuid } = marking
  const outcome = await byTwo(ctx, mendWork, {
    ...{ action: 'outside', payment_uuids, reference, words, file_uuid },
    asked_by: ctx.actor.sub ?? '',
  })
  return 'waiting' in outcome ? { count: 0, waiting: outcome.waiting } : { count: rows.length }
}
