/** What stands between an offer and its contractor's signature, for who signs it and for who looks at it (decision 0135). */

import { wholeName } from '#domain/kernel/names.ts'
import type { ProblemCode } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { holdName } from '../identity/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getContractorRecord, getEmployerRecord, holdEmployer } from '../people/index.ts'
import type { ContractRow } from './contract.report.store.ts'
import { wasReadBy } from './contract-step.store.ts'
import type { ContractData } from './contract-text.ts'

type Obstacle = { readonly code: ProblemCode; readonly said: Text }

/** Lets nobody rename or suspend the two until the transaction ends; asked before contracts are held (ARCHITECTURE, Lock order). */
export async function holdParties(
  ctx: Ctx,
  { employer_uuid, contractor_sub }: ContractRow,
): Promise<void> {
  await holdEmployer(ctx, employer_uuid)
  await holdName(ctx.tx, contractor_sub)
}

/** Which of the two a paper calls what they are called no more, and both names; undefined where it calls neither so. */
export async function findRenamed(
  ctx: Ctx,
  { employer_uuid, contractor_sub }: ContractRow,
  paper: ContractData,
): Promise<
  | { readonly party: 'employer' | 'contractor'; readonly paper: string; readonly name: string }
  | undefined
> {
  const { legal_name } = await getEmployerRecord(ctx, employer_uuid)
  if (legal_name !== paper.employer.name)
    return { party: 'employer', paper: paper.employer.name, name: legal_name }
  const name = wholeName(await getContractorRecord(ctx, contractor_sub))
  return name === paper.contractor.name
    ? undefined
    : { party: 'contractor', paper: paper.contractor.name, name }
}

/**
 * Why an offer cannot be signed as it waits, undefined when it can: its company is suspended, the paper calls one of the two what they are
 * called no more (then the employer is told to make it anew), or, of who is asked to confirm an agreement that was signed elsewhere, they have not opened its file.
 */
export async function findObstacle(
  ctx: Ctx,
  contract: ContractRow,
  paper: ContractData,
): Promise<Obstacle | undefined> {
  const company = await getEmployerRecord(ctx, contract.employer_uuid)
  const mine = ctx.actor.role === 'employer'
  if (company.suspended_at)
    return {
      code: 'TRANSITION_NOT_ALLOWED',
      said: textOf('contracts.problems.companySuspended', { employer: company.name }),
    }
  const renamed = await findRenamed(ctx, contract, paper)
  if (renamed) {
    const { party, ...names } = renamed
    const key = mine ? 'namedOtherwise' : party === 'employer' ? 'companyRenamed' : 'renamedSince'
    return { code: 'CONTRACT_CHANGED', said: textOf(`contracts.problems.${key}`, names) }
  }
  const { agreement, contract_uuid } = contract
  const { sub, role } = ctx.actor
  const unopened =
    role === 'contractor' &&
    agreement &&
    !(await wasReadBy(ctx.tx, contract_uuid, sub, agreement.sha256))
  return unopened
    ? { code: 'CONFLICT', said: textOf('contracts.problems.openAgreementFirst') }
    : undefined
}
