/** Operators' lists of companies and contractors: those who wait for review first, the longest wait at the top. */
import { z } from 'zod'
import { verification } from '#contract/verification.ts'
import { dateOf } from '#domain/kernel/plain-date.ts'
import { endsSoonUntil } from '#domain/people/document-expiry.ts'
import {
  overdueBefore,
  reviewBy,
  type VerificationStatus,
  verificationMachine,
} from '#domain/people/verification.ts'
import type { Actor } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { presentAddress } from '../reference/addresses.ts'
import { claimsOf } from './claim-review.ts'
import { selectDetails } from './company-details.store.ts'
import { selectDocuments } from './document.report.store.ts'
import { presentDocuments } from './documents.view.ts'
import { presentDetails } from './employer-profile.ts'
import {
  countByVerification,
  countExpiring,
  countOverdue,
  type ReviewedContractor,
  type ReviewedEmployer,
  type ReviewKey,
  selectContractorsForReview,
  selectEmployersForReview,
} from './review-list.report.store.ts'
import { missingDocuments, NEEDED_OF_COMPANY, neededPersonalDocuments } from './verification.ts'

type Query = z.output<(typeof verification)['listOperationsEmployers']['query']>
type ContractorQuery = z.output<(typeof verification)['listOperationsContractors']['query']>
type Employers = z.output<(typeof verification)['listOperationsEmployers']['response']>
type Contractors = z.output<(typeof verification)['listOperationsContractors']['response']>

const Rank = z.int().min(0).max(1)
const Microseconds = z.string().regex(/^-?\d{1,18}$/)
const EmployerKey = z.tuple([Rank, Microseconds, z.uuid()])
const ContractorKey = z.tuple([Rank, Microseconds, z.string().max(255)])

/** One page of employers. */
export async function listOperationsEmployers(ctx: Ctx, query: Query): Promise<Employers> {
  const asked = askedFor(query, EmployerKey)
  const found = await selectEmployersForReview(ctx, asked)
  const { rows, next_cursor } = pageOf(found, query.limit, row => [
    row.rank,
    row.at,
    row.employer_uuid,
  ])
  return {
    items: await presentEmployers(ctx, rows),
    next_cursor,
    counts: await countByVerification(ctx.tx, 'employer'),
    overdue: await overdueOf(ctx, 'employer'),
  }
}

/** Companies as operators see them, with their documents and who looks at them. */
export async function presentEmployers(
  ctx: Ctx,
  rows: readonly ReviewedEmployer[],
): Promise<Employers['items']> {
  const employer_uuids = rows.map(row => row.employer_uuid)
  const details = new Map(
    (await selectDetails(ctx, employer_uuids)).map(said => [said.employer_uuid, said]),
  )
  const papers = await selectDocuments(ctx, { employer_uuids })
  const documents = await presentDocuments(ctx, papers)
  const claimOf = await claimsOf(ctx, employer_uuids)
  return rows.map(row => ({
    ...row,
    review_by: byWhen(row),
    contact: { name: row.contact_name, email: row.contact_email },
    details: presentDetails(details.get(row.employer_uuid), row.registered_address),
    documents: documents.filter(document => document.employer_uuid === row.employer_uuid),
    claim: claimOf(row.employer_uuid),
    missing: missingDocuments(
      papers.filter(paper => paper.employer_uuid === row.employer_uuid),
      NEEDED_OF_COMPANY,
    ),
    allowed_actions: actionsOf(ctx.actor, row),
  }))
}

/** One page of contractors; `expiring` are those with papers that end soon, or did. */
export async function listOperationsContractors(
  ctx: Ctx,
  query: ContractorQuery,
): Promise<Contractors> {
  const until = endsSoonUntil(ctx.today)
  const asked = {
    ...askedFor(query, ContractorKey),
    expiringUntil: query.expiring ? until : undefined,
  }
  const found = await selectContractorsForReview(ctx, asked)
  const { rows, next_cursor } = pageOf(found, query.limit, row => [row.rank, row.at, row.sub])
  return {
    items: await presentContractors(ctx, rows),
    next_cursor,
    counts: await countByVerification(ctx.tx, 'contractor'),
    expiring: await countExpiring(ctx.tx, until),
    overdue: await overdueOf(ctx, 'contractor'),
  }
}

/** Contractors as operators see them, with their documents and who looks at them. */
export async function presentContractors(
  ctx: Ctx,
  rows: readonly ReviewedContractor[],
): Promise<Contractors['items']> {
  const contractor_subs = rows.map(row => row.sub)
  const papers = Map.groupBy(
    await selectDocuments(ctx, { contractor_subs }),
    paper => paper.contractor_sub,
  )
  const documents = await presentDocuments(ctx, [...papers.values()].flat())
  const claimOf = await claimsOf(ctx, contractor_subs)
  return rows.map(({ mailing_address, ...row }) => ({
    ...row,
    missing: missingOf(mailing_address, papers.get(row.sub) ?? []),
    review_by: byWhen(row),
    employers: [...row.employers],
    permanent_address: presentAddress(row.permanent_address),
    documents: documents.filter(document => document.contractor_sub === row.sub),
    claim: claimOf(row.sub),
    allowed_actions: actionsOf(ctx.actor, row),
  }))
}

function missingOf(
  mailing_address: ReviewedContractor['mailing_address'],
  papers: Parameters<typeof neededPersonalDocuments>[1] & Parameters<typeof missingDocuments>[0],
): string[] {
  return missingDocuments(papers, neededPersonalDocuments(mailing_address, papers))
}

function byWhen({ waiting_since }: { waiting_since: Date | null }): string | null {
  return waiting_since && reviewBy(dateOf(waiting_since))
}

async function overdueOf(ctx: Ctx, table: 'employer' | 'contractor') {
  const { count, first } = await countOverdue(ctx.tx, table, overdueBefore(ctx.today))
  return { count, since: first && reviewBy(dateOf(first)) }
}

function askedFor(query: Query, key: z.ZodType<ReviewKey>) {
  return {
    search: query.search,
    verification: query.verification,
    after: decodeCursor(query.cursor, key),
    limit: query.limit,
  }
}

function actionsOf(
  actor: Actor,
  {
    verification_status: status,
    suspended,
  }: { verification_status: VerificationStatus; suspended: boolean },
): ('verify' | 'unverify' | 'suspend' | 'reinstate')[] {
  if (!mayCall(actor, verification.changeStanding)) return []
  const may = (action: 'verify' | 'reject') =>
    verificationMachine.next(status, action) !== undefined
  return [
    ...(may('verify') ? (['verify'] as const) : []),
    ...(may('reject') ? (['unverify'] as const) : []),
    suspended ? 'reinstate' : 'suspend',
  ]
}
