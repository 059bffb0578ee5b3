/**
 * What a chain takes back: a payment that arrived stands in no block any more or is dead, whoever called it arrived; one that was dead stands in a block after
 * all. Nothing is moved by that: it stops the payment and stands on the work list (decision 0166).
 */
import type { Blockchain } from '#domain/kernel/network.ts'
import { hearTurned } from '#domain/payments/mending.ts'
import type { Rail, RailReceipt } from '../gateways/rails/rail.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import {
  closeContradictions,
  keepContradictions,
  listTurned,
  type TurnedRow,
} from './doubt.store.ts'
import { holdPaymentsOfItems, named } from './payment.store.ts'

/** Asks a rail for what it says otherwise by now, and for what it contradicted, and records what differs from what is recorded; once, however often. */
export async function hearTurns(
  network: Blockchain,
  rail: Rail,
  unit: JobContext['unit'],
): Promise<void> {
  const turned = (await rail.turned?.()) ?? []
  const attempt_uuids = turned.map(one => one.attempt_uuid)
  const known = await unit(ctx => listTurned(ctx.tx, { network, attempt_uuids }))
  const told = new Map(
    (await rail.ask(known.map(row => row.attempt_uuid))).map(one => [one.attempt_uuid, one]),
  )
  if (heardOf(known, told).length > 0) await unit(ctx => record(ctx, known, { network, told }))
}

type Told = ReadonlyMap<string, RailReceipt>

function heardOf(rows: readonly TurnedRow[], told: Told) {
  return rows.flatMap(row => {
    const receipt = told.get(row.attempt_uuid)
    const does = receipt ? hearTurned(row, receipt.outcome) : 'nothing'
    return receipt && does !== 'nothing' ? [{ row, receipt, does }] : []
  })
}

async function record(
  ctx: Ctx,
  seen: readonly TurnedRow[],
  { network, told }: { network: string; told: Told },
): Promise<void> {
  await holdPaymentsOfItems(ctx.tx, named(seen.map(row => row.payment_uuid)))
  // Read again under the lock: somebody may have looked into it meanwhile.
  const attempt_uuids = seen.map(row => row.attempt_uuid)
  const held = new Set(attempt_uuids)
  const rows = await listTurned(ctx.tx, { network, attempt_uuids })
  const heard = heardOf(
    rows.filter(row => held.has(row.attempt_uuid)),
    told,
  )
  const over = heard.filter(({ does }) => does === 'over').map(({ row }) => row)
  await closeContradictions(
    ctx.tx,
    over.map(row => row.payment_uuid),
    { at: ctx.now, by: null, words: '' },
  )
  const against = heard.flatMap(({ row, receipt, does }) =>
    does === 'SENT' || does === 'FAILED' ? [{ row, receipt, rail_said: does }] : [],
  )
  await keepContradictions(
    ctx.tx,
    against.map(({ row: { attempt_uuid, payment_uuid, employer_uuid }, receipt, rail_said }) => ({
      ...{ attempt_uuid, payment_uuid, employer_uuid, rail_said },
      ...{ rail_reference: receipt.reference, rail_reason: receipt.reason },
    })),
    ctx.now,
  )
  const audit = (action: string, { attempt_uuid, employer_uuid }: TurnedRow, after: object) =>
    ctx.audit({
      ...{ action, entity: 'attempt_doubt', entity_uuids: [attempt_uuid], employer_uuid },
      after: { ...after },
    })
  for (const row of over) audit('close_contradiction', row, { words: '' })
  for (const { row, rail_said } of against)
    audit('contradict', row, { word: row.word, status: row.status, rail_said })
}
