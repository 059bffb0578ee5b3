import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Me } from '#contract/identity.ts'
import type { Endpoint, Gate, Role } from '#contract/kernel/endpoint.ts'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import {
  type CompletionFlags,
  contractorFlags,
  employerFlags,
  firstIncomplete,
  gates,
  type OnboardingStep,
  onboardingSteps,
} from '#domain/identity/onboarding.ts'
import { employerName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type TextKey, textOf } from '#domain/kernel/words.ts'
import { getDestinations, getEmployerAccounts } from '../destinations/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText, withReason } from '../kernel/words.ts'
import { presentAddress } from '../reference/addresses.ts'
import { contactVersion } from './change-contact-details.ts'
import { findOpenChange } from './email-change.store.ts'
import { findInviter, readOnboardingFacts } from './person.report.store.ts'
import { getPersonDetails, type OnboardingFacts } from './person.store.ts'

type Person = NonNullable<Awaited<ReturnType<typeof getPersonDetails>>>

/** The signed-in person with flags, gates and the next step; before the details step nearly all of it is empty. */
export async function getMe(ctx: Ctx): Promise<z.output<typeof Me>> {
  const { actor } = ctx
  const [person, facts, change, methods, invoicing, invited_by] = await Promise.all([
    getPersonDetails(ctx, actor.sub),
    readOnboardingFacts(ctx, actor.sub, actor.employer_uuid),
    findOpenChange(ctx.tx, actor.sub, ctx.now),
    payMethodsOf(ctx),
    ctx.doors.invoicing.newestOf(ctx),
    actor.known ? null : findInviter(ctx.tx, ctx.now),
  ])
  const flags = person ? flagsOf(person, facts) : NO_FLAGS
  const steps = person ? stepsOf(actor, person, flags) : []
  const open = gates((person?.type ?? 'contractor') as Role, flags)
  return {
    ...flags,
    ...addressesOf(person, facts),
    ...methods,
    ...invoicing,
    sub: actor.sub,
    type: (person?.type ?? null) as 'employer' | 'contractor' | 'operator' | null,
    email: actor.email,
    email_verified: actor.email_verified,
    first_name: person?.first_name ?? '',
    last_name: person?.last_name ?? '',
    middle_name: person?.middle_name ?? '',
    preferred_name: person?.preferred_name ?? '',
    phone_number: person?.phone_number ?? '',
    country: person?.country_code ?? null,
    subdivision: person?.subdivision_code ?? null,
    contact_version: contactVersion(person),
    member_role: actor.member_role,
    operator_role: actor.operator_role,
    second_factor: {
      required: actor.second_factor_required,
      used: actor.second_factor,
      missing: actor.second_factor_required && !actor.second_factor,
    },
    sign_up: person
      ? null
      : { role: invited_by === null ? (actor.sign_up_role ?? null) : 'contractor', invited_by },
    email_change: change
      ? {
          new_email: change.new_email,
          old_confirmed: change.old_confirmed_at !== null,
          new_confirmed: change.new_confirmed_at !== null,
          expires_at: change.expires_at,
        }
      : null,
    allowed_calls: allowedCalls(actor),
    held_calls: heldCalls(actor, open, firstIncomplete(steps)?.link),
    organisation: facts.employer && {
      employer_uuid: facts.employer.employer_uuid,
      domain: facts.employer.domain,
      name: employerName(facts.employer),
    },
    gates: open,
    onboarding: { steps: steps.map(withTitle), next: firstIncomplete(steps)?.key ?? null },
  }
}

/** Where somebody lives and where mail reaches them; with one address alone it is both. */
function addressesOf(person: Person | undefined, { contractor }: OnboardingFacts) {
  const home = person?.type === 'contractor' ? contractor : undefined
  const mailing = home ? home.mailing_address : (person?.mailing_address ?? null)
  const address = home ? home.permanent_address : mailing
  return {
    address: presentAddress(address),
    mailing_address: presentAddress(mailing ?? address),
  }
}

/** Where a contractor is paid, or what a company funds from. An account in Canada is one with a transit number. */
async function payMethodsOf(ctx: Ctx) {
  const all = await methodsOf(ctx)
  const banks = all.filter(({ kind }) => kind === 'bank')
  return {
    crypto_wallets: all.filter(({ kind }) => kind === 'wallet'),
    bank_accounts: banks.filter(({ bank }) => bank?.transit_number),
    other_bank_accounts: banks.filter(({ bank }) => !bank?.transit_number),
  }
}

async function methodsOf(ctx: Ctx): Promise<z.output<typeof Me>['bank_accounts']> {
  const { role, employer_uuid } = ctx.actor
  if (role === 'contractor') return (await getDestinations(ctx)).destinations
  return role === 'employer' && employer_uuid ? getEmployerAccounts(ctx, employer_uuid) : []
}

/** Every onboarding step of the acting person's company, or of the contractor, whoever of its people may take it. */
export async function onboardingOf(ctx: Ctx): Promise<OnboardingStep[]> {
  const { actor } = ctx
  const [person, facts] = await Promise.all([
    getPersonDetails(ctx, actor.sub),
    readOnboardingFacts(ctx, actor.sub, actor.employer_uuid),
  ])
  return person ? onboardingSteps(person.type as Role, flagsOf(person, facts)) : []
}

/** Every onboarding step of a contractor; none of anybody else. */
export async function onboardingOfContractor(ctx: Ctx, sub: string): Promise<OnboardingStep[]> {
  const [person, facts] = await Promise.all([
    getPersonDetails(ctx, sub),
    readOnboardingFacts(ctx, sub, null),
  ])
  return person?.type === 'contractor' ? onboardingSteps('contractor', flagsOf(person, facts)) : []
}

/** The steps in order. Who may not change the company is led through the agreements alone. */
function stepsOf(actor: Actor, person: Person, flags: CompletionFlags): OnboardingStep[] {
  const steps = onboardingSteps(person.type as Role, flags)
  if (actor.role !== 'employer' || mayCall(actor, api.putEmployerName)) return steps
  return steps.filter(({ key }) => key === 'terms_of_service' || key === 'privacy_policy')
}

function withTitle(step: OnboardingStep) {
  return { ...step, title: sayText(step.said) }
}

/** By name, the calls that are not everyone's and that the actor may make. */
function allowedCalls(actor: Actor): string[] {
  const entries: readonly (readonly [string, Endpoint])[] = Object.entries(api)
  return entries
    .filter(([, entry]) => typeof entry.access !== 'string' && mayCall(actor, entry))
    .map(([name]) => name)
}

/** Of these the calls that a gate refuses, with its words and the step that is next; none for who has no step to take. */
function heldCalls(actor: Actor, open: Readonly<Record<Gate, boolean>>, link: string | undefined) {
  if (link === undefined) return []
  const entries: readonly (readonly [string, Endpoint])[] = Object.entries(api)
  return entries.flatMap(([name, entry]) => {
    const shut = entry.gates?.find(gate => !open[gate])
    if (!shut || typeof entry.access === 'string' || !mayCall(actor, entry)) return []
    return [{ name, link, ...withReason({ said: textOf(TEXTS[shut]) }) }]
  })
}

const OPEN_ALL = {
  terms_signed: true,
  company_named: true,
  profile_complete: true,
  payroll_info_complete: true,
  payroll_funded: true,
}
const TEXTS: Record<Gate, TextKey> = {
  terms_signed: 'identity.problems.gates.termsSigned',
  company_named: 'identity.problems.gates.companyNamed',
  profile_complete: 'identity.problems.gates.profileComplete',
  payroll_info_complete: 'identity.problems.gates.payrollInfoComplete',
  payroll_funded: 'identity.problems.gates.payrollFunded',
}

/** Throws ONBOARDING_INCOMPLETE for the first gate that is shut (specification 4); operators and jobs have none. */
export async function requireGates(ctx: Ctx, wanted: readonly Gate[]): Promise<void> {
  const [person, facts] = await Promise.all([
    getPersonDetails(ctx, ctx.actor.sub),
    readOnboardingFacts(ctx, ctx.actor.sub, ctx.actor.employer_uuid),
  ])
  const type = person?.type as Role | undefined
  // A key has no steps of its own: its maker took them. But its company may have no name yet, which keeps it from writing to strangers; the sandbox writes to nobody.
  const unnamed = ctx.actor.key && !ctx.actor.key.sandbox && !facts.employer?.corporation_name
  const open =
    person && type && type !== 'operator'
      ? gates(type, flagsOf(person, facts))
      : { ...OPEN_ALL, company_named: !unnamed }
  const shut = wanted.find(gate => !open[gate])
  if (shut) throw new Problem('ONBOARDING_INCOMPLETE', TEXTS[shut])
}

function flagsOf(person: Person, facts: OnboardingFacts): CompletionFlags {
  // Operators are made by the server and have nothing to complete.
  if (person.type === 'operator') return { ...NO_FLAGS, basic_info_completed: true, verified: true }
  const accepted = (kind: keyof typeof LEGAL_VERSIONS) =>
    facts.agreements.some(a => a.kind === kind && a.version === LEGAL_VERSIONS[kind])
  const has = (kind: string) => facts.documents.includes(kind)
  const common = {
    first_name: person.first_name,
    last_name: person.last_name,
    preferred_name: person.preferred_name,
    country: person.country_code,
    phone_number: person.phone_number,
    terms_of_service_accepted: accepted('terms-of-service'),
    data_privacy_policy_accepted: accepted('data-privacy-policy'),
  }
  if (person.type === 'contractor') {
    return contractorFlags({
      ...common,
      has_mailing_address: Boolean(
        facts.contractor?.mailing_address || facts.contractor?.permanent_address,
      ),
      has_permanent_address: Boolean(facts.contractor?.permanent_address),
      verified: facts.contractor?.verification === 'VERIFIED',
      has_identification_document: has('identification_document'),
      has_permanent_address_document: has('permanent_address_document'),
      has_mailing_address_document:
        has('mailing_address_document') || !facts.contractor?.mailing_address,
      has_status_document: has('status_document') || !facts.must_prove_status,
      has_bank_account: facts.has_bank_account,
      has_crypto_wallet: facts.has_wallet,
      percentages_bps: facts.percentages_bps,
    })
  }
  return employerFlags({
    ...common,
    has_contact_details: person.contact_info_at !== null,
    has_mailing_address: person.mailing_address !== null,
    verified: facts.employer?.verification === 'VERIFIED',
    is_partner: person.is_partner,
    // It is theirs for as long as they are in a team; joining the next one gives it anew.
    has_authorization_to_act_for_employer:
      Boolean(facts.employer) && person.has_authorization_to_act_for_employer,
    corporation_name: facts.employer?.corporation_name ?? '',
    has_business_details: facts.has_business_details,
    has_articles_of_incorporation: has('articles_of_incorporation'),
    has_bank_account: facts.employer_has_bank,
    has_crypto_account: facts.employer_has_wallet,
    approved_payroll_policies: facts.approved_policies,
    has_received_funds: facts.has_received_funds,
  })
}

const NO_FLAGS: CompletionFlags = {
  basic_info_completed: false,
  terms_of_service_accepted: false,
  data_privacy_policy_accepted: false,
  kyc_info_completed: false,
  corporation_name_completed: false,
  banking_info_completed: false,
  payment_method_added: false,
  contact_info_completed: false,
  documents_completed: false,
  payroll_info_completed: false,
  funding_info_completed: false,
  personal_info_completed: false,
  address_completed: false,
  detailed_business_information_completed: false,
  verified: false,
  has_authorization_to_act_for_employer: false,
  is_partner: false,
}
