/** The company as its people see and name it. */

import type { z } from 'zod'
import type { Employer, people } from '#contract/people.ts'
import type { Money } from '#domain/kernel/money.ts'
import { employerName, legalName } from '#domain/kernel/names.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { slugDomain } from '#domain/people/employer-domain.ts'
import { reopensVerification, type VerificationStatus } from '#domain/people/verification.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { addressLines } from '../reference/addresses.ts'
import { selectDocumentsOf } from './document.report.store.ts'
import type { Owner } from './document.store.ts'
import { presentDocuments } from './documents.view.ts'
import { selectPolicies } from './employer.report.store.ts'
import {
  domainIsTaken,
  type EmployerRow,
  lockDomains,
  lockEmployer,
  selectEmployer,
  updateEmployer,
} from './employer.store.ts'
import {
  documentsComplete,
  lookAtHolds,
  verificationAfter,
  verificationColumns,
} from './verification.ts'

type Naming = z.output<(typeof people)['putEmployerName']['body']>

export type EmployerRecord = EmployerRow & {
  /** What people read: the business name, else the corporation's, else the domain. */
  readonly name: string
  /** What contracts and documents read: the corporation's name. */
  readonly legal_name: string
  readonly address_lines: readonly string[]
  /** Above this sum approving asks for a fresh proof of who approves; null where the platform's limit counts. */
  readonly approval_limit: Money | null
}

/** The employer with its names; NOT_FOUND when there is none that the actor may see. */
export async function getEmployerRecord(ctx: Ctx, employer_uuid: string): Promise<EmployerRecord> {
  const employer = await selectEmployer(ctx.tx, employer_uuid)
  if (!employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  const { currency, approval_limit_minor: minor } = employer
  return {
    ...employer,
    name: employerName(employer),
    legal_name: legalName(employer),
    address_lines: addressLines(employer),
    approval_limit: minor === null ? null : { currency, minor },
  }
}

/** Where the acting employer is at home: its holidays are kept. */
export async function homeOf(
  ctx: Ctx,
): Promise<{ country_code: string; subdivision_code: string | null }> {
  const { country_code, subdivision_code } = await getEmployerRecord(ctx, employerOf(ctx.actor))
  return { country_code, subdivision_code }
}

/** The company with its documents and policies. */
export async function getEmployer(ctx: Ctx): Promise<z.output<typeof Employer>> {
  const employer = await getEmployerRecord(ctx, employerOf(ctx.actor))
  const owner: Owner = { employer_uuid: employer.employer_uuid, contractor_sub: null }
  const documents = await presentDocuments(ctx, await selectDocumentsOf(ctx.tx, owner))
  const policies = (await selectPolicies(ctx.tx, employer.employer_uuid)).map(policy => ({
    uuid: policy.policy_uuid,
    label: policy.label,
    period_type: policy.period_type,
    approved: policy.approved_at !== null,
  }))
  return {
    ...employer,
    verified: employer.verification === 'VERIFIED',
    verification_status: employer.verification,
    kyc_info: {
      corporation_name: employer.corporation_name,
      business_name: employer.business_name,
      documents,
    },
    approved_payroll_policies: policies.filter(policy => policy.approved),
    payroll_policies: policies,
  }
}

/** Sets the sum above which approving asks for a fresh proof of who approves; null is the platform's limit. */
export async function setApprovalLimit(ctx: Ctx, amount: Money | null): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  const { currency, approval_limit } = await getEmployerRecord(ctx, employer_uuid)
  if (amount && amount.currency !== currency)
    throw invalidField('amount', 'people.problems.limitCurrency', { currency })
  if (amount && amount.minor < 0n) throw invalidField('amount', 'people.problems.limitNegative')
  await updateEmployer(ctx.tx, employer_uuid, { approval_limit_minor: amount?.minor ?? null })
  ctx.audit({
    action: 'set_approval_limit',
    entity: 'employer',
    entity_uuids: [employer_uuid],
    employer_uuid,
    before: { approval_limit },
    after: { approval_limit: amount },
  })
}

/**
 * Names the company. The first naming gives it its domain for good; another legal name of a VERIFIED company asks for a new
 * review.
 */
export async function nameEmployer(ctx: Ctx, naming: Naming): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  const owner: Owner = { employer_uuid, contractor_sub: null }
  const employer = await lockEmployer(ctx.tx, employer_uuid)
  if (!employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  const { verification: before } = employer
  const after = await statusAfterNaming(ctx, employer, owner, naming)
  const domain = employer.domain ?? (await freeDomain(ctx, naming.corporation_name))
  await updateEmployer(ctx.tx, employer_uuid, {
    ...naming,
    domain,
    ...verificationColumns(ctx, before, after),
  })
  ctx.audit({
    action: 'name',
    entity: 'employer',
    entity_uuids: [employer_uuid],
    employer_uuid,
    before: { status: before, corporation_name: employer.corporation_name },
    after: { status: after, domain, ...naming },
  })
  if (before !== after) await lookAtHolds(ctx, owner)
}

async function statusAfterNaming(
  ctx: Ctx,
  employer: EmployerRow,
  owner: Owner,
  { corporation_name }: Naming,
): Promise<VerificationStatus> {
  const documents = await selectDocumentsOf(ctx.tx, owner)
  const facts = (legal_name: string) => ({
    legal_name,
    country: employer.country_code,
    identity_documents: documents.map(document => document.sha256),
  })
  return verificationAfter(employer.verification, {
    changed: reopensVerification(facts(employer.corporation_name), facts(corporation_name)),
    complete: documentsComplete(documents, ['articles_of_incorporation']),
  })
}

/** The first free domain. Only one transaction at a time looks, so that two companies never choose the same. */
async function freeDomain(ctx: Ctx, corporation_name: string): Promise<string> {
  await lockDomains(ctx.tx)
  const taken = new Set<string>()
  for (;;) {
    const domain = slugDomain(ctx.actor.email, corporation_name, name => taken.has(name))
    if (!(await domainIsTaken(ctx.tx, domain))) return domain
    taken.add(domain)
  }
}
