/** What the company's people change of it: its names, and what it says of itself for its verification. */
import type { z } from 'zod'
import type { company } from '#contract/company.ts'
import { formatMoney } from '#domain/kernel/money.ts'
import { dateOf } from '#domain/kernel/plain-date.ts'
import { invalidField, invalidFields, Problem } from '#domain/kernel/problem.ts'
import { bandsOf, type StoredBand } from '#domain/payroll/approval-bands.ts'
import { ownersProblem, verifiedDetails } from '#domain/people/company-details.ts'
import { slugDomain } from '#domain/people/employer-domain.ts'
import { reopensVerification, type VerificationStatus } from '#domain/people/verification.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen } from '../kernel/version-of.ts'
import { checkAddress } from '../reference/addresses.ts'
import { isCountry } from '../reference/countries.ts'
import { contractCurrencies } from '../reference/currencies.ts'
import { type DetailsRecord, saveDetails, selectDetails } from './company-details.store.ts'
import { selectDocumentsOf } from './document.report.store.ts'
import type { Owner } from './document.store.ts'
import {
  domainIsTaken,
  type EmployerChange,
  type EmployerRow,
  lockDomains,
  lockEmployer,
  updateEmployer,
} from './employer.store.ts'
import { versionOfDetails, versionOfNames } from './employer-profile.ts'
import { keepFormer } from './former-details.store.ts'
import {
  changedColumns,
  documentsComplete,
  lookAtHolds,
  verificationAfter,
} from './verification.ts'

type Naming = z.output<(typeof company)['putEmployerName']['body']>
type Kyc = z.output<(typeof company)['putEmployerKyc']['body']>

/** The company as it will be: its names, where it is registered, and what it says of itself. */
type Company = Omit<Naming, 'seen'> &
  Pick<EmployerChange, 'registered_address'> & { readonly details?: string | undefined }

/**
 * Names the company. The first naming gives it its domain for good; another legal name of a VERIFIED company asks for a new
 * review. CONFLICT where it is not called as it was `seen`.
 */
export async function nameEmployer(ctx: Ctx, { seen, ...naming }: Naming): Promise<void> {
  const employer = await actingEmployer(ctx)
  const before = versionOfNames(employer)
  if (versionOfNames(naming) !== before) requireSeen(seen, before)
  await change(ctx, employer, 'name', naming)
}

/**
 * Keeps what the company says of itself and its owners, in place of what it said before. Where that changes who a VERIFIED company is or
 * who owns it, it is reviewed again. VALIDATION names the field that cannot be; CONFLICT where it is not as it was `seen`.
 */
export async function giveCompanyDetails(ctx: Ctx, { seen, ...body }: Kyc): Promise<void> {
  const { corporation_name, business_name, registered_address, owners_complete: _, ...said } = body
  const address = checkAddress(registered_address, ['registered_address'])
  const details = checkDetails(ctx, said)
  const employer = await actingEmployer(ctx)
  const [said_before] = await selectDetails(ctx, [employer.employer_uuid])
  const before = versionOfDetails(said_before, employer.registered_address)
  if (versionOfDetails(details, address) !== before) requireSeen(seen, before)
  const names = {
    corporation_name: corporation_name ?? employer.corporation_name,
    business_name: business_name ?? employer.business_name,
  }
  if (names.corporation_name === '')
    throw invalidField('corporation_name', 'people.problems.corporationName')
  await change(ctx, employer, 'give_details', {
    ...names,
    registered_address: address,
    details: verifiedDetails({ ...details, registered_country: address.country_code }),
  })
  const { employer_uuid } = employer
  await saveDetails(ctx, { ...details, employer_uuid }, { by: ctx.actor.sub, at: ctx.now })
}

/**
 * Chooses the currency in which the company's totals are shown and its new contracts begin, one that contracts can be made in. What exists
 * stays in its own. While an approval limit of its own stands, which counts in the old one, this is CONFLICT.
 */
export async function chooseCurrency(ctx: Ctx, currency: string): Promise<void> {
  if (!contractCurrencies().some(({ code }) => code === currency))
    throw invalidFields([
      { loc: ['path', 'alpha_3'], text: 'people.problems.currency', type: 'value_error' },
    ])
  const employer = await actingEmployer(ctx)
  const { employer_uuid, currency: before } = employer
  const { approval_limit_minor, two_approvers_above_minor: above } = employer
  const [band] = bandsOf(employer.approval_bands as readonly StoredBand[] | null, above)
  const limit = approval_limit_minor ?? band?.above_minor ?? null
  if (currency === before) return
  if (limit !== null)
    throw new Problem('CONFLICT', 'people.problems.currencyOfLimit', {
      params: { limit: formatMoney({ currency: before, minor: limit }), currency },
    })
  await updateEmployer(ctx, employer_uuid, { currency })
  ctx.audit({
    action: 'choose_currency',
    entity: 'employer',
    entity_uuids: [employer_uuid],
    employer_uuid,
    before: { currency: before },
    after: { currency },
  })
}

function checkDetails(
  ctx: Ctx,
  {
    beneficial_owners: owners,
    ...said
  }: Omit<
    Kyc,
    'corporation_name' | 'business_name' | 'registered_address' | 'owners_complete' | 'seen'
  >,
): DetailsRecord {
  const today = dateOf(ctx.now)
  if (!isCountry(said.country_of_incorporation))
    throw invalidField('country_of_incorporation', 'kernel.problems.countryRequired')
  if (said.date_of_incorporation > today)
    throw invalidField('date_of_incorporation', 'people.problems.incorporatedLater')
  const beneficial_owners = owners.map(({ share, ...owner }) => ({ ...owner, share_bps: share }))
  const wrong = ownersProblem(beneficial_owners, today)
  if (wrong)
    throw invalidField(
      ['beneficial_owners', ...wrong.at.map(String)],
      wrong.said.text,
      wrong.said.params,
    )
  const stranger = owners.findIndex(({ country_code }) => !isCountry(country_code))
  if (stranger >= 0)
    throw invalidField(
      ['beneficial_owners', String(stranger), 'country_code'],
      'kernel.problems.countryRequired',
    )
  return { ...said, beneficial_owners, given_by_name: ctx.actor.name }
}

async function actingEmployer(ctx: Ctx): Promise<EmployerRow> {
  const employer = await lockEmployer(ctx, employerOf(ctx.actor))
  if (!employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  return employer
}

async function change(
  ctx: Ctx,
  employer: EmployerRow,
  action: string,
  { details, ...columns }: Company,
): Promise<void> {
  const { employer_uuid, verification: before } = employer
  const owner: Owner = { employer_uuid, contractor_sub: null }
  const after = await statusAfter(ctx, employer, owner, {
    corporation_name: columns.corporation_name,
    details,
  })
  const domain = employer.domain ?? (await freeDomain(ctx, columns.corporation_name))
  const address = employer.registered_address
  await keepFormer(ctx, owner, {
    before: { address },
    after: { address: columns.registered_address ?? address },
    until_at: ctx.now,
  })
  await updateEmployer(ctx, employer_uuid, {
    ...columns,
    domain,
    ...changedColumns(ctx, before, after),
  })
  const { registered_address: _, ...names } = columns
  ctx.audit({
    action,
    entity: 'employer',
    entity_uuids: [employer_uuid],
    employer_uuid,
    before: { status: before, corporation_name: employer.corporation_name },
    after: { status: after, domain, ...names },
  })
  if (before !== after) await lookAtHolds(ctx, owner)
}

async function statusAfter(
  ctx: Ctx,
  employer: EmployerRow,
  owner: Owner,
  { corporation_name, details }: Pick<Company, 'corporation_name' | 'details'>,
): Promise<VerificationStatus> {
  const documents = await selectDocumentsOf(ctx, owner)
  const before = details === undefined ? null : await detailsBefore(ctx, employer)
  const facts = (legal_name: string, said: string | null) => ({
    legal_name,
    country: employer.country_code,
    identity_documents: documents.map(document => document.sha256),
    details: said,
  })
  return verificationAfter(employer.verification, {
    changed: reopensVerification(
      facts(employer.corporation_name, before),
      facts(corporation_name, details ?? null),
    ),
    complete: documentsComplete(documents, ['articles_of_incorporation']),
  })
}

async function detailsBefore(ctx: Ctx, employer: EmployerRow): Promise<string | null> {
  const [said] = await selectDetails(ctx, [employer.employer_uuid])
  const registered_country = employer.registered_address?.country_code
  return said && registered_country ? verifiedDetails({ ...said, registered_country }) : null
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
