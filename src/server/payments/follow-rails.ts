/** What arrived of what was sent, by the word of rails that tell it by themselves: chains. A bank's files are taken by operators (`take-answer.ts`). */
import type { Blockchain } from '#domain/kernel/network.ts'
import type { Rail, RailReceipt } from '../gateways/rails/rail.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { followed } from './followed.ts'
import { holdPaymentsOfItems, listSettling, named } from './payment.store.ts'
import { rejectPayments, returnPayments } from './return-payments.ts'
import { keepReferences, listSentBy, type SentRow } from './sent.store.ts'
import { settle, settleWhole } from './settle-payments.ts'
import { stoppedAt } from './stopped.ts'
import { hearTurns } from './turned.ts'
import { reconcileWallets } from './wallet-books.ts'

const BATCH = 500

/**
 * The job: lets each such rail look outside, then settles what it says arrived, and fails or gives back what it says did not; what it
 * takes back of what was recorded stands on the work list. A rail that does not answer
 * is asked again, and keeps no other from being followed. What wallets hold by then is held against the ledger.
 */
export async function followRails(
  _payload: unknown,
  { kernel, unit }: Pick<JobContext, 'kernel' | 'unit'>,
): Promise<void> {
  const failures: unknown[] = []
  const read: (readonly [Blockchain, Rail])[] = []
  for (const [network, rail] of followed(kernel.gateways))
    await follow(network, rail, unit).then(
      () => read.push([network, rail]),
      error => failures.push(error),
    )
  await reconcileWallets(read, unit).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function follow(network: Blockchain, rail: Rail, unit: JobContext['unit']): Promise<void> {
  // What the rail knows by now is told whatever it could not read.
  let failed: unknown
  try {
    await rail.follow?.(await stoppedAt(rail, unit))
  } catch (error) {
    failed = error
  }
  for (let after: string | undefined; ; ) {
    const of = { network, rail: rail.name, after, limit: BATCH }
    const sent = await unit(ctx => listSentBy(ctx.tx, of))
    const told = await rail.ask(sent.map(row => row.attempt_uuid))
    const ended = new Map(
      told.filter(one => one.outcome !== 'SENT').map(one => [one.attempt_uuid, one]),
    )
    const rows = sent.filter(row => ended.has(row.attempt_uuid))
    if (rows.length > 0) await unit(ctx => hear(ctx, rows, ended))
    if (sent.length < BATCH) break
    after = sent.at(-1)?.payment_uuid
  }
  await hearTurns(network, rail, unit)
  if (failed !== undefined) throw failed
}

/** Records what a rail says of attempts; of a payment that went on meanwhile nothing. */
async function hear(
  ctx: Ctx,
  sent: readonly SentRow[],
  told: ReadonlyMap<string, RailReceipt>,
): Promise<void> {
  const ids = sent.map(row => row.payment_uuid)
  await holdPaymentsOfItems(ctx.tx, named(ids))
  const heard = (await listSettling(ctx.tx, ids)).flatMap(row => {
    const receipt = told.get(row.attempt_uuid ?? '')
    return receipt && row.status === 'SENT' ? [{ row, receipt }] : []
  })
  const those = (outcome: RailReceipt['outcome']) =>
    heard.filter(({ receipt }) => receipt.outcome === outcome)
  const settled = those('SETTLED').map(({ row }) => row)
  await keepReferences(
    ctx.tx,
    those('SETTLED').map(({ receipt }) => receipt),
  )
  await settle(ctx, settled, '')
  await settleWhole(ctx, settled)
  for (const [reason, group] of Map.groupBy(those('FAILED'), of => of.receipt.reason ?? ''))
    await rejectPayments(
      ctx,
      group.map(({ row }) => row),
      reason,
    )
  for (const [reason, group] of Map.groupBy(those('RETURNED'), of => of.receipt.reason ?? ''))
    await returnPayments(
      ctx,
      group.map(({ row }) => row),
      reason,
    )
}
