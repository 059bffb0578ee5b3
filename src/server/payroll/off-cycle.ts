/**
 * Pay outside of any calendar: a run of one day, under a policy of its own, whose items no contract gives. It is reviewed, approved and paid as
 * every cycle is (decision 0110).
 */
import type { WrittenEntry } from '#domain/payroll/entries.ts'
import { lineItemMachine } from '#domain/payroll/line-item.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertCycle, lockCycle } from './cycle.store.ts'
import { changeItems, insertRunItems, listItems, lockItems } from './line-item.store.ts'
import { insertRunPolicy } from './policy.store.ts'

export type Run = {
  /** Of the run, its policy and its cycle alike. */
  readonly run_uuid: string
  readonly employer_uuid: string
  readonly label: string
  readonly pay_date: string
}

/** One payment of a run: what it is for stands on the item. */
export type RunPayment = {
  readonly contractor_sub: string
  /** By which the payer knows it. */
  readonly reference: string
  readonly words: string
  readonly currency: string
  readonly amount_minor: bigint
}

/** So many items are written at once. */
const SLICE = 1_000

/** Opens a run without any items; its id is new. Who approves is told of what waits in it by then. */
export async function openRun(ctx: Ctx, run: Run): Promise<void> {
  const { run_uuid, employer_uuid, label, pay_date } = run
  await insertRunPolicy(ctx.tx, { policy_uuid: run_uuid, employer_uuid, label, pay_date }, ctx.now)
  await insertCycle(
    ctx.tx,
    { cycle_uuid: run_uuid, policy_uuid: run_uuid, employer_uuid, opened_at: ctx.now },
    {
      ...{ index: 0, start_date: pay_date, end_date: pay_date },
      ...{ nominal_pay_date: pay_date, pay_date },
    },
  )
  const made = { entity_uuids: [run_uuid], employer_uuid, after: { label, pay_date } }
  ctx.audit({ action: 'create', entity: 'payroll_policy', ...made })
  ctx.audit({ action: 'open', entity: 'pay_cycle', ...made })
  ctx.announce('payroll.cycle_opened', { cycle_uuid: run_uuid })
}

/** Holds a run, so that what joins, leaves and is approved of it happens one after the other; false where there is none. */
export async function lockRun(ctx: Ctx, run_uuid: string): Promise<boolean> {
  return (await lockCycle(ctx.tx, run_uuid, run_uuid)) !== undefined
}

/** Adds payments to a locked run, written by `author_sub`; they wait for approval. Answers their items in the same order. */
export async function addToRun(
  ctx: Ctx,
  { run_uuid, employer_uuid }: Pick<Run, 'run_uuid' | 'employer_uuid'>,
  payments: readonly RunPayment[],
  author_sub: string,
): Promise<string[]> {
  const items = payments.map(payment => ({
    line_item_uuid: newUuid(),
    contractor_sub: payment.contractor_sub,
    role: payment.reference,
    currency: payment.currency,
    amount_minor: payment.amount_minor,
    entries: JSON.stringify([entryOf(ctx, payment, author_sub)]),
  }))
  for (let at = 0; at < items.length; at += SLICE) {
    const slice = items.slice(at, at + SLICE)
    await insertRunItems(ctx.tx, { cycle_uuid: run_uuid, employer_uuid }, slice, ctx.now)
    ctx.audit({
      action: 'create',
      entity: 'line_item',
      entity_uuids: slice.map(item => item.line_item_uuid),
      employer_uuid,
      after: { status: 'PENDING_APPROVAL' },
    })
  }
  return items.map(item => item.line_item_uuid)
}

/** Cancels what of a locked run waits for approval; what was approved stays. */
export async function cancelWaiting(
  ctx: Ctx,
  { run_uuid, employer_uuid }: Pick<Run, 'run_uuid' | 'employer_uuid'>,
): Promise<void> {
  await lockItems(ctx.tx, run_uuid)
  for (let after: string | undefined; ; ) {
    const rows = await listItems(ctx.tx, run_uuid, { after, limit: SLICE })
    const last = rows.at(-1)
    if (!last) return
    const waiting = rows.filter(({ status }) => status === 'PENDING_APPROVAL')
    const ids = waiting.map(row => row.line_item_uuid)
    after = last.line_item_uuid
    if (ids.length === 0) continue
    await changeItems(ctx.tx, ids, lineItemMachine.sources('cancel'), 'CANCELLED')
    ctx.audit({
      action: 'cancel',
      entity: 'line_item',
      entity_uuids: ids,
      employer_uuid,
      before: { status: 'PENDING_APPROVAL' },
      after: { status: 'CANCELLED' },
    })
  }
}

function entryOf(
  ctx: Ctx,
  { reference, words, amount_minor }: RunPayment,
  author_sub: string,
): WrittenEntry {
  return {
    entry_uuid: newUuid(),
    kind: 'PAYMENT',
    amount_minor: Number(amount_minor),
    words: words ? `${reference}: ${words}` : reference,
    author_sub,
    written_at: ctx.now.toISOString(),
  }
}
