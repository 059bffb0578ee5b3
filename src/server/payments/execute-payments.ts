/**
 * The job that hands executing payments to their rails. Killed anywhere, it begins again where it was: an attempt that the
 * rail has is not sent again, because the rail knows it by the attempt's id. What leaves by a bank's files is written into them last.
 */
import { assert } from '#domain/kernel/assert.ts'
import { HeldBackError } from '../gateways/rails/held.ts'
import { NOTHING_STOPPED, type Rail, type RailOrder, type Stopped } from '../gateways/rails/rail.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { screenBeforePaying } from '../screening/index.ts'
import type { JobContext } from '../worker.ts'
import { type AttemptOutcome, type Leaving, listExecuting } from './attempt.store.ts'
import { forgetSilence, noteSilent } from './doubt.store.ts'
import { shareFreezes } from './freeze.store.ts'
import { haltedSince } from './halt.store.ts'
import { makeBatches } from './make-batches.ts'
import { listBefore } from './paid-anew.store.ts'
import { walkExecution } from './payment.store.ts'
import { stopperOf } from './payment-blockers.ts'
import { record } from './record-outcomes.ts'
import { stoppedAt } from './stopped.ts'

const BATCH = 1000

/**
 * Works off one execution in batches: ask the rail outside any transaction, then record its answers in one. Before each batch it is
 * asked again whether payments are halted, which ends the run until the halt is lifted, and what blocks each payment by now.
 */
export async function executePayments(
  payload: Record<string, unknown>,
  { kernel, unit }: JobContext,
): Promise<void> {
  const execution_uuid = String(payload.execution_uuid)
  // Each payment is offered once a run; one that the rail left unanswered waits for the job's repetition.
  let last: string | undefined
  // While the rail takes a batch, the answers to the one before are recorded.
  let recording: Promise<unknown> = Promise.resolve()
  for (;;) {
    const after = last
    const { batch, come_to } = await unit(ctx => nextBatch(ctx, execution_uuid, after))
    last = come_to
    const groups = [...Map.groupBy(batch, ({ order }) => order.network)]
    const answers = await Promise.allSettled(
      groups.map(async ([network, leaving]) => {
        const rail = kernel.gateways.railOf(network)
        // Where nothing waits there is nothing more to ask than was a moment ago.
        const stopped = rail.waiting ? await stoppedAt(rail, unit) : NOTHING_STOPPED
        return handOver(rail, leaving, stopped)
      }),
    )
    await recording
    if (last === undefined) return makeBatches(execution_uuid, { unit })
    const receipts = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    recording = unit(ctx => record(ctx, receipts))
    // It is awaited a batch later; until then a failure must not count as one that nobody hears.
    recording.catch(() => {})
    const silent = answers.find(answer => answer.status === 'rejected')
    if (!silent) continue
    await recording
    const unanswered = groups.flatMap(([, leaving], at) => {
      const answer = answers[at]
      return answer?.status === 'rejected' ? [{ leaving, why: answer.reason }] : []
    })
    await unit(ctx => noteSilence(ctx, unanswered))
    throw silent.reason
  }
}

type Unanswered = { readonly leaving: readonly Next[]; readonly why: unknown }

/** What a rail left unanswered is UNKNOWN once that lasts (`ask-rails.ts`), and waits for as long as the rail says what it waits for; what is frozen was not handed over. */
async function noteSilence(ctx: Ctx, unanswered: readonly Unanswered[]): Promise<void> {
  const asked = (isHeld: boolean) =>
    unanswered
      .filter(({ why }) => why instanceof HeldBackError === isHeld)
      .flatMap(({ leaving }) => leaving.filter(({ frozen }) => !frozen))
      .map(({ order }) => order)
  await noteSilent(ctx.tx, asked(false), ctx.now)
  await forgetSilence(
    ctx.tx,
    asked(true).map(({ attempt_uuid }) => attempt_uuid),
  )
}

/** What is frozen waits where it is, until the freeze is lifted; what is stopped otherwise fails with the reason. */
type Next = {
  readonly order: Leaving
  readonly before: readonly string[]
  readonly stopped: string | null
  readonly frozen: boolean
}

/** The next payments, each with why it may not leave any more, and which is the last of them; none while payments are halted. */
async function nextBatch(
  ctx: Ctx,
  execution_uuid: string,
  after: string | undefined,
): Promise<{ batch: Next[]; come_to: string | undefined }> {
  if (await haltedSince(ctx.tx)) return { batch: [], come_to: undefined }
  await shareFreezes(ctx.tx)
  const steps = await walkExecution(ctx.tx, execution_uuid, after, BATCH)
  const payment_uuids = steps.map(step => step.payment_uuid)
  const listed = await listExecuting(ctx, execution_uuid, payment_uuids)
  // Who was changed a moment ago, or stands on a list that came a moment ago, is looked for before anything is handed over.
  const screened = await screenBeforePaying(ctx, listed)
  const batch = screened ? await listExecuting(ctx, execution_uuid, payment_uuids) : listed
  const before = await listBefore(ctx.tx, payment_uuids)
  return {
    batch: batch.map(order => ({
      order,
      before: before.get(order.payment_uuid) ?? [],
      stopped: stopperOf(order, ctx),
      frozen: order.frozen_at !== null,
    })),
    come_to: payment_uuids.at(-1),
  }
}

/**
 * Hands orders to a rail. One that may not leave any more fails with the reason, unless an earlier run handed it over: then the rail
 * says what became of it.
 */
async function handOver(
  rail: Rail,
  leaving: readonly Next[],
  by_now: Stopped,
): Promise<AttemptOutcome[]> {
  const stopped = leaving.filter(one => one.stopped !== null)
  const known =
    stopped.length > 0 ? await rail.ask(stopped.map(({ order }) => order.attempt_uuid)) : []
  const gone = new Set(known.map(receipt => receipt.attempt_uuid))
  const of = new Map(leaving.map(({ order }) => [order.attempt_uuid, order.payment_uuid]))
  const kept = stopped.filter(({ order, frozen }) => !frozen && !gone.has(order.attempt_uuid))
  const sent = await rail.send(leaving.filter(one => one.stopped === null).map(orderOf), by_now)
  return [
    ...[...sent, ...known].map(({ outcome, ...receipt }): AttemptOutcome => {
      const payment_uuid = of.get(receipt.attempt_uuid)
      assert(payment_uuid, 'a rail answers for what it was asked')
      // What arrived or came back was sent; that it did is told later.
      return { ...receipt, payment_uuid, outcome: outcome === 'FAILED' ? 'FAILED' : 'SENT' }
    }),
    ...kept.map(
      ({ order, stopped: reason }): AttemptOutcome => ({
        payment_uuid: order.payment_uuid,
        attempt_uuid: order.attempt_uuid,
        outcome: 'FAILED',
        reference: '',
        reason,
      }),
    ),
  ]
}

function orderOf({ order, before }: Next): RailOrder {
  return {
    before,
    attempt_uuid: order.attempt_uuid,
    amount: { currency: order.currency, minor: order.amount_minor },
    network: order.network,
    ...order.order,
  }
}
