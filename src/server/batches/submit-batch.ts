/** Sending a batch in: its rows are read and judged, then kept; who works with the company gets an item that waits for approval (decision 0110). */
import type { z } from 'zod'
import type { batches } from '#contract/batches.ts'
import { MOST_DAYS_AHEAD } from '#domain/batches/batch.ts'
import { addDays, formatDate } from '#domain/kernel/plain-date.ts'
import { type InvalidField, invalidField, invalidFields, Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { openRun } from '../payroll/index.ts'
import { findBatch, findKeyInviter, findSame } from './batch.report.store.ts'
import { insertBatch, insertLeftOut, insertRows, type LeftOut } from './batch.store.ts'
import { getBatch } from './get-batch.ts'
import { joinRows } from './join-batch.ts'
import { isSandbox, type ReadBatch, readBatch, totalsOf } from './read-batch.ts'

type Submission = z.output<(typeof batches)['submitPaymentBatch']['body']>
type Answer = z.output<(typeof batches)['submitPaymentBatch']['response']>

/**
 * Sends a batch in, and answers it. The same content that was sent before answers the batch that it is; an id that another has is
 * CONFLICT, and so is what pays something else than was seen. A row that is wrong refuses all, unless the wrong ones are to be left out.
 */
export async function submitBatch(ctx: Ctx, batch_uuid: string, sent: Submission): Promise<Answer> {
  const employer_uuid = employerOf(ctx.actor)
  const sandbox = isSandbox(ctx)
  const read = await readBatch(ctx, sent)
  const { digest } = read
  const again = { ...sent, employer_uuid, sandbox, digest }
  // What was right when it was sent may be wrong by now: a person's contracts are others.
  if (await findSame(ctx.tx, again)) return repeated(ctx, batch_uuid, again)
  refuseWrong(read, sent.leave_out_wrong)
  if (sent.paying !== undefined && sent.paying !== read.paying.toString('hex'))
    throw new Problem('CONFLICT', 'batches.problems.paysOther')
  const left_out = leftOut(read)
  const made = await insertBatch(ctx.tx, {
    ...{ batch_uuid, employer_uuid, digest, sandbox },
    ...{ file_name: sent.file_name, pay_date: sent.pay_date, words: sent.words },
    source: ctx.actor.key ? 'API' : 'FILE',
    submitted_by: ctx.actor.sub,
    inviter_sub: ctx.actor.key
      ? await findKeyInviter(ctx.tx, ctx.actor.key.key_uuid)
      : ctx.actor.sub,
    submitted_at: ctx.now,
    row_count: read.good.length,
    left_out: left_out.length,
    totals: JSON.stringify(
      totalsOf(read.good).map(({ currency, minor }) => ({ currency, minor: String(minor) })),
    ),
  })
  if (!made) return repeated(ctx, batch_uuid, again)
  checkPayDate(ctx, sent.pay_date)
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

/** What was sent before answers as it stands now, unless it is to be paid on another day by now; else somebody has the id. */
async function repeated(
  ctx: Ctx,
  batch_uuid: string,
  of: {
    readonly employer_uuid: string
    readonly sandbox: boolean
    readonly digest: Buffer
    readonly pay_date: string
  },
): Promise<Answer> {
  const same = (await findSame(ctx.tx, of)) ?? (await findBatch(ctx.tx, batch_uuid))
  const own = same?.employer_uuid === of.employer_uuid && same.sandbox === of.sandbox
  if (own && same.digest.equals(of.digest)) {
    if (same.pay_date === of.pay_date) return getBatch(ctx, same.batch_uuid)
    const params = { date: formatDate(same.pay_date) }
    throw new Problem('CONFLICT', 'batches.problems.sentForAnother', { params })
  }
  throw new Problem('CONFLICT', 'batches.problems.idTaken')
}

function checkPayDate(ctx: Ctx, pay_date: string): void {
  if (pay_date < ctx.today || pay_date > addDays(ctx.today, MOST_DAYS_AHEAD))
    throw invalidField('pay_date', 'batches.problems.payDate')
}

function refuseWrong({ good, wrong }: ReadBatch, leave_out: boolean): void {
  if (wrong.length === 0 && good.length === 0)
    throw invalidField('text', 'batches.problems.nothingGood')
  if (wrong.length === 0 || (leave_out && good.length > 0)) return
  const said = textOf(leave_out ? 'batches.problems.nothingGood' : 'batches.problems.wrongRows', {
    rows: wrong.length,
  })
  const each = wrong.flatMap(({ row, said: remarks }) =>
    remarks.map(
      ({ field, said: why }): InvalidField => ({
        ...why,
        loc: ['body', 'rows', row, field],
        type: 'value_error',
      }),
    ),
  )
  throw invalidFields([{ ...said, loc: ['body', 'text'], type: 'value_error' }, ...each])
}

/** What is kept of the rows that are no payments, in the order of the file. */
function leftOut({ wrong, without }: ReadBatch): LeftOut[] {
  return [...wrong, ...without]
    .toSorted((a, b) => a.row - b.row)
    .map(({ row, typed, said }) => ({
      row_number: row,
      typed: JSON.stringify(typed),
      wrong: JSON.stringify(said),
    }))
}
