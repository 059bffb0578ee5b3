import { firstIncomplete } from '#domain/identity/onboarding.ts'
import { dateOf, daysBetween } from '#domain/kernel/plain-date.ts'
import { dueReminder, LATEST_DAYS } from '#domain/people/onboarding-reminders.ts'
import { onboardingOfContractor, takesInvitations } from '../identity/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Newcomer, selectNewcomers } from './newcomer.report.store.ts'
import { insertReminder } from './notice.store.ts'

const BATCH = 100
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Job: reminds contractors who came lately and whose onboarding is open, once on each of the days, of some of them after `after`. Answers the last
 * it looked at, null when there are no more. Whoever wants no invitations is not reminded of one either.
 */
export async function remindOnboarding(ctx: Ctx, after: string): Promise<string | null> {
  const from = new Date(ctx.now.getTime() - (LATEST_DAYS + 1) * DAY_MS)
  const newcomers = await selectNewcomers(ctx.tx, { from, after, limit: BATCH })
  for (const newcomer of newcomers) await remind(ctx, newcomer)
  return newcomers.length < BATCH ? null : (newcomers.at(-1)?.sub ?? null)
}

async function remind(ctx: Ctx, { sub, email, since, reminded }: Newcomer): Promise<void> {
  const day = dueReminder(daysBetween(dateOf(since), ctx.today), reminded)
  if (day === null) return
  const open = firstIncomplete(await onboardingOfContractor(ctx, sub))
  if (!open || !(await takesInvitations(ctx, email))) return
  if (await insertReminder(ctx.tx, { contractor_sub: sub, day, reminded_at: ctx.now }))
    ctx.announce('people.onboarding_open', { contractor_sub: sub, day })
}
