/** Who wished for a small first payment and says nothing of it is asked again: without their word the rest is never sent (decision 0156). */
import { ASKED_AGAIN_DAYS, mayBeAskedAgain } from '#domain/destinations/first-payment.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertAsked } from './first-payment-reminder.store.ts'
import { isPayment, listUnanswered, listWaitingForWord } from './first-payments.report.store.ts'

/** The clock's work for one employer: asks once more, on each of the days, whether a small first payment is there that something waits for. */
export async function askAgain(ctx: Ctx, employer_uuid: string): Promise<void> {
  const due = await listUnanswered(ctx.tx, employer_uuid, ctx.now)
  const asked = due.flatMap(({ payment_uuid, days }) =>
    ASKED_AGAIN_DAYS.filter(after_days => after_days <= days).map(after_days => ({
      ...{ payment_uuid, employer_uuid, after_days },
    })),
  )
  for (const payment_uuid of await insertAsked(ctx.tx, asked, ctx.now))
    ctx.announce('payments.first_payment_settled', { payment_uuid })
}

/**
 * Asks once more because an operator wants it, and answers when they were asked last: on the same day it is done already, also by the clock, and nothing is
 * sent. TRANSITION_NOT_ALLOWED where the payment waits for no word, or its first one has not arrived; NOT_FOUND where there is none.
 */
export async function askFirstPayment(ctx: Ctx, rest_uuid: string): Promise<{ asked_at: Date }> {
  const [waits] = await listWaitingForWord(ctx.tx, [rest_uuid], ctx.now)
  if (!waits)
    throw (await isPayment(ctx.tx, rest_uuid))
      ? new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.waitsForNoWord')
      : new Problem('NOT_FOUND', 'payments.problems.noSuchPayment')
  const { payment_uuid, employer_uuid, days, last_asked, asked_at } = waits
  if (!mayBeAskedAgain(days, last_asked)) {
    if (asked_at) return { asked_at }
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.askedToday')
  }
  const asked = [{ payment_uuid, employer_uuid, after_days: days }]
  // Who was faster asked them; they are asked once.
  if ((await insertAsked(ctx.tx, asked, ctx.now)).length > 0) {
    ctx.announce('payments.first_payment_settled', { payment_uuid })
    ctx.audit({
      action: 'ask_again',
      entity: 'first_payment',
      entity_uuids: [payment_uuid],
      employer_uuid,
      after: { rest_uuid, after_days: days },
    })
  }
  return { asked_at: ctx.now }
}
