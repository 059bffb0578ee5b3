/**
 * The job that hands executing payments to their rails. Killed anywhere, it begins again where it was: an attempt that the
 * rail has is not sent again, because the rail knows it by the attempt's id.
 */
import type { RailOrder } from '../gateways/rails/rail.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers } from '../ledger/index.ts'
import type { JobContext } from '../worker.ts'
import { type AttemptOutcome, listExecuting, recordOutcomes } from './payment.store.ts'

const BATCH = 1000
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Works off one execution in batches: ask the rail outside any transaction, then record its answers in one. */
export async function executePayments(
  payload: Record<string, unknown>,
  { kernel, unit }: JobContext,
): Promise<void> {
  const execution_uuid = String(payload.execution_uuid)
  // Each payment is offered once a run; one that the rail left unanswered waits for the job's repetition.
  let last = FIRST
  // While the rail takes a batch, the answers to the one before are recorded.
  let recording: Promise<unknown> = Promise.resolve()
  for (;;) {
    const after = last
    const batch = await unit(ctx => listExecuting(ctx.tx, execution_uuid, after, BATCH))
    last = batch.at(-1)?.payment_uuid ?? last
    const answers = await Promise.allSettled(
      [...Map.groupBy(batch, row => row.network)].map(([network, orders]) =>
        kernel.gateways.railOf(network).send(orders.map(order => orderOf(order, network))),
      ),
    )
    await recording
    if (batch.length === 0) return
    const receipts = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    recording = unit(ctx => record(ctx, receipts))
    // It is awaited a batch later; until then a failure must not count as one that nobody hears.
    recording.catch(() => {})
    const silent = answers.find(answer => answer.status === 'rejected')
    if (!silent) continue
    await recording
    throw silent.reason
  }
}

type Executing = Awaited<ReturnType<typeof listExecuting>>[number]

function orderOf(order: Executing, network: string): RailOrder {
  return {
    attempt_uuid: order.attempt_uuid,
    amount: { currency: order.currency, minor: order.amount_minor },
    network,
    account: order.account,
    account_name: order.account_name,
  }
}

async function record(ctx: Ctx, outcomes: readonly AttemptOutcome[]): Promise<void> {
  const recorded = await recordOutcomes(ctx.tx, outcomes, ctx.now)
  const failed = recorded.filter(payment => payment.status === 'FAILED')
  await postTransfers(
    ctx,
    failed.map(payment => ({
      transfer_uuid: uuidOf(`fail:${payment.attempt_uuid}`),
      from: accounts.inFlight(payment.employer_uuid, payment.currency),
      to: accounts.heldForContractors(payment.employer_uuid, payment.currency),
      amount: { currency: payment.currency, minor: payment.amount_minor },
      code: 'payment_failed',
      subject_uuid: payment.payment_uuid,
    })),
  )
  for (const [key, group] of Map.groupBy(
    recorded,
    payment => `${payment.status}/${payment.employer_uuid}`,
  )) {
    const [status = '', employer_uuid = ''] = key.split('/')
    const entity_uuids = group.map(payment => payment.payment_uuid)
    ctx.audit({
      action: status === 'SENT' ? 'send' : 'fail',
      entity: 'payment',
      entity_uuids,
      employer_uuid,
      after: { status },
    })
  }
  await ctx.announce(
    ...failed.map(({ payment_uuid }) => ({ type: 'payments.payment_failed', payment_uuid })),
  )
}
