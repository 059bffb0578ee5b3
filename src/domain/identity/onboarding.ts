/**
 * Onboarding: the completion flags of `me` (specification 3), the steps that people are led through and the gates of the
 * routes (specification 4 and 6). All are read off facts and never stored.
 */
import { type Text, textOf } from '#domain/kernel/words.ts'

export type CompletionFlags = {
  readonly basic_info_completed: boolean
  readonly terms_of_service_accepted: boolean
  readonly data_privacy_policy_accepted: boolean
  readonly kyc_info_completed: boolean
  readonly corporation_name_completed: boolean
  readonly banking_info_completed: boolean
  readonly payment_method_added: boolean
  readonly contact_info_completed: boolean
  readonly documents_completed: boolean
  readonly payroll_info_completed: boolean
  readonly funding_info_completed: boolean
  readonly personal_info_completed: boolean
  readonly address_completed: boolean
  readonly detailed_business_information_completed: boolean
  readonly verified: boolean
  readonly has_authorization_to_act_for_employer: boolean
  readonly is_partner: boolean
}

type Maybe = string | null

export type PersonFacts = {
  readonly first_name: Maybe
  readonly last_name: Maybe
  readonly preferred_name: Maybe
  readonly country: Maybe
  readonly phone_number: Maybe
  readonly terms_of_service_accepted: boolean
  readonly data_privacy_policy_accepted: boolean
  readonly has_mailing_address: boolean
  readonly verified: boolean
}

export type ContractorFacts = PersonFacts & {
  readonly has_permanent_address: boolean
  readonly has_identification_document: boolean
  readonly has_permanent_address_document: boolean
  readonly has_mailing_address_document: boolean
  /** Or none is needed. */
  readonly has_status_document: boolean
  readonly has_bank_account: boolean
  readonly has_crypto_wallet: boolean
  /** The percentages of the active destinations, added up, in basis points. */
  readonly percentages_bps: number
}

export type EmployerFacts = PersonFacts & {
  readonly is_partner: boolean
  /** Whether the person sent contact details, or joined by an invitation that asked for them. */
  readonly has_contact_details: boolean
  readonly has_authorization_to_act_for_employer: boolean
  readonly corporation_name: Maybe
  /** Whether the details of the business (PUT /employer/kyc) are there. */
  readonly has_business_details: boolean
  readonly has_articles_of_incorporation: boolean
  readonly has_bank_account: boolean
  readonly has_crypto_account: boolean
  readonly approved_payroll_policies: number
  readonly has_received_funds: boolean
}

function filled(...texts: Maybe[]): boolean {
  return texts.every(text => (text ?? '').trim() !== '')
}

function personFlags(facts: PersonFacts) {
  return {
    basic_info_completed: filled(
      facts.first_name,
      facts.last_name,
      facts.preferred_name,
      facts.country,
      facts.phone_number,
    ),
    terms_of_service_accepted: facts.terms_of_service_accepted,
    data_privacy_policy_accepted: facts.data_privacy_policy_accepted,
    contact_info_completed:
      filled(facts.first_name, facts.last_name, facts.phone_number) && facts.has_mailing_address,
    verified: facts.verified,
  }
}

/** The flags of a contractor. What only employers have is false. */
export function contractorFlags(facts: ContractorFacts): CompletionFlags {
  const person = personFlags(facts)
  const address_completed = facts.has_mailing_address && facts.has_permanent_address
  const payment_method_added = facts.has_bank_account || facts.has_crypto_wallet
  return {
    ...person,
    address_completed,
    personal_info_completed: person.basic_info_completed && address_completed,
    documents_completed:
      facts.has_identification_document &&
      facts.has_permanent_address_document &&
      facts.has_mailing_address_document &&
      facts.has_status_document,
    banking_info_completed: facts.has_bank_account,
    payment_method_added,
    // Pay can go out only once it is said how much of it goes where.
    payroll_info_completed: payment_method_added && facts.percentages_bps === 10_000,
    kyc_info_completed: false,
    corporation_name_completed: false,
    funding_info_completed: false,
    detailed_business_information_completed: false,
    has_authorization_to_act_for_employer: false,
    is_partner: false,
  }
}

/** The flags of an employer's person, about the person and the company. A partner has no payroll policies to complete. */
export function employerFlags(facts: EmployerFacts): CompletionFlags {
  const person = personFlags(facts)
  const corporation_name_completed = filled(facts.corporation_name)
  // Not every country gives a business licence or a register of owners: the articles are what all companies have.
  const documents_completed = facts.has_articles_of_incorporation
  const has_authorization_to_act_for_employer = facts.has_authorization_to_act_for_employer
  const fundable = facts.has_crypto_account || (!facts.is_partner && facts.has_bank_account)
  return {
    ...person,
    corporation_name_completed,
    documents_completed,
    has_authorization_to_act_for_employer,
    address_completed: facts.has_mailing_address,
    detailed_business_information_completed: facts.has_business_details,
    kyc_info_completed: corporation_name_completed && facts.has_business_details,
    // Not the address, nor the details of the business: who works for a company that has them is not kept from its work.
    personal_info_completed:
      facts.has_contact_details &&
      filled(facts.first_name, facts.last_name, facts.phone_number) &&
      has_authorization_to_act_for_employer &&
      corporation_name_completed,
    banking_info_completed: facts.has_bank_account,
    payment_method_added: facts.has_bank_account || facts.has_crypto_account,
    payroll_info_completed: facts.is_partner || facts.approved_payroll_policies > 0,
    funding_info_completed: fundable || facts.has_received_funds,
    is_partner: facts.is_partner,
  }
}

export type Gates = {
  readonly terms_signed: boolean
  readonly company_named: boolean
  readonly profile_complete: boolean
  readonly payroll_info_complete: boolean
  readonly payroll_funded: boolean
}

/** The four gates of the routes (specification 4, onboarding-incomplete modal), and that a company that writes to others has a name. */
export function gates(role: 'employer' | 'contractor' | 'operator', flags: CompletionFlags): Gates {
  return {
    terms_signed: flags.terms_of_service_accepted && flags.data_privacy_policy_accepted,
    company_named: role !== 'employer' || flags.corporation_name_completed,
    profile_complete: flags.personal_info_completed && flags.documents_completed,
    payroll_info_complete: flags.payroll_info_completed,
    payroll_funded: flags.funding_info_completed,
  }
}

export type OnboardingStep = {
  readonly key:
    | 'terms_of_service'
    | 'privacy_policy'
    | 'personal_information'
    | 'company'
    | 'documents'
    | 'payment_method'
    | 'payroll'
    | 'funding'
  readonly said: Text
  readonly done: boolean
  readonly link: string
}

/** The steps of a role in order. They drive both the home page and the gates' way out; operators have none. */
export function onboardingSteps(
  role: 'employer' | 'contractor' | 'operator',
  flags: CompletionFlags,
): OnboardingStep[] {
  if (role === 'operator') return []
  return [
    {
      key: 'terms_of_service',
      said: textOf('identity.steps.terms_of_service'),
      done: flags.terms_of_service_accepted,
      link: `/dashboard/${role}/terms-of-service`,
    },
    {
      key: 'privacy_policy',
      said: textOf('identity.steps.privacy_policy'),
      done: flags.data_privacy_policy_accepted,
      link: `/dashboard/${role}/privacy-policy`,
    },
    ...(role === 'contractor' ? contractorSteps(flags) : employerSteps(flags)),
  ]
}

function contractorSteps(flags: CompletionFlags): OnboardingStep[] {
  const profile = '/dashboard/contractor/complete-profile'
  return [
    {
      key: 'personal_information',
      said: textOf('identity.steps.personal_information'),
      done: flags.personal_info_completed,
      link: profile,
    },
    {
      key: 'documents',
      said: textOf('identity.steps.contractorDocuments'),
      done: flags.documents_completed,
      link: profile,
    },
    {
      key: 'payment_method',
      said: textOf('identity.steps.payment_method'),
      done: flags.payroll_info_completed,
      link: '/contractor/payment-methods',
    },
  ]
}

function employerSteps(flags: CompletionFlags): OnboardingStep[] {
  const payroll: OnboardingStep = {
    key: 'payroll',
    said: textOf('identity.steps.payroll'),
    done: flags.payroll_info_completed,
    // Once there is one, to what there is.
    link: flags.payroll_info_completed
      ? '/employer/payroll-setup'
      : '/employer/payroll-setup/addPayrollPolicy',
  }
  return [
    {
      key: 'company',
      said: textOf('identity.steps.company'),
      done: flags.personal_info_completed,
      link: '/employer/onboarding',
    },
    {
      key: 'documents',
      said: textOf('identity.steps.employerDocuments'),
      // A company that was verified before its details were asked for is not asked for them on its way.
      done: flags.documents_completed && (flags.kyc_info_completed || flags.verified),
      link: '/dashboard/employer/kyc',
    },
    ...(flags.is_partner ? [] : [payroll]),
    {
      key: 'funding',
      said: textOf('identity.steps.funding'),
      done: flags.funding_info_completed,
      link: '/employer/fund-payroll',
    },
  ]
}

/** The first step that is not done, or undefined when onboarding is complete. */
export function firstIncomplete(steps: readonly OnboardingStep[]): OnboardingStep | undefined {
  return steps.find(step => !step.done)
}
