import { z } from 'zod'
import type { approvals } from '#contract/approvals.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Handlers } from '../kernel/http.ts'
import { decodeCursor, encodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Answer, answerTo } from './answer-step.ts'
import { findStep, listStepRows } from './approval-step.report.store.ts'
import { findContent } from './approval-step.store.ts'
import { presentStep } from './present-step.ts'
import { digestOf, type Works } from './work.ts'

/** How many lines stand before a page: what was asked does not change. */
const OffsetKey = z.tuple([z.int().min(0).max(1_000_000)])

/** The handlers, with what each kind of step is done by. */
export function approvalHandlers(works: Works): Handlers<typeof approvals> {
  const answered = async (ctx: Ctx, id: string, answer: Answer) =>
    presentStep(ctx.actor, await answerTo(ctx, works, id, answer), ctx.now)
  return {
    listApprovalSteps: async ({ query }, ctx) => {
      const [asked_at, step_uuid] = decodeCursor(query.cursor, InstantKey) ?? []
      const found = await listStepRows(ctx.tx, {
        waiting: query.view === 'waiting',
        kind: query.kind,
        now: ctx.now,
        after: asked_at && step_uuid ? { asked_at, step_uuid } : undefined,
        limit: query.limit + 1,
      })
      const { rows, next_cursor } = pageOf(found, query.limit, row => [
        row.asked_at.toISOString(),
        row.step_uuid,
      ])
      return { items: rows.map(row => presentStep(ctx.actor, row, ctx.now)), next_cursor }
    },
    getApprovalStep: async ({ params, query }, ctx) => {
      const [before] = decodeCursor(query.cursor, OffsetKey) ?? [0]
      const step = await findStep(ctx.tx, params.id)
      const content = await findContent(ctx.tx, params.id)
      if (!step || content === undefined)
        throw new Problem('NOT_FOUND', 'approvals.problems.noSuchStep')
      const lines = await works[step.kind].lines(ctx, content, false)
      const end = before + query.limit
      return {
        step: presentStep(ctx.actor, step, ctx.now),
        changed: digestOf(step.kind, lines) !== step.digest,
        items: lines.slice(before, end).map(({ facts: _, ...line }) => line),
        next_cursor: end < lines.length ? encodeCursor([end]) : null,
      }
    },
    approveStep: ({ params, body }, ctx) =>
      answered(ctx, params.id, { action: 'approve', digest: body.digest }),
    rejectStep: ({ params, body }, ctx) =>
      answered(ctx, params.id, { action: 'reject', reason: body.reason }),
    withdrawStep: ({ params, body }, ctx) =>
      answered(ctx, params.id, { action: 'withdraw', reason: body.reason }),
  }
}
