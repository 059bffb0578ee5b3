/** Who wished for a small first payment and says nothing of it is asked again: without their word the rest is never sent (decision 0156). */
import { ASKED_AGAIN_DAYS } from '#domain/destinations/first-payment.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertAsked } from './first-payment-reminder.store.ts'
import { listUnanswered } from './first-payments.report.store.ts'

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
