/** A small first payment to a wallet whose address may hide a slip (decision 0151): its contractor wants one, and says when it is there. */
import { type FirstPayment, mayBeSaid } from '#domain/destinations/first-payment.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  type DestinationRow,
  insertChange,
  lockDestinations,
  sayOfFirstPayment,
} from './destination.store.ts'

type Came = Awaited<ReturnType<Ctx['doors']['payments']['firstPaymentsOf']>>

/** What the contractor may say next of each of their destinations, by what has come there. */
export function sayableOf(row: DestinationRow, came: Came): (FirstPayment | null)[] {
  const { paid = false, left = false } = came.get(row.destination_uuid) ?? {}
  const { network, status, first_payment: said } = row
  return mayBeSaid({ network, in_use: status === 'ACTIVE', said, paid, left })
}

/**
 * Keeps that a contractor wants a small payment to go first to a wallet, that it is there, or (null) that none is wanted after all: what
 * waits is looked at then. The same again is as once. It is no change of where pay goes: approvals hold, and nothing is new. NOT_FOUND for none
 * of theirs, TRANSITION_NOT_ALLOWED for what cannot be said of it now.
 */
export async function setFirstPayment(
  ctx: Ctx,
  id: string,
  first_payment: FirstPayment | null,
): Promise<void> {
  const contractor_sub = ctx.actor.sub
  const rows = await lockDestinations(ctx, contractor_sub)
  const row = rows.find(of => of.destination_uuid === id)
  if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchDestination')
  if (row.first_payment === first_payment) return
  const came = await ctx.doors.payments.firstPaymentsOf(ctx, contractor_sub)
  if (!sayableOf(row, came).includes(first_payment)) throw refusal(row, first_payment)
  await sayOfFirstPayment(ctx.tx, id, first_payment)
  const { label } = row
  const done = first_payment ?? 'NONE'
  await insertChange(ctx.tx, {
    contractor_sub,
    said: textOf('payments.destinationChanges.firstPayment', { label, done }),
    at: ctx.now,
  })
  ctx.audit({
    action: 'first_payment',
    entity: 'destination',
    entity_uuids: [id],
    employer_uuid: null,
    after: { contractor_sub, first_payment },
  })
  await ctx.doors.payments.lookAtHolds(ctx, { contractor_sub })
}

function refusal({ label, first_payment }: DestinationRow, wanted: FirstPayment | null): Problem {
  const params = { label }
  if (first_payment === 'ARRIVED')
    return new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.firstIsThere', { params })
  if (wanted === 'WANTED')
    return new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.firstNotOffered', { params })
  return first_payment === 'WANTED'
    ? new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.firstNotLeft', { params })
    : new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.firstNotWanted', { params })
}
