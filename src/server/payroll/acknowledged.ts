/** What keeps a pay from being approved: an item of nothing, time that nobody answered, and what is unusual and was not acknowledged. */
import { assert } from '#domain/kernel/assert.ts'
import { invalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { stopsApproval, type UnusualThing, unusualThings } from '#domain/payroll/approval.ts'
import { type CycleCount, unusualKinds } from '#domain/payroll/review-marks.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { listUnacknowledged } from './item-review.store.ts'
import { listWithSiblings, listWorthless } from './review.report.store.ts'
import { nameOf, reviewItem } from './review.ts'
import type { Chosen } from './selection.store.ts'

/** What was seen and acknowledged of a pay. */
export type Acknowledged = {
  /** By name. */
  readonly acknowledged: readonly { readonly line_item_uuid: string; readonly code: string }[]
  /** Kinds of unusual things that were acknowledged whole, with how many there were. */
  readonly acknowledged_kinds?:
    | readonly { readonly code: string; readonly items: number }[]
    | undefined
}

type Asked = { readonly chosen: Chosen; readonly counts: readonly CycleCount[] }

const MOST_NAMED = 50

/** An item of nothing would be approved and never paid: VALIDATION names each. */
export async function requireWorth(
  ctx: Ctx,
  { cycle_uuid }: CycleRecord,
  { chosen }: Asked,
): Promise<void> {
  const worthless = await listWorthless(ctx.tx, cycle_uuid, chosen, MOST_NAMED)
  requireValid(
    worthless.map(row => ({
      ...textOf('payroll.problems.worthless', { name: nameOf(row) }),
      loc: ['body', 'items', row.line_item_uuid],
      type: 'value_error',
    })),
  )
}

/** Where reported time alone is paid, nothing is approved before all of it was answered. */
export async function refuseStopped(
  ctx: Ctx,
  cycle: CycleRecord,
  { chosen, counts }: Asked,
): Promise<void> {
  const kinds = unusualKinds(counts).filter(({ code }) => stopsApproval(code, cycle.time_required))
  if (kinds.length === 0) return
  const codes = kinds.map(({ code }) => code)
  const ids = await listUnacknowledged(ctx.tx, cycle.cycle_uuid, chosen, codes, [], MOST_NAMED)
  const rows = await listWithSiblings(ctx.tx, ids)
  refuse(
    unusualThings(rows.map(row => reviewItem(row, cycle))).filter(
      ({ code, line_item_uuid }) => codes.includes(code) && ids.includes(line_item_uuid),
    ),
    STOPPED,
  )
}

/** Each unusual thing is acknowledged by name, or all of its kind at once, as many as there are (design: Promises, 5). */
export async function requireAcknowledged(
  ctx: Ctx,
  cycle: CycleRecord,
  { chosen, counts }: Asked,
  approval: Acknowledged,
): Promise<void> {
  const kinds = unusualKinds(counts)
  const whole = new Map(approval.acknowledged_kinds?.map(({ code, items }) => [code, items]))
  const grown = kinds.find(({ code, items }) => whole.has(code) && whole.get(code) !== items)
  if (grown) {
    const { items, code: kind } = grown
    throw invalidField(['acknowledged_kinds', kind], 'payroll.problems.kindGrown', {
      items,
      kind,
      acknowledged: whole.get(kind) ?? 0,
    })
  }
  const open = kinds.map(({ code }) => code).filter(code => !whole.has(code))
  if (open.length === 0) return
  const ids = await listUnacknowledged(
    ctx.tx,
    cycle.cycle_uuid,
    chosen,
    open,
    approval.acknowledged,
    MOST_NAMED,
  )
  if (ids.length === 0) return
  const known = acknowledgedKeys(approval)
  const rows = await listWithSiblings(ctx.tx, ids)
  const missing = unusualThings(rows.map(row => reviewItem(row, cycle))).filter(
    thing =>
      ids.includes(thing.line_item_uuid) && !whole.has(thing.code) && !known.has(keyOf(thing)),
  )
  assert(missing.length > 0, 'a mark says what its item is')
  refuse(missing, UNSEEN)
}

function acknowledgedKeys({ acknowledged }: Acknowledged): ReadonlySet<string> {
  return new Set(acknowledged.map(keyOf))
}

function keyOf({ line_item_uuid, code }: { line_item_uuid: string; code: string }): string {
  return `${line_item_uuid} ${code}`
}

const UNSEEN = 'payroll.problems.acknowledge'
const STOPPED = 'payroll.time.problems.stops'

function refuse(missing: readonly UnusualThing[], because: typeof UNSEEN | typeof STOPPED): void {
  const [first] = missing
  if (!first) return
  const fields = missing.slice(0, MOST_NAMED).map(thing => ({
    loc: ['body', 'acknowledged', thing.line_item_uuid, thing.code],
    ...thing.said,
    type: 'value_error',
  }))
  throw new Problem('VALIDATION', because, {
    params: { thing: first.said },
    fields,
  })
}
