/**
 * What became of payments of which nobody knows: the rails are asked for them until they answer. A rail that was silent for too long to who
 * handed a payment over leaves it UNKNOWN, and from then on it is not handed over again (decision 0080).
 */
import { hear, SILENT_MS } from '#domain/payments/mending.ts'
import type { Rail, RailReceipt } from '../gateways/rails/rail.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import {
  type AttemptOf,
  changeOutcomes,
  type Doubt,
  keepAsked,
  keepContradictions,
  keepLost,
  keepSent,
  listDoubts,
  listDoubtsOf,
  listSilent,
  listToAsk,
} from './doubt.store.ts'
import { failPayments, moved } from './fail-payments.ts'
import { changeStatus, lockPaymentsOfItems, type SettlingPayment } from './payment.store.ts'
import { listNeverTaken } from './sent.store.ts'

const BATCH = 500
/** How often a rail is asked for the same payment by itself. */
const AGAIN_MS = 10 * 60_000

/**
 * The job: gives up on rails that stayed silent, then asks for all that is in doubt and was not asked for a while; or for the payments that
 * its payload names, whenever they were asked for. A rail that does not answer is asked another time.
 */
export async function askRails(
  payload: Record<string, unknown>,
  { kernel, unit }: Pick<JobContext, 'kernel' | 'unit'>,
): Promise<void> {
  if (Array.isArray(payload.payment_uuids)) {
    const named = payload.payment_uuids.map(String)
    return askFor(await unit(ctx => listDoubtsOf(ctx.tx, named)), { kernel, unit })
  }
  while ((await unit(giveUp)) === BATCH);
  for (let after: string | undefined; ; ) {
    const batch = await unit(ctx =>
      listToAsk(ctx.tx, {
        now: ctx.now,
        asked_before: new Date(ctx.now.getTime() - AGAIN_MS),
        after,
        limit: BATCH,
      }),
    )
    await askFor(batch, { kernel, unit })
    if (batch.length < BATCH) return
    after = batch.at(-1)?.attempt_uuid
  }
}

/** Whether anything waits for the job. */
export async function isAnyInDoubt(ctx: Ctx): Promise<boolean> {
  const { tx, now } = ctx
  const silent = await listSilent(tx, new Date(now.getTime() - SILENT_MS), 1)
  if (silent.length > 0) return true
  const asked_before = new Date(now.getTime() - AGAIN_MS)
  return (await listToAsk(tx, { now, asked_before, after: undefined, limit: 1 })).length > 0
}

async function askFor(
  doubts: readonly Doubt[],
  { kernel, unit }: Pick<JobContext, 'kernel' | 'unit'>,
): Promise<void> {
  for (const [network, own] of Map.groupBy(doubts, doubt => doubt.network)) {
    const attempt_uuids = own.map(doubt => doubt.attempt_uuid)
    const rail = kernel.gateways.railOf(network)
    const answer = await certainOf(rail, attempt_uuids, unit).catch((err: unknown) => {
      kernel.log.warn({ err, network }, 'a rail does not say what became of payments')
      return []
    })
    await unit(async ctx => {
      await keepAsked(ctx.tx, attempt_uuids, ctx.now)
      await hearAll(ctx, answer)
    })
  }
}

/**
 * What a rail says of attempts. One whose books can tell says so for certain of those that nobody knows it ever took: it takes them no more, which needs
 * no word of two.
 */
async function certainOf(
  rail: Rail,
  attempt_uuids: readonly string[],
  unit: JobContext['unit'],
): Promise<RailReceipt[]> {
  const said = await rail.ask(attempt_uuids)
  if (!rail.forgo) return said
  const known = new Set(said.map(one => one.attempt_uuid))
  const silent = attempt_uuids.filter(id => !known.has(id))
  const never = await unit(ctx => listNeverTaken(ctx.tx, silent, rail.name))
  const forgone = never.map(({ attempt_uuid, currency, amount_minor: minor }) => ({
    ...{ attempt_uuid, amount: { currency, minor } },
  }))
  return forgone.length > 0 ? [...said, ...(await rail.forgo(forgone))] : said
}

/** Payments whose rail has been silent for too long are UNKNOWN; answers how many. */
async function giveUp(ctx: Ctx): Promise<number> {
  const silent = await listSilent(ctx.tx, new Date(ctx.now.getTime() - SILENT_MS), BATCH)
  const rows = await lockPaymentsOfItems(ctx.tx, silent)
  await losePayments(
    ctx,
    rows.filter(row => row.status === 'EXECUTING'),
    '',
  )
  return silent.length
}

/** Takes locked payments that are EXECUTING or SENT to UNKNOWN. Their money stays in flight: nobody knows where it is. */
export async function losePayments(
  ctx: Ctx,
  rows: readonly SettlingPayment[],
  words: string,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(row => row.payment_uuid)
  await moved(changeStatus(ctx.tx, ids, ['EXECUTING', 'SENT'], 'UNKNOWN'), rows)
  const by = ctx.actor.role === 'system' ? null : ctx.actor.sub
  for (const [status, group] of Map.groupBy(rows, row => row.status)) {
    const was_sent = status === 'SENT'
    await keepLost(ctx.tx, group.map(attemptOf), { at: ctx.now, by, words, was_sent })
  }
  await changeOutcomes(
    ctx.tx,
    rows.map(row => attemptOf(row).attempt_uuid),
    'UNKNOWN',
  )
  for (const [employer_uuid, group] of Map.groupBy(rows, row => row.employer_uuid))
    ctx.audit({
      action: 'lose',
      entity: 'payment',
      entity_uuids: group.map(row => row.payment_uuid),
      employer_uuid,
      after: { status: 'UNKNOWN', words },
    })
}

function attemptOf({ attempt_uuid, payment_uuid, employer_uuid }: SettlingPayment): AttemptOf {
  return { attempt_uuid: attempt_uuid ?? '', payment_uuid, employer_uuid }
}

/**
 * Records what rails say of attempts that were in doubt, once: it ends the doubt, or, where two operators ended it otherwise, stands beside
 * their word and stops the payment.
 */
async function hearAll(ctx: Ctx, answer: readonly RailReceipt[]): Promise<void> {
  // What arrived or came back had left; that it did is told by what is read of it.
  const receipts = answer.map(({ outcome, ...receipt }) => ({
    ...receipt,
    outcome: outcome === 'FAILED' ? ('FAILED' as const) : ('SENT' as const),
  }))
  if (receipts.length === 0) return
  const of = new Map(receipts.map(receipt => [receipt.attempt_uuid, receipt]))
  const known = await listDoubts(ctx.tx, [...of.keys()])
  const rows = new Map(
    (
      await lockPaymentsOfItems(
        ctx.tx,
        known.map(doubt => doubt.payment_uuid),
      )
    ).map(row => [row.payment_uuid, row]),
  )
  // Read again under the lock: two operators may have said their word meanwhile.
  const doubts = await listDoubts(ctx.tx, [...of.keys()])
  const heard = doubts.flatMap(doubt => {
    const receipt = of.get(doubt.attempt_uuid)
    const row = rows.get(doubt.payment_uuid)
    return receipt && row ? [{ doubt, receipt, row, does: hear(doubt, receipt.outcome) }] : []
  })
  const those = (does: ReturnType<typeof hear>) => heard.filter(one => one.does === does)
  await found(ctx, those('sent'))
  for (const { row, receipt } of those('failed'))
    await failPayments(ctx, [row], { reason: receipt.reason, action: 'reconcile_failed' })
  await contradict(ctx, those('contradicts'))
}

type Said = {
  readonly receipt: Omit<RailReceipt, 'outcome'> & { readonly outcome: 'SENT' | 'FAILED' }
  readonly row: SettlingPayment
}

async function found(ctx: Ctx, said: readonly Said[]): Promise<void> {
  if (said.length === 0) return
  const receipts = said.map(({ row, receipt }) => ({ ...receipt, payment_uuid: row.payment_uuid }))
  await keepSent(ctx.tx, receipts, ctx.now)
  for (const [employer_uuid, group] of Map.groupBy(said, ({ row }) => row.employer_uuid))
    ctx.audit({
      action: 'reconcile_sent',
      entity: 'payment',
      entity_uuids: group.map(({ row }) => row.payment_uuid),
      employer_uuid,
      after: { status: 'SENT' },
    })
}

async function contradict(
  ctx: Ctx,
  said: readonly (Said & { readonly doubt: Doubt })[],
): Promise<void> {
  const fresh = said.filter(({ doubt }) => !doubt.contradicted)
  if (fresh.length === 0) return
  await keepContradictions(
    ctx.tx,
    fresh.map(({ doubt: { attempt_uuid, payment_uuid, employer_uuid }, receipt }) => ({
      ...{ attempt_uuid, payment_uuid, employer_uuid },
      rail_said: receipt.outcome,
      rail_reference: receipt.reference,
      rail_reason: receipt.reason,
    })),
    ctx.now,
  )
  for (const { doubt, receipt } of fresh)
    ctx.audit({
      action: 'contradict',
      entity: 'attempt_doubt',
      entity_uuids: [doubt.attempt_uuid],
      employer_uuid: doubt.employer_uuid,
      after: { word: doubt.word, rail_said: receipt.outcome },
    })
}
