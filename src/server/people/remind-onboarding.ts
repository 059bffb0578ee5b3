import { firstIncomplete } from '#domain/identity/onboarding.ts'
import { dateOf, daysBetween } from '#domain/kernel/plain-date.ts'
import { dueReminder, LATEST_DAYS } from '#domain/people/onboarding-reminders.ts'
import { onboardingOfContractor, takesInvitations } from '../identity/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Unit, workEach } from '../kernel/work-each.ts'
import { type Newcomer, selectNewcomers } from './newcomer.report.store.ts'
import { insertReminder } from './notice.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Job: reminds contractors who came lately and whose onboarding is open, once on each of the days, each in a unit of their own: one that fails stops no other.
 * Whoever wants no invitations is not reminded of one either.
 */
export async function remindOnboarding(unit: Unit): Promise<void> {
  await workEach(unit, listNewcomers, ({ sub }) => sub, remind)
}

function listNewcomers(ctx: Ctx, after: string | undefined, limit: number): Promise<Newcomer[]> {
  const from = new Date(ctx.now.getTime() - (LATEST_DAYS + 1) * DAY_MS)
  return selectNewcomers(ctx.tx, { from, after: after ?? '', limit })
}

async function remind(ctx: Ctx, { sub, email, since, reminded }: Newcomer): Promise<void> {
  const day = dueReminder(daysBetween(dateOf(since), ctx.today), reminded)
  if (day === null) return
  const open = firstIncomplete(await onboardingOfContractor(ctx, sub))
  if (!open || !(await takesInvitations(ctx, email))) return
  if (await insertReminder(ctx.tx, { contractor_sub: sub, day, reminded_at: ctx.now }))
    ctx.announce('people.onboarding_open', { contractor_sub: sub, day })
}
