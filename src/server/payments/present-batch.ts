/** Files for banks as operators read them. */
import type { z } from 'zod'
import { type Batch, type BatchDetail, bankFiles } from '#contract/bank-files.ts'
import { operatorsOf } from '#contract/kernel/endpoint.ts'
import { payments } from '#contract/payments.ts'
import { personName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { batchMachine } from '#domain/payments/bank-batch.ts'
import { fileReads } from '../documents/index.ts'
import { numberInFile } from '../gateways/rails/file.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  findBatch,
  type LineFacts,
  listLineFacts,
  type ShownBatch,
} from './bank-batch.report.store.ts'
import { firstDayOf } from './channel-days.ts'
import { stopperOf } from './payment-blockers.ts'

type View = z.output<typeof Batch>
type Detail = z.output<typeof BatchDetail>
type Dated = Pick<ShownBatch, 'status' | 'due_on' | 'channel'>

const MOST_LINES = 200

/** A file with its payments. NOT_FOUND where there is none. */
export async function getBatch(ctx: Ctx, batch_uuid: string): Promise<Detail> {
  const row = await findBatch(ctx, batch_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchBatch')
  const [facts, readsOf] = await Promise.all([
    listLineFacts(ctx.tx, batch_uuid),
    fileReads(ctx, [row.file_uuid]),
  ])
  const lines = facts.map(of => lineOf(ctx, row, of))
  const stopped = lines.filter(line => line.stopped !== null)
  const rest = lines.filter(line => line.stopped === null)
  return {
    ...presentBatch(ctx, row),
    lines: [...stopped, ...rest].slice(0, MOST_LINES),
    stopped: stopped.length,
    is_late: isLate(ctx, row),
    downloads: readsOf(row.file_uuid).map(({ reader_name: name, read_at: at }) => ({ name, at })),
  }
}

/** Whether a file that waits was to be paid on a day that its bank takes nothing for any more. */
export function isLate(ctx: Ctx, { status, due_on, channel }: Dated): boolean {
  return status === 'WAITING' && due_on < firstDayOf(ctx, channel)
}

/** Whether who had a file made may still have payments leave: else its release would be the word of one person. */
export function makerMay({ maker_role }: Pick<ShownBatch, 'maker_role'>): boolean {
  const may: readonly string[] = operatorsOf(payments.bulkExecute)
  return maker_role !== null && may.includes(maker_role)
}

/** A file as it stands in lists. */
export function presentBatch(ctx: Ctx, row: ShownBatch): View {
  const { batch_uuid, status, format, label, file_name, file_sha256, due_on, payments } = row
  const { execution_uuid, made_at, answered_at, words } = row
  const is_me = row.made_by === ctx.actor.sub
  return {
    ...{ batch_uuid, status, format, label, file_name, file_sha256, due_on, payments },
    ...{ execution_uuid, made_at, answered_at, words },
    number: numberInFile({ format }, Number(row.number)),
    total: { currency: row.currency, minor: row.total_minor },
    made_by: { name: row.made_by_name, is_me },
    answered_by: row.answered_by_name,
    maker_may: makerMay(row),
    allowed_actions: actionsOf(ctx, row, is_me),
  }
}

function actionsOf(ctx: Ctx, row: ShownBatch, is_me: boolean): View['allowed_actions'] {
  if (!mayCall(ctx.actor, bankFiles.releaseBatch)) return []
  if (row.status === 'RELEASED') return ['download']
  if (!batchMachine.next(row.status, 'release')) return []
  return is_me || isLate(ctx, row) || !makerMay(row)
    ? ['remake', 'discard']
    : ['release', 'remake', 'discard']
}

function lineOf(
  ctx: Ctx,
  { status, currency }: ShownBatch,
  row: LineFacts,
): Detail['lines'][number] {
  return {
    payment_uuid: row.payment_uuid,
    contractor_name: personName({
      first_name: row.contractor_first_name,
      last_name: row.contractor_last_name,
    }),
    company_name: row.employer_name,
    destination: row.destination_label,
    reference: row.line_reference,
    amount: { currency, minor: row.line_minor },
    status: row.attempt_uuid === row.line_attempt_uuid ? row.status : 'RETURNED',
    stopped: status === 'WAITING' ? stopperOf(row, ctx) : null,
  }
}
