/** What is sent in as a batch, read and judged: the rows that can be paid, those that are wrong, and what looks like a payment that was sent before. */
import type { z } from 'zod'
import type { batches } from '#contract/batches.ts'
import { BATCH_FIELDS } from '#domain/batches/batch.ts'
import { formatMoney, MOST_RECEIPT_MINOR, totalsByCurrency } from '#domain/kernel/money.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { teamEmails } from '../identity/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import { countPeople, findSame, listCurrencies, listSentBefore } from './batch.report.store.ts'
import {
  type GoodRow,
  type JudgedBatch,
  judgeBatch,
  mapFields,
  mended,
  plainCell,
  readBatchText,
  type ToldRow,
  type TypedRow,
  told,
} from './batch-file.ts'

type Sent = z.output<(typeof batches)['previewPaymentBatch']['body']>
type Previewed = z.output<(typeof batches)['previewPaymentBatch']['response']>

/** A batch as it was judged, with the rows that its sender leaves out; each row is in one of `good`, `wrong` and `without`. */
export type ReadBatch = JudgedBatch & {
  readonly typed: readonly TypedRow[]
  readonly without: readonly ToldRow[]
  /** By which the same content is known to be one batch. */
  readonly digest: Buffer
  /** The digest of what the good rows pay to whom. */
  readonly paying: Buffer
}

/** What a file says, row by row, and what of it was sent before; keeps nothing. VALIDATION where it is no file of payments. */
export async function previewBatch(ctx: Ctx, sent: Sent): Promise<Previewed> {
  const employer_uuid = employerOf(ctx.actor)
  const read = await readBatch(ctx, sent)
  const { good, wrong, twice, without } = read
  const emails = [...new Set(good.map(({ email }) => email))]
  const [people, before, same] = await Promise.all([
    countPeople(ctx.tx, employer_uuid, emails),
    sentBefore(ctx, employer_uuid, read),
    findSame(ctx.tx, { employer_uuid, sandbox: isSandbox(ctx), digest: read.digest }),
  ])
  const twice_rows = together([...twice, ...before])
  return {
    good: good.length,
    wrong: wrong.length,
    twice: twice_rows.length,
    without: without.length,
    totals: totalsOf(good),
    paying: read.paying.toString('hex'),
    people: {
      ...people,
      strangers: emails.length - people.joined - people.invited - people.declined,
    },
    wrong_rows: wrong.map(presentTold),
    twice_rows: twice_rows.map(presentTold),
    already: same ? { batch_uuid: same.batch_uuid, file_name: same.file_name } : null,
  }
}

/**
 * Reads and judges what is sent, with what was mended of it; a currency that is left empty is that of the person's contract. VALIDATION where it is no
 * file of payments, or not one of text and rows.
 */
export async function readBatch(ctx: Ctx, sent: Sent): Promise<ReadBatch> {
  const asSent = mended(readSent(sent), sent.mends)
  const typed = await withCurrencies(ctx, asSent)
  const out = new Set(sent.without)
  const said = textOf('batches.file.leftOut')
  const judged = judgeBatch(
    typed.filter(({ row }) => !out.has(row)),
    await teamEmails(ctx),
  )
  requireFunded(judged.good)
  const paying = digestOf(judged.good)
  return {
    typed,
    ...judged,
    paying,
    digest: typed === asSent ? paying : digestAsSent(asSent.filter(({ row }) => !out.has(row))),
    without: typed.filter(({ row }) => out.has(row)).map(row => told(row, 'reference', said)),
  }
}

async function withCurrencies(ctx: Ctx, rows: readonly TypedRow[]): Promise<readonly TypedRow[]> {
  const without = rows.filter(({ typed }) => typed.currency === '')
  if (without.length === 0) return rows
  const emails = [...new Set(without.map(({ typed }) => typed.email.toLowerCase()))]
  const found = await listCurrencies(ctx.tx, employerOf(ctx.actor), emails, ctx.today)
  const of = new Map(found.map(({ email, currency }) => [email, currency]))
  return rows.map(row => {
    const { typed } = row
    const currency = typed.currency || (of.get(typed.email.toLowerCase()) ?? '')
    return currency === typed.currency ? row : { ...row, typed: { ...typed, currency } }
  })
}

/** Whether the actor is a key that moves no money. */
export function isSandbox({ actor }: Ctx): boolean {
  return actor.key?.sandbox ?? false
}

/** The digest of who is paid what, in this order: whatever it is called, and however it was sent. */
function digestOf(good: readonly GoodRow[]): Buffer {
  const paid = good.map(({ email, name, currency, amount_minor, reference, words }) => [
    ...[email, name, currency, String(amount_minor), reference, words],
  ])
  return Buffer.from(sha256(JSON.stringify(paid)), 'hex')
}

/** Of rows that leave a currency to the contract: as they were sent, since what they pay changes with the person's contracts. */
function digestAsSent(rows: readonly TypedRow[]): Buffer {
  const sent = rows.map(({ typed }) => BATCH_FIELDS.map(field => typed[field]))
  return Buffer.from(sha256(JSON.stringify(sent)), 'hex')
}

/** What the rows come to, by currency. */
export function totalsOf(good: readonly GoodRow[]) {
  return totalsByCurrency(
    good.map(({ currency, amount_minor }) => ({ currency, minor: amount_minor })),
  )
}

/** VALIDATION where rows come to more than ever arrives at once: no company could fund it, and no answer could say it. */
function requireFunded(good: readonly GoodRow[]): void {
  const much = totalsOf(good).find(({ minor }) => minor > MOST_RECEIPT_MINOR)
  if (much)
    throw invalidField('text', 'batches.problems.tooMuch', {
      most: formatMoney({ ...much, minor: MOST_RECEIPT_MINOR }),
    })
}

/** The rows that were sent, as a file or one by one; of these the first is row 1. */
function readSent({ text, rows }: Sent): TypedRow[] {
  if ((text === undefined) === (rows === undefined))
    throw invalidField('text', 'batches.problems.textOrRows')
  if (text !== undefined) return readBatchText(text)
  return (rows ?? []).map((row, at) => ({
    row: at + 1,
    typed: mapFields(field => plainCell(row[field])),
  }))
}

/** Good rows whose reference the same person was sent before, in a batch of which it stands. */
async function sentBefore(
  ctx: Ctx,
  employer_uuid: string,
  { good, typed }: ReadBatch,
): Promise<ToldRow[]> {
  const references = [...new Set(good.map(({ reference }) => reference))]
  const before = await listSentBefore(ctx.tx, employer_uuid, references)
  const files = new Map(before.map(of => [`${of.email} ${of.reference}`, of.file_name]))
  const of = new Map(typed.map(row => [row.row, row]))
  return good.flatMap(({ row, email, reference }): ToldRow[] => {
    const file = files.get(`${email} ${reference}`)
    const own = of.get(row)
    if (file === undefined || !own) return []
    return [told(own, 'reference', textOf('batches.file.sentBefore', { reference, file }))]
  })
}

/** All that is said of each row, in the order of the file. */
function together(all: readonly ToldRow[]): ToldRow[] {
  return [...Map.groupBy(all, ({ row }) => row).values()]
    .flatMap(same => {
      const [first] = same
      return first ? [{ ...first, said: same.flatMap(({ said }) => said) }] : []
    })
    .toSorted((a, b) => a.row - b.row)
}

/** A row as it is answered. */
export function presentTold({ row, typed, said }: ToldRow) {
  return { row, typed: { ...typed }, said: said.map(of => ({ ...of, reason: sayText(of.said) })) }
}
