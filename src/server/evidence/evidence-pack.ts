/** The evidence of a pay cycle in one archive, which is checked without a connection (scripts/check-pack.ts). */
import { createHash } from 'node:crypto'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { openFiles } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { type ZipFile, zipOf } from '../kernel/zip.ts'
import { listTransfersAbout } from '../ledger/index.ts'
import { payslipPdf } from '../payroll/index.ts'
import {
  findApprovedLines,
  findChainPart,
  findProvenCycle,
  listChainEntries,
  listPaidItems,
  listProvenApprovals,
  listProvenAttempts,
  listProvenContracts,
  listProvenFiles,
  listProvenItems,
  listProvenPayments,
  type ProvenCycle,
} from './evidence.report.store.ts'

/** What the files of a pack and their fields mean; another number when that changes. */
const FORMAT = 'corridor-evidence/2'
const SLICE = 200

type Papers = {
  readonly contracts: Awaited<ReturnType<typeof listProvenContracts>>
  readonly files: Awaited<ReturnType<typeof listProvenFiles>>
}
type OpenFile = Awaited<ReturnType<typeof openFiles>>

/**
 * The evidence of one cycle as ZIP, of any size, a slice at a time in memory: approvals with what was approved, contracts, payments with
 * attempts and transfers, payslips, and the employer's audit chain since the cycle was opened. NOT_FOUND for no cycle. Who made it is
 * in the audit log, and each contract's parties see that it was opened.
 */
export async function evidencePack(ctx: Ctx, cycle_uuid: string): Promise<FileInPieces> {
  const cycle = await findProvenCycle(ctx.tx, cycle_uuid)
  if (!cycle) throw new Problem('NOT_FOUND', 'evidence.problems.noSuchCycle')
  const contracts = await listProvenContracts(ctx.tx, cycle_uuid)
  const files = await listProvenFiles(ctx.tx, cycle_uuid)
  const named = [...contracts, ...files].filter(({ file }) => file !== null)
  const file_uuids = named.flatMap(({ file_uuid }) => file_uuid ?? [])
  const open = await openFiles(ctx, file_uuids, 'report')
  const { employer_uuid } = cycle
  ctx.audit({ action: 'prove', entity: 'pay_cycle', entity_uuids: [cycle_uuid], employer_uuid })
  return {
    file_name: `evidence-${cycle.pay_date}-${cycle_uuid.slice(-6)}.zip`,
    mime_type: 'application/zip',
    pieces: zipOf(withManifest(filesOf(ctx, cycle, { contracts, files }, open)), ctx.now),
  }
}

/** The files, and after them one that says what each of them is: its name, size and SHA-256. */
async function* withManifest(files: AsyncIterable<ZipFile>): AsyncGenerator<ZipFile> {
  const listed: { name: string; size: number; sha256: string }[] = []
  for await (const { name, content } of files) {
    const hash = createHash('sha256')
    let size = 0
    const hear = (piece: Uint8Array) => {
      hash.update(piece)
      size += piece.length
    }
    yield { name, content: heardBy(content, hear) }
    listed.push({ name, size, sha256: hash.digest('hex') })
  }
  yield {
    name: 'manifest.json',
    content: textOf(JSON.stringify({ format: FORMAT, files: listed }, null, 1)),
  }
}

async function* filesOf(
  ctx: Ctx,
  cycle: ProvenCycle,
  { contracts, files }: Papers,
  open: OpenFile,
): AsyncGenerator<ZipFile> {
  const { cycle_uuid } = cycle
  yield { name: 'README.txt', content: textOf(say('evidence.readme')) }
  const made = { made_at: ctx.now, made_by: ctx.actor.sub, made_by_email: ctx.actor.email }
  yield { name: 'cycle.json', content: linesOf([{ format: FORMAT, ...cycle, ...made }]) }
  yield* approvalFiles(ctx, cycle_uuid)
  yield {
    name: 'pay.jsonl',
    content: slices(after => ctx.readLater(later => paySlice(later, cycle_uuid, after))),
  }
  yield { name: 'contracts.jsonl', content: linesOf(contracts) }
  yield { name: 'files.jsonl', content: linesOf(files) }
  for (const { file_uuid, file } of [...contracts, ...files]) {
    const content = file_uuid === null ? undefined : open(file_uuid)
    if (content && file) yield { name: file, content }
  }
  yield* payslipFiles(ctx, cycle)
  yield { name: 'audit.jsonl', content: chainLines(ctx, cycle) }
}

async function* approvalFiles(ctx: Ctx, cycle_uuid: string): AsyncGenerator<ZipFile> {
  const approvals = await ctx.readLater(({ tx }) => listProvenApprovals(tx, cycle_uuid))
  yield {
    name: 'approvals.jsonl',
    content: linesOf(approvals.map(({ parts: _, ...approval }) => approval)),
  }
  for (const { approval_uuid, parts } of approvals)
    yield {
      name: `approvals/${approval_uuid}.jsonl`,
      content: approvedLines(ctx, approval_uuid, parts),
    }
}

async function* approvedLines(
  ctx: Ctx,
  approval_uuid: string,
  parts: readonly number[],
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const lines = await ctx.readLater(({ tx }) => findApprovedLines(tx, approval_uuid, part))
    yield Buffer.from(`${lines}\n`)
  }
}

/** Items as they are at one moment, each with its payments, their attempts and what the ledger says of them. */
async function paySlice({ tx }: Ctx, cycle_uuid: string, after: string | undefined) {
  const items = await listProvenItems(tx, cycle_uuid, after, SLICE)
  const payments = await listProvenPayments(
    tx,
    items.map(item => item.line_item_uuid),
  )
  const payment_uuids = payments.map(payment => payment.payment_uuid)
  const attempts = Map.groupBy(
    await listProvenAttempts(tx, payment_uuids),
    attempt => attempt.payment_uuid,
  )
  const transfers = Map.groupBy(
    await listTransfersAbout(tx, payment_uuids),
    transfer => transfer.subject_uuid,
  )
  const paymentsOf = Map.groupBy(payments, payment => payment.line_item_uuid)
  return {
    values: items.map(item => ({
      ...item,
      payments: (paymentsOf.get(item.line_item_uuid) ?? []).map(payment => ({
        ...payment,
        attempts: attempts.get(payment.payment_uuid) ?? [],
        transfers: transfers.get(payment.payment_uuid) ?? [],
      })),
    })),
    last: items.length < SLICE ? undefined : items.at(-1)?.line_item_uuid,
  }
}

/**
 * The payslips, and after them a list with the digest of each, of which the digest goes into the audit log, as what was approved does: a payslip is
 * set when it is asked for, so that nothing had its digest before.
 */
async function* payslipFiles(
  ctx: Ctx,
  { cycle_uuid, employer_uuid }: ProvenCycle,
): AsyncGenerator<ZipFile> {
  const listed: { line_item_uuid: string; file: string; sha256: string }[] = []
  let after: string | undefined
  do {
    const from = after
    const paid = await ctx.readLater(({ tx }) => listPaidItems(tx, cycle_uuid, from, SLICE))
    for (const { line_item_uuid, contractor_sub } of paid) {
      const { pieces } = await ctx.readLater(later =>
        payslipPdf(later, contractor_sub, line_item_uuid),
      )
      const file = `payslips/${line_item_uuid}.pdf`
      const found = createHash('sha256')
      yield { name: file, content: heardBy(pieces, piece => found.update(piece)) }
      listed.push({ line_item_uuid, file, sha256: found.digest('hex') })
    }
    after = paid.length < SLICE ? undefined : paid.at(-1)?.line_item_uuid
  } while (after !== undefined)
  const found = createHash('sha256')
  yield { name: 'payslips.jsonl', content: heardBy(linesOf(listed), piece => found.update(piece)) }
  const digest = found.digest('hex')
  await ctx.writeLater(async later =>
    later.audit({
      ...{ action: 'list', entity: 'payslip', entity_uuids: [cycle_uuid], employer_uuid },
      after: { digest },
    }),
  )
}

/** The same pieces, each of which is heard as it passes. */
async function* heardBy(
  pieces: AsyncIterable<Uint8Array>,
  hear: (piece: Uint8Array) => unknown,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hear(piece)
    yield piece
  }
}

/** Where the part of the chain begins and ends, and then its entries. */
async function* chainLines(
  ctx: Ctx,
  { employer_uuid, opened_at }: ProvenCycle,
): AsyncGenerator<Uint8Array> {
  const part = await ctx.readLater(({ tx }) => findChainPart(tx, employer_uuid, opened_at))
  if (!part) return
  yield* linesOf([{ chain: employer_uuid, ...part }])
  let from = part.first_seq
  while (from <= part.last_seq) {
    const of = { from, to: part.last_seq }
    const entries = await ctx.readLater(({ tx }) => listChainEntries(tx, employer_uuid, of, SLICE))
    yield* linesOf(entries)
    from = (entries.at(-1)?.seq ?? part.last_seq) + 1n
  }
}

/** The values of a table, slice by slice, a line each. */
async function* slices(
  sliceAfter: (
    after: string | undefined,
  ) => Promise<{ values: readonly object[]; last: string | undefined }>,
): AsyncGenerator<Uint8Array> {
  let after: string | undefined
  do {
    const { values, last } = await sliceAfter(after)
    yield* linesOf(values)
    after = last
  } while (after !== undefined)
}

async function* linesOf(values: readonly object[]): AsyncGenerator<Uint8Array> {
  const lines = values.map(value =>
    JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? String(field) : field)),
  )
  if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
