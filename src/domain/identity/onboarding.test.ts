import { describe, expect, it } from 'vitest'
import {
  type CompletionFlags,
  type ContractorFacts,
  contractorFlags,
  type EmployerFacts,
  employerFlags,
  firstIncomplete,
  gates,
  onboardingSteps,
} from './onboarding.ts'

const person = {
  first_name: 'Ada',
  last_name: 'North',
  preferred_name: 'Ada',
  country: 'CA',
  phone_number: '+14165550100',
  terms_of_service_accepted: true,
  data_privacy_policy_accepted: true,
  has_mailing_address: true,
  verified: true,
}
const contractor: ContractorFacts = {
  ...person,
  has_permanent_address: true,
  has_identification_document: true,
  has_permanent_address_document: true,
  has_mailing_address_document: true,
  has_status_document: true,
  has_bank_account: true,
  has_crypto_wallet: false,
  percentages_bps: 10_000,
}
const employer: EmployerFacts = {
  ...person,
  is_partner: false,
  has_contact_details: true,
  has_authorization_to_act_for_employer: true,
  corporation_name: 'North Works Inc.',
  has_business_details: true,
  has_articles_of_incorporation: true,
  has_bank_account: true,
  has_crypto_account: false,
  approved_payroll_policies: 1,
  has_received_funds: false,
}

/** The flags that turn false when one fact is taken away. */
function lost(before: CompletionFlags, after: CompletionFlags): string[] {
  return (Object.keys(before) as (keyof CompletionFlags)[]).filter(
    flag => before[flag] && !after[flag],
  )
}

describe('contractorFlags', () => {
  it.each<[Partial<ContractorFacts>, string[]]>([
    [
      { first_name: ' ' },
      ['basic_info_completed', 'contact_info_completed', 'personal_info_completed'],
    ],
    [{ preferred_name: null }, ['basic_info_completed', 'personal_info_completed']],
    [{ terms_of_service_accepted: false }, ['terms_of_service_accepted']],
    [{ data_privacy_policy_accepted: false }, ['data_privacy_policy_accepted']],
    [
      { has_mailing_address: false },
      ['contact_info_completed', 'address_completed', 'personal_info_completed'],
    ],
    [{ has_permanent_address: false }, ['address_completed', 'personal_info_completed']],
    [{ has_identification_document: false }, ['documents_completed']],
    [{ has_permanent_address_document: false }, ['documents_completed']],
    [{ has_mailing_address_document: false }, ['documents_completed']],
    [{ has_status_document: false }, ['documents_completed']],
    [
      { has_bank_account: false },
      ['banking_info_completed', 'payment_method_added', 'payroll_info_completed'],
    ],
    [{ has_bank_account: false, has_crypto_wallet: true }, ['banking_info_completed']],
    [{ percentages_bps: 9999 }, ['payroll_info_completed']],
    [{ verified: false }, ['verified']],
  ])('%j loses exactly %j', (change, flags) => {
    const after = contractorFlags({ ...contractor, ...change })
    expect(lost(contractorFlags(contractor), after).sort()).toEqual([...flags].sort())
  })
})

describe('employerFlags', () => {
  it.each<[Partial<EmployerFacts>, string[]]>([
    [{ has_mailing_address: false }, ['address_completed', 'contact_info_completed']],
    [{ has_contact_details: false }, ['personal_info_completed']],
    [
      { corporation_name: '' },
      ['corporation_name_completed', 'kyc_info_completed', 'personal_info_completed'],
    ],
    [
      { has_business_details: false },
      ['detailed_business_information_completed', 'kyc_info_completed'],
    ],
    [
      { has_authorization_to_act_for_employer: false },
      ['has_authorization_to_act_for_employer', 'personal_info_completed'],
    ],
    [{ has_articles_of_incorporation: false }, ['documents_completed']],
    [{ approved_payroll_policies: 0 }, ['payroll_info_completed']],
    [
      { has_bank_account: false },
      ['banking_info_completed', 'payment_method_added', 'funding_info_completed'],
    ],
    [{ has_bank_account: false, has_crypto_account: true }, ['banking_info_completed']],
    [
      { has_bank_account: false, has_received_funds: true },
      ['banking_info_completed', 'payment_method_added'],
    ],
  ])('%j loses exactly %j', (change, flags) => {
    const after = employerFlags({ ...employer, ...change })
    expect(lost(employerFlags(employer), after).sort()).toEqual([...flags].sort())
  })

  it('a partner needs no policies and is funded by crypto', () => {
    const partner = { ...employer, is_partner: true, approved_payroll_policies: 0 }
    expect(employerFlags(partner)).toMatchObject({
      payroll_info_completed: true,
      funding_info_completed: false,
    })
    expect(employerFlags({ ...partner, has_crypto_account: true }).funding_info_completed).toBe(
      true,
    )
  })
})

describe('steps and gates', () => {
  it('are all done for those who are', () => {
    for (const [role, flags] of [
      ['contractor', contractorFlags(contractor)],
      ['employer', employerFlags(employer)],
    ] as const)
      expect(firstIncomplete(onboardingSteps(role, flags))).toBeUndefined()
    expect(onboardingSteps('operator', employerFlags(employer))).toEqual([])
  })

  it('lead to the first that is not done, in order', () => {
    const flags = contractorFlags({
      ...contractor,
      data_privacy_policy_accepted: false,
      has_identification_document: false,
    })
    const steps = onboardingSteps('contractor', flags)
    expect(steps.map(step => step.key)).toEqual([
      'terms_of_service',
      'privacy_policy',
      'personal_information',
      'documents',
      'payment_method',
    ])
    expect(firstIncomplete(steps)).toMatchObject({
      key: 'privacy_policy',
      link: '/dashboard/contractor/privacy-policy',
    })
  })

  it('employers have six, partners no payroll', () => {
    const keys = (facts: EmployerFacts) =>
      onboardingSteps('employer', employerFlags(facts)).map(step => step.key)
    expect(keys(employer)).toEqual([
      'terms_of_service',
      'privacy_policy',
      'company',
      'documents',
      'payroll',
      'funding',
    ])
    expect(keys({ ...employer, is_partner: true })).not.toContain('payroll')
  })

  it('the step of a policy makes one, and once there is one shows it', () => {
    const link = (approved_payroll_policies: number) =>
      onboardingSteps('employer', employerFlags({ ...employer, approved_payroll_policies })).find(
        ({ key }) => key === 'payroll',
      )?.link
    expect(link(0)).toBe('/employer/payroll-setup/addPayrollPolicy')
    expect(link(1)).toBe('/employer/payroll-setup')
  })

  it('gates need both agreements, and profile and documents', () => {
    const of = (change: Partial<EmployerFacts>) =>
      gates('employer', employerFlags({ ...employer, ...change }))
    const open = {
      terms_signed: true,
      company_named: true,
      profile_complete: true,
      payroll_info_complete: true,
      payroll_funded: true,
    }
    expect(of({})).toEqual(open)
    expect(of({ terms_of_service_accepted: false })).toEqual({ ...open, terms_signed: false })
    expect(of({ data_privacy_policy_accepted: false })).toEqual({ ...open, terms_signed: false })
    expect(of({ has_articles_of_incorporation: false })).toEqual({
      ...open,
      profile_complete: false,
    })
    expect(of({ corporation_name: ' ' })).toEqual({
      ...open,
      company_named: false,
      profile_complete: false,
    })
    expect(of({ phone_number: null })).toEqual({ ...open, profile_complete: false })
    expect(of({ approved_payroll_policies: 0 })).toEqual({ ...open, payroll_info_complete: false })
    expect(of({ has_bank_account: false })).toEqual({ ...open, payroll_funded: false })
  })
})
