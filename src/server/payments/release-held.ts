/** Lets go of payments whose hold has passed: time went by, someone was verified, funding came. */
import { type HoldReason, holdReason } from '#domain/payments/blockers.ts'
import { loadRates } from '../exchange/index.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, lockBalances, postTransfers, type Transfer } from '../ledger/index.ts'
import type { JobContext } from '../worker.ts'
import { listUnfinished } from './execution.store.ts'
import { tryAnew } from './first-anew.ts'
import { haltedSince } from './halt.store.ts'
import {
  cyclesFunded,
  type HeldFilter,
  listEmployersWithHeld,
  listHeldItems,
  lockHeld,
} from './held.store.ts'
import { changeStatus } from './payment.store.ts'
import { blockersOf } from './payment-blockers.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'

/** By when an execution is over, or its job was lost: repeating it is safe. */
const OVERDUE_MS = 30 * 60_000
/** Line items of one unit of work. */
const BATCH = 500

/** The employers of whom a payment is held. */
export function employersWithHeld(ctx: Ctx): Promise<string[]> {
  return listEmployersWithHeld(ctx.tx)
}

/**
 * Asks for the holds of an employer, or of a contractor, to be looked at when this transaction has committed: something may have
 * ended them, such as funding, a verification, a suspension lifted or a destination changed.
 */
export async function lookAtHolds(ctx: Ctx, filter: HeldFilter): Promise<void> {
  const [of = ''] = Object.values(filter)
  await ctx.enqueue('release_held', filter, { job_key: `release_held:${of}` })
}

/** The same of the contractors of payments that failed or came back and are kept no longer: what goes to their accounts may leave. */
export async function lookAtHoldsOf(
  ctx: Ctx,
  rows: readonly { readonly contractor_sub: string }[],
): Promise<void> {
  for (const contractor_sub of new Set(rows.map(row => row.contractor_sub)))
    await lookAtHolds(ctx, { contractor_sub })
}

/**
 * The job: looks at the HELD payments of an employer or of a contractor, batch by batch, the earliest pay date first, and schedules
 * those that nothing holds any more, or names what holds them now.
 */
export async function releaseHeldPayments(
  payload: Record<string, unknown>,
  { unit }: Pick<JobContext, 'unit'>,
): Promise<void> {
  const filter = payload as HeldFilter
  let after = { pay_date: '-infinity', line_item_uuid: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const items = await unit(async ctx => {
      const batch = await listHeldItems(ctx.tx, filter, after, BATCH)
      const line_item_uuids = batch.map(item => item.line_item_uuid)
      const held = await lockHeld(ctx.tx, line_item_uuids)
      for (const [employer_uuid, rows] of Map.groupBy(held, row => row.employer_uuid))
        await release(ctx, employer_uuid, rows)
      return batch
    })
    const last = items.at(-1)
    if (!last || items.length < BATCH) return
    after = last
  }
}

/** Puts executions that should be over long since into the queue again, whatever became of their jobs. */
export async function resumeExecutions(ctx: Ctx, overdue_ms = OVERDUE_MS): Promise<void> {
  const unfinished = await listUnfinished(ctx.tx, new Date(ctx.now.getTime() - overdue_ms))
  for (const execution_uuid of unfinished)
    await ctx.enqueue(
      'execute_payments',
      { execution_uuid },
      { job_key: `execute:${execution_uuid}` },
    )
}

async function release(
  ctx: Ctx,
  employer_uuid: string,
  held: readonly PaymentFactsRow[],
): Promise<void> {
  const rateFor = await loadRates(ctx)
  const halted = await haltedSince(ctx.tx)
  const funded = await fundItems(ctx, employer_uuid, held)
  const groups = new Map<string, { reason: HoldReason | null; funded: boolean; ids: string[] }>()
  const waiting: PaymentFactsRow[] = []
  for (const row of held) {
    const now = { ...row, funded: row.funded || funded.has(row.line_item_uuid) }
    const blockers = blockersOf(now, ctx, rateFor, halted)
    if (blockers.every(({ code }) => code === 'FIRST_PAYMENT') && now.awaits_first)
      waiting.push(now)
    const found = holdReason(blockers)
    // Without a destination there is nothing to schedule, also while only a new approval is missing.
    const reason = found ?? (row.destination_uuid === null ? 'NO_DESTINATION' : null)
    if (reason === row.hold_reason && now.funded === row.funded) continue
    const key = `${reason}/${now.funded}`
    const group = groups.get(key) ?? { reason, funded: now.funded, ids: [] }
    group.ids.push(row.payment_uuid)
    groups.set(key, group)
  }
  for (const { reason, funded: isFunded, ids } of groups.values()) {
    const status = reason ? 'HELD' : 'SCHEDULED'
    const hold = reason ? { hold_reason: reason } : {}
    await changeStatus(ctx.tx, ids, ['HELD'], status, { funded: isFunded, ...hold })
    ctx.audit({
      action: status === 'HELD' ? 'hold' : 'release',
      entity: 'payment',
      entity_uuids: ids,
      employer_uuid,
      after: { status },
    })
  }
  const cycle_uuids = await cyclesFunded(ctx.tx, [...funded])
  if (cycle_uuids.length > 0) ctx.announce('payments.cycles_funded', { cycle_uuids })
  await tryAnew(ctx, employer_uuid, waiting)
}

/**
 * Reserves the money of unfunded items as far as the balances reach, in order of pay date; answers the items now funded. The
 * balances are held meanwhile, so that nothing that is reserved here is missing when it is posted.
 */
async function fundItems(
  ctx: Ctx,
  employer_uuid: string,
  held: readonly PaymentFactsRow[],
): Promise<Set<string>> {
  const items = Map.groupBy(
    held.filter(row => !row.funded),
    row => row.line_item_uuid,
  )
  if (items.size === 0) return new Set()
  const currencies = [...new Set(held.map(row => row.source_currency))].sort()
  const balances = await lockBalances(ctx.tx, employer_uuid, currencies)
  const transfers: Transfer[] = []
  const funded = new Set<string>()
  for (const [line_item_uuid, parts] of items) {
    const [first] = parts
    if (!first) continue
    const currency = first.source_currency
    const minor = parts.reduce((sum, part) => sum + part.source_minor, 0n)
    const left = (balances.get(currency) ?? 0n) - minor
    if (left < 0n) continue
    balances.set(currency, left)
    funded.add(line_item_uuid)
    transfers.push({
      transfer_uuid: uuidOf(`reserve:${line_item_uuid}:${first.payment_uuid}:${first.version}`),
      from: accounts.available(employer_uuid, currency),
      to: accounts.reserved(employer_uuid, currency),
      amount: { currency, minor },
      code: 'item_funded',
      subject_uuid: line_item_uuid,
    })
  }
  await postTransfers(ctx, transfers)
  return funded
}
