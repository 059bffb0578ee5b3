/** What operators decide about one document: accepted, or rejected with a reason that its owner reads. The others stay as they are. */
import type { z } from 'zod'
import type { verification } from '#contract/verification.ts'
import { transition } from '#domain/kernel/machine.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { type DocumentStatus, documentMachine } from '#domain/people/document-review.ts'
import { type VerificationStatus, verificationMachine } from '#domain/people/verification.ts'
import { openedFiles } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { keepClaim } from './claim-review.ts'
import { type DocumentRow, selectDocumentsOf } from './document.report.store.ts'
import { type Decided, saveDocumentStatus, selectDocument } from './document.store.ts'
import { reasonOf } from './documents.view.ts'
import { auditSubject, lockSubject, type Subject, saveSubject } from './review-subject.ts'
import {
  documentsComplete,
  lookAtHolds,
  missingDocuments,
  verificationAfter,
  verificationColumns,
} from './verification.ts'

type Call = (typeof verification)['decideDocument']
type Params = z.output<Call['params']>
type Body = z.output<Call['body']>

/**
 * Accepts or rejects one document, of the content and version that was opened: CONFLICT where it was not opened by who decides, is another
 * by now, or was decided meanwhile. Whoever has a rejected document is rejected until it is sent again, alone; who has none any more waits for review.
 */
export async function decideDocument(
  ctx: Ctx,
  { document, ...of }: Params,
  body: Body,
): Promise<z.output<Call['response']>> {
  const subject = await lockSubject(ctx, of)
  const documents = await selectDocumentsOf(ctx, subject.owner)
  const found = await requireOpened(ctx, subject, documents, { document_uuid: document, ...body })
  await keepClaim(ctx, subject.owner)
  const status = transition(documentMachine, 'document', found.status, body.decision)
  // Once it is accepted it asks for nothing more: what it asks for by what it says is there before.
  if (status === 'VERIFIED' && found.kind === 'identification_document')
    requireAllThere(subject, documents, ['status_document'])
  await requireRead(ctx, subject, [found])
  const decided: Decided = { ...reasonIn(body), status: status as DocumentStatus, at: ctx.now }
  await saveDocumentStatus(ctx, [document], decided)
  const after = wholeAfter(subject, documents, document, status as DocumentStatus)
  await saveSubject(ctx, subject.owner, {
    ...verificationColumns(ctx, subject.verification, after),
    ...(after === 'REJECTED' &&
      body.decision === 'reject' && { verification_reason: reasonOf(decided) }),
  })
  auditSubject(
    ctx,
    subject.owner,
    `${body.decision}_document`,
    { status: subject.verification, document_status: found.status },
    {
      status: after,
      document_status: status,
      document_uuid: document,
      sha256: found.sha256,
      version: found.version,
      reason_code: decided.reason_code,
    },
  )
  if (subject.verification !== after) await lookAtHolds(ctx, subject.owner)
  if (status === 'REJECTED') ctx.announce('people.document_rejected', { document_uuid: document })
  return { document_status: status as DocumentStatus, verification_status: after }
}

type Opened = { readonly document_uuid: string; readonly sha256: string; readonly version: number }

/** The document that was opened, as it still is. NOT_FOUND for another's; CONFLICT where it is not the one that counts, or changed. */
async function requireOpened(
  ctx: Ctx,
  { owner }: Subject,
  documents: readonly DocumentRow[],
  opened: Opened,
): Promise<DocumentRow> {
  const found = documents.find(({ document_uuid }) => document_uuid === opened.document_uuid)
  if (found && isAsOpened(found, opened)) return found
  const known = found ?? (await selectDocument(ctx.tx, owner, opened.document_uuid))
  throw known
    ? new Problem('CONFLICT', 'people.problems.changedSince')
    : new Problem('NOT_FOUND', 'people.problems.noSuchDocument')
}

/** TRANSITION_NOT_ALLOWED that names the first document which is needed and missing, of these kinds where they are named. */
export function requireAllThere(
  subject: Subject,
  documents: readonly DocumentRow[],
  kinds?: readonly string[],
): void {
  const missing = missingDocuments(documents, subject.needed(documents))
  const kind = missing.find(one => !kinds || kinds.includes(one))
  if (kind)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.documentMissing', {
      params: { kind },
    })
}

/** Whether a document is what somebody opened: of this content, and neither described nor decided otherwise since. */
export function isAsOpened(
  { sha256, version }: DocumentRow,
  opened: Pick<Opened, 'sha256' | 'version'>,
): boolean {
  return sha256 === opened.sha256 && version === opened.version
}

/** CONFLICT unless the acting operator opened all of these as things stand: nobody accepts or rejects what they did not see. */
export async function requireRead(
  ctx: Ctx,
  subject: Pick<Subject, 'changed_at'>,
  documents: readonly DocumentRow[],
): Promise<void> {
  if ((await unopened(ctx, subject, documents)).length > 0)
    throw new Problem('CONFLICT', 'people.problems.openFirst')
}

/** Which of these the actor has not opened since what is reviewed was last changed: a paper may be held against another name by now. */
export async function unopened<D extends Pick<DocumentRow, 'file_uuid'>>(
  ctx: Ctx,
  { changed_at }: Pick<Subject, 'changed_at'>,
  documents: readonly D[],
): Promise<D[]> {
  const files = documents.map(({ file_uuid }) => file_uuid)
  const opened = await openedFiles(ctx, files, changed_at)
  return documents.filter(({ file_uuid }) => !opened.has(file_uuid))
}

/** What verifying the whole says of, beside what some operator accepted since the last change: all of these have to have been opened. */
export function toAccept<D extends Pick<DocumentRow, 'status' | 'decided_at'>>(
  { changed_at }: Pick<Subject, 'changed_at'>,
  documents: readonly D[],
): D[] {
  return documents.filter(
    ({ status, decided_at }) =>
      status !== 'VERIFIED' ||
      (changed_at !== null && decided_at !== null && decided_at < changed_at),
  )
}

function reasonIn({
  decision,
  reason_code,
  reason,
}: Body): Pick<Decided, 'reason' | 'reason_code'> {
  if (decision === 'verify') return { reason: null, reason_code: null }
  if (!reason_code) throw invalidField('reason_code', 'people.problems.whatIsWrong')
  if (reason_code === 'OTHER' && !reason)
    throw invalidField('reason', 'people.problems.whatIsWrong')
  return { reason_code, reason: reason || null }
}

/** What follows for the whole: a rejected document rejects it; that the last one was accepted after all has it wait again. */
function wholeAfter(
  { verification: before, needed }: Subject,
  documents: readonly DocumentRow[],
  document_uuid: string,
  status: DocumentStatus,
): VerificationStatus {
  if (status === 'REJECTED') return verificationMachine.next(before, 'reject') ?? before
  const then = documents.map(document =>
    document.document_uuid === document_uuid ? { ...document, status } : document,
  )
  const complete = documentsComplete(then, needed(then))
  return before === 'REJECTED' ? verificationAfter(before, { changed: false, complete }) : before
}
