/** The company as its people see and name it. */

import type { z } from 'zod'
import type { Band, Employer } from '#contract/company.ts'
import type { CompanyDetails } from '#contract/company-details.ts'
import type { Money } from '#domain/kernel/money.ts'
import { employerName, legalName } from '#domain/kernel/names.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import {
  type ApprovalBand,
  type BandFault,
  bandFault,
  bandsOf,
  type StoredBand,
  twoAbove,
} from '#domain/payroll/approval-bands.ts'
import { getEmployerAccounts } from '../destinations/index.ts'
import { approversOf, lockApprovers } from '../identity/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { type Ctx, toJson } from '../kernel/unit-of-work.ts'
import { requireSeen, versionOf } from '../kernel/version-of.ts'
import { addressLines, presentAddress, type StoredAddress } from '../reference/addresses.ts'
import { type DetailsRecord, type DetailsRow, selectDetails } from './company-details.store.ts'
import { selectDocumentsOf } from './document.report.store.ts'
import type { Owner } from './document.store.ts'
import { presentDocuments } from './documents.view.ts'
import { selectPolicies } from './employer.report.store.ts'
import { type EmployerRow, lockEmployer, selectEmployer, updateEmployer } from './employer.store.ts'
import { payrollConfigurations } from './payroll-configurations.ts'

export type EmployerRecord = EmployerRow & {
  /** What people read: the business name, else the corporation's, else the domain. */
  readonly name: string
  /** What contracts and documents read: the corporation's name. */
  readonly legal_name: string
  readonly address_lines: readonly string[]
  /** The country whose company it is: where it said that it is registered, until then where it signed up. Its law is that of contracts, its tax forms follow from it. */
  readonly established_in: string
  /** Above this sum approving asks for a fresh proof of who approves; null where the platform's limit counts. */
  readonly approval_limit: Money | null
  /** How many approve, and who is to be among them, by the sum in the company's currency. */
  readonly bands: readonly ApprovalBand[]
}

/** The employer with its names; NOT_FOUND when there is none that the actor may see. */
export async function getEmployerRecord(ctx: Ctx, employer_uuid: string): Promise<EmployerRecord> {
  const employer = await selectEmployer(ctx, employer_uuid)
  if (!employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  const { currency, approval_limit_minor: limit, two_approvers_above_minor: above } = employer
  const stored = employer.approval_bands as readonly StoredBand[] | null
  return {
    ...employer,
    name: employerName(employer),
    legal_name: legalName(employer),
    address_lines: addressLines(employer.registered_address ?? employer),
    established_in: establishedIn(employer),
    approval_limit: limit === null ? null : { currency, minor: limit },
    bands: bandsOf(stored, above),
  }
}

/** The country whose company one is: of its registered address, until there is one where it signed up. */
export function establishedIn({
  registered_address,
  country_code,
}: {
  readonly registered_address: StoredAddress | null
  readonly country_code: string
}): string {
  return registered_address?.country_code ?? country_code
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
  const [accounts, found, payroll_configurations] = await Promise.all([
    getEmployerAccounts(ctx, employer.employer_uuid),
    selectPolicies(ctx.tx, employer.employer_uuid),
    payrollConfigurations(ctx, employer.employer_uuid),
  ])
  const policies = found.map(policy => ({
    uuid: policy.policy_uuid,
    label: policy.label,
    period_type: policy.period_type,
    approved: policy.approved_at !== null,
  }))
  return {
    ...employer,
    approval_bands: employer.bands.map(({ above_minor: minor, named, ...band }) => ({
      ...band,
      named: [...named],
      above: { currency: employer.currency, minor },
    })),
    bands_version: versionOf(employer.bands),
    verified: employer.verification === 'VERIFIED',
    verification_status: employer.verification,
    kyc_info: {
      corporation_name: employer.corporation_name,
      business_name: employer.business_name,
      names_version: versionOfNames(employer),
      details: presentDetails(details, employer.registered_address),
      version: versionOfDetails(details, employer.registered_address),
      documents,
    },
    bank_accounts: accounts.filter(({ kind }) => kind === 'bank'),
    crypto_accounts: accounts.filter(({ kind }) => kind === 'wallet'),
    banking_info: accounts.findLast(({ bank }) => bank)?.bank ?? null,
    approved_payroll_policies: policies.filter(policy => policy.approved),
    payroll_policies: policies,
    payroll_configurations,
  }
}

/** Sets the sum above which approving asks for a fresh proof of who approves; null is the platform's limit. CONFLICT where it is not as it was `seen`. */
export async function setApprovalLimit(
  ctx: Ctx,
  amount: Money | null,
  seen?: Money | null,
): Promise<void> {
  const { employer_uuid, approval_limit } = await lockedForLimit(ctx, amount)
  if (amount?.minor === approval_limit?.minor) return
  requireSeen(seen, approval_limit)
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
 * Sets how many approve, and who is to be among them, by the sum of a pay. Everybody who may approve is told. VALIDATION names the band
 * that is wrong, and what of it; CONFLICT where they are not as they were `seen`.
 */
export async function setApprovalBands(
  ctx: Ctx,
  wanted: readonly WireBand[],
  seen?: string,
): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  // Nobody who is named leaves meanwhile, and nobody approves by the bands of before.
  await lockApprovers(ctx, employer_uuid)
  await lockEmployer(ctx, employer_uuid)
  const { currency, bands: before } = await getEmployerRecord(ctx, employer_uuid)
  const other = wanted.findIndex(({ above }) => above.currency !== currency)
  if (other >= 0)
    throw invalidField(`bands.${other}.above`, 'people.problems.limitCurrency', { currency })
  const bands = wanted.map(({ above, approvers, among, named }) => ({
    ...{ above_minor: above.minor, approvers, among, named: [...new Set(named)].sort() },
  }))
  const team = await approversOf(ctx, employer_uuid)
  const fault = bandFault(
    bands,
    team.map(({ sub }) => sub),
  )
  if (fault) throw invalidField(`bands.${fault.at}.${fault.field}`, WRONG_BAND[fault.why])
  if (toJson(bands) === toJson(before)) return
  requireSeen(seen, versionOf(before))
  await updateEmployer(ctx, employer_uuid, {
    approval_bands: bands,
    two_approvers_above_minor: twoAbove(bands),
  })
  ctx.audit({
    action: 'set_approval_bands',
    entity: 'employer',
    entity_uuids: [employer_uuid],
    employer_uuid,
    before: { bands: before },
    after: { bands },
  })
  ctx.announce('people.approvers_rule_changed', { employer_uuid, by: ctx.actor.sub })
}

type WireBand = z.output<typeof Band>

const WRONG_BAND: Readonly<Record<BandFault['why'], TextKey>> = {
  ORDER: 'people.problems.bands.order',
  NEGATIVE: 'people.problems.limitNegative',
  FEWER: 'people.problems.bands.fewer',
  LOOSER: 'people.problems.bands.looser',
  NO_SECOND: 'people.problems.onlyOneApprover',
  NOBODY: 'people.problems.bands.nobody',
  NOT_APPROVER: 'people.problems.bands.notApprover',
  NOT_NAMED: 'people.problems.bands.notNamed',
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

/** Names what a company is called. */
export function versionOfNames({
  corporation_name,
  business_name,
}: Pick<EmployerRow, 'corporation_name' | 'business_name'>): string {
  return versionOf([corporation_name, business_name])
}

/** Names what a company says of itself and where it is registered, as `getEmployer` shows both; not who said so. */
export function versionOfDetails(
  details: DetailsRecord | undefined,
  registered: StoredAddress | null,
): string {
  if (!details) return versionOf(null)
  const { registration_number, country_of_incorporation, date_of_incorporation } = details
  return versionOf([
    ...[registration_number, country_of_incorporation, date_of_incorporation],
    ...[details.tax_number, details.industry, details.website, presentAddress(registered)],
    details.beneficial_owners.map(owner => Object.entries(owner).sort()),
  ])
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
