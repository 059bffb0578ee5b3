import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockOwnCycle } from './approve-cycle.ts'
import { payStatesOf } from './cycle-pay-states.ts'
import { listLatePeople } from './late-notice.report.store.ts'
import { listPayeesAsked, notePayeesAsked } from './payee-reminder.store.ts'

/** People of one event. */
const SLICE = 500

/**
 * Asks the people of a cycle for whom its pay waits, by mail, to see to it, and answers when they were asked: now, or earlier on this day, on
 * which nobody is asked twice. NOT_FOUND, and TRANSITION_NOT_ALLOWED where it waits for none of them.
 */
export async function remindPayees(
  ctx: Ctx,
  id: { readonly policy_uuid: string; readonly cycle_uuid: string },
): Promise<{ asked_at: Date }> {
  const cycle = await lockOwnCycle(ctx, id)
  const { cycle_uuid, employer_uuid } = cycle
  const { pay_states } = (await payStatesOf(ctx, employer_uuid, [cycle]))(cycle)
  if (pay_states.every(({ acts }) => acts !== 'CONTRACTOR'))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.waitsForNoPayee')
  const asked = { cycle_uuid, employer_uuid, asked_by: ctx.actor.sub, asked_at: ctx.now }
  if (!(await notePayeesAsked(ctx.tx, { ...asked, today: ctx.today })))
    return {
      asked_at: (await listPayeesAsked(ctx.tx, [cycle_uuid])).get(cycle_uuid) ?? ctx.now,
    }
  await announceAll(ctx, cycle_uuid)
  return { asked_at: ctx.now }
}

/** Tells of everybody whose pay has not left: for whom it does not wait is found when the mails are made. */
async function announceAll(ctx: Ctx, cycle_uuid: string): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const subs: string[] = await listLatePeople(ctx.tx, cycle_uuid, after, SLICE)
    if (subs.length > 0)
      ctx.announce('payroll.pay_of_people_late', { cycle_uuid, subs, asked: true })
    after = subs.length < SLICE ? undefined : subs.at(-1)
  }
}
