/**
 * What the passing of time makes due: cycles that open, contracts that expire or end, holds that pass, reviews, approvals and receipts that are due, and pay that is late. Each employer's is a job of its
 * own and each of its pieces a unit of its own, so that one that fails stops no other.
 */
import { billEmployer, employersWithFees } from './billing/index.ts'
import { employersToExpire, expireContracts } from './contracts/index.ts'
import { lookIfDue } from './destinations/index.ts'
import { convertDue, employersToConvert } from './exchange/index.ts'
import { employersWithSomebodyBack, endPastSubstitutes } from './identity/index.ts'
import { sendDueWebhooks } from './integrations/index.ts'
import type { Ctx } from './kernel/unit-of-work.ts'
import { mayAnyArrive } from './ledger/index.ts'
import { isAnyMailWaiting } from './notifications/index.ts'
import {
  applyFreezes,
  askAgain,
  employersWithHeld,
  isAnyFollowed,
  isAnyInDoubt,
  lookAtMarks,
  minutesUnchecked,
  releaseHeldPayments,
  resumeExecutions,
} from './payments/index.ts'
import {
  employersToRemind,
  employersToRemindOfTime,
  employersToReview,
  employersWithLatePay,
  openDueCycles,
  policiesToOpen,
  remindApprovals,
  remindTime,
  reviewCyclesOf,
  tellLatePay,
} from './payroll/index.ts'
import { compareIfOpen } from './reconciliation/index.ts'
import { isAnyDue, screenDue } from './screening/index.ts'
import type { JobContext } from './worker.ts'

type Unit = Pick<JobContext, 'unit'>

/** The job of each minute: puts a job into the queue for every employer of whom something may be due. */
export async function byTheClock(_payload: unknown, { unit }: Unit): Promise<void> {
  await unit(async ctx => {
    await resumeExecutions(ctx)
    await lookAtMarks(ctx)
    const minutes = await minutesUnchecked(ctx.tx)
    if (minutes !== null) ctx.log.error({ minutes }, 'the check of the invariants does not finish')
    if (await isAnyDue(ctx.tx, ctx.now))
      await ctx.enqueue('screen_due', {}, { job_key: 'screen_due' })
    await sendDueWebhooks(ctx)
    if (await isAnyMailWaiting(ctx))
      await ctx.enqueue('send_waiting', {}, { job_key: 'send_waiting' })
    await compareIfOpen(ctx)
    await lookIfDue(ctx)
    if (isAnyFollowed(ctx.gateways))
      await ctx.enqueue('follow_rails', {}, { job_key: 'follow_rails' })
    if (mayAnyArrive(ctx.gateways))
      await ctx.enqueue('book_deposits', {}, { job_key: 'book_deposits' })
    if (await isAnyInDoubt(ctx)) await ctx.enqueue('ask_rails', {}, { job_key: 'ask_rails' })
    const jobs = (await employersWithWork(ctx)).map(employer_uuid => ({
      payload: { employer_uuid },
      job_key: `clock:${employer_uuid}`,
    }))
    await ctx.enqueueEach('clock_of_employer', jobs)
  })
}

/** The job of one employer: everything that is due of theirs. What fails is tried again; the rest is done. */
export async function clockOfEmployer(
  payload: Record<string, unknown>,
  { unit }: Unit,
): Promise<void> {
  const employer_uuid = String(payload.employer_uuid)
  const policies = (await unit(ctx => policiesToOpen(ctx, employer_uuid))).get(employer_uuid) ?? []
  const pieces = [
    ...policies.map(
      policy_uuid => () => unit(ctx => openDueCycles(ctx, employer_uuid, policy_uuid)),
    ),
    () => unit(ctx => expireContracts(ctx, employer_uuid)),
    // Before what was held for funds is looked at: an exchange may cover it.
    () => convertDue(employer_uuid, { unit }),
    () => releaseHeldPayments({ employer_uuid }, { unit }),
    () => reviewCyclesOf(employer_uuid, { unit }),
    () => unit(ctx => endPastSubstitutes(ctx, employer_uuid)),
    () => unit(ctx => remindApprovals(ctx, employer_uuid)),
    () => unit(ctx => billEmployer(ctx, employer_uuid)),
    () => unit(ctx => remindTime(ctx, employer_uuid)),
    () => unit(ctx => askAgain(ctx, employer_uuid)),
    // After what lets go of holds and reminds of approvals, so that nothing is told that is mended, or twice.
    () => tellLatePay(employer_uuid, { unit }),
  ]
  const failures: unknown[] = []
  for (const piece of pieces) await piece().catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Does at once, one employer after the other, what the clock's jobs would do: for stories and tests, which have no worker. */
export async function workOffClock({ unit }: Unit): Promise<void> {
  await screenDue({}, { unit })
  await applyFreezes({}, { unit })
  await unit(compareIfOpen)
  const failures: unknown[] = []
  for (const employer_uuid of await unit(employersWithWork))
    await clockOfEmployer({ employer_uuid }, { unit }).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function employersWithWork(ctx: Ctx): Promise<string[]> {
  const opening = await policiesToOpen(ctx)
  const ending = await employersToExpire(ctx)
  const held = await employersWithHeld(ctx)
  const due = await employersToReview(ctx)
  const unapproved = await employersToRemind(ctx)
  const back = await employersWithSomebodyBack(ctx)
  const charged = await employersWithFees(ctx)
  const untimed = await employersToRemindOfTime(ctx)
  const late = await employersWithLatePay(ctx)
  const converting = await employersToConvert(ctx)
  return [
    ...new Set([
      ...opening.keys(),
      ...[
        ...ending,
        ...held,
        ...due,
        ...unapproved,
        ...back,
        ...charged,
        ...untimed,
        ...late,
        ...converting,
      ],
    ]),
  ].sort()
}
