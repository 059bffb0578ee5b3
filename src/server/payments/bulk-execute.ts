/** Executing payments: each is queued or refused with its blockers; the worker then hands the queued ones to their rails. */

import { assert } from '#domain/kernel/assert.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { convert, type Rate } from '#domain/kernel/rate.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { type Blocker, type RefusalCode, toOperator } from '#domain/payments/blockers.ts'
import { isKept } from '#domain/payments/lost.ts'
import { isUnderWay } from '#domain/payments/payment.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import { FILE_RAIL } from '../gateways/rails/file.ts'
import { newUuid, uuidOf } from '../kernel/ids.ts'
import { oneByOne, together } from '../kernel/read-ahead.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { accounts, postTransfers, type Transfer } from '../ledger/index.ts'
import { type ExecutingPayment, startAttempts } from './attempt.store.ts'
import { type KeptOrder, listOrders } from './attempt-order.report.store.ts'
import { listStandingChannels, type StandingChannel } from './bank-channel.store.ts'
import { addUpReady, isReady, judgeDue, type Seen, SLICE, sourceOf } from './due-payments.ts'
import {
  findExecutionOf,
  holdDigest,
  insertExecution,
  saveExecutionSize,
} from './execution.store.ts'
import { inSet, sumOfSet, walkSet } from './execution-set.store.ts'
import { shareFreezes } from './freeze.store.ts'
import { haltedSince } from './halt.store.ts'
import { holdPayments, named, releaseHeld } from './payment.store.ts'
import { blockersOf } from './payment-blockers.ts'
import { type LeavingFacts, listLeavingFacts } from './payment-facts.report.store.ts'

/** What is executed: the payments named, or all that was seen to be ready. */
export type ToExecute = {
  readonly pay_date: string
  readonly payment_uuids?: readonly string[] | undefined
  readonly ready?: Seen | undefined
}

type Refusal = Omit<Blocker, 'code'> & { readonly code: RefusalCode }
type Result = {
  payment_uuid: string
  result: 'queued' | 'refused'
  blockers: (Refusal & { reason: string })[]
}
type Ready = { row: LeavingFacts; amount_minor: bigint; rate: Rate | null }
export type Executed = {
  execution_uuid: string | null
  queued: number
  refused: number
  results: Result[]
}

/**
 * Queues the payments that nothing blocks and says of each other one why not. A payment that is under way already answers
 * queued, so that sending the same list again changes nothing and answers the same. All of it happens or nothing, slice by slice.
 */
export async function bulkExecute(ctx: Ctx, asked: ToExecute): Promise<Executed> {
  assert(isPlainDate(asked.pay_date), 'the contract checked the date')
  const halted = await haltedSince(ctx.tx)
  if (halted) throw new Problem('EXECUTION_HALTED', 'payments.problems.halted')
  await shareFreezes(ctx.tx)
  return asked.ready
    ? executeSeen(ctx, asked.pay_date, asked.ready)
    : executeNamed(ctx, asked.pay_date, [...new Set(asked.payment_uuids)])
}

async function executeNamed(
  ctx: Ctx,
  pay_date: string,
  payment_uuids: readonly string[],
): Promise<Executed> {
  await holdPayments(ctx.tx, named(payment_uuids))
  const run = executionOf(ctx, pay_date, null)
  const rateFor = await loadRates(ctx)
  const results: Result[] = []
  let earlier: string | null = null
  for (let at = 0; at < payment_uuids.length; at += SLICE) {
    const slice = payment_uuids.slice(at, at + SLICE)
    const rows = await listLeavingFacts(ctx.tx, slice)
    const judged = judge(ctx, pay_date, rateFor, slice, rows)
    await run.start(judged.ready)
    results.push(...judged.results)
    earlier ??= underWay(rows)
  }
  const queued = results.filter(({ result }) => result === 'queued').length
  return {
    execution_uuid: (await run.end()) ?? earlier,
    queued,
    refused: results.length - queued,
    results,
  }
}

/** What was seen once is executed once. EXECUTION_STALE where something else is ready by now. */
async function executeSeen(ctx: Ctx, pay_date: string, seen: Seen): Promise<Executed> {
  requireCome(ctx, pay_date)
  await holdDigest(ctx.tx, seen.digest)
  const before = await findExecutionOf(ctx.tx, seen.digest)
  if (before) {
    const { execution_uuid, payments: queued } = before
    return { execution_uuid, queued, refused: seen.payments - queued, results: [] }
  }
  const kept = (await sumOfSet(ctx.tx, seen.digest)).payments > 0
  return kept ? executeKept(ctx, pay_date, seen) : executeReady(ctx, pay_date, seen)
}

/** Nothing is locked but by being changed: a payment that another changed since it was read is something else than what was seen. */
async function executeReady(ctx: Ctx, pay_date: string, seen: Seen): Promise<Executed> {
  const run = executionOf(ctx, pay_date, seen.digest)
  const rateFor = await loadRates(ctx)
  const found = addUpReady()
  await oneByOne(async next => {
    for await (const judged of judgeDue(ctx, pay_date, ['SCHEDULED', 'HELD'])) {
      const rows = judged.filter(isReady).map(({ row }) => row)
      found.add(rows)
      const ready = rows.map(row => convertedAt(rateFor, row))
      await next(() => run.start(ready))
    }
  })
  requireSeen(seen, found.seen())
  return { execution_uuid: await run.end(), queued: seen.payments, refused: 0, results: [] }
}

/** So many of those that stay behind are named. */
const MOST_NAMED = 50

/** What waited for a second operator is executed as it was meant: what is blocked by now stays behind. */
async function executeKept(ctx: Ctx, pay_date: string, seen: Seen): Promise<Executed> {
  await holdPayments(ctx.tx, inSet(seen.digest))
  const run = executionOf(ctx, pay_date, seen.digest)
  const rateFor = await loadRates(ctx)
  const results: Result[] = []
  let [queued, refused] = [0, 0]
  let totals: Money[] = []
  for await (const slice of walkSet(ctx.tx, seen.digest, SLICE)) {
    const rows = await listLeavingFacts(ctx.tx, slice)
    const judged = judge(ctx, pay_date, rateFor, slice, rows)
    await run.start(judged.ready)
    totals = totalsByCurrency([...totals, ...rows.map(sourceOf)])
    const stayed = judged.results.filter(({ result }) => result === 'refused')
    queued += slice.length - stayed.length
    refused += stayed.length
    results.push(...stayed.slice(0, MOST_NAMED - results.length))
  }
  requireSeen(seen, { payments: queued + refused, totals, digest: seen.digest })
  return { execution_uuid: await run.end(), queued, refused, results }
}

/** VALIDATION for a day that has not come: what is due by it cannot leave yet. */
export function requireCome({ today }: Pick<Ctx, 'today'>, pay_date: string): void {
  if (pay_date > today)
    throw invalidField('pay_date', 'payments.problems.notBeforePayDate', { today })
}

/** EXECUTION_STALE where this is not what was seen. */
export function requireSeen(seen: Seen, found: Seen): void {
  const said = ({ payments, totals, digest }: Seen) =>
    [payments, digest, ...totalsByCurrency(totals).map(of => `${of.currency} ${of.minor}`)].join()
  if (said(seen) !== said(found)) throw stale()
}

function stale(): Problem {
  return new Problem('EXECUTION_STALE', 'payments.problems.readyChanged')
}

function judge(
  ctx: Ctx,
  pay_date: string,
  rateFor: RateFor,
  payment_uuids: readonly string[],
  rows: readonly LeavingFacts[],
): { ready: Ready[]; results: Result[] } {
  const known = new Map(rows.map(row => [row.payment_uuid, row]))
  const ready: Ready[] = []
  const results = payment_uuids.map((payment_uuid): Result => {
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
  return { ready, results }
}

function decide(
  row: LeavingFacts,
  pay_date: string,
  ctx: Pick<Ctx, 'now' | 'today'>,
  rateFor: RateFor,
): Ready | { blockers: Refusal[] } {
  const blockers: Refusal[] = blockersOf(row, ctx, rateFor, null).map(toOperator)
  // Due by its own date, whatever day the caller names: naming an earlier one leaves out what is due since.
  if (row.pay_date > ctx.today || row.pay_date > pay_date)
    blockers.push(refusal('NOT_DUE', textOf('payments.blockers.notBefore', { date: row.pay_date })))
  if (isKept(row.status) || row.status === 'CANCELLED')
    blockers.push(
      refusal('NOT_SCHEDULED', textOf('payments.blockers.retryFirst', { status: row.status })),
    )
  return blockers.length > 0 ? { blockers } : convertedAt(rateFor, row)
}

function convertedAt(rateFor: RateFor, row: LeavingFacts): Ready {
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

/** One execution, started slice by slice; there is none until a payment is ready. Ends with the job that hands them to their rails. */
function executionOf(ctx: Ctx, pay_date: string, digest: string | null) {
  let execution_uuid: string | null = null
  let payments = 0
  return {
    start: async (ready: readonly Ready[]): Promise<void> => {
      if (ready.length === 0) return
      const asked: Promise<void>[] = []
      if (execution_uuid === null) {
        execution_uuid = newUuid()
        const by = { requested_by: ctx.actor.sub, requested_at: ctx.now }
        asked.push(insertExecution(ctx.tx, { execution_uuid, pay_date, ...by, digest }))
      }
      payments += ready.length
      asked.push(start(ctx, execution_uuid, ready))
      await together(asked)
    },
    end: async (): Promise<string | null> => {
      if (execution_uuid === null) return null
      await saveExecutionSize(ctx.tx, execution_uuid, payments)
      const job_key = `execute:${execution_uuid}`
      await ctx.enqueue('execute_payments', { execution_uuid }, { job_key })
      return execution_uuid
    },
  }
}

async function start(ctx: Ctx, execution_uuid: string, ready: readonly Ready[]): Promise<void> {
  const rows = ready.map(({ row }) => row)
  const orders = await listOrders(
    ctx,
    rows.map(row => row.payment_uuid),
  )
  const channels = await listStandingChannels(ctx.tx)
  const transfers: Transfer[] = []
  const attempts = ready.map(({ row, amount_minor, rate }): ExecutingPayment => {
    const order = orders.get(row.payment_uuid)
    assert(order, 'what is ready was read')
    const attempt_uuid = newUuid()
    const by = railFor(ctx, channels, row, order)
    const kept = rate ?? {
      rate: row.rate,
      source: row.rate_source,
      as_of: row.rate_as_of?.toISOString() ?? null,
    }
    transfers.push(...transfersOf(row, attempt_uuid, amount_minor))
    return {
      payment_uuid: row.payment_uuid,
      attempt_uuid,
      number: row.attempt + 1,
      version: row.version + (row.status === 'HELD' ? 1 : 0),
      amount_minor,
      rate: kept.rate,
      rate_source: kept.source,
      rate_as_of: kept.as_of,
      ...{ ...by, order },
    }
  })
  const by = { execution_uuid, requested_by: ctx.actor.sub, at: ctx.now }
  // A hold that has passed since the job looked is released first, so that the machine's every step is taken.
  const held = rows.filter(row => row.status === 'HELD')
  // The payments before the accounts: whose payment another executed meanwhile is told so, and not that money is short.
  await together([
    audited(ctx, held, 'release', 'SCHEDULED', () => releaseHeld(ctx.tx, held)),
    audited(ctx, rows, 'execute', 'EXECUTING', () => startAttempts(ctx, attempts, by)),
    postTransfers(ctx, transfers),
  ])
}

/** How an order leaves: by the files of the channel that pays such accounts in its currency, else by the rail of its network. */
function railFor(
  { gateways }: Ctx,
  channels: readonly StandingChannel[],
  { network, currency }: LeavingFacts,
  { payee }: KeptOrder,
): Pick<ExecutingPayment, 'rail' | 'simulated' | 'channel_uuid'> {
  const pays = payee?.account.interac_email ? 'INTERAC' : 'ACCOUNTS'
  const channel = payee && channels.find(of => of.currency === currency && of.pays === pays)
  if (channel) return { rail: FILE_RAIL, simulated: false, channel_uuid: channel.channel_uuid }
  const { name: rail, simulated } = gateways.railOf(network)
  return { rail, simulated, channel_uuid: null }
}

function transfersOf(row: LeavingFacts, attempt_uuid: string, amount_minor: bigint): Transfer[] {
  const { employer_uuid, source_currency, currency } = row
  const common = { code: 'payment_executed', subject_uuid: row.payment_uuid } as const
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

/** EXECUTION_STALE where one of them is not what it was when it was read. */
async function audited(
  ctx: Ctx,
  rows: readonly LeavingFacts[],
  action: string,
  status: string,
  change: () => Promise<number>,
): Promise<void> {
  if (rows.length === 0) return
  if ((await change()) < rows.length) throw stale()
  for (const [employer_uuid, group] of Map.groupBy(rows, row => row.employer_uuid))
    ctx.audit({
      action,
      entity: 'payment',
      entity_uuids: group.map(row => row.payment_uuid),
      employer_uuid,
      after: { status },
    })
}

function underWay(rows: readonly LeavingFacts[]): string | null {
  return (
    rows.find(row => row.execution_uuid !== null && isUnderWay(row.status))?.execution_uuid ?? null
  )
}

function refusal(code: RefusalCode, said: Text): Refusal {
  return {
    code,
    said,
    who: 'CORRIDOR',
    link: '/operations/transactions',
    since: null,
    until: null,
  }
}
