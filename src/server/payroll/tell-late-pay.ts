/** Tells by mail that pay has not left although its date has come: those of the company who act, then the people whose pay it is. */
import {
  LATE_AUDIENCES,
  type LateAudience,
  lateRounds,
  TOLD_FROM,
} from '#domain/payroll/late-pay.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { listLatePeople, listNoticesDue } from './late-notice.report.store.ts'
import { holdNotice, type LateNotice, noteTold } from './late-pay.store.ts'

/** People of one unit of work and one event. */
const SLICE = 500

/** The employers of whose pay somebody is to be told. */
export async function employersWithLatePay(ctx: Ctx): Promise<string[]> {
  const due = await noticesDue(ctx, null)
  return [...new Set(due.map(of => of.employer_uuid))]
}

/**
 * The clock's work for one employer: announces each cycle of which pay has not left, once in each round and to each audience, the contractors
 * slice by slice. A cycle that fails stops no other.
 */
export async function tellLatePay(
  employer_uuid: string,
  { unit }: Pick<JobContext, 'unit'>,
): Promise<void> {
  const failures: unknown[] = []
  for (const notice of await unit(ctx => noticesDue(ctx, employer_uuid)))
    await tell(notice, { unit }).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function noticesDue(ctx: Ctx, employer_uuid: string | null): Promise<LateNotice[]> {
  const due: LateNotice[] = []
  for (const audience of LATE_AUDIENCES) {
    const rounds = isTime(ctx, audience) ? lateRounds(audience, ctx.today) : []
    if (rounds.length > 0)
      due.push(...(await listNoticesDue(ctx.tx, { audience, rounds, employer_uuid })))
  }
  return due
}

function isTime({ now }: Ctx, audience: LateAudience): boolean {
  return now.getUTCHours() >= TOLD_FROM[audience]
}

/** Tells slice after slice; where another clock is at the same notice each slice is told by one of both. */
async function tell(notice: LateNotice, { unit }: Pick<JobContext, 'unit'>): Promise<void> {
  while (!(await unit(ctx => tellSlice(ctx, notice))));
}

async function tellSlice(ctx: Ctx, notice: LateNotice): Promise<boolean> {
  const { cycle_uuid, audience, round } = notice
  const after = await holdNotice(ctx.tx, notice, ctx.now)
  if (after === undefined) return true
  if (audience === 'COMPANY') {
    ctx.announce('payroll.pay_late', { cycle_uuid, round })
    await noteTold(ctx.tx, notice, { through: '', done: true })
    return true
  }
  const subs = await listLatePeople(ctx.tx, cycle_uuid, after, SLICE)
  if (subs.length > 0) ctx.announce('payroll.pay_of_people_late', { cycle_uuid, subs })
  const done = subs.length < SLICE
  await noteTold(ctx.tx, notice, { through: subs.at(-1) ?? after, done })
  return done
}
