/** Lets go of payments whose hold has passed: time went by, someone was verified, funding came. */
import { type HoldReason, holdReason } from '#domain/payments/blockers.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx, DomainEvent } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers, readBalances } from '../ledger/index.ts'
import { listUnfinished } from './execution.store.ts'
import { haltedSince } from './halt.store.ts'
import {
  changeStatus,
  listHeld,
  listPaymentsOfItems,
  type PaymentFactsRow,
} from './payment.store.ts'
import { blockersOf } from './payment-blockers.ts'
import { loadRates } from './rates.ts'

/** By when an execution is over, or its job was lost: repeating it is safe. */
const OVERDUE_MS = 30 * 60_000

/**
 * The job: looks at every HELD payment and schedules those that nothing holds any more, or names what holds them now. An
 * execution that should be over long since is put into the queue again, whatever became of its job.
 */
export async function releaseHeldPayments(ctx: Ctx): Promise<void> {
  await release(ctx, await listHeld(ctx.tx))
  const unfinished = await listUnfinished(ctx.tx, new Date(ctx.now.getTime() - OVERDUE_MS))
  for (const execution_uuid of unfinished)
    await ctx.enqueue(
      'execute_payments',
      { execution_uuid },
      { job_key: `execute:${execution_uuid}` },
    )
}

/** The reaction to funding: reserves for the employer's waiting items, the earliest pay date first, then lets them go. */
export async function coverWaitingItems(ctx: Ctx, event: DomainEvent): Promise<void> {
  await release(ctx, await listHeld(ctx.tx, String(event.employer_uuid)))
}

async function release(ctx: Ctx, held: readonly PaymentFactsRow[]): Promise<void> {
  if (held.length === 0) return
  const rateFor = await loadRates(ctx.tx)
  const halted = await haltedSince(ctx.tx)
  const funded = await fundItems(ctx, held)
  const groups = new Map<string, PaymentFactsRow[]>()
  const reasons = new Map<string, HoldReason | null>()
  for (const row of held) {
    const now = { ...row, funded: row.funded || funded.has(row.line_item_uuid) }
    const found = holdReason(blockersOf(now, ctx.now, rateFor, halted))
    // Without a destination there is nothing to schedule, also while only a new approval is missing.
    const reason = found ?? (row.destination_uuid === null ? 'NO_DESTINATION' : null)
    if (reason === row.hold_reason && now.funded === row.funded) continue
    const key = `${reason ?? 'free'}/${now.funded}/${row.employer_uuid}`
    groups.set(key, [...(groups.get(key) ?? []), now])
    reasons.set(key, reason)
  }
  for (const [key, rows] of groups) {
    const [, isFunded, employer_uuid = ''] = key.split('/')
    const reason = reasons.get(key) ?? null
    const entity_uuids = rows.map(row => row.payment_uuid)
    const set = { funded: isFunded === 'true' }
    const status = reason ? 'HELD' : 'SCHEDULED'
    const hold = reason ? { hold_reason: reason } : {}
    await changeStatus(ctx.tx, entity_uuids, ['HELD'], status, { ...set, ...hold })
    ctx.audit({
      action: status === 'HELD' ? 'hold' : 'release',
      entity: 'payment',
      entity_uuids,
      employer_uuid,
      after: { status },
    })
  }
}

/** Reserves the money of unfunded items as far as balances reach, in order of pay date; answers the items now funded. */
async function fundItems(ctx: Ctx, held: readonly PaymentFactsRow[]): Promise<Set<string>> {
  const waiting = held.filter(row => !row.funded)
  if (waiting.length === 0) return new Set()
  const balances = new Map(
    (await readBalances(ctx.tx)).map(row => [
      `${row.employer_uuid}/${row.currency}`,
      row.available,
    ]),
  )
  // All payments of an unfunded item are HELD. Where another transaction is at work on one of them the item waits for the next
  // time: reserving for all and marking only those that we hold would promise money that is reserved already.
  const all = await listPaymentsOfItems(ctx.tx, [
    ...new Set(waiting.map(row => row.line_item_uuid)),
  ])
  const items = Map.groupBy(all, row => row.line_item_uuid)
  const ours = new Set(waiting.map(row => row.payment_uuid))
  const order = [...new Set(waiting.map(row => row.line_item_uuid))]
  const funded = new Set<string>()
  for (const line_item_uuid of order) {
    const parts = items.get(line_item_uuid) ?? []
    const [first] = parts
    if (!first || parts.some(part => !ours.has(part.payment_uuid))) continue
    const { employer_uuid, source_currency: currency } = first
    const minor = parts.reduce((sum, part) => sum + part.source_minor, 0n)
    const key = `${employer_uuid}/${currency}`
    const left = (balances.get(key) ?? 0n) - minor
    if (left < 0n) continue
    balances.set(key, left)
    funded.add(line_item_uuid)
    await postTransfers(ctx, [
      {
        transfer_uuid: uuidOf(`reserve:${line_item_uuid}:${first.payment_uuid}`),
        from: accounts.available(employer_uuid, currency),
        to: accounts.reserved(employer_uuid, currency),
        amount: { currency, minor },
        code: 'item_funded',
        subject_uuid: line_item_uuid,
      },
    ])
  }
  return funded
}
