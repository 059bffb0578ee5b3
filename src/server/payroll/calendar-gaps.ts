/** Gaps that an older version left between the cycles of a policy: whose days nobody is paid for, and which halt all payments. */
import { addDays } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type PayPeriod, periodsTouching } from '#domain/payroll/pay-dates.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  type CalendarGap,
  findPolicyOwner,
  freeIndex,
  listGaps,
} from './calendar-gaps.report.store.ts'
import { openCycle, periodsOf } from './open-cycles.ts'
import type { PolicyRow } from './policy.report.store.ts'
import { lockPolicy } from './policy.store.ts'

type Gap = Pick<CalendarGap, 'policy_uuid' | 'policy_label' | 'start_date' | 'end_date'>

/** The gaps of an employer's calendars; empty where cycles follow each other as they should. */
export async function listCalendarGaps(ctx: Ctx, id: string): Promise<Gap[]> {
  return (await listGaps(ctx.tx, id)).map(shown)
}

/**
 * Fills the gaps of a policy with cycles, one for each period of its calendar that a gap touches, which pay their share of that
 * period's hours on the next pay date of the policy that is not past. They wait for the employer's approval. Answers the gaps that
 * are left: none, also when it is asked again.
 */
export async function fillCalendarGaps(ctx: Ctx, id: string, policy_uuid: string): Promise<Gap[]> {
  const employer_uuid = await findPolicyOwner(ctx.tx, id, policy_uuid)
  const policy = employer_uuid && (await lockPolicy(ctx.tx, policy_uuid, employer_uuid))
  if (!policy) throw new Problem('NOT_FOUND', 'payroll.problems.employerHasNoSuchPolicy')
  for (const gap of await listGaps(ctx.tx, id, policy_uuid))
    for (const around of periodsTouching(policy, gap.start_date, gap.end_date)) {
      const index = await freeIndex(ctx.tx, policy_uuid)
      await openCycle(ctx, policy, pieceOf(ctx, policy, gap, around, index))
    }
  return (await listGaps(ctx.tx, id, policy_uuid)).map(shown)
}

type Days = Pick<CalendarGap, 'start_date' | 'end_date'>

function pieceOf(ctx: Ctx, policy: PolicyRow, gap: Days, around: Days, index: number): PayPeriod {
  const start_date = gap.start_date > around.start_date ? gap.start_date : around.start_date
  const end_date = gap.end_date < around.end_date ? gap.end_date : around.end_date
  const earliest = end_date > ctx.today ? end_date : ctx.today
  // A period that ended in the last two months may be paid still.
  const recent = addDays(ctx.today, -62)
  const coming = periodsOf(policy, end_date > recent ? end_date : recent, 14)
  const next = coming.find(({ pay_date }) => pay_date >= earliest)
  if (!next) throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.noPayDateToCome')
  return { index, start_date, end_date, nominal_pay_date: next.pay_date, pay_date: next.pay_date }
}

function shown({ policy_uuid, policy_label, start_date, end_date }: CalendarGap): Gap {
  return { policy_uuid, policy_label, start_date, end_date }
}
