/** Whether one person may do a thing alone; what they may not is kept for a second one, and nothing is done. */

import type { z } from 'zod'
import type { WaitingStep } from '#contract/approvals.ts'
import { operatorsOf } from '#contract/kernel/endpoint.ts'
import { STEP_HOURS } from '#domain/approvals/approval-step.ts'
import {
  ALONE_HOURS,
  DEFAULT_PLATFORM_LIMIT,
  LIMIT_CURRENCY,
  mayMoveAlone,
} from '#domain/approvals/platform-limit.ts'
import { assert } from '#domain/kernel/assert.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Rate, worthIn } from '#domain/kernel/rate.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import {
  expireSteps,
  findPlatformLimit,
  insertMovedAlone,
  insertStep,
  lockMovedAlone,
} from './approval-step.store.ts'
import { digestOf, type Work } from './work.ts'

type Waiting = z.output<typeof WaitingStep>
type RateFor = (from: string, to: string) => Rate | undefined

/** Does the work where its doer may do it alone; otherwise keeps it, and answers what it waits for. */
export type SecondPerson = <C, A>(
  ctx: Ctx,
  work: Work<C, A>,
  content: C,
) => Promise<{ readonly done: A } | { readonly waiting: Waiting }>

const HOUR_MS = 3_600_000

/** The rule with the exchange rates that it counts by. */
export function secondPerson(loadRates: (ctx: Ctx) => Promise<RateFor>): SecondPerson {
  return async (ctx, work, content) => {
    const stored = await findPlatformLimit(ctx.tx)
    const limit = stored === undefined ? DEFAULT_PLATFORM_LIMIT : stored
    const always = work.always?.(content) ?? false
    const { sub } = ctx.actor
    const since = new Date(ctx.now.getTime() - ALONE_HOURS * HOUR_MS)
    // Held before it is asked what would move: where the same is sent twice at once, the second finds it done.
    const alone =
      always || limit === null ? 0n : await lockMovedAlone(ctx.tx, { sub, kind: work.kind, since })
    const totals = limit === null && !always ? [] : await work.totals(ctx, content)
    if (totals.length === 0) return { done: await work.run(ctx, content) }
    if (always || limit === null)
      return { waiting: await ask(ctx, work, content, { totals, limit: null }) }
    const worth = worthIn(LIMIT_CURRENCY, totals, await loadRates(ctx))
    if (!mayMoveAlone(worth, alone, limit))
      return { waiting: await ask(ctx, work, content, { totals, limit }) }
    assert(worth !== undefined, 'what has no known worth is above any limit')
    const done = await work.run(ctx, content)
    if (worth > 0n && work.outcomeOf(done).done > 0)
      await insertMovedAlone(ctx.tx, { sub, kind: work.kind, worth_minor: worth, at: ctx.now })
    return { done }
  }
}

async function ask<C, A>(
  ctx: Ctx,
  work: Work<C, A>,
  content: C,
  {
    totals,
    limit,
  }: { totals: readonly { currency: string; minor: bigint }[]; limit: bigint | null },
): Promise<Waiting> {
  const { kind } = work
  await work.keep?.(ctx, content)
  const { digest, lines } = await digestOf(kind, work.lines(ctx, content, false))
  auditSteps(ctx, 'expire', await expireSteps(ctx.tx, { kind, digest, now: ctx.now }))
  const step_uuid = newUuid()
  const waiting = await insertStep(ctx.tx, {
    step_uuid,
    employer_uuid: null,
    kind,
    content,
    digest,
    title: work.title(content),
    totals,
    lines,
    may_answer: operatorsOf(work.entry),
    asked_by: ctx.actor.sub,
    asked_at: ctx.now,
    expires_at: expiryOf(ctx, await work.until?.(ctx, content)),
  })
  if (!waiting) throw new Problem('CONFLICT', 'approvals.problems.answeredAMomentAgo')
  if (waiting.step_uuid === step_uuid) auditSteps(ctx, 'ask', [step_uuid], { kind, digest })
  const { expires_at } = waiting
  const reason = reasonFor(limit, waiting.asked_by === ctx.actor.sub)
  return { step_uuid: waiting.step_uuid, expires_at, reason }
}

/** A step waits for a day, and no longer than what it is about can be done. */
function expiryOf({ now }: Ctx, until: Date | undefined): Date {
  const at = new Date(now.getTime() + STEP_HOURS * HOUR_MS)
  return until && until < at ? until : at
}

/** Why one person may not do it: it is above a limit, or always takes two; and what comes next. */
function reasonFor(limit: bigint | null, own: boolean): string {
  if (limit === null) return say(own ? 'approvals.reasons.two' : 'approvals.reasons.twoAsked')
  const most = `${formatMinor(limit, exponentOf(LIMIT_CURRENCY))} ${LIMIT_CURRENCY}`
  return say(own ? 'approvals.reasons.aboveLimit' : 'approvals.reasons.aboveLimitAsked', {
    ...{ hours: ALONE_HOURS, most },
  })
}

/** Writes into the platform's chain what became of steps. */
export function auditSteps(
  ctx: Ctx,
  action: string,
  step_uuids: readonly string[],
  after: object = {},
): void {
  ctx.audit({
    action,
    entity: 'approval_step',
    entity_uuids: step_uuids,
    employer_uuid: null,
    after,
  })
}
