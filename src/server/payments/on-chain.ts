/** How far payments on chains have come, and raising what one pays its network (decision 0178). */
import type { z } from 'zod'
import { type OnChain, onChain } from '#contract/on-chain.ts'
import { toldWait } from '#domain/kernel/chain-problem.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { ChainProgress } from '../gateways/rails/rail.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Handlers } from '../kernel/http.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { type HandedOver, listHandedOver } from './on-chain.store.ts'

type Shown = z.output<typeof OnChain>

/** The handlers. */
export const onChainHandlers: Handlers<typeof onChain> = {
  listOnChain: async ({ query }, ctx) => {
    const found = await progressOf(ctx, query.payment_uuids.split(','))
    return { payments: found.map(({ of, progress }) => present(ctx.actor, of, progress)) }
  },
  raiseFee: ({ params, body }, ctx) => askToRaise(ctx, params.id, body.fee_rate),
}

type Found = { readonly of: HandedOver; readonly progress: ChainProgress }

async function progressOf(ctx: Ctx, payment_uuids: readonly string[]): Promise<Found[]> {
  const rows = await listHandedOver(ctx.tx, payment_uuids)
  const found = await Promise.all(
    [...Map.groupBy(rows, row => row.network)].map(async ([network, own]) => {
      const told = await ctx.gateways
        .railOf(network)
        .progress?.(own.map(({ attempt_uuid }) => attempt_uuid))
      return (told ?? []).flatMap(progress => {
        const of = own.find(row => row.attempt_uuid === progress.attempt_uuid)
        return of ? [{ of, progress }] : []
      })
    }),
  )
  return found.flat()
}

function present(actor: Actor, of: HandedOver, { attempt_uuid: _, ...progress }: ChainProgress) {
  const { wait, fee_rate, fee_rate_now } = progress
  const shown = { payment_uuid: of.payment_uuid, ...progress }
  if (actor.role !== 'operator')
    return {
      ...shown,
      wait: wait && toldWait(wait),
      ...{ fee_rate: null, fee_rate_now: null, allowed_actions: [] },
    } satisfies Shown
  const may = isLow(fee_rate, fee_rate_now) && mayCall(actor, onChain.raiseFee)
  return { ...shown, allowed_actions: may ? ['raise_fee'] : [] } satisfies Shown
}

function isLow(fee_rate: bigint | null, wanted: bigint | null): boolean {
  return fee_rate !== null && wanted !== null && fee_rate < wanted
}

/**
 * Has what a payment pays its network raised to so much for a byte, as it was seen: a job does it, and nothing where it pays that by then. NOT_FOUND where there
 * is no such payment on a chain; TRANSITION_NOT_ALLOWED where it waits for no block, or nobody knows what that costs; VALIDATION above what would be paid by
 * now, so that nobody spends more of the treasury than the network asks.
 */
async function askToRaise(ctx: Ctx, payment_uuid: string, fee_rate: bigint): Promise<Shown> {
  const [found] = await progressOf(ctx, [payment_uuid])
  if (!found) throw new Problem('NOT_FOUND', 'payments.problems.noSuchPayment')
  const { of, progress } = found
  if (progress.fee_rate === null || progress.transaction === null)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.waitsForNoBlock')
  const { fee_rate_now: most } = progress
  if (most === null) throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.feeUnknown')
  if (fee_rate > most)
    throw invalidField('fee_rate', 'payments.problems.feeAboveMost', { most: Number(most) })
  const { network, attempt_uuid, employer_uuid } = of
  if (isLow(progress.fee_rate, fee_rate)) {
    await ctx.enqueue('raise_fee', { network, attempt_uuid, fee_rate: String(fee_rate) })
    ctx.audit({
      action: 'raise_fee',
      entity: 'payment_attempt',
      entity_uuids: [attempt_uuid],
      employer_uuid,
      after: { transaction: progress.transaction, fee_rate: String(fee_rate) },
    })
  }
  return present(ctx.actor, of, progress)
}

/** The job: raises what one attempt pays; nothing where it pays that already, or its rail raises none. */
export async function raiseFee(
  payload: Record<string, unknown>,
  { kernel }: Pick<JobContext, 'kernel'>,
): Promise<void> {
  const { network, attempt_uuid, fee_rate } = payload
  await kernel.gateways
    .railOf(String(network))
    .raise?.(String(attempt_uuid), BigInt(String(fee_rate)))
}
