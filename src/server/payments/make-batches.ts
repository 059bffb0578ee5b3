/**
 * What leaves by a bank's files is written into them and waits for a second person. Killed anywhere it begins where it was: an attempt
 * stands in one file that counts, and a file is there whole or not at all.
 */
import { assert } from '#domain/kernel/assert.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { storeFile } from '../documents/index.ts'
import { roomOf, sequencesOf } from '../gateways/rails/bank-channel.ts'
import { fileRail } from '../gateways/rails/file.ts'
import type { Prepared } from '../gateways/rails/rail.ts'
import { newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say, sayTexts } from '../kernel/words.ts'
import { screenBeforePaying } from '../screening/index.ts'
import type { JobContext } from '../worker.ts'
import { type AttemptOutcome, type Leaving, listExecuting } from './attempt.store.ts'
import { insertBatch, listChannelsOf, listUnwritten } from './bank-batch.store.ts'
import { type ChannelRow, lockChannel, takeNumbers } from './bank-channel.store.ts'
import { firstDayOf } from './channel-days.ts'
import { shareFreezes } from './freeze.store.ts'
import { haltedSince } from './halt.store.ts'
import { holdPayments, named } from './payment.store.ts'
import { stopperOf } from './payment-blockers.ts'
import { record } from './record-outcomes.ts'

/** Writes what an execution pays by files, each file in a unit of work of its own. */
export async function makeBatches(
  execution_uuid: string,
  { unit }: Pick<JobContext, 'unit'>,
): Promise<void> {
  for (const of of await unit(ctx => listChannelsOf(ctx.tx, execution_uuid)))
    while (await unit(ctx => makeBatch(ctx, { ...of, execution_uuid, made_by: of.requested_by })));
}

/** Whose payments a file is of, and who made it. */
export type ToMake = {
  readonly execution_uuid: string
  readonly channel_uuid: string
  readonly made_by: string
}

/**
 * Writes the next payments of an execution that leave by a channel into a file. What may not leave any more, and what cannot be written,
 * fails with its reason and stops nobody else. Answers false where nothing was left, or payments are halted.
 */
export async function makeBatch(ctx: Ctx, of: ToMake): Promise<boolean> {
  if (await haltedSince(ctx.tx)) return false
  await shareFreezes(ctx.tx)
  const row = await lockChannel(ctx, of.channel_uuid)
  assert(row, 'a channel stays once it was there')
  const { execution_uuid } = of
  const ids = await listUnwritten(ctx.tx, execution_uuid, of.channel_uuid, roomOf(row.channel))
  if (ids.length === 0) return false
  await holdPayments(ctx.tx, named(ids))
  const listed = await listExecuting(ctx, execution_uuid, ids, of.channel_uuid)
  const screened = await screenBeforePaying(ctx, listed)
  const found = screened ? await listExecuting(ctx, execution_uuid, ids, of.channel_uuid) : listed
  const judged = found.map(order => ({ order, stopped: stopperOf(order, ctx) }))
  const may = judged.flatMap(({ order, stopped }) => (stopped === null ? [order] : []))
  const prepared = await writeFile(ctx, row, of, may)
  await record(ctx, [
    ...judged.flatMap(({ order, stopped }) => (stopped === null ? [] : failed(order, stopped))),
    ...notIn(prepared, may),
  ])
  return true
}

function failed({ payment_uuid, attempt_uuid }: Leaving, reason: string): [AttemptOutcome] {
  return [{ payment_uuid, attempt_uuid, outcome: 'FAILED', reference: '', reason }]
}

/** The orders that did not come into the file, with why: what is wrong with them, or with the set-up. */
function notIn(
  { leaving, refused, setup }: Prepared,
  orders: readonly Leaving[],
): AttemptOutcome[] {
  const inIt = new Set(leaving.map(one => one.attempt_uuid))
  const own = new Map(refused.map(one => [one.attempt_uuid, one.problems]))
  return orders
    .filter(order => !inIt.has(order.attempt_uuid))
    .flatMap(order => {
      const problems = own.get(order.attempt_uuid) ?? setup
      const why = sayTexts(problems.length > 0 ? said(problems.map(({ text }) => text)) : [NOWHERE])
      return failed(order, say('payments.reasons.notWritten', { why }))
    })
}

const SCRIPT: Text['text'] = 'bank-files.texts.script'

/** What is wrong with an order, for whoever looks into it and whom it pays: each once, and all letters that the bank does not take together. */
function said(problems: readonly Text[]): Text[] {
  const ofLetters = problems.filter(({ text }) => text === SCRIPT)
  const letters = ofLetters.flatMap(({ params }) => String(params?.letters).split(' '))
  const told = [...new Set(letters)].slice(0, MOST_LETTERS).join(' ')
  const others = problems.filter(({ text }) => text !== SCRIPT)
  return [
    ...new Map(others.map(one => [JSON.stringify(one), one])).values(),
    ...(told ? [textOf('payments.reasons.letters', { letters: told })] : []),
  ]
}

const MOST_LETTERS = 5
const NOWHERE = textOf('bank-files.orders.noAccount')

const EXTENSIONS = {
  PAIN_001_SEPA: ['xml', 'application/xml'],
  PAIN_001_SWIFT: ['xml', 'application/xml'],
  CPA_005: ['txt', 'text/plain'],
  NACHA: ['txt', 'text/plain'],
  INTERAC_CSV: ['csv', 'text/csv'],
} as const

/** The file of these orders, kept with what is in it; nothing is kept where nothing can be in it. */
async function writeFile(
  ctx: Ctx,
  { channel, channel_uuid, format, currency }: ChannelRow,
  { execution_uuid, made_by }: ToMake,
  orders: readonly Leaving[],
): Promise<Prepared> {
  const due_on = firstDayOf(ctx, channel)
  const names = sequencesOf(channel)
  const { sequence, first: number } = await takeNumbers(ctx, names.files, 1)
  const traces = names.traces ? await takeNumbers(ctx, names.traces, orders.length || 1) : null
  const facts = {
    number,
    due_on,
    made_at: ctx.now,
    first_trace: ((traces ? traces.first - 1 : 0) % MOST_TRACES) + 1,
  }
  const prepared = await fileRail(channel, facts, async () => []).prepare(
    orders.map(({ attempt_uuid, amount_minor, network, order }) => ({
      ...{ attempt_uuid, network, amount: { currency, minor: amount_minor } },
      ...order,
    })),
  )
  if (!prepared.file) return prepared
  const [extension, mime_type] = EXTENSIONS[format]
  const batch_uuid = newUuid()
  const file_uuid = await storeFile(ctx, {
    kind: 'bank_batch',
    ...{ employer_uuid: null, contractor_sub: null },
    file_name: `${currency}-${due_on}-${number}.${extension}`,
    ...{ mime_type, bytes: prepared.file },
  })
  const batch = {
    ...{
      batch_uuid,
      channel_uuid,
      execution_uuid,
      sequence,
      number: BigInt(number),
      due_on,
      currency,
    },
    payments: prepared.leaving.length,
    total_minor: prepared.leaving.reduce((sum, { amount }) => sum + amount.minor, 0n),
    ...{ file_uuid, file_sha256: sha256(prepared.file), made_by, made_at: ctx.now },
  }
  const lines = prepared.leaving.map(({ attempt_uuid, reference, amount }) => ({
    ...{ attempt_uuid, reference, amount_minor: amount.minor },
  }))
  await insertBatch(ctx.tx, batch, lines)
  ctx.audit({
    ...{ action: 'make', entity: 'bank_batch', entity_uuids: [batch_uuid], employer_uuid: null },
    after: { ...batch, sequence: undefined, number, total_minor: String(batch.total_minor) },
  })
  return prepared
}

/** Traces have seven digits. They begin anew after ten million payments, years after the ones before were answered. */
const MOST_TRACES = 9_999_999
