/** The company as its people see and name it. */

import type { z } from 'zod'
import type { Employer } from '#contract/company.ts'
import type { CompanyDetails } from '#contract/company-details.ts'
import type { Money } from '#domain/kernel/money.ts'
import { employerName, legalName } from '#domain/kernel/names.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { getEmployerAccounts } from '../destinations/index.ts'
import { approversOf } from '../identity/index.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { addressLines, presentAddress, type StoredAddress } from '../reference/addresses.ts'
import { type DetailsRow, selectDetails } from './company-details.store.ts'
import { selectDocumentsOf } from './document.report.store.ts'
import type { Owner } from './document.store.ts'
import { presentDocuments } from './documents.view.ts'
import { selectPolicies } from './employer.report.store.ts'
import { type EmployerRow, lockEmployer, selectEmployer, updateEmployer } from './employer.store.ts'

export type EmployerRecord = EmployerRow & {
  /** What people read: the business name, else the corporation's, else the domain. */
  readonly name: string
  /** What contracts and documents read: the corporation's name. */
  readonly legal_name: string
  readonly address_lines: readonly string[]
  /** Above this sum approving asks for a fresh proof of who approves; null where the platform's limit counts. */
  readonly approval_limit: Money | null
  /** Above this sum two people approve; null where one is always enough. */
  readonly two_approvers_above: Money | null
}

/** The employer with its names; NOT_FOUND when there is none that the actor may see. */
export async function getEmployerRecord(ctx: Ctx, employer_uuid: string): Promise<EmployerRecord> {
  const employer = await selectEmployer(ctx, employer_uuid)
  if (!employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  const { currency, approval_limit_minor: limit, two_approvers_above_minor: above } = employer
  return {
    ...employer,
    name: employerName(employer),
    legal_name: legalName(employer),
    address_lines: addressLines(employer.registered_address ?? employer),
    approval_limit: limit === null ? null : { currency, minor: limit },
    two_approvers_above: above === null ? null : { currency, minor: above },
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
  const documents = await presentDocuments(ctx, await selectDocumentsOf(ctx, owner))
  const [details] = await selectDetails(ctx, [employer.employer_uuid])
  const accounts = await getEmployerAccounts(ctx, employer.employer_uuid)
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
      details: presentDetails(details, employer.registered_address),
      documents,
    },
    bank_accounts: accounts.filter(({ kind }) => kind === 'bank'),
    crypto_accounts: accounts.filter(({ kind }) => kind === 'wallet'),
    banking_info: accounts.findLast(({ bank }) => bank)?.bank ?? null,
    approved_payroll_policies: policies.filter(policy => policy.approved),
    payroll_policies: policies,
  }
}

/** Sets the sum above which approving asks for a fresh proof of who approves; null is the platform's limit. */
export async function setApprovalLimit(ctx: Ctx, amount: Money | null): Promise<void> {
  const { employer_uuid, approval_limit } = await lockedForLimit(ctx, amount)
  await updateEmployer(ctx, employer_uuid, { approval_limit_minor: amount?.minor ?? null })
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
 * Sets the sum above which two people approve; null where one is enough for any. Everybody who may approve is told. VALIDATION while there
 * are not two who could.
 */
export async function setTwoApprovers(ctx: Ctx, above: Money | null): Promise<void> {
  const { employer_uuid, two_approvers_above: before } = await lockedForLimit(ctx, above)
  if (above?.minor === before?.minor) return
  if (above && (await approversOf(ctx, employer_uuid)).length < 2)
    throw invalidField('amount', 'people.problems.onlyOneApprover')
  await updateEmployer(ctx, employer_uuid, { two_approvers_above_minor: above?.minor ?? null })
  ctx.audit({
    action: 'set_two_approvers',
    entity: 'employer',
    entity_uuids: [employer_uuid],
    employer_uuid,
    before: { two_approvers_above: before },
    after: { two_approvers_above: above },
  })
  ctx.announce('people.approvers_rule_changed', { employer_uuid, by: ctx.actor.sub })
}

/** The acting company, held so that a limit in one currency never meets a company that has just chosen another. */
async function lockedForLimit(ctx: Ctx, amount: Money | null): Promise<EmployerRecord> {
  const employer_uuid = employerOf(ctx.actor)
  await lockEmployer(ctx, employer_uuid)
  const employer = await getEmployerRecord(ctx, employer_uuid)
  const { currency } = employer
  if (amount && amount.currency !== currency)
    throw invalidField('amount', 'people.problems.limitCurrency', { currency })
  if (amount && amount.minor < 0n) throw invalidField('amount', 'people.problems.limitNegative')
  return employer
}

/** What a company says of itself, with where it is registered; null until it did. */
export function presentDetails(
  details: DetailsRow | undefined,
  registered: StoredAddress | null,
): z.output<typeof CompanyDetails> | null {
  const registered_address = presentAddress(registered)
  if (!details || !registered_address) return null
  const { given_by_name, beneficial_owners, ...said } = details
  return {
    ...said,
    registered_address,
    beneficial_owners: beneficial_owners.map(({ share_bps, ...owner }) => ({
      ...owner,
      share: share_bps,
    })),
    given_by: given_by_name,
  }
}
