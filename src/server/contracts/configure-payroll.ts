/** Configuring the payroll of a contractor writes their terms: pay follows what both agreed to, and nothing else (decision 0056). */
import type { z } from 'zod'
import type { ContractView } from '#contract/contract-shapes.ts'
import type { contracts } from '#contract/contracts.ts'
import { contractMachine } from '#domain/contracts/contract.ts'
import { wrongExhibit } from '#domain/contracts/exhibit.ts'
import { transition } from '#domain/kernel/machine.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { type Document, requireRoom, storeFile, takeUpload } from '../documents/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type ContractRow, selectContract } from './contract.report.store.ts'
import {
  findDraft,
  findOtherOffer,
  insertDraft,
  lockPair,
  selectRunning,
  updateContract,
} from './contract.store.ts'
import { frozenData } from './contract-document.ts'
import { insertStep, listSteps } from './contract-step.store.ts'
import {
  checkTerms,
  hasTerms,
  putContract,
  revisionOf,
  rowOf,
  type Terms,
} from './draft-contract.ts'
import { hasEntry } from './entry.store.ts'
import { getContract } from './find-contract.ts'
import { findRenamed } from './may-sign.ts'
import { approveContract, auditContract } from './offer-contract.ts'

type View = z.output<typeof ContractView>
type Configuration = z.output<(typeof contracts)['configurePayroll']['body']>

/** What the dates of terms are called where a payroll is configured: its one first day is said once. */
const CALLED = {
  contract_start_date: 'start_date',
  contract_end_date: 'end_date',
  effective_date: null,
} as const

/**
 * Writes the terms of a contractor. Where a contract of ours runs in the role they are drafted as its next revision, with its exhibit, for
 * both to sign; a draft that stands already is left as it is, and refused. Otherwise, or when the agreement was signed elsewhere, they wait for the contractor to confirm them, in the place of others of
 * the role that still wait so. Sent again they change nothing. NOT_FOUND for whom the employer has nothing to do with.
 */
export async function configurePayroll(
  ctx: Ctx,
  contractor_sub: string,
  { signed_elsewhere, agreement, ...given }: Configuration,
): Promise<View> {
  const employer_uuid = employerOf(ctx.actor)
  if (signed_elsewhere === false && agreement)
    throw invalidField('agreement', 'contracts.problems.agreementNotElsewhere')
  const { start_date, end_date, ...pay } = given
  const terms: Terms = {
    ...pay,
    contractor_sub,
    effective_date: start_date,
    contract_start_date: start_date,
    contract_end_date: end_date,
    paid: true,
    exhibit_a: '',
    exhibit_format: 'PLAIN',
  }
  await checkTerms(ctx, employer_uuid, terms, { contract_uuid: null, called: CALLED })
  const document = agreement && (await takeUpload(ctx, agreement, 'agreement'))
  const pair = { employer_uuid, contractor_sub, role: terms.role }
  await lockPair(ctx.tx, pair)
  const running = await runningOf(ctx, pair)
  const outside = signed_elsewhere ?? (document !== undefined || running?.kind !== 'CORRIDOR')
  return outside || !running
    ? stateTerms(ctx, { ...terms, employer_uuid }, document)
    : draftRevision(ctx, running, terms)
}

async function runningOf(
  ctx: Ctx,
  pair: Pick<ContractRow, 'employer_uuid' | 'contractor_sub' | 'role'>,
): Promise<ContractRow | undefined> {
  const running = await selectRunning(ctx.tx, pair)
  return running && selectContract(ctx, running.contract_uuid)
}

/**
 * The next revision of a contract of ours: its exhibit and its start, other terms from the day that was given. What somebody drew up of it is
 * theirs to change or to discard: with other terms, or while something typed of it waits, it is TRANSITION_NOT_ALLOWED, which names them; and so is an
 * exhibit of before that could not be put as it is, which only its own page can mend.
 */
async function draftRevision(ctx: Ctx, running: ContractRow, terms: Terms): Promise<View> {
  const { exhibit_a, exhibit_format, country_clauses, contract_start_date } = running
  const start =
    terms.effective_date < contract_start_date ? terms.effective_date : contract_start_date
  const next = {
    ...terms,
    role: running.role,
    contract_start_date: start,
    exhibit_a,
    exhibit_format,
    country_clauses,
  }
  const wrong = wrongExhibit(exhibit_a, exhibit_format)
  if (wrong)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.exhibitToMend', {
      params: { role: running.role, why: wrong },
    })
  const draft = await findDraft(ctx.tx, running)
  if (!draft) return putContract(ctx, newUuid(), next)
  if (!(await says(ctx, draft, next))) throw await draftStands(ctx, draft, running.role)
  return getContract(ctx, draft)
}

/** Whether a draft has these terms, and nothing else was typed of it since. */
async function says(ctx: Ctx, contract_uuid: string, terms: Terms): Promise<boolean> {
  const contract = await selectContract(ctx, contract_uuid)
  return (
    contract !== undefined &&
    hasTerms(contract, rowOf(terms)) &&
    !(await hasEntry(ctx.tx, contract_uuid))
  )
}

async function draftStands(ctx: Ctx, contract_uuid: string, role: string): Promise<Problem> {
  const drafted = (await listSteps(ctx.tx, contract_uuid)).find(({ what }) => what === 'draft')
  return new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.draftStands', {
    params: { name: drafted?.name ?? '', role },
  })
}

/** States the terms of an agreement that was signed elsewhere, for the contractor to confirm. */
async function stateTerms(
  ctx: Ctx,
  terms: Terms & { readonly employer_uuid: string },
  document: Document | undefined,
): Promise<View> {
  const { employer_uuid, contractor_sub } = terms
  const contract_uuid = newUuid()
  const own = { contract_uuid, employer_uuid, contractor_sub, role: terms.role }
  const waiting = await waitingTerms(ctx, own)
  if (waiting && (await isSame(ctx, waiting, terms, document)))
    return getContract(ctx, waiting.contract_uuid)
  if (waiting) await withdraw(ctx, waiting)
  const agreement_file_uuid = document ? await attach(ctx, own, document) : null
  const draft = {
    ...rowOf(terms),
    ...(await revisionOf(ctx, own)),
    kind: 'OUTSIDE' as const,
    agreement_file_uuid,
  }
  const given = { terms_at: ctx.now, terms_by: ctx.actor.sub, created_at: ctx.now }
  await insertDraft(ctx.tx, { ...draft, ...given, contract_uuid, employer_uuid })
  await insertStep(ctx, own, 'draft')
  ctx.audit({
    action: 'draft',
    entity: 'contract',
    entity_uuids: [contract_uuid],
    employer_uuid,
    before: null,
    after: { status: 'DRAFT', ...draft },
  })
  const { name, email } = ctx.actor
  return approveContract(ctx, contract_uuid, {
    employer_signer_name: name,
    employer_signer_email: email,
    employer_signer_title: '',
  })
}

/** The terms of the role that wait to be confirmed. An offer that was drawn up here is answered first: it is never withdrawn by the way. */
async function waitingTerms(
  ctx: Ctx,
  own: Pick<ContractRow, 'contract_uuid' | 'employer_uuid' | 'contractor_sub' | 'role'>,
): Promise<ContractRow | undefined> {
  const other = await findOtherOffer(ctx.tx, own)
  if (!other) return undefined
  if (other.kind !== 'OUTSIDE')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.anotherOfferWaits')
  return selectContract(ctx, other.contract_uuid)
}

/** Whether terms that wait say the same, on a paper that can still be signed: one with a name of before is made anew. */
async function isSame(
  ctx: Ctx,
  waiting: ContractRow,
  terms: Terms,
  document: Document | undefined,
): Promise<boolean> {
  const file = document ? sha256(document.bytes) : undefined
  return (
    waiting.hourly_rate_minor === terms.hourly_rate?.minor &&
    waiting.scheduled_hours_hundredths === terms.scheduled_hours &&
    (['currency', 'pay_policy_uuid', 'contract_start_date', 'contract_end_date'] as const).every(
      field => waiting[field] === terms[field],
    ) &&
    waiting.agreement?.sha256 === file &&
    !(await findRenamed(ctx, waiting, await frozenData(ctx, waiting)))
  )
}

async function withdraw(ctx: Ctx, waiting: ContractRow): Promise<void> {
  const status = transition(contractMachine, 'contract', waiting.status, 'discard')
  await updateContract(ctx, waiting.contract_uuid, { status, withdrawn_at: ctx.now })
  auditContract(ctx, waiting, 'discard', waiting, { status })
}

async function attach(
  ctx: Ctx,
  { employer_uuid, contractor_sub }: Pick<ContractRow, 'employer_uuid' | 'contractor_sub'>,
  document: Document,
): Promise<string> {
  const owner = { employer_uuid, contractor_sub }
  await requireRoom(ctx, owner, [document])
  return storeFile(ctx, { ...owner, ...document, kind: 'agreement' })
}
