import type { z } from 'zod'
import type { company } from '#contract/company.ts'
import type { contractorProfile } from '#contract/contractor-profile.ts'
import type { DocumentUpload } from '#contract/kernel/codecs.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Document, requireRoom, storeFile, takeUpload } from '../documents/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockContractor, updateContractor } from './contractor.store.ts'
import { describedAs, type Said, saidOf, saysOther } from './described.ts'
import { selectDocumentsOf } from './document.report.store.ts'
import { describeDocument, type Owner, replaceDocument } from './document.store.ts'
import { lockEmployer, updateEmployer } from './employer.store.ts'
import {
  COMPANY_DOCUMENTS,
  changedColumns,
  documentsComplete,
  lookAtHolds,
  NEEDED_OF_COMPANY,
  neededPersonalDocuments,
  PERSONAL_DOCUMENTS,
  verificationAfter,
} from './verification.ts'

type CompanyDocuments = z.output<(typeof company)['putCompanyDocuments']['body']>
type PersonalDocuments = z.output<(typeof contractorProfile)['putPersonalDocuments']['body']>

/** Takes company documents in; each supersedes the earlier of its kind, and a complete set goes to review. */
export async function handInCompanyDocuments(ctx: Ctx, body: CompanyDocuments): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  const owner: Owner = { employer_uuid, contractor_sub: null }
  const given = await takeUploads(ctx, COMPANY_DOCUMENTS, body)
  const employer = await lockEmployer(ctx, employer_uuid)
  if (!employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  const handed = await handIn(ctx, owner, given)
  if (handed.length === 0) return
  const documents = await selectDocumentsOf(ctx, owner)
  const complete =
    employer.corporation_name !== '' && documentsComplete(documents, NEEDED_OF_COMPANY)
  const before = employer.verification
  const after = verificationAfter(before, { changed: true, complete })
  await updateEmployer(ctx, employer_uuid, changedColumns(ctx, before, after))
  auditHandedIn(ctx, owner, handed, before, after)
  if (before !== after) await lookAtHolds(ctx, owner)
}

/** Takes a contractor's documents in; any one may come by itself. A complete set goes to review. */
export async function handInPersonalDocuments(ctx: Ctx, body: PersonalDocuments): Promise<void> {
  const { sub } = ctx.actor
  const owner: Owner = { employer_uuid: null, contractor_sub: sub }
  const said = saidOf(ctx, body)
  const given = await takeUploads(ctx, PERSONAL_DOCUMENTS, body)
  const contractor = await lockContractor(ctx, sub)
  if (!contractor) throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  const handed = await handIn(ctx, owner, given, said)
  if (handed.length === 0) return
  const documents = await selectDocumentsOf(ctx, owner)
  const needed = neededPersonalDocuments(contractor.mailing_address, documents)
  const before = contractor.verification
  const complete = documentsComplete(documents, needed)
  const after = verificationAfter(before, { changed: true, complete })
  await updateContractor(ctx, sub, changedColumns(ctx, before, after))
  auditHandedIn(ctx, owner, handed, before, after)
  if (before !== after) await lookAtHolds(ctx, owner)
}

type Given = { readonly kind: string; readonly document: Document }

/** The documents of a body, screened before any row is locked. */
async function takeUploads(
  ctx: Ctx,
  kinds: readonly string[],
  body: CompanyDocuments | PersonalDocuments,
): Promise<Given[]> {
  const uploads = body as Readonly<Record<string, DocumentUpload | undefined>>
  const given: Given[] = []
  for (const kind of kinds) {
    const upload = uploads[kind]
    if (upload) given.push({ kind, document: await takeUpload(ctx, upload, kind) })
  }
  return given
}

/**
 * Stores what is new, notes what is said anew, and answers the kinds that changed. The same bytes again change nothing, unless they were
 * rejected.
 */
async function handIn(
  ctx: Ctx,
  owner: Owner,
  given: readonly Given[],
  said: Said = {},
): Promise<string[]> {
  const current = await selectDocumentsOf(ctx, owner)
  const silent = Object.values(said).every(of => !of || Object.keys(of).length === 0)
  if (given.length === 0 && silent)
    throw new Problem('VALIDATION', 'people.problems.noDocumentChosen')
  const fresh = given.filter(({ kind, document }) => {
    const known = current.find(other => other.kind === kind)
    return known?.status === 'REJECTED' || known?.sha256 !== sha256(document.bytes)
  })
  await requireRoom(
    ctx,
    owner,
    fresh.map(({ document }) => document),
  )
  for (const { kind, document } of fresh) {
    const known = current.find(other => other.kind === kind)
    const file_uuid = await storeFile(ctx, { ...document, ...owner, kind, named_by_owner: true })
    await replaceDocument(ctx, owner, {
      document_uuid: newUuid(),
      kind,
      ...describedAs(kind, said, known, { anotherFile: true }),
      file_uuid,
      uploaded_at: ctx.now,
    })
  }
  const handed = fresh.map(({ kind }) => kind)
  const told = current.filter(known => !handed.includes(known.kind) && saysOther(said, known))
  for (const known of told) {
    const described = describedAs(known.kind, said, known, { anotherFile: false })
    await describeDocument(ctx, known.document_uuid, described)
  }
  return [...handed, ...told.map(({ kind }) => kind)]
}

function auditHandedIn(
  ctx: Ctx,
  owner: Owner,
  handed: readonly string[],
  before: string,
  after: string,
): void {
  ctx.audit({
    action: 'hand_in_documents',
    entity: owner.employer_uuid !== null ? 'employer' : 'contractor',
    entity_uuids: [owner.employer_uuid ?? owner.contractor_sub],
    employer_uuid: owner.employer_uuid,
    before: { status: before },
    after: { status: after, documents: handed },
  })
}
