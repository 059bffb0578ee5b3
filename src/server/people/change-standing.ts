/** What operators decide about a company or a contractor: verified or not, suspended or not. */
import type { z } from 'zod'
import type { verification } from '#contract/verification.ts'
import { transition } from '#domain/kernel/machine.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import {
  type VerificationAction,
  type VerificationStatus,
  verificationMachine,
} from '#domain/people/verification.ts'
import { updatePerson } from '../identity/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockContractor, updateContractor } from './contractor.store.ts'
import { type DocumentRow, selectDocumentsOf } from './document.report.store.ts'
import { type DocumentStatus, type Owner, saveDocumentStatus } from './document.store.ts'
import { findEmployerId } from './employer.report.store.ts'
import { lockEmployer, updateEmployer } from './employer.store.ts'
import { lookAtHolds } from './verification.ts'

type Params = z.output<(typeof verification)['changeStanding']['params']>
type Body = z.output<(typeof verification)['changeStanding']['body']>
type Standing = z.output<(typeof verification)['changeStanding']['response']>
type Subject = {
  readonly owner: Owner
  readonly verification: VerificationStatus
  readonly suspended: boolean
  readonly version: number
}

/**
 * Verifies, unverifies, suspends or reinstates. Unverifying who is VERIFIED sends them back to review; unverifying who waits
 * for review rejects the documents that wait, with the reason that their owner reads. CONFLICT where a `version` was looked at that is
 * none any more: nothing newer is verified or refused unseen.
 */
export async function changeStanding(
  ctx: Ctx,
  { userTypes, sub, operation }: Params,
  { reason = '', version }: Body,
): Promise<Standing> {
  const subject =
    userTypes === 'employers' ? await lockCompany(ctx, sub) : await lockPerson(ctx, sub)
  if (version !== undefined && version !== subject.version)
    throw new Problem('CONFLICT', 'people.problems.changedSince')
  return operation === 'suspend' || operation === 'reinstate'
    ? suspend(ctx, subject, operation === 'suspend', reason)
    : decide(ctx, subject, operation, reason)
}

async function lockCompany(ctx: Ctx, name: string): Promise<Subject> {
  const employer_uuid = await findEmployerId(ctx.tx, name)
  const employer = employer_uuid && (await lockEmployer(ctx, employer_uuid))
  if (!employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  return {
    owner: { employer_uuid: employer.employer_uuid, contractor_sub: null },
    verification: employer.verification,
    suspended: employer.suspended_at !== null,
    version: employer.version,
  }
}

async function lockPerson(ctx: Ctx, sub: string): Promise<Subject> {
  const contractor = await lockContractor(ctx, sub)
  if (!contractor) throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  return {
    owner: { employer_uuid: null, contractor_sub: sub },
    verification: contractor.verification,
    suspended: contractor.suspended_at !== null,
    version: contractor.version,
  }
}

async function decide(
  ctx: Ctx,
  { owner, verification: before, suspended }: Subject,
  operation: 'verify' | 'unverify',
  reason: string,
): Promise<Standing> {
  const action = actionOf(operation, before)
  const after = transition(verificationMachine, 'verification', before, action)
  if (action === 'reject' && !reason) throw invalidField('reason', 'people.problems.whatIsWrong')
  const documents = await selectDocumentsOf(ctx, owner)
  const [status, decided] = documentsAfter(action, documents)
  const why = action === 'reject' ? reason : null
  await saveDocumentStatus(ctx.tx, decided, { status, reason: why, at: ctx.now })
  const columns = {
    verification: after,
    verification_reason: action === 'verify' ? null : reason || null,
    ...(after === 'PENDING_REVIEW' && { documents_at: ctx.now }),
  }
  await save(ctx, owner, columns)
  auditStanding(
    ctx,
    owner,
    operation,
    { status: before },
    { status: after, reason: reason || null, documents: decided },
  )
  if (before !== after) await lookAtHolds(ctx, owner)
  if (action !== 'unverify') ctx.announce('people.verification_decided', named(owner))
  return { verification_status: after, suspended }
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
): [DocumentStatus, string[]] {
  const ids = (some: readonly DocumentRow[]) => some.map(document => document.document_uuid)
  const waiting = documents.filter(document => document.status === 'PENDING_REVIEW')
  if (action === 'verify') return ['VERIFIED', ids(documents)]
  if (action === 'unverify') return ['PENDING_REVIEW', ids(documents)]
  return ['REJECTED', ids(waiting.length > 0 ? waiting : documents)]
}

async function suspend(
  ctx: Ctx,
  { owner, verification, suspended: before }: Subject,
  suspended: boolean,
  reason: string,
): Promise<Standing> {
  const operation = suspended ? 'suspend' : 'reinstate'
  if (before === suspended)
    throw new Problem(
      'TRANSITION_NOT_ALLOWED',
      suspended ? 'people.problems.suspendedAlready' : 'people.problems.notSuspended',
    )
  const suspended_at = suspended ? ctx.now : null
  if (owner.employer_uuid !== null) await updateEmployer(ctx, owner.employer_uuid, { suspended_at })
  else await updatePerson(ctx, owner.contractor_sub, { suspended_at })
  auditStanding(ctx, owner, operation, { suspended: before }, { suspended, reason: reason || null })
  await lookAtHolds(ctx, owner)
  return { verification_status: verification, suspended }
}

async function save(
  ctx: Ctx,
  owner: Owner,
  columns: Parameters<typeof updateContractor>[2] & Parameters<typeof updateEmployer>[2],
): Promise<void> {
  if (owner.employer_uuid !== null) await updateEmployer(ctx, owner.employer_uuid, columns)
  else await updateContractor(ctx, owner.contractor_sub, columns)
}

function named(owner: Owner): { kind: 'employer' | 'contractor'; id: string } {
  return owner.employer_uuid !== null
    ? { kind: 'employer', id: owner.employer_uuid }
    : { kind: 'contractor', id: owner.contractor_sub }
}

function auditStanding(
  ctx: Ctx,
  owner: Owner,
  action: string,
  before: object,
  after: object,
): void {
  const { kind: entity, id } = named(owner)
  ctx.audit({
    action,
    entity,
    entity_uuids: [id],
    employer_uuid: owner.employer_uuid,
    before,
    after,
  })
}
