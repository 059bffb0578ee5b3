/** Booking what arrived, of a funding CSV or a bank's statement: every row or none; a reference once, however often it is sent (docs/rules/funding.md). */
import type { Upload } from '#contract/kernel/endpoint.ts'
import { dateOf } from '#domain/kernel/plain-date.ts'
import { type InvalidField, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { personOf } from '../kernel/actor.ts'
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
import { fundingOf, isOwned, keyOf, type Receipt, type ShownUnder } from './receipts.ts'
import { findSuspended, holdBookings, insertSuspense } from './suspense.store.ts'
import { type Apart, type Doubt, tellApart } from './tell-apart.ts'

/** UTC+14, the zone in which a day begins first. */
const EASTERNMOST_MS = 14 * 60 * 60_000

/** What is meant of a file that the days of statements show, and what these show under any reference. */
export type Meant = {
  readonly choose: (receipts: readonly Receipt[]) => readonly Receipt[]
  readonly shownUnder: ShownUnder
}

/** What a file says: its receipts, those that are not booked, by the name under which they will be, and those of which that is not sure. */
export type FundingRead = {
  readonly receipts: readonly Receipt[]
  readonly fresh: ReadonlyMap<Receipt, Receipt>
  readonly doubts: readonly Doubt[]
}

/** Books the file, or what is meant of it; answers what was booked now and which references stood already. FUNDING_FILE_NOT_VALID lists every bad row. */
export async function bookFunding(ctx: Ctx, file: Upload, meant?: Meant) {
  await holdBookings(ctx.tx)
  const { file_name, bytes } = file
  const told = { file_name, sha256: sha256(bytes) }
  return book(ctx, told, await readFunding(ctx, file, meant))
}

/**
 * Books receipts that no file tells of, each once; answers the references that stand by now as what they are here. What another receipt is called by is left out.
 */
export async function bookArrived(
  ctx: Ctx,
  file_name: string,
  receipts: readonly Receipt[],
): Promise<string[]> {
  await holdBookings(ctx.tx)
  const known = new Map((await findBooked(ctx, receipts.map(keyOf))).map(row => [row.folded, row]))
  const fresh = receipts.filter(receipt => !known.has(keyOf(receipt)))
  const told = { file_name, sha256: sha256(receipts.map(keyOf).join('\n')) }
  if (fresh.length > 0)
    await book(ctx, told, {
      ...{ receipts: fresh, doubts: [] },
      fresh: new Map(fresh.map(receipt => [receipt, receipt])),
    })
  const isIt = (receipt: Receipt) => {
    const before = known.get(keyOf(receipt))
    return !before || isAlike(before, receipt)
  }
  return receipts.filter(isIt).map(({ reference }) => reference)
}

/** What is booked under references, an employer's or nobody's yet. */
async function findBooked(ctx: Ctx, folded: readonly string[]) {
  const [fundings, suspended] = await Promise.all([
    findFundings(ctx.tx, folded),
    findSuspended(ctx.tx, folded),
  ])
  return [...suspended.map(row => ({ ...row, employer_uuid: null })), ...fundings]
}

function isAlike(
  one: Pick<Receipt, 'currency' | 'amount_minor'>,
  other: Pick<Receipt, 'currency' | 'amount_minor'>,
): boolean {
  return one.currency === other.currency && one.amount_minor === other.amount_minor
}

/** What a CSV or a bank's statement says, or what is meant of it, and what of that is not booked yet. FUNDING_FILE_NOT_VALID lists every bad row. */
export async function readFunding(ctx: Ctx, file: Upload, meant?: Meant): Promise<FundingRead> {
  // The day that it is by now in the easternmost zone: there today's receipt is no receipt of the future.
  const latestDay = dateOf(new Date(ctx.now.getTime() + EASTERNMOST_MS))
  const ofBank = isStatement(file.bytes)
  const { receipts: all, wrong } = ofBank
    ? await readStatement(ctx, file.bytes, latestDay)
    : await readFundingCsv(ctx, file.bytes, latestDay)
  const receipts = meant ? meant.choose(all) : all
  const told = ofBank
    ? await tellApart(ctx, receipts, meant?.shownUnder)
    : await againstBooked(ctx, receipts)
  const problems = [...wrong, ...told.wrong.map(of => referenceWrong(of.receipt, of.text))]
  if (problems.length > 0) throw refused(problems)
  const { fresh, doubts } = told
  return { receipts, fresh, doubts }
}

/** Which rows of a CSV are not booked yet. Each names a receipt by itself, so that one that stands twice is refused. */
async function againstBooked(ctx: Ctx, receipts: readonly Receipt[]): Promise<Apart> {
  const folded = await foldReferences(
    ctx.tx,
    receipts.map(({ reference }) => reference),
  )
  const foldOf = ({ reference }: Receipt) => folded.get(reference) ?? reference
  const known = new Map((await findBooked(ctx, [...folded.values()])).map(row => [row.folded, row]))
  const seen = new Set<string>()
  const wrong = receipts.flatMap(receipt => {
    const spelled = [foldOf(receipt), keyOf(receipt)]
    const text = spelled.some(one => seen.has(one))
      ? textOf('ledger.fundingFile.twice', { reference: receipt.reference })
      : referenceProblem(receipt, known.get(foldOf(receipt)))
    for (const one of spelled) seen.add(one)
    return text ? [{ receipt, text }] : []
  })
  const fresh = receipts.filter(receipt => !known.has(foldOf(receipt)))
  return { fresh: new Map(fresh.map(receipt => [receipt, receipt])), doubts: [], wrong }
}

function refused(fields: readonly InvalidField[]): Problem {
  return new Problem('FUNDING_FILE_NOT_VALID', 'ledger.problems.nothingBooked', { fields })
}

type Known = Pick<Receipt, 'employer_uuid' | 'currency' | 'amount_minor'>

/** What is wrong with the reference of a receipt: it is another receipt's. */
function referenceProblem(receipt: Receipt, before: Known | undefined): Text | undefined {
  const { reference } = receipt
  if (!before) return undefined
  const same = isAlike(before, receipt)
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
  file: { readonly file_name: string; readonly sha256: string },
  { receipts, fresh, doubts }: FundingRead,
) {
  const funding_file_uuid = newUuid()
  await insertFundingFile(ctx.tx, {
    funding_file_uuid,
    ...file,
    booked_by: ctx.actor.sub,
    booked_at: ctx.now,
  })
  const named = [...fresh.values()]
  const owned = named.filter(isOwned)
  const booked = owned.map(fundingOf)
  const kept = await insertFundingRows(ctx.tx, funding_file_uuid, booked)
  refuseTaken(owned, kept)
  const aside = named.filter(one => !isOwned(one))
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
  await closeBooked(ctx.tx, booked, { by: personOf(ctx.actor), at: ctx.now })
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
      .filter(receipt => !fresh.has(receipt))
      .map(({ reference }) => reference),
    ...(doubts.length > 0 && { doubts: [...doubts] }),
  }
}

/** Money moves for what is recorded alone: what another reference is taken for by its id is refused. */
function refuseTaken(receipts: readonly Receipt[], kept: ReadonlySet<string>): void {
  const taken = receipts.filter(({ reference }) => !kept.has(reference))
  if (taken.length > 0)
    throw refused(
      taken.map(receipt => {
        const { reference } = receipt
        return referenceWrong(receipt, textOf('ledger.fundingFile.bookedOtherwise', { reference }))
      }),
    )
}

/** Puts aside what names no employer, in the suspense account of its currency. */
async function suspend(
  ctx: Ctx,
  funding_file_uuid: string,
  receipts: readonly Receipt[],
): Promise<void> {
  const aside = receipts.map(
    ({ reference, currency, amount_minor, received_on, payer, shares }) => ({
      ...{ reference, currency, amount_minor, received_on, payer, shares },
      receipt_uuid: uuidOf(`suspense:${keyOf({ reference })}`),
    }),
  )
  refuseTaken(receipts, await insertSuspense(ctx, funding_file_uuid, ctx.now, aside))
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
