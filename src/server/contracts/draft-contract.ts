/** Drafting a contract: new terms under an id that the client minted, or other terms of a draft. */
import type { z } from 'zod'
import type { ContractView } from '#contract/contract-shapes.ts'
import type { contracts } from '#contract/contracts.ts'
import { checkDraftTerms } from '#domain/contracts/contract.ts'
import { wrongExhibit } from '#domain/contracts/exhibit.ts'
import { assert } from '#domain/kernel/assert.ts'
import { invalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { relationTo } from '../people/index.ts'
import { contractCurrencies } from '../reference/currencies.ts'
import { type ContractRow, selectContract, selectPolicy } from './contract.report.store.ts'
import {
  type ContractTermsRow,
  insertDraft,
  lockPair,
  selectRunning,
  type TermsGiven,
  updateContract,
} from './contract.store.ts'
import { insertStep } from './contract-step.store.ts'
import { draftChanged } from './draft-changed.ts'
import { deleteEntry, lockEntry } from './entry.store.ts'
import { getContract } from './find-contract.ts'
import { checkRoleLooks } from './role-looks.ts'

type Given = z.output<(typeof contracts)['putContract']['body']>
export type Terms = Omit<Given, 'seen'>
/** The versions of a draft's terms, and of what was typed of it, that somebody saw. */
type Seen = Given['seen']

/**
 * Puts the draft, of which nothing typed waits any more; the same terms again change nothing. What somebody else put or typed since it was `seen` is
 * CONTRACT_CHANGED, which says who and when. A new one in a role in which the contractor's contract runs is the next
 * revision, which supersedes it when it is signed; one in another role stands beside. An id of another employer is NOT_FOUND, and so is one of which
 * terms were seen that are nowhere.
 */
export async function putContract(
  ctx: Ctx,
  contract_uuid: string,
  terms: Terms,
  seen?: Seen,
): Promise<z.output<typeof ContractView>> {
  const employer_uuid = employerOf(ctx.actor)
  await checkTerms(ctx, employer_uuid, terms, { contract_uuid })
  const draft = { ...rowOf(terms), ...(await revisionOf(ctx, { ...terms, employer_uuid })) }
  const given = { terms_at: ctx.now, terms_by: ctx.actor.sub }
  const row = { ...draft, ...given, contract_uuid, employer_uuid, created_at: ctx.now }
  const made = await insertDraft(ctx.tx, row)
  // Terms that somebody saw are of a contract that is there.
  if (made && seen && seen.terms > 0)
    throw new Problem('NOT_FOUND', 'contracts.problems.noSuchContract')
  const { contractor_sub } = draft
  if (made) await insertStep(ctx, { contract_uuid, employer_uuid, contractor_sub }, 'draft')
  const changed = made || (await changeDraft(ctx, row, draft, seen))
  if (changed)
    ctx.audit({
      action: made ? 'draft' : 'edit',
      entity: 'contract',
      entity_uuids: [contract_uuid],
      employer_uuid,
      before: made ? null : { status: 'DRAFT' },
      after: { status: 'DRAFT', ...draft },
    })
  await forgetTyped(ctx, contract_uuid, seen)
  return getContract(ctx, contract_uuid)
}

/** Forgets what was typed of the draft, and of what was seen that alone: anything else waits, and where it was typed over nothing is put. */
async function forgetTyped(ctx: Ctx, contract_uuid: string, seen: Seen): Promise<void> {
  const typed = seen && (await lockEntry(ctx, contract_uuid))
  if (typed && typed.version !== seen.typed)
    throw await draftChanged(ctx, typed.saved_by, typed.saved_at)
  // What is typed for the first time at this moment was not seen: it stays, over the terms that it was typed over.
  if (typed || !seen) await deleteEntry(ctx.tx, contract_uuid)
}

type OfContract = Pick<ContractRow, 'contract_uuid' | 'employer_uuid'>

/**
 * Gives a draft other terms, which unmakes its PDF; answers false when nothing is new. Its contractor stays: who was shown it by a link would
 * be shown what somebody else signs. VALIDATION for another, CONTRACT_CHANGED where its terms are not those that were seen.
 */
async function changeDraft(
  ctx: Ctx,
  { contract_uuid, employer_uuid, terms_at, terms_by }: TermsGiven & OfContract,
  draft: ContractTermsRow,
  seen: Seen,
): Promise<boolean> {
  const known = await selectContract(ctx, contract_uuid)
  if (known?.employer_uuid !== employer_uuid)
    throw new Problem('NOT_FOUND', 'contracts.problems.noSuchContract')
  await lockPair(ctx.tx, known)
  const contract = await selectContract(ctx, contract_uuid)
  assert(contract, 'a contract is never deleted')
  if (isSame(contract, draft)) return false
  if (contract.contractor_sub !== draft.contractor_sub)
    throw invalidField('contractor_sub', 'contracts.problems.otherContractor')
  if (contract.status !== 'DRAFT')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.termsStay', {
      params: { status: contract.status },
    })
  if (seen && seen.terms !== contract.terms_version)
    throw await draftChanged(ctx, contract.terms_by, contract.terms_at)
  const terms_version = contract.terms_version + 1
  const given = { terms_version, terms_at, terms_by, pdf_file_uuid: null, pdf_sha256: null }
  await updateContract(ctx, contract_uuid, { ...draft, ...given })
  return true
}

/** A draft sent again after it went on is a repeated request, as long as it says the same; its revision was decided before. */
function isSame(contract: ContractRow, draft: ContractTermsRow): boolean {
  const { revision, supersedes_uuid: _, ...terms } = draft
  return (
    hasTerms(contract, terms) && (contract.status !== 'DRAFT' || contract.revision === revision)
  )
}

/** Whether a contract says exactly these terms. */
export function hasTerms(contract: ContractRow, terms: ReturnType<typeof rowOf>): boolean {
  const fields = Object.keys(terms) as (keyof typeof terms)[]
  return fields.every(field => contract[field] === terms[field])
}

/**
 * A draft may lack anything; what it has must be able to stand. Who took the terms by other names than a contract's says which: what is wrong
 * is told of these, and of one that is called null, which another says as well, not at all.
 */
export async function checkTerms(
  ctx: Ctx,
  employer_uuid: string,
  terms: Terms,
  {
    contract_uuid,
    called = {},
  }: {
    readonly contract_uuid: string | null
    readonly called?: Readonly<Record<string, string | null>>
  },
): Promise<void> {
  const wrong = checkDraftTerms({ ...terms, scheduled_hours_hundredths: terms.scheduled_hours })
  requireValid(
    wrong.flatMap(field => {
      const own = String(field.loc[1])
      const name = own in called ? called[own] : own
      return name ? [{ ...field, loc: ['body', name] }] : []
    }),
  )
  if (terms.hourly_rate && terms.hourly_rate.currency !== terms.currency)
    throw invalidField('hourly_rate.currency', 'contracts.problems.rateCurrency', {
      currency: terms.currency,
    })
  if (!contractCurrencies().some(currency => currency.code === terms.currency))
    throw invalidField('currency', 'contracts.problems.noContractCurrency')
  requireReadable(terms)
  await checkContractor(ctx, employer_uuid, terms.contractor_sub)
  await checkRoleLooks(ctx, { ...terms, employer_uuid, contract_uuid })
  if (terms.pay_policy_uuid === null) return
  const policy = await selectPolicy(ctx.tx, terms.pay_policy_uuid, employer_uuid)
  if (!policy) throw new Problem('NOT_FOUND', 'contracts.problems.noSuchPolicy')
  if (!policy.approved)
    throw invalidField('pay_policy_uuid', 'contracts.problems.policyNotApproved')
}

/** VALIDATION for an exhibit that takes long to read, or has signs that nobody sees; asked again before a paper is made, of drafts that were put before there was a bound. */
export function requireReadable({
  exhibit_a,
  exhibit_format = 'PLAIN',
}: Pick<Terms, 'exhibit_a' | 'exhibit_format'>): void {
  const wrong = wrongExhibit(exhibit_a, exhibit_format)
  if (wrong) throw invalidField('exhibit_a', wrong.text, wrong.params)
}

/** Throws unless the contractor works with the employer. */
export async function checkContractor(ctx: Ctx, employer_uuid: string, sub: string): Promise<void> {
  const relation = await relationTo(ctx, employer_uuid, sub)
  if (!relation) throw new Problem('NOT_FOUND', 'contracts.problems.noSuchContractor')
  if (relation !== 'ACCEPTED')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.noRelation', {
      params: { relation },
    })
}

/** The columns of a draft that its terms say. */
export function rowOf(terms: Terms): Omit<ContractTermsRow, 'revision' | 'supersedes_uuid'> {
  const { hourly_rate, scheduled_hours, ...rest } = terms
  return {
    ...rest,
    kind: 'CORRIDOR',
    exhibit_format: terms.exhibit_format ?? 'PLAIN',
    country_clauses: terms.country_clauses ?? null,
    agreement_file_uuid: null,
    hourly_rate_minor: hourly_rate?.minor ?? null,
    scheduled_hours_hundredths: scheduled_hours,
  }
}

/** Which revision a draft is of the contract that runs in its role, and which one it would supersede if it were signed now. */
export async function revisionOf(
  ctx: Ctx,
  draft: Pick<ContractRow, 'employer_uuid' | 'contractor_sub' | 'role'>,
): Promise<{ revision: number; supersedes_uuid: string | null }> {
  const running = await selectRunning(ctx.tx, draft)
  return {
    revision: (running?.revision ?? 0) + 1,
    supersedes_uuid: running?.contract_uuid ?? null,
  }
}
