/**
 * Deductions: an employer asks, the contractor agrees or declines. Until they agree it is no part of the pay; without an answer in time,
 * or once the item is approved, the pay is made without it.
 */
import type { z } from 'zod'
import type { Deduction } from '#contract/entry-shapes.ts'
import type { AddedEntry } from '#contract/line-items.ts'
import { dateStillOn } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { answerBy, deductionState } from '#domain/payroll/entries.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { lockCycle } from './cycle.store.ts'
import { endDeduction, insertDeduction, listAgreedAside } from './deduction.store.ts'
import {
  type DeductionRow,
  findDeduction,
  listDeductionsOf,
  listDeductionsOn,
} from './entry.report.store.ts'
import { type EnteredRow, findEntered, holdRaised } from './line-item.store.ts'
import { hasRoom, requireWaiting, writeEntry } from './write-item.ts'

type Shown = z.output<typeof Deduction>

/** So many deductions of one item wait for an answer at once, and so many are listed. */
const MOST_ASKED = 5
const MOST_LISTED = 50

/** Asks the contractor of a waiting item of a locked cycle for a deduction, by mail and on their home. */
export async function askDeduction(
  ctx: Ctx,
  cycle: CycleRecord,
  row: EnteredRow,
  deduction_uuid: string,
  { amount_in_smallest_unit: amount_minor, words }: z.output<typeof AddedEntry>,
): Promise<void> {
  const known = await findDeduction(ctx.tx, deduction_uuid)
  const same =
    known?.line_item_uuid === row.line_item_uuid &&
    known.amount_minor === amount_minor &&
    known.words === words
  if (same) return
  requireWaiting(row)
  const open = (await listDeductionsOn(ctx.tx, [row.line_item_uuid])).filter(
    asked => stateOf(asked, ctx) === 'ASKED',
  )
  if (open.length >= MOST_ASKED)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.tooManyDeductions')
  const asked = open.reduce((sum, one) => sum + one.amount_minor, amount_minor)
  if (asked >= row.amount_minor)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.deductionTooLarge')
  const answer_by = answerBy(cycle.pay_date, ctx.today)
  const fresh = await insertDeduction(ctx.tx, {
    deduction_uuid,
    employer_uuid: cycle.employer_uuid,
    line_item_uuid: row.line_item_uuid,
    contractor_sub: row.contractor_sub,
    currency: row.currency,
    amount_minor,
    words,
    asked_by: ctx.actor.sub,
    asked_at: ctx.now,
    answer_by,
  })
  if (!fresh) throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.anotherEntry')
  audit(ctx, { ...row, employer_uuid: cycle.employer_uuid }, 'ask_deduction', {
    deduction_uuid,
    amount_minor,
    answer_by,
  })
  ctx.announce('payroll.deduction_asked', { deduction_uuid })
}

/**
 * Takes back a deduction that waits for its answer, or was agreed to and is no part of an approved pay; answers whether there is one of this
 * id on the item.
 */
export async function withdrawDeduction(
  ctx: Ctx,
  row: EnteredRow,
  deduction_uuid: string,
  employer_uuid: string,
): Promise<boolean> {
  const asked = await findDeduction(ctx.tx, deduction_uuid)
  if (asked?.line_item_uuid !== row.line_item_uuid) return false
  if (asked.status === 'WITHDRAWN') return true
  const closed = asked.status === 'AGREED' && row.status !== 'PENDING_APPROVAL'
  if (closed || !(await endDeduction(ctx.tx, deduction_uuid, 'WITHDRAWN', ctx.now)))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.deductionAnswered')
  audit(ctx, { ...row, employer_uuid }, 'withdraw_deduction', { deduction_uuid })
  return true
}

/** What the acting contractor's employers ask for: what waits for an answer first, then the newest. */
export async function listDeductions(ctx: Ctx): Promise<Shown[]> {
  const rows = await listDeductionsOf(ctx.tx, ctx.actor.sub, MOST_LISTED)
  const shown = rows.map(row => present(row, ctx))
  const waits = ({ state }: Shown) => (state === 'ASKED' ? 0 : 1)
  return shown.toSorted((a, b) => waits(a) - waits(b))
}

/**
 * The acting contractor agrees, and the deduction is about to become an entry of their pay; or declines. The same answer again changes
 * nothing; another one, or one that comes too late, is refused.
 */
export async function answerDeduction(
  ctx: Ctx,
  deduction_uuid: string,
  agrees: boolean,
): Promise<Shown> {
  const find = async () => {
    const asked = await findDeduction(ctx.tx, deduction_uuid)
    if (asked?.contractor_sub === ctx.actor.sub) return asked
    throw new Problem('NOT_FOUND', 'payroll.problems.noSuchDeduction')
  }
  const { policy_uuid, cycle_uuid } = await find()
  await lockCycle(ctx.tx, policy_uuid, cycle_uuid)
  const asked = await find()
  const status = agrees ? 'AGREED' : 'DECLINED'
  if (asked.status === status) return present(asked, ctx)
  const state = stateOf(asked, ctx)
  if (state !== 'ASKED') throw new Problem('TRANSITION_NOT_ALLOWED', CLOSED[state])
  await endDeduction(ctx.tx, deduction_uuid, status, ctx.now)
  audit(ctx, asked, 'answer_deduction', { deduction_uuid, status })
  if (agrees) ctx.announce('payroll.deduction_agreed', { deduction_uuid })
  else ctx.announce('payroll.deduction_ended', { deduction_uuid })
  return present({ ...asked, status }, ctx)
}

/** Deductions of items that wait again are entered after all, where an approval came between their yes and the entry. */
export async function enterAgreed(ctx: Ctx, line_item_uuids: readonly string[]): Promise<void> {
  for (const deduction_uuid of await listAgreedAside(ctx.tx, line_item_uuids))
    ctx.announce('payroll.deduction_agreed', { deduction_uuid })
}

/** A later reaction: a deduction that was agreed to becomes an entry, if its item still waits, has room for it and leaves something to be paid. */
export async function enterDeduction(
  ctx: Ctx,
  { deduction_uuid }: { readonly deduction_uuid: string },
): Promise<void> {
  const known_as = await findDeduction(ctx.tx, deduction_uuid)
  if (known_as) await holdRaised(ctx.tx, known_as.cycle_uuid, known_as.line_item_uuid)
  const cycle = known_as && (await lockCycle(ctx.tx, known_as.policy_uuid, known_as.cycle_uuid))
  const agreed = cycle && (await findDeduction(ctx.tx, deduction_uuid))
  const row = agreed && (await findEntered(ctx.tx, agreed.cycle_uuid, agreed.line_item_uuid))
  if (!row || agreed.status !== 'AGREED') return
  const known = row.entries?.some(entry => entry.entry_uuid === deduction_uuid)
  const leaves = row.status === 'PENDING_APPROVAL' && row.amount_minor > agreed.amount_minor
  const fits = leaves && hasRoom(row)
  if (!known && fits) await enter(ctx, cycle, row, agreed)
  ctx.announce('payroll.deduction_ended', { deduction_uuid })
}

const CLOSED = {
  AGREED: 'payroll.problems.deductionAnswered',
  DECLINED: 'payroll.problems.deductionAnswered',
  WITHDRAWN: 'payroll.problems.deductionWithdrawn',
  LAPSED: 'payroll.problems.deductionLapsed',
} as const

/** The deductions that were asked for on items and are no entry, by item. */
export async function presentDeductions(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  rows: readonly { readonly line_item_uuid: string }[],
): Promise<ReadonlyMap<string, Shown[]>> {
  const asked = await listDeductionsOn(
    tx,
    rows.map(row => row.line_item_uuid),
  )
  const shown = asked.filter(({ status, entered }) => status !== 'WITHDRAWN' && !entered)
  return new Map(
    [...Map.groupBy(shown, row => row.line_item_uuid)].map(([id, group]) => [
      id,
      group.map(row => present(row, { now })),
    ]),
  )
}

function enter(ctx: Ctx, cycle: CycleRecord, row: EnteredRow, asked: DeductionRow): Promise<void> {
  return writeEntry(ctx, cycle, row, {
    entry_uuid: asked.deduction_uuid,
    kind: 'DEDUCTION',
    amount_minor: -Number(asked.amount_minor),
    words: asked.words,
    author_sub: asked.asked_by,
    written_at: ctx.now.toISOString(),
  })
}

function stateOf(row: DeductionRow, { now }: Pick<Ctx, 'now'>) {
  return deductionState(row, row.item_status === 'PENDING_APPROVAL', dateStillOn(now))
}

function present(row: DeductionRow, at: Pick<Ctx, 'now'>): Shown {
  const { currency, item_minor, asked_by_name } = row
  const without = row.entered ? item_minor + row.amount_minor : item_minor
  return {
    deduction_uuid: row.deduction_uuid,
    employer_name: row.employer_name,
    asked_by: asked_by_name,
    asked_at: row.asked_at,
    amount: { currency, minor: row.amount_minor },
    words: row.words,
    start_date: row.start_date,
    end_date: row.end_date,
    pay_date: row.pay_date,
    pay: { currency, minor: without },
    answer_by: row.answer_by,
    state: stateOf(row, at),
  }
}

function audit(
  ctx: Ctx,
  { line_item_uuid, employer_uuid }: { line_item_uuid: string; employer_uuid: string },
  action: string,
  after: object,
): void {
  ctx.audit({ action, entity: 'deduction', entity_uuids: [line_item_uuid], employer_uuid, after })
}
