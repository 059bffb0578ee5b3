/** What operators decide about a company or a contractor: verified or not, suspended or not. */
import type { z } from 'zod'
import type { verification } from '#contract/verification.ts'
import { transition } from '#domain/kernel/machine.ts'
import { personName } from '#domain/kernel/names.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import {
  type VerificationAction,
  type VerificationStatus,
  verificationMachine,
} from '#domain/people/verification.ts'
import { updatePerson } from '../identity/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { endClaim, keepClaim } from './claim-review.ts'
import { isAsOpened, requireAllThere, requireRead, toAccept } from './decide-document.ts'
import { type DocumentRow, selectDocumentsOf } from './document.report.store.ts'
import { type DocumentStatus, saveDocumentStatus } from './document.store.ts'
import { updateEmployer } from './employer.store.ts'
import { erasePapers } from './erase-papers.ts'
import { selectMatchSince } from './review-place.report.store.ts'
import { auditSubject, lockSubject, named, type Subject, saveSubject } from './review-subject.ts'
import { selectUsedBy } from './used-before.report.store.ts'
import { lookAtHolds } from './verification.ts'

type Params = z.output<(typeof verification)['changeStanding']['params']>
type Body = z.output<(typeof verification)['changeStanding']['body']>
type Standing = z.output<(typeof verification)['changeStanding']['response']>

/**
 * Verifies, unverifies, suspends or reinstates. Unverifying who is VERIFIED sends them back to review; unverifying who waits
 * for review rejects the documents that wait, with the reason that their owner reads. What is accepted or rejected is what the operator opened
 * and nothing else: of a request that names no documents, as the specification's own, all that wait have to have been. CONFLICT where one was not, where
 * a `version` was looked at that is none any more, another operator has the claim, or a paper is somebody else's as well who is not named: nothing newer is verified or refused unseen. Nobody is
 * verified while they may be somebody on a list of sanctions, nor while a document is missing that what they say of themselves asks for (TRANSITION_NOT_ALLOWED).
 */
export async function changeStanding(
  ctx: Ctx,
  { operation, ...of }: Params,
  body: Body,
): Promise<Standing> {
  const subject = await lockSubject(ctx, of)
  if (body.version !== undefined && body.version !== subject.version)
    throw new Problem('CONFLICT', 'people.problems.changedSince')
  if (operation === 'erase') return erase(ctx, subject, body.reason ?? '')
  if (operation === 'suspend' || operation === 'reinstate')
    return suspend(ctx, subject, operation === 'suspend', body)
  await keepClaim(ctx, subject.owner)
  return decide(ctx, subject, operation, body)
}

async function decide(
  ctx: Ctx,
  subject: Subject,
  operation: 'verify' | 'unverify',
  { reason = '', documents: opened, differences = [], used_by: seen = [] }: Body,
): Promise<Standing> {
  const { owner, verification: before, suspended } = subject
  const action = actionOf(operation, before)
  const documents = await selectDocumentsOf(ctx, owner)
  if (action === 'verify') {
    const party = owner.employer_uuid ?? owner.contractor_sub
    // Who was renamed a moment ago is looked for before the job does.
    await ctx.doors.screening.screenNow(ctx, [party])
    if (await selectMatchSince(ctx.tx, party))
      throw new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.matchWaits')
    requireAllThere(subject, documents)
    await requireAllOpened(ctx, subject, documents, opened)
  }
  const after = transition(verificationMachine, 'verification', before, action)
  const others = action === 'verify' ? await requireUsersSeen(ctx, subject, documents, seen) : []
  if (action === 'reject' && !reason) throw invalidField('reason', 'people.problems.whatIsWrong')
  const [status, decided] = documentsAfter(action, documents)
  if (action === 'reject') await requireRead(ctx, subject, decided)
  const why = action === 'reject' ? reason : null
  const ids = decided.map(({ document_uuid }) => document_uuid)
  await saveDocumentStatus(ctx, ids, { status, reason: why, reason_code: null, at: ctx.now })
  await saveSubject(ctx, owner, {
    verification: after,
    verification_reason: action === 'verify' ? null : reason || null,
    ...(after === 'PENDING_REVIEW' && { documents_at: ctx.now }),
  })
  await endClaim(ctx, owner)
  auditSubject(
    ctx,
    owner,
    operation,
    { status: before },
    {
      status: after,
      documents: decided.map(({ document_uuid, sha256, version }) => ({
        document_uuid,
        sha256,
        version,
      })),
      ...(differences.length > 0 && { differences }),
      ...(others.length > 0 && { used_by: others }),
    },
  )
  if (before !== after) await lookAtHolds(ctx, owner)
  if (action !== 'unverify') ctx.announce('people.verification_decided', named(owner))
  return { verification_status: after, suspended }
}

/**
 * What is verified is what was opened, and all of it: CONFLICT where a document was not opened by who decides since anything was changed, nor
 * accepted since, or, of those that wait, is not among those that are named or another by now; TRANSITION_NOT_ALLOWED while one is rejected, whose owner was told to send it again.
 */
async function requireAllOpened(
  ctx: Ctx,
  subject: Subject,
  documents: readonly DocumentRow[],
  named: Body['documents'],
): Promise<void> {
  const open = documents.filter(({ status }) => status === 'PENDING_REVIEW')
  if (named) requireAsNamed(documents, open, named)
  if (documents.some(({ status }) => status === 'REJECTED'))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.oneIsRejected')
  await requireRead(ctx, subject, toAccept(subject, documents))
}

/**
 * Who else handed in the same papers, by their subs: CONFLICT that names those of them who were not seen. One paper of two people may be a
 * second account of one, who is then paid twice.
 */
async function requireUsersSeen(
  ctx: Ctx,
  { owner: { contractor_sub } }: Subject,
  documents: readonly DocumentRow[],
  seen: readonly string[],
): Promise<string[]> {
  if (contractor_sub === null) return []
  const used = await selectUsedBy(ctx, contractor_sub, documents)
  const others = new Map([...used.values()].flat().map(person => [person.sub, person]))
  const unseen = [...others.values()].filter(({ sub }) => !seen.includes(sub))
  if (unseen.length > 0)
    throw new Problem('CONFLICT', 'people.problems.usedBefore', {
      params: { names: unseen.map(person => personName(person, person.email)).join(', ') },
    })
  return [...others.keys()]
}

/** CONFLICT unless what is named is as it was opened, and all that waits. */
function requireAsNamed(
  documents: readonly DocumentRow[],
  open: readonly DocumentRow[],
  opened: NonNullable<Body['documents']>,
): void {
  const current = new Map(documents.map(document => [document.document_uuid, document]))
  const isOther = opened.some(one => {
    const now = current.get(one.document_uuid)
    return !now || !isAsOpened(now, one)
  })
  const named = new Set(opened.map(({ document_uuid }) => document_uuid))
  if (isOther || open.some(({ document_uuid }) => !named.has(document_uuid)))
    throw new Problem('CONFLICT', 'people.problems.changedSince')
}

/** Who is VERIFIED goes back to review; anyone else is rejected, where the machine allows it. */
function actionOf(
  operation: 'verify' | 'unverify',
  status: VerificationStatus,
): VerificationAction {
  if (operation === 'verify') return 'verify'
  return status === 'VERIFIED' ? 'unverify' : 'reject'
}

/** The status that the documents get, and which of them: rejecting names those that wait, or all when none waits. */
function documentsAfter(
  action: VerificationAction,
  documents: readonly DocumentRow[],
): [DocumentStatus, readonly DocumentRow[]] {
  const waiting = documents.filter(document => document.status === 'PENDING_REVIEW')
  if (action === 'verify')
    return ['VERIFIED', documents.filter(({ status }) => status !== 'VERIFIED')]
  if (action === 'unverify') return ['PENDING_REVIEW', documents]
  return ['REJECTED', waiting.length > 0 ? waiting : documents]
}

/** Asked for on somebody's behalf, with the reason that is kept. */
async function erase(ctx: Ctx, subject: Subject, reason: string): Promise<Standing> {
  if (!reason) throw invalidField('reason', 'people.problems.whyErased')
  const { verification: verification_status, suspended } = await erasePapers(ctx, subject, reason)
  return { verification_status, suspended }
}

async function suspend(
  ctx: Ctx,
  { owner, verification, suspended: before }: Subject,
  suspended: boolean,
  { reason, told }: Body,
): Promise<Standing> {
  const operation = suspended ? 'suspend' : 'reinstate'
  if (before === suspended)
    throw new Problem(
      'TRANSITION_NOT_ALLOWED',
      suspended ? 'people.problems.suspendedAlready' : 'people.problems.notSuspended',
    )
  // The words stay as long as what they say, and in no audit, which would keep them for ever (decision 0163).
  const change = {
    suspended_at: suspended ? ctx.now : null,
    suspension: (suspended && reason) || null,
    told: (suspended && told) || null,
  }
  if (owner.employer_uuid !== null) await updateEmployer(ctx, owner.employer_uuid, change)
  else await updatePerson(ctx, owner.contractor_sub, change, ctx.now)
  auditSubject(ctx, owner, operation, { suspended: before }, { suspended })
  await lookAtHolds(ctx, owner)
  ctx.announce('people.standing_changed', { ...named(owner), suspended, at: ctx.now.toISOString() })
  return { verification_status: verification, suspended }
}
