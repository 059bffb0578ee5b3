/** Executing payments: each is queued or refused with its blockers; the worker then hands the queued ones to their rails. */

import { assert } from '#domain/kernel/assert.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { convert, type Rate } from '#domain/kernel/rate.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import type { Blocker } from '#domain/payments/blockers.ts'
import { isUnderWay } from '#domain/payments/payment.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { newUuid, uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { accounts, postTransfers, type Transfer } from '../ledger/index.ts'
import { type ExecutingPayment, startAttempts } from './attempt.store.ts'
import { insertExecution } from './execution.store.ts'
import { haltedSince } from './halt.store.ts'
import { changeStatus, lockPayments } from './payment.store.ts'
import { blockersOf } from './payment-blockers.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'
import { loadRates, type RateFor } from './rates.ts'

type Refusal = Omit<Blocker, 'code'> & { readonly code: string }
type Result = {
  payment_uuid: string
  result: 'queued' | 'refused'
  blockers: (Refusal & { reason: string })[]
}
type Ready = { row: PaymentFactsRow; amount_minor: bigint; rate: Rate | null }

/**
 * Queues the payments that nothing blocks and says of each other one why not. A payment that is under way already answers
 * queued, so that sending the same list again changes nothing and answers the same.
 */
export async function bulkExecute(
  ctx: Ctx,
  { pay_date, payment_uuids }: { pay_date: string; payment_uuids: readonly string[] },
): Promise<{ execution_uuid: string | null; queued: number; results: Result[] }> {
  assert(isPlainDate(pay_date), 'the contract checked the date')
  const halted = await haltedSince(ctx.tx)
  if (halted) throw new Problem('EXECUTION_HALTED', 'payments.problems.halted')
  const rows = await lockPayments(ctx.tx, payment_uuids)
  const rateFor = await loadRates(ctx)
  const known = new Map(rows.map(row => [row.payment_uuid, row]))
  const ready: Ready[] = []
  const results = [...new Set(payment_uuids)].map((payment_uuid): Result => {
    const row = known.get(payment_uuid)
    if (!row)
      return {
        payment_uuid,
        result: 'refused',
        blockers: [withReason(refusal('NOT_FOUND', textOf('payments.blockers.noSuchPayment')))],
      }
    if (isUnderWay(row.status)) return { payment_uuid, result: 'queued', blockers: [] }
    const decided = decide(row, pay_date, ctx, rateFor)
    if ('blockers' in decided)
      return { payment_uuid, result: 'refused', blockers: decided.blockers.map(withReason) }
    ready.push(decided)
    return { payment_uuid, result: 'queued', blockers: [] }
  })
  const execution_uuid = ready.length > 0 ? await start(ctx, pay_date, ready) : executionOf(rows)
  return {
    execution_uuid,
    queued: results.filter(({ result }) => result === 'queued').length,
    results,
  }
}

function decide(
  row: PaymentFactsRow,
  pay_date: string,
  ctx: Pick<Ctx, 'now' | 'today'>,
  rateFor: RateFor,
): Ready | { blockers: Refusal[] } {
  const blockers: Refusal[] = blockersOf(row, ctx, rateFor, null)
  // Due by its own date, whatever day the caller names: naming an earlier one leaves out what is due since.
  if (row.pay_date > ctx.today || row.pay_date > pay_date)
    blockers.push(refusal('NOT_DUE', textOf('payments.blockers.notBefore', { date: row.pay_date })))
  if (row.status === 'FAILED' || row.status === 'RETURNED' || row.status === 'CANCELLED')
    blockers.push(
      refusal('NOT_SCHEDULED', textOf('payments.blockers.retryFirst', { status: row.status })),
    )
  if (blockers.length > 0) return { blockers }
  // Money of an earlier attempt was converted then and is held in the payment's own currency.
  if (row.attempt > 0 && row.amount_minor !== null)
    return { row, amount_minor: row.amount_minor, rate: null }
  if (row.currency === row.source_currency)
    return { row, amount_minor: row.source_minor, rate: null }
  const rate = rateFor(row.source_currency, row.currency)
  assert(rate, 'a missing rate is a blocker')
  const { minor } = convert({ currency: row.source_currency, minor: row.source_minor }, rate)
  return { row, amount_minor: minor, rate }
}

async function start(ctx: Ctx, pay_date: string, ready: readonly Ready[]): Promise<string> {
  const execution_uuid = newUuid()
  await insertExecution(ctx.tx, {
    execution_uuid,
    pay_date,
    requested_by: ctx.actor.sub,
    requested_at: ctx.now,
    payments: ready.length,
  })
  // A hold that has passed since the job looked is released first, so that the machine's every step is taken.
  await audited(
    ctx,
    ready.filter(({ row }) => row.status === 'HELD'),
    'release',
    'SCHEDULED',
    rows => changeStatus(ctx.tx, rows, ['HELD'], 'SCHEDULED'),
  )
  const attempts = new Map<Rail, ExecutingPayment[]>()
  const transfers: Transfer[] = []
  for (const { row, amount_minor, rate } of ready) {
    const attempt_uuid = newUuid()
    const rail = ctx.gateways.railOf(row.network)
    const kept = rate ?? {
      rate: row.rate,
      source: row.rate_source,
      as_of: row.rate_as_of?.toISOString() ?? null,
    }
    const attempt = {
      payment_uuid: row.payment_uuid,
      attempt_uuid,
      number: row.attempt + 1,
      amount_minor,
      rate: kept.rate,
      rate_source: kept.source,
      rate_as_of: kept.as_of,
    }
    const started = attempts.get(rail) ?? []
    started.push(attempt)
    attempts.set(rail, started)
    transfers.push(...transfersOf(row, attempt_uuid, amount_minor))
  }
  await postTransfers(ctx, transfers)
  await audited(ctx, ready, 'execute', 'EXECUTING', async () => {
    let changed = 0
    for (const [{ name: rail, simulated }, started] of attempts) {
      changed += await startAttempts(ctx.tx, started, {
        execution_uuid,
        requested_by: ctx.actor.sub,
        rail,
        simulated,
        at: ctx.now,
      })
    }
    return changed
  })
  await ctx.enqueue(
    'execute_payments',
    { execution_uuid },
    { job_key: `execute:${execution_uuid}` },
  )
  return execution_uuid
}

function transfersOf(row: PaymentFactsRow, attempt_uuid: string, amount_minor: bigint): Transfer[] {
  const { employer_uuid, source_currency, currency } = row
  const common = { code: 'payment_executed', subject_uuid: row.payment_uuid }
  const target = { currency, minor: amount_minor }
  const leave = {
    ...common,
    transfer_uuid: uuidOf(`execute:${attempt_uuid}`),
    amount: target,
    to: accounts.inFlight(employer_uuid, currency),
  }
  if (row.attempt > 0)
    return [{ ...leave, from: accounts.heldForContractors(employer_uuid, currency) }]
  if (currency === source_currency)
    return [{ ...leave, from: accounts.reserved(employer_uuid, currency) }]
  const source = { currency: source_currency, minor: row.source_minor }
  return [
    {
      ...common,
      code: 'converted',
      transfer_uuid: uuidOf(`convert:${attempt_uuid}`),
      amount: source,
      from: accounts.reserved(employer_uuid, source_currency),
      to: accounts.exchange(source_currency),
    },
    { ...leave, from: accounts.exchange(currency) },
  ]
}

async function audited(
  ctx: Ctx,
  changed: readonly Ready[],
  action: string,
  status: string,
  change: (payment_uuids: string[]) => Promise<number>,
): Promise<void> {
  const all = changed.map(({ row }) => row.payment_uuid)
  if (all.length === 0) return
  assert((await change(all)) === all.length, 'locked payments stay as they were read')
  for (const [employer_uuid, group] of Map.groupBy(changed, ({ row }) => row.employer_uuid))
    ctx.audit({
      action,
      entity: 'payment',
      entity_uuids: group.map(({ row }) => row.payment_uuid),
      employer_uuid,
      after: { status },
    })
}

function executionOf(rows: readonly PaymentFactsRow[]): string | null {
  return (
    rows.find(row => row.execution_uuid !== null && isUnderWay(row.status))?.execution_uuid ?? null
  )
}

function refusal(code: string, said: Text): Refusal {
  return {
    code,
    said,
    who: 'CORRIDOR',
    link: '/operations/transactions',
    since: null,
    until: null,
  }
}
