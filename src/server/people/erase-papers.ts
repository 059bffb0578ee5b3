/** Papers of people who left are erased: when somebody asks for it, and by themselves once the law no longer asks to keep them. */
import { transition } from '#domain/kernel/machine.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Erasure, erasureOf, keptSince } from '#domain/people/erasure.ts'
import { verificationMachine } from '#domain/people/verification.ts'
import { removeFiles } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Unit, workEach } from '../kernel/work-each.ts'
import { type DocumentRow, selectDocumentsOf } from './document.report.store.ts'
import { eraseDocuments } from './document.store.ts'
import {
  type StoredPaper,
  selectEnded,
  selectKeptPapers,
  selectOutlived,
} from './erasure.report.store.ts'
import { auditSubject, lockSubject, type Subject, saveSubject } from './review-subject.ts'
import { documentsComplete, lookAtHolds } from './verification.ts'

/** What may be erased of a contractor today. */
export async function findErasure(ctx: Ctx, sub: string): Promise<Erasure> {
  return (await erasable(ctx, sub)).erasure
}

/**
 * Erases the papers of a contractor that may be: their files with the only keys to them, their numbers and names. Who has none left is
 * unverified. TRANSITION_NOT_ALLOWED while they work for somebody or are owed pay, and where nothing may be erased yet, with the day.
 */
export async function erasePapers(ctx: Ctx, subject: Subject, reason: string): Promise<Subject> {
  const sub = subject.owner.contractor_sub
  if (sub === null) throw new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.papersOfCompany')
  const { erasure, papers } = await erasable(ctx, sub)
  if (erasure.kind === 'engaged')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.stillEngaged')
  if (erasure.kind === 'nothing')
    throw erasure.kept_until
      ? new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.keptByLaw', {
          params: { date: erasure.kept_until },
        })
      : new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.nothingToErase')
  const files = papers.filter(paper => erasure.document_uuids.includes(paper.document_uuid))
  await eraseDocuments(ctx.tx, erasure.document_uuids, ctx.now)
  await removeFiles(
    ctx,
    files.map(({ file_uuid }) => file_uuid),
    'erased',
  )
  const { verification: before } = subject
  const after = verificationWith(subject, await selectDocumentsOf(ctx, subject.owner))
  await saveSubject(ctx, subject.owner, { verification: after, verification_reason: null })
  auditSubject(
    ctx,
    subject.owner,
    'erase_papers',
    { status: before },
    {
      status: after,
      documents: erasure.document_uuids,
      kept_until: erasure.kept_until,
      reason: reason || null,
    },
  )
  if (before !== after) await lookAtHolds(ctx, subject.owner)
  ctx.announce('people.papers_erased', { contractor_sub: sub, kept_until: erasure.kept_until })
  return { ...subject, verification: after }
}

/** Who no longer has what is asked for is unverified. */
function verificationWith({ verification, needed }: Subject, left: readonly DocumentRow[]) {
  const stays = verification === 'UNVERIFIED' || documentsComplete(left, needed(left))
  return stays
    ? verification
    : transition(verificationMachine, 'verification', verification, 'erase')
}

/** Job: erases the papers of people whom the law no longer asks to know, each in a unit of its own: one whose cannot be erased keeps nobody else's. */
export async function eraseOutlived(unit: Unit): Promise<void> {
  await workEach(
    unit,
    (ctx, after, limit) => selectOutlived(ctx.tx, keptSince(ctx.today), { after, limit }),
    sub => sub,
    async (ctx, sub) => {
      const subject = await lockSubject(ctx, { userTypes: 'contractors', sub })
      // Who came back meanwhile keeps theirs.
      if ((await findErasure(ctx, sub)).kind === 'erase') await erasePapers(ctx, subject, '')
    },
  )
}

async function erasable(
  ctx: Ctx,
  sub: string,
): Promise<{ erasure: Erasure; papers: readonly StoredPaper[] }> {
  const ended = await selectEnded(ctx.tx, sub)
  if (!ended) throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  const papers = await selectKeptPapers(ctx.tx, sub)
  return { erasure: erasureOf(ended, papers, ctx.today), papers }
}
