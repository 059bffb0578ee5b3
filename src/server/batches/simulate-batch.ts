/** Steps of the sandbox: what people and banks do to a real batch is asked for, and told as it would be (decision 0190). */
import type { z } from 'zod'
import type { Batch } from '#contract/batches.ts'
import type { ToldData } from '#contract/events.ts'
import {
  type BatchState,
  batchState,
  progressOfRows,
  type RowState,
} from '#domain/batches/batch.ts'
import {
  isBefore,
  SIMULATED_UNAPPROVED,
  type SimulatedStep,
  simulated,
  simulatedSteps,
} from '#domain/batches/simulation.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { tell } from '../integrations/index.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listSimulated, type StandingRow } from './batch.report.store.ts'
import { holdBatches, saveSimulated } from './batch.store.ts'
import { getBatch, getOwnBatch } from './get-batch.ts'
import { tellBatch } from './tell-batches.ts'

type View = z.output<typeof Batch>

/**
 * Has a batch of the sandbox take a step, tells its events in the sandbox and answers it; again changes nothing. TRANSITION_NOT_ALLOWED for
 * a real one, and for a step before which another is to be taken.
 */
export async function simulateBatch(
  ctx: Ctx,
  batch_uuid: string,
  step: SimulatedStep,
): Promise<View> {
  const { sandbox } = await getOwnBatch(ctx, batch_uuid)
  if (!sandbox) throw new Problem('TRANSITION_NOT_ALLOWED', 'batches.problems.notOfSandbox')
  await holdBatches(ctx.tx, [batch_uuid])
  const rows = await listSimulated(ctx.tx, batch_uuid)
  const moved = rows.flatMap(row => {
    const state = simulated(step, row.state, row.email)
    return state ? [{ ...row, state }] : []
  })
  if (moved.length === 0) return taken(ctx, batch_uuid, step, rows)
  await saveSimulated(ctx.tx, batch_uuid, moved)
  ctx.audit({
    action: 'simulate',
    entity: 'payment_batch',
    entity_uuids: [batch_uuid],
    employer_uuid: ctx.actor.employer_uuid,
    after: { step, rows: moved.length },
  })
  const batch = await getBatch(ctx, batch_uuid)
  const before = batchState(progressOfRows(rows.map(({ state }) => ({ state, rows: 1 }))))
  await tellStep(ctx, batch, { step, moved, before })
  return batch
}

/** What was taken before answers as the batch stands; a step that comes after others is refused with these. */
function taken(
  ctx: Ctx,
  batch_uuid: string,
  step: SimulatedStep,
  rows: readonly StandingRow[],
): Promise<View> {
  const steps = simulatedSteps(rows)
  if (!steps.some(one => isBefore(one, step))) return getBatch(ctx, batch_uuid)
  throw new Problem('TRANSITION_NOT_ALLOWED', 'batches.problems.noSuchStepNow', {
    params: { step, steps: steps.join(', ') },
  })
}

/** Takes back what nobody approved of a batch of the sandbox. */
export async function cancelSimulated(ctx: Ctx, batch_uuid: string): Promise<void> {
  const rows = await listSimulated(ctx.tx, batch_uuid)
  const back = rows.filter(({ state }) => SIMULATED_UNAPPROVED.includes(state))
  await saveSimulated(
    ctx.tx,
    batch_uuid,
    back.map(({ row }) => ({ row, state: 'CANCELLED' as const })),
  )
}

async function tellStep(
  ctx: Ctx,
  batch: View,
  {
    step,
    moved,
    before,
  }: {
    readonly step: SimulatedStep
    readonly moved: readonly StandingRow[]
    readonly before: BatchState
  },
): Promise<void> {
  const { batch_uuid, state } = batch
  const told = { employer_uuid: ctx.actor.employer_uuid ?? '', sandbox: true }
  const payments = (status: RowState) =>
    moved.filter(row => row.state === status).map(row => paymentOf(batch, row))
  if (step === 'join') await tell(ctx, told, 'contractor.answered', answersOf(batch_uuid, moved))
  if (step === 'approve') await tellBatch(ctx, told, 'batch.approved', batch)
  if (step === 'fund') await tellBatch(ctx, told, 'batch.funded', batch)
  await tell(ctx, told, 'payment.settled', payments('SETTLED'))
  await tell(ctx, told, 'payment.failed', payments('FAILED'))
  if (step === 'unsettle') await tell(ctx, told, 'payment.unsettled', payments('APPROVED'))
  if (step === 'give_back') await tell(ctx, told, 'payment.given_back', payments('CANCELLED'))
  if (step === 'unsettle' && before === 'SETTLED')
    await tellBatch(ctx, told, 'batch.unsettled', batch)
  if (state === 'SETTLED') await tellBatch(ctx, told, 'batch.settled', batch)
  if (state === 'CANCELLED' && step === 'join') await tellBatch(ctx, told, 'batch.cancelled', batch)
}

/** Who answered, each once, with what they are paid for. */
function answersOf(batch_uuid: string, rows: readonly StandingRow[]) {
  return [...Map.groupBy(rows, ({ email }) => email)].map(([email, own]) => {
    const accepted = own.some(({ state }) => state === 'WAITING')
    return {
      invitation_uuid: uuidOf(`sandbox invitation ${batch_uuid} ${email}`),
      status: accepted ? 'ACCEPTED' : 'REJECTED',
      contractor_sub: accepted ? subOf(email) : null,
      payments: own.map(({ row, reference }) => ({ batch_uuid, row, reference })),
    }
  })
}

/** Who a simulated person is: the same for an address each time. */
function subOf(email: string): string {
  return `sandbox:${uuidOf(`sandbox person ${email}`)}`
}

function paymentOf(
  { batch_uuid, pay_date }: View,
  { row, email, reference, currency, amount_minor, state }: StandingRow,
): ToldData<'payment.settled'> {
  const amount = { currency, amount_in_smallest_unit: Number(amount_minor) }
  const uuid = (of: string) => uuidOf(`sandbox ${of} ${batch_uuid} ${row}`)
  return {
    payment_uuid: uuid('payment'),
    line_item_uuid: uuid('line item'),
    cycle_uuid: batch_uuid,
    contractor_sub: subOf(email),
    // As a real payment that waits to leave.
    status: state === 'APPROVED' ? 'SCHEDULED' : state,
    amount,
    source: amount,
    pay_date,
    reference: state === 'SETTLED' ? `SANDBOX-${row}` : null,
    simulated: true,
    batch: { batch_uuid, row, reference },
  }
}
