/** One company or contractor as operators review them: all that was entered, all papers, and who waits before and after. */
import type { z } from 'zod'
import { verification } from '#contract/verification.ts'
import { personName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { getEmployerAccounts } from '../destinations/index.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { presentAddress } from '../reference/addresses.ts'
import { selectContractor } from './contractor.store.ts'
import { toAccept, unopened } from './decide-document.ts'
import { birthDateOf, selectDocumentsOf } from './document.report.store.ts'
import { findErasure } from './erase-papers.ts'
import { selectContractorToReview, selectEmployerToReview } from './review-list.report.store.ts'
import { presentContractors, presentEmployers } from './review-list.ts'
import { selectMatchSince, selectPlace } from './review-place.report.store.ts'
import { selectSuspension } from './suspension.report.store.ts'
import { selectUsedBy } from './used-before.report.store.ts'

type EmployerReview = z.output<(typeof verification)['getOperationsEmployer']['response']>
type ContractorReview = z.output<(typeof verification)['getOperationsContractor']['response']>

/** A company; NOT_FOUND for none. */
export async function getOperationsEmployer(ctx: Ctx, id: string): Promise<EmployerReview> {
  const row = await selectEmployerToReview(ctx, id)
  const [employer] = row ? await presentEmployers(ctx, [row]) : []
  if (!row || !employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  const [accounts, match_since, suspension, place, to_open] = await Promise.all([
    getEmployerAccounts(ctx, id),
    selectMatchSince(ctx.tx, id),
    selectSuspension(ctx, { employer_uuid: id, contractor_sub: null }),
    placeOf(ctx, 'employer', id),
    toOpen(ctx, row, employer.documents),
  ])
  return {
    ...employer,
    changed_at: row.changed_at,
    ...{ to_open, accounts, match_since, suspension, place },
  }
}

/** A contractor, with what lists leave out: the numbers of their papers, and where their mail goes. NOT_FOUND for nobody. */
export async function getOperationsContractor(ctx: Ctx, sub: string): Promise<ContractorReview> {
  const row = await selectContractorToReview(ctx, sub)
  const [contractor] = row ? await presentContractors(ctx, [row]) : []
  const record = contractor && (await selectContractor(ctx, sub))
  if (!row || !contractor || !record)
    throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  const owner = { employer_uuid: null, contractor_sub: sub }
  const papers = await selectDocumentsOf(ctx, owner)
  const [used, erasure, match_since, suspension, place, to_open] = await Promise.all([
    selectUsedBy(ctx, sub, papers),
    findErasure(ctx, sub),
    selectMatchSince(ctx.tx, sub),
    selectSuspension(ctx, owner),
    placeOf(ctx, 'contractor', sub),
    toOpen(ctx, row, contractor.documents),
  ])
  const mayErase = erasure.kind === 'erase' && mayCall(ctx.actor, verification.changeStanding)
  const mayRead = mayCall(ctx.actor, verification.getContractorFile)
  const numbers = new Map(papers.map(({ document_uuid, number }) => [document_uuid, number]))
  return {
    ...contractor,
    middle_name: record.middle_name,
    birth_date: mayRead ? birthDateOf(papers) : null,
    mailing_address: presentAddress(record.mailing_address),
    documents: contractor.documents.map(document => ({
      ...document,
      number: (mayRead && numbers.get(document.document_uuid)) || null,
      used_by: (used.get(document.document_uuid) ?? []).map(person => ({
        sub: person.sub,
        name: personName(person, person.email),
      })),
    })),
    allowed_actions: [...contractor.allowed_actions, ...(mayErase ? (['erase'] as const) : [])],
    changed_at: row.changed_at,
    to_open,
    match_since,
    suspension,
    place,
  }
}

type Reviewed = { readonly changed_at: Date | null }
type Papers = Awaited<ReturnType<typeof presentEmployers>>[number]['documents']

async function toOpen(ctx: Ctx, of: Reviewed, documents: Papers): Promise<string[]> {
  const left = await unopened(ctx, of, toAccept(of, documents))
  return left.map(({ document_uuid }) => document_uuid)
}

function placeOf(ctx: Ctx, table: 'employer' | 'contractor', id: string) {
  return selectPlace(ctx.tx, table, id, { by: ctx.actor.sub, now: ctx.now })
}
