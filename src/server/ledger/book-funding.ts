/** Booking what arrived, of a funding CSV or a bank's statement: every row or none; a reference once, however often it is sent (docs/rules/funding.md). */
import type { Upload } from '#contract/kernel/endpoint.ts'
import { dateOf } from '#domain/kernel/plain-date.ts'
import { type InvalidField, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { newUuid, sha256, uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { available, outsideWorld, suspense } from './accounts.ts'
import { listFundings } from './funding.report.store.ts'
import {
  findFundings,
  foldReferences,
  insertFundingFile,
  insertFundingRows,
} from './funding.store.ts'
import { closeBooked } from './funding-notice.store.ts'
import { coverRequests } from './funding-requests.ts'
import { postTransfers } from './post-transfers.ts'
import { readFundingCsv } from './read-funding-csv.ts'
import { isStatement, readStatement } from './read-statement.ts'
import { fundingOf, isOwned, keyOf, type Receipt } from './receipts.ts'
import { findSuspended, holdBookings, insertSuspense } from './suspense.store.ts'

/** UTC+14, the zone in which a day begins first. */
const EASTERNMOST_MS = 14 * 60 * 60_000

/** Which receipts of a file are meant. */
export type IsMeant = (receipt: Receipt) => boolean

/** Books the file, or what is meant of it; answers what was booked now and which references stood already. FUNDING_FILE_NOT_VALID lists every bad row. */
export async function bookFunding(ctx: Ctx, file: Upload, isMeant?: IsMeant) {
  await holdBookings(ctx.tx)
  const { receipts, fresh } = await readFunding(ctx, file, isMeant)
  return book(ctx, file, receipts, fresh)
}

/** What a CSV or a bank's statement says, or what is meant of it, and what of that is not booked yet. FUNDING_FILE_NOT_VALID lists every bad row. */
export async function readFunding(
  ctx: Ctx,
  file: Upload,
  isMeant: IsMeant = () => true,
): Promise<{ receipts: Receipt[]; fresh: Receipt[] }> {
  // The day that it is by now in the easternmost zone: there today's receipt is no receipt of the future.
  const latestDay = dateOf(new Date(ctx.now.getTime() + EASTERNMOST_MS))
  const { receipts: all, wrong } = isStatement(file.bytes)
    ? await readStatement(ctx, file.bytes, latestDay)
    : await readFundingCsv(ctx, file.bytes, latestDay)
  const receipts = all.filter(isMeant)
  const folded = await foldReferences(
    ctx.tx,
    receipts.map(({ reference }) => reference),
  )
  const foldOf = ({ reference }: Receipt) => folded.get(reference) ?? reference
  const all_folded = [...folded.values()]
  const [fundings, suspended] = await Promise.all([
    findFundings(ctx.tx, all_folded),
    findSuspended(ctx.tx, all_folded),
  ])
  const known = new Map(
    [...suspended.map(row => ({ ...row, employer_uuid: null })), ...fundings].map(row => [
      row.folded,
      row,
    ]),
  )
  const seen = new Set<string>()
  for (const receipt of receipts) {
    const spelled = [foldOf(receipt), keyOf(receipt)]
    const problem = spelled.some(one => seen.has(one))
      ? textOf('ledger.fundingFile.twice', { reference: receipt.reference })
      : referenceProblem(receipt, known.get(foldOf(receipt)))
    if (problem) wrong.push(referenceWrong(receipt, problem))
    for (const one of spelled) seen.add(one)
  }
  if (wrong.length > 0) throw refused(wrong)
  return { receipts, fresh: receipts.filter(receipt => !known.has(foldOf(receipt))) }
}

function refused(fields: readonly InvalidField[]): Problem {
  return new Problem('FUNDING_FILE_NOT_VALID', 'ledger.problems.nothingBooked', { fields })
}

type Known = Pick<Receipt, 'employer_uuid' | 'currency' | 'amount_minor'>

/** What is wrong with the reference of a receipt: it is another receipt's. */
function referenceProblem(receipt: Receipt, before: Known | undefined): Text | undefined {
  const { reference } = receipt
  if (!before) return undefined
  const same = before.currency === receipt.currency && before.amount_minor === receipt.amount_minor
  // A bank's file need not say whose it is; what is written by hand does.
  if (same && receipt.payer) return undefined
  if (same && before.employer_uuid === null)
    return textOf('ledger.fundingFile.unmatched', { reference })
  if (same && before.employer_uuid === receipt.employer_uuid) return undefined
  return textOf('ledger.fundingFile.bookedOtherwise', { reference })
}

function referenceWrong({ line, payer }: Receipt, problem: Text): InvalidField {
  const column = 'reference'
  return {
    ...(payer
      ? textOf('ledger.fundingFile.credit', { at: line, problem })
      : textOf('ledger.fundingFile.line', { line, column, problem })),
    loc: ['body', 'funding_csv', line, column],
    type: 'value_error',
  }
}

async function book(
  ctx: Ctx,
  file: Upload,
  receipts: readonly Receipt[],
  fresh: readonly Receipt[],
) {
  const funding_file_uuid = newUuid()
  await insertFundingFile(ctx.tx, {
    funding_file_uuid,
    file_name: file.file_name,
    sha256: sha256(file.bytes),
    booked_by: ctx.actor.sub,
    booked_at: ctx.now,
  })
  const owned = fresh.filter(isOwned)
  const booked = owned.map(fundingOf)
  const kept = await insertFundingRows(ctx.tx, funding_file_uuid, booked)
  // Money moves for what is recorded alone: what another reference is taken for by its id is refused.
  const taken = owned.filter(({ reference }) => !kept.has(reference))
  if (taken.length > 0)
    throw refused(
      taken.map(receipt => {
        const { reference } = receipt
        return referenceWrong(receipt, textOf('ledger.fundingFile.bookedOtherwise', { reference }))
      }),
    )
  const aside = fresh.filter(one => !isOwned(one))
  await suspend(ctx, funding_file_uuid, aside)
  await postTransfers(
    ctx,
    booked.map(funding => ({
      transfer_uuid: uuidOf(`funding:${keyOf(funding)}`),
      from: outsideWorld(funding.currency),
      to: available(funding.employer_uuid, funding.currency),
      amount: { currency: funding.currency, minor: funding.amount_minor },
      code: 'funding_received',
      subject_uuid: funding.funding_uuid,
    })),
  )
  await closeBooked(ctx.tx, booked, { by: ctx.actor.sub, at: ctx.now })
  await coverRequests(ctx, booked)
  for (const [employer_uuid, group] of Map.groupBy(booked, funding => funding.employer_uuid)) {
    ctx.audit({
      action: 'book',
      entity: 'funding',
      entity_uuids: group.map(funding => funding.funding_uuid),
      employer_uuid,
      after: { references: group.map(funding => funding.reference) },
    })
    await ctx.doors.payments.lookAtHolds(ctx, { employer_uuid })
  }
  return {
    booked:
      booked.length > 0
        ? await listFundings(
            ctx.tx,
            null,
            booked.map(({ reference }) => reference),
          )
        : [],
    suspended: aside.length,
    already_booked: receipts
      .filter(receipt => !fresh.includes(receipt))
      .map(({ reference }) => reference),
  }
}

/** Puts aside what names no employer, in the suspense account of its currency. */
async function suspend(
  ctx: Ctx,
  funding_file_uuid: string,
  receipts: readonly Receipt[],
): Promise<void> {
  const aside = receipts.map(({ funding_uuid: _, employer_uuid: __, line: ___, ...row }) => ({
    ...row,
    receipt_uuid: uuidOf(`suspense:${keyOf(row)}`),
  }))
  await insertSuspense(ctx, funding_file_uuid, ctx.now, aside)
  await postTransfers(
    ctx,
    aside.map(row => ({
      transfer_uuid: uuidOf(`suspense:${row.receipt_uuid}:received`),
      from: outsideWorld(row.currency),
      to: suspense(row.currency),
      amount: { currency: row.currency, minor: row.amount_minor },
      code: 'receipt_suspended',
      subject_uuid: row.receipt_uuid,
    })),
  )
  ctx.audit({
    action: 'receive',
    entity: 'suspense_receipt',
    entity_uuids: aside.map(({ receipt_uuid }) => receipt_uuid),
    employer_uuid: null,
    after: { references: aside.map(({ reference }) => reference) },
  })
}
