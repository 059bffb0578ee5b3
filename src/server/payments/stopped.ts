/**
 * What a rail may make nothing new of although it took it before (decisions 0078, 0245): a payroll waits there in its turn, and a freeze, a halt, a suspension, a match of screening or another
 * destination may come meanwhile.
 */
import type { Rail, Stopped } from '../gateways/rails/rail.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { screenBeforePaying } from '../screening/index.ts'
import type { JobContext } from '../worker.ts'
import { haltedSince } from './halt.store.ts'
import { stopperOf } from './payment-blockers.ts'
import { listFactsOfAttempts } from './payment-facts.report.store.ts'

const SLICE = 1000

/** Of what waits in a rail: all while payments are halted; what is frozen, which waits on; and what may not leave any more otherwise, which fails with the reason. */
export async function stoppedAt(rail: Rail, unit: JobContext['unit']): Promise<Stopped> {
  const waiting = (await rail.waiting?.()) ?? []
  const stopped = { attempts: [] as string[], refused: [] as Stopped['refused'][number][] }
  for (let at = 0; at < waiting.length; at += SLICE) {
    const of = await unit(ctx => stoppedAmong(ctx, waiting.slice(at, at + SLICE)))
    stopped.attempts.push(...of.attempts)
    stopped.refused.push(...of.refused)
  }
  // Asked last: what is halted by then is, whatever else was found.
  return { ...stopped, all: await unit(async ctx => (await haltedSince(ctx.tx)) !== null) }
}

async function stoppedAmong(
  ctx: Ctx,
  attempt_uuids: readonly string[],
): Promise<Pick<Stopped, 'attempts' | 'refused'>> {
  const listed = await listFactsOfAttempts(ctx.tx, attempt_uuids)
  // As before anything is handed over: who was changed a moment ago, or stands on a list that came a moment ago, is looked for first.
  const screened = await screenBeforePaying(ctx, listed)
  const rows = screened ? await listFactsOfAttempts(ctx.tx, attempt_uuids) : listed
  const frozen = rows.filter(row => row.frozen_at !== null)
  return {
    attempts: frozen.map(row => row.attempt_uuid),
    refused: rows.flatMap(row => {
      const reason = row.frozen_at === null ? stopperOf(row, ctx) : null
      return reason === null ? [] : [{ attempt_uuid: row.attempt_uuid, reason }]
    }),
  }
}
