/** The other verbs on a cycle or one of its items: unapprove, archive, unarchive and cancel; and what follows of payments. */
import { assert } from '#domain/kernel/assert.ts'
import { transition } from '#domain/kernel/machine.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import {
  ACTIONS_STOPPED_BY_PAYMENT,
  type LineItemStatus,
  lineItemMachine,
} from '#domain/payroll/line-item.ts'
import { employerOf } from '../kernel/actor.ts'
import { readAhead } from '../kernel/read-ahead.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { itemsUnderWay, releaseFundsOfItems } from '../payments/index.ts'
import { lockCycleToWrite } from './approve-cycle.ts'
import type { CoveredRaise } from './covered-raises.report.store.ts'
import { type CycleChange, presentChange, type RefusedItem } from './cycle-change.ts'
import { enterAgreed } from './deductions.ts'
import { listOvertaken, wakeItems } from './fit.store.ts'
import { fitCycle } from './fit-cycle.ts'
import { hoursAnew, judgeRaises, type LeftOff, leaveOff } from './left-off.ts'
import {
  changeItems,
  changeItemsOfAnyone,
  type ItemRow,
  listItems,
  lockItems,
} from './line-item.store.ts'
import { lockPolicy } from './policy.store.ts'
import { cannot, getChosen, MOST_REFUSED } from './selection.ts'
import { keepTakenBack } from './taken-back.store.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }
type Verb = 'unapprove' | 'archive' | 'unarchive' | 'cancel'

const TARGET: Readonly<Record<Verb, LineItemStatus>> = {
  unapprove: 'PENDING_APPROVAL',
  archive: 'ARCHIVED',
  unarchive: 'PENDING_APPROVAL',
  cancel: 'CANCELLED',
}

/** So many items are changed at once, and so many of those that stay are named. */
const SLICE = 2_000
const MOST_NAMED = 50

/** What a verb is on, where that is not the whole cycle: one item, or a selection. */
type Named = {
  readonly line_item_uuid?: string | undefined
  readonly line_item_uuids?: readonly string[] | undefined
}

/**
 * Applies a verb to the items that allow it and says of the others why not. On one item that does not allow it, the answer is
 * TRANSITION_NOT_ALLOWED; what is where the verb leads already answers as if it had just come there. Then the cycle is fitted: days
 * that an item gave up are free for a later revision of its contract. What waits again leaves behind the raises that another pay covers
 * (decision 0147), and the hours that were written (0029), which the answer names.
 */
export async function changeCycleItems(
  ctx: Ctx,
  id: CycleId,
  verb: Verb,
  { line_item_uuid, line_item_uuids }: Named = {},
): Promise<CycleChange> {
  // Fitting it may make items, which stand on contracts: whoever signs one or adds its back pay holds that before the cycle.
  await lockPolicy(ctx.tx, id.policy_uuid, employerOf(ctx.actor))
  const cycle = await lockCycleToWrite(ctx, id, line_item_uuid)
  await lockItems(ctx.tx, cycle.cycle_uuid)
  const named = line_item_uuid ? [line_item_uuid] : line_item_uuids
  const chosen = named && (await getChosen(ctx, cycle.cycle_uuid, named))
  if (line_item_uuid && chosen?.[0]) {
    if (chosen[0].status === TARGET[verb]) return presentChange(ctx, cycle, { changed: 1 })
    transition(lineItemMachine, 'line_item', chosen[0].status, verb)
  }
  const changed: string[] = []
  const already: string[] = []
  const refused: RefusedItem[] = []
  const left_off: LeftOff[] = []
  const woken: ItemRow[] = []
  const ids = chosen?.map(row => row.line_item_uuid) ?? null
  for await (const rows of slicesOf(ctx, cycle.cycle_uuid, ids)) {
    const done = await changeRows(ctx, cycle.employer_uuid, rows, verb)
    if (line_item_uuid && done.refused[0]) throw notAllowed(done.refused[0].said)
    changed.push(...done.allowed)
    refused.push(...done.refused)
    left_off.push(...(await leaveOff(ctx, cycle, done.covered)))
    const allowed = new Set(done.allowed)
    if (verb === 'unarchive') woken.push(...rows.filter(row => allowed.has(row.line_item_uuid)))
    const moved = new Set([...done.allowed, ...done.refused.map(row => row.line_item_uuid)])
    already.push(...rows.map(row => row.line_item_uuid).filter(line_item => !moved.has(line_item)))
  }
  if (changed.length > 0 && verb !== 'unapprove')
    ctx.announce('payroll.items_changed', { cycle_uuid: cycle.cycle_uuid })
  const archived = changed.length > 0 ? await fitCycle(ctx, cycle) : new Set<string>()
  const lost = verb === 'unarchive' ? changed.filter(uuid => archived.has(uuid)) : []
  if (line_item_uuid && lost.length > 0) throw notAllowed(NO_DAY_LEFT)
  refused.push(...lost.map(uuid => ({ line_item_uuid: uuid, said: NO_DAY_LEFT })))
  const gone = new Set(lost)
  left_off.push(...(await hoursAnew(ctx, cycle, woken)))
  return presentChange(ctx, cycle, {
    changed: changed.length + already.length - lost.length,
    refused: refused.slice(0, line_item_uuids ? MOST_REFUSED : MOST_NAMED),
    items_refused: refused.length,
    left_off: left_off.filter(of => !gone.has(of.line_item_uuid)).slice(0, MOST_REFUSED),
    selection: line_item_uuids
      ? { changed: changed.filter(uuid => !gone.has(uuid)), already }
      : null,
  })
}

/** The items of a locked cycle, or those that are named, in slices. */
function slicesOf(ctx: Ctx, cycle_uuid: string, chosen: readonly string[] | null) {
  return readAhead<ItemRow>(SLICE, last => {
    if (!chosen) return listItems(ctx.tx, cycle_uuid, { after: last?.line_item_uuid, limit: SLICE })
    const begin = last ? chosen.indexOf(last.line_item_uuid) + 1 : 0
    return listItems(ctx.tx, cycle_uuid, { chosen: chosen.slice(begin, begin + SLICE) })
  })
}

/**
 * Changes those of a slice of a locked cycle that allow it; answers their ids, which of their raises another pay covers, and of those that
 * stay why. The others are there already.
 * The audit log says `because` of what, where nobody asked for it.
 */
export async function changeRows(
  ctx: Ctx,
  employer_uuid: string,
  rows: readonly ItemRow[],
  verb: Verb,
  because?: string,
): Promise<{ allowed: string[]; refused: RefusedItem[]; covered: CoveredRaise[] }> {
  const ids = rows.map(row => row.line_item_uuid)
  const nobody: ReadonlySet<string> = new Set()
  const stopped = ACTIONS_STOPPED_BY_PAYMENT.includes(verb) ? await itemsUnderWay(ctx, ids) : nobody
  const { stays, covered } = await judgeWaking(ctx, verb === 'unarchive' ? rows : [])
  const allowed = rows.filter(
    ({ status, line_item_uuid: id }) =>
      lineItemMachine.next(status, verb) && !stopped.has(id) && !stays.has(id),
  )
  for (const [before, group] of Map.groupBy(allowed, row => row.status))
    await changeGroup(ctx, { employer_uuid, group, before, verb, because })
  if (TARGET[verb] === 'PENDING_APPROVAL')
    await enterAgreed(
      ctx,
      allowed.map(row => row.line_item_uuid),
    )
  const moves = new Set(allowed)
  return {
    allowed: allowed.map(row => row.line_item_uuid),
    covered: covered.filter(of => !stays.has(of.line_item_uuid)),
    refused: rows
      .filter(row => !moves.has(row) && row.status !== TARGET[verb])
      .map(row => refusalOf(row, verb, stopped, stays)),
  }
}

/** Which archived items cannot wait again, and why; and which raises of the others another pay covers by now. */
async function judgeWaking(ctx: Ctx, rows: readonly ItemRow[]) {
  if (rows.length === 0) return { stays: new Map<string, Text>(), covered: [] }
  const overtaken = await listOvertaken(
    ctx.tx,
    rows.map(row => row.line_item_uuid),
  )
  const { covered, worthless } = await judgeRaises(ctx, rows)
  const stays = new Map([...worthless, ...[...overtaken].map(id => [id, NO_DAY_LEFT] as const)])
  return { stays, covered }
}

/** What the audit log says of an approval that was taken back since who is paid changed where it goes. */
export const DESTINATION_CHANGED = 'DESTINATION_CHANGED'

const NO_DAY_LEFT = textOf('payroll.reasons.noDayLeft')

/** Line items of which every part arrived are PAID; answers those that were not before. */
export async function settleLineItems(
  ctx: Ctx,
  line_item_uuids: readonly string[],
): Promise<string[]> {
  return follow(ctx, line_item_uuids, 'settle', 'PAID', { paid_at: ctx.now })
}

/** Line items of which a part did not arrive after all are APPROVED again. Asked before a mark that others paid is taken off them: what left by us is kept for the journal. */
export async function unsettleLineItems(
  ctx: Ctx,
  line_item_uuids: readonly string[],
): Promise<void> {
  await keepTakenBack(ctx.tx, line_item_uuids, ctx.now)
  const unsettled = await follow(ctx, line_item_uuids, 'unsettle', 'APPROVED', { paid_at: null })
  if (unsettled.length > 0) ctx.announce('payroll.items_unsettled', { line_item_uuids: unsettled })
}

async function follow(
  ctx: Ctx,
  line_item_uuids: readonly string[],
  action: 'settle' | 'unsettle',
  to: LineItemStatus,
  set: { paid_at: Date | null },
): Promise<string[]> {
  const from = lineItemMachine.sources(action)
  const changed = await changeItemsOfAnyone(ctx.tx, line_item_uuids, from, to, set)
  for (const [employer_uuid, group] of Map.groupBy(changed, row => row.employer_uuid))
    ctx.audit({
      action,
      entity: 'line_item',
      entity_uuids: group.map(row => row.line_item_uuid),
      employer_uuid,
      after: { status: to },
    })
  return changed.map(row => row.line_item_uuid)
}

async function changeGroup(
  ctx: Ctx,
  {
    employer_uuid,
    group,
    before,
    verb,
    because,
  }: {
    readonly employer_uuid: string
    readonly group: readonly ItemRow[]
    readonly before: LineItemStatus
    readonly verb: Verb
    readonly because: string | undefined
  },
): Promise<void> {
  const ids = group.map(row => row.line_item_uuid)
  const versions =
    verb === 'unarchive'
      ? await wakeItems(ctx.tx, ids)
      : await changeItems(ctx.tx, ids, lineItemMachine.sources(verb), TARGET[verb])
  assert(versions.size === ids.length, 'items of a locked cycle stay as they were read')
  ctx.audit({
    action: verb,
    entity: 'line_item',
    entity_uuids: ids,
    employer_uuid,
    before: { status: before },
    after: { status: TARGET[verb], ...(because && { because }) },
  })
  if (before === 'APPROVED')
    await releaseFundsOfItems(ctx, {
      ...{ employer_uuid, line_item_uuids: ids, versions },
      gone_elsewhere: because === DESTINATION_CHANGED,
    })
}

function notAllowed({ text, params }: Text): Problem {
  return new Problem('TRANSITION_NOT_ALLOWED', text, params && { params })
}

function refusalOf(
  row: ItemRow,
  verb: Verb,
  stopped: ReadonlySet<string>,
  stays: ReadonlyMap<string, Text>,
): RefusedItem {
  const { line_item_uuid } = row
  const said = stays.get(line_item_uuid)
  if (said) return { line_item_uuid, said }
  if (!stopped.has(line_item_uuid)) return cannot(row, verb)
  return { line_item_uuid, said: textOf('payroll.problems.paymentUnderWay', { action: verb }) }
}
