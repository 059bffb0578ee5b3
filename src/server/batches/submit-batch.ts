/** Sending a batch in: its rows are read and judged, then kept; who works with the company gets an item that waits for approval (decision 0110). */
import type { z } from 'zod'
import type { batches } from '#contract/batches.ts'
import { MOST_DAYS_AHEAD } from '#domain/batches/batch.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { type InvalidField, invalidField, invalidFields, Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { employerOf } from '../kernel/actor.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { openRun } from '../payroll/index.ts'
import {
  countPeople,
  findBatch,
  findKeyMaker,
  findSame,
  listSentBefore,
} from './batch.report.store.ts'
import { insertBatch, insertLeftOut, insertRows, type LeftOut } from './batch.store.ts'
import {
  type GoodRow,
  type JudgedBatch,
  judgeBatch,
  type RowRemark,
  readBatchText,
  type TypedRow,
} from './batch-file.ts'
import { getBatch } from './get-batch.ts'
import { joinRows } from './join-batch.ts'

type Preview = z.output<(typeof batches)['previewPaymentBatch']['body']>
type Previewed = z.output<(typeof batches)['previewPaymentBatch']['response']>
type Submission = z.output<(typeof batches)['submitPaymentBatch']['body']>
type Answer = z.output<(typeof batches)['submitPaymentBatch']['response']>

/** What a file says, row by row, and what of it was sent before; keeps nothing. VALIDATION where it is no file of payments. */
export async function previewBatch(ctx: Ctx, sent: Preview): Promise<Previewed> {
  const employer_uuid = employerOf(ctx.actor)
  const { good, wrong, twice } = judged(ctx, readSent(sent))
  const emails = [...new Set(good.map(({ email }) => email))]
  const [people, before, same] = await Promise.all([
    countPeople(ctx.tx, employer_uuid, emails),
    sentBefore(ctx, employer_uuid, good),
    findSame(ctx.tx, { employer_uuid, sandbox: isSandbox(ctx), digest: digestOf(sent) }),
  ])
  const looksTwice = [...twice, ...before].toSorted((a, b) => a.row - b.row)
  return {
    good: good.length,
    wrong: new Set(wrong.map(({ row }) => row)).size,
    twice: new Set(looksTwice.map(({ row }) => row)).size,
    totals: totalsOf(good),
    people: { ...people, strangers: emails.length - people.joined - people.invited },
    wrong_rows: [...wrong],
    twice_rows: looksTwice,
    already: same ? { batch_uuid: same.batch_uuid, file_name: same.file_name } : null,
  }
}

/**
 * Sends a batch in, and answers it. The same content that was sent before answers the batch that it is; an id that another has is
 * CONFLICT. A row that is wrong refuses all, unless the wrong ones are to be left out.
 */
export async function submitBatch(ctx: Ctx, batch_uuid: string, sent: Submission): Promise<Answer> {
  const employer_uuid = employerOf(ctx.actor)
  const sandbox = isSandbox(ctx)
  checkPayDate(ctx, sent.pay_date)
  const typed = readSent(sent)
  const read = judged(ctx, typed)
  refuseWrong(read, sent.leave_out_wrong)
  const left_out = leftOut(typed, read.wrong)
  const digest = digestOf(sent)
  const made = await insertBatch(ctx.tx, {
    ...{ batch_uuid, employer_uuid, digest, sandbox },
    ...{ file_name: sent.file_name, pay_date: sent.pay_date, words: sent.words },
    source: ctx.actor.key ? 'API' : 'FILE',
    submitted_by: ctx.actor.sub,
    inviter_sub: ctx.actor.key ? await findKeyMaker(ctx.tx, ctx.actor.key.key_uuid) : ctx.actor.sub,
    submitted_at: ctx.now,
    row_count: read.good.length,
    left_out: left_out.length,
    totals: JSON.stringify(
      totalsOf(read.good).map(({ currency, minor }) => ({ currency, minor: String(minor) })),
    ),
  })
  if (!made) return repeated(ctx, batch_uuid, { employer_uuid, sandbox, digest })
  const of = { batch_uuid, employer_uuid }
  await insertRows(ctx.tx, of, read.good)
  await insertLeftOut(ctx.tx, of, left_out)
  ctx.audit({
    action: 'submit',
    entity: 'payment_batch',
    entity_uuids: [batch_uuid],
    employer_uuid,
    after: {
      ...{ file_name: sent.file_name, pay_date: sent.pay_date, digest: digest.toString('hex') },
      ...{ rows: read.good.length, left_out: left_out.length, sandbox },
    },
  })
  if (!sandbox) {
    await openRun(ctx, {
      run_uuid: batch_uuid,
      ...{ employer_uuid, label: sent.file_name, pay_date: sent.pay_date },
    })
    await joinRows(ctx, batch_uuid)
    ctx.announce('batches.batch_submitted', { batch_uuid })
  }
  return getBatch(ctx, batch_uuid)
}

/** What was sent before answers as it stands now; else somebody has the id. */
async function repeated(
  ctx: Ctx,
  batch_uuid: string,
  of: { readonly employer_uuid: string; readonly sandbox: boolean; readonly digest: Buffer },
): Promise<Answer> {
  const same = (await findSame(ctx.tx, of)) ?? (await findBatch(ctx.tx, batch_uuid))
  if (same?.employer_uuid === of.employer_uuid && same.digest.equals(of.digest))
    return getBatch(ctx, same.batch_uuid)
  throw new Problem('CONFLICT', 'batches.problems.idTaken')
}

function isSandbox({ actor }: Ctx): boolean {
  return actor.key?.sandbox ?? false
}

function checkPayDate(ctx: Ctx, pay_date: string): void {
  if (pay_date < ctx.today || pay_date > addDays(ctx.today, MOST_DAYS_AHEAD))
    throw invalidField('pay_date', 'batches.problems.payDate')
}

/** The rows that were sent, as a file or one by one; of these the first is row 1. */
function readSent({ text, rows }: Preview): TypedRow[] {
  if ((text === undefined) === (rows === undefined))
    throw invalidField('text', 'batches.problems.textOrRows')
  if (text !== undefined) return readBatchText(text)
  return (rows ?? []).map((row, at) => ({
    row: at + 1,
    typed: {
      ...{ email: row.email.trim(), amount: row.amount.trim(), currency: row.currency.trim() },
      ...{ reference: row.reference.trim(), name: row.name.trim(), words: row.words.trim() },
    },
  }))
}

/** The same content has the same digest, whatever it is called. */
function digestOf({ text, rows }: Preview): Buffer {
  return Buffer.from(sha256(text ?? JSON.stringify(rows)), 'hex')
}

/** Like `judgeBatch`; who sends a batch is not paid by it. */
function judged(ctx: Ctx, typed: readonly TypedRow[]): JudgedBatch {
  const read = judgeBatch(typed)
  const own = ctx.actor.email.toLowerCase()
  const self = read.good.filter(({ email }) => email === own)
  if (self.length === 0) return read
  const said = textOf('batches.file.ownAddress')
  const remarks = self.map(({ row, name, email }): RowRemark => {
    return { row, field: 'email', name: name || email, typed: email, said }
  })
  return {
    good: read.good.filter(({ email }) => email !== own),
    wrong: [...read.wrong, ...remarks].toSorted((a, b) => a.row - b.row),
    twice: read.twice,
  }
}

function refuseWrong({ good, wrong }: JudgedBatch, leave_out: boolean): void {
  if (good.length === 0 && wrong.length === 0)
    throw invalidField('text', 'batches.problems.nothingGood')
  if (wrong.length === 0 || (leave_out && good.length > 0)) return
  const rows = new Set(wrong.map(({ row }) => row)).size
  const said = textOf(leave_out ? 'batches.problems.nothingGood' : 'batches.problems.wrongRows', {
    rows,
  })
  const each = wrong.map(
    ({ row, field, said: why }): InvalidField => ({
      ...why,
      loc: ['body', 'rows', row, field],
      type: 'value_error',
    }),
  )
  throw invalidFields([{ ...said, loc: ['body', 'text'], type: 'value_error' }, ...each])
}

function leftOut(typed: readonly TypedRow[], wrong: readonly RowRemark[]): LeftOut[] {
  const remarks = Map.groupBy(wrong, ({ row }) => row)
  return typed.flatMap(of => {
    const own = remarks.get(of.row)
    if (!own) return []
    const said = own.map(({ field, said: why }) => ({ field, said: why }))
    return [{ row_number: of.row, typed: JSON.stringify(of.typed), wrong: JSON.stringify(said) }]
  })
}

/** Good rows whose reference the same person was sent before, in another batch. */
async function sentBefore(
  ctx: Ctx,
  employer_uuid: string,
  good: readonly GoodRow[],
): Promise<RowRemark[]> {
  const references = [...new Set(good.map(({ reference }) => reference))]
  const before = await listSentBefore(ctx.tx, employer_uuid, references)
  const files = new Map(before.map(of => [`${of.email} ${of.reference}`, of.file_name]))
  return good.flatMap(({ row, email, name, reference }): RowRemark[] => {
    const file = files.get(`${email} ${reference}`)
    if (file === undefined) return []
    const said = textOf('batches.file.sentBefore', { reference, file })
    return [{ row, field: 'reference', name: name || email, typed: reference, said }]
  })
}

function totalsOf(good: readonly GoodRow[]) {
  return totalsByCurrency(
    good.map(({ currency, amount_minor }) => ({ currency, minor: amount_minor })),
  )
}
