/** What of the work behind the screens fails, for operators to see and to have tried again. */
import { checks as calls } from '#contract/checks.ts'
import { FAILS_AFTER_TRIES, type WorkKind, workActions } from '#domain/kernel/failing-work.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { mayCall } from '../kernel/may-call.ts'
import { deadEvents, forgetDead, reviveEvents } from '../kernel/outbox.store.ts'
import { type FailingRow, failingJobs, letJobsGo, tryJobsAgain } from '../kernel/queue.store.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { textOfWork } from './work-words.ts'

type Work = { readonly kind: WorkKind; readonly name: string }

const REASON_LENGTH = 200

/** Jobs that failed several times, and events that were given up, by name, the oldest first. */
export async function listFailingWork(ctx: Ctx) {
  const found = await failing(ctx)
  const may = mayCall(ctx.actor, calls.tryWorkAgain)
  return {
    items: found.map(({ reason, ...work }) => ({
      ...work,
      text: textOfWork(work),
      reason: (reason.split('\n')[0] ?? '').slice(0, REASON_LENGTH),
      allowed_actions: may ? workActions(work, work.over) : [],
    })),
  }
}

/** How many pieces of work fail. */
export async function countFailing(ctx: Ctx): Promise<number> {
  return (await failing(ctx)).reduce((sum, { count }) => sum + count, 0)
}

/** Has all failing work of a name tried at once, with all its tries; answers how many. NOT_FOUND where none fails any more. */
export async function tryWorkAgain(ctx: Ctx, work: Work) {
  const tried =
    work.kind === 'JOB'
      ? await tryJobsAgain(ctx.tx, work.name, FAILS_AFTER_TRIES)
      : await reviveEvents(ctx.tx, work.name)
  if (tried === 0) throw new Problem('NOT_FOUND', 'verification.work.none')
  if (work.kind === 'EVENT') await ctx.enqueue('deliver_events', {}, { job_key: 'deliver_events' })
  audit(ctx, 'try_again', work, { tried })
  return { tried }
}

/**
 * Gives up what is tried no more of a name. TRANSITION_NOT_ALLOWED of what does more than write to somebody, CONFLICT where others than the `over` that were seen
 * have been given up meanwhile: nobody lets go what they did not see.
 */
export async function letWorkGo(
  ctx: Ctx,
  { over, reason, ...work }: Work & { readonly over: number; readonly reason: string },
) {
  const found = (await failing(ctx)).find(
    ({ kind, name }) => kind === work.kind && name === work.name,
  )
  if (!found) throw new Problem('NOT_FOUND', 'verification.work.none')
  if (!workActions(work, 1).includes('let_go'))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'verification.work.isKept')
  const gone =
    work.kind === 'JOB' ? await letJobsGo(ctx.tx, work.name) : await forgetDead(ctx.tx, work.name)
  if (gone.length !== over) throw new Problem('CONFLICT', 'verification.work.changed')
  audit(ctx, 'let_go', work, { gone, reason })
  return { let_go: gone.length }
}

async function failing(ctx: Ctx): Promise<(Work & FailingRow)[]> {
  const jobs = await failingJobs(ctx.tx, FAILS_AFTER_TRIES)
  const events = await deadEvents(ctx.tx)
  return [
    ...jobs.map(row => ({ kind: 'JOB' as const, ...row })),
    ...events.map(row => ({ kind: 'EVENT' as const, ...row })),
  ].sort((a, b) => a.since.getTime() - b.since.getTime())
}

function audit(ctx: Ctx, action: string, { kind, name }: Work, after: object): void {
  ctx.audit({
    ...{ action, entity: 'failing_work', entity_uuids: [`${kind} ${name}`] },
    ...{ employer_uuid: null, after },
  })
}
