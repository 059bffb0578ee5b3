import { z } from 'zod'
import type { events, ToldEvent } from '#contract/events.ts'
import { employerOf } from '../kernel/actor.ts'
import { decodeCursor, encodeCursor } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listTold, type ToldRow } from './told-event.store.ts'

type Query = z.output<(typeof events)['listEvents']['query']>
type Page = z.output<(typeof events)['listEvents']['response']>

/** A number of an event that its company can have: 2^53 are more than there will be. */
const SequenceKey = z.tuple([z.int().min(0)])

/** The events of the acting company from a cursor on, in order; a key reads those of its own kind. */
export async function listEvents(ctx: Ctx, query: Query): Promise<Page> {
  const { limit } = query
  // As webhooks take it: all.
  const type = query.type === '*' ? null : (query.type ?? null)
  const sandbox = isSandbox(ctx, query.sandbox)
  const [after] = decodeCursor(query.cursor, SequenceKey) ?? [0]
  const told = { employer_uuid: employerOf(ctx.actor), sandbox }
  const rows = await listTold(ctx.tx, told, { after: BigInt(after), type, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(presentTold),
    next_cursor: encodeCursor([last ? Number(last.sequence) : after]),
    has_more: rows.length > limit,
  }
}

/** Whether what is asked for is of the sandbox: of a key it is as the key is, whatever is asked. */
export function isSandbox(
  { actor }: Pick<Ctx, 'actor'>,
  asked: 'true' | 'false' | undefined,
): boolean {
  return actor.key ? actor.key.sandbox : asked === 'true'
}

/** An event as it is asked for, and as it is sent. */
export function presentTold(row: ToldRow): ToldEvent {
  const { event_uuid, type, version_date, sequence, sandbox, created_at, data } = row
  return {
    event_uuid,
    type,
    version_date,
    sequence: Number(sequence),
    sandbox,
    created_at: created_at.toISOString(),
    data,
  }
}
