/** What the specification lists of each entity (section 3) is answered, letter for letter. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { Client, Invoice } from './invoicing-shapes.ts'
import { Address } from './kernel/address.ts'

/** The object in an answer: itself, or of a list or a page that which it lists. */
function objectIn(schema: unknown): z.ZodObject {
  if (schema instanceof z.ZodArray) return objectIn(schema.element)
  if (!(schema instanceof z.ZodObject)) throw new Error('it answers no object')
  return schema.shape.items instanceof z.ZodArray ? objectIn(schema.shape.items) : schema
}

type Answering = {
  [K in keyof typeof api]: (typeof api)[K] extends { response: z.ZodType } ? K : never
}[keyof typeof api]

const of = (call: Answering, ...within: string[]) =>
  within.reduce((schema, name) => {
    const part = objectIn(schema).shape[name]
    return part instanceof z.ZodNullable ? part.unwrap() : part
  }, api[call].response as unknown)

const ENTITIES: readonly (readonly [entity: string, answered: unknown, fields: string])[] = [
  [
    'User profile (me)',
    of('getMe'),
    `basic_info_completed, terms_of_service_accepted, data_privacy_policy_accepted, kyc_info_completed, corporation_name_completed,
     banking_info_completed, payment_method_added, contact_info_completed, documents_completed, payroll_info_completed,
     funding_info_completed, personal_info_completed, address_completed, detailed_business_information_completed, verified,
     has_authorization_to_act_for_employer, is_partner, type, first_name, last_name, middle_name, preferred_name, email,
     phone_number, sub, country, subdivision, address, mailing_address, crypto_wallets, bank_accounts, other_bank_accounts,
     clients, invoices`,
  ],
  [
    'Address',
    Address,
    'street_number_and_name, apartment_or_unit_number, city_or_municipality, postal_code, country, subdivision',
  ],
  ['Country', of('listCountries'), 'countryCode, name'],
  ['Subdivision', of('listSubdivisions'), 'code, name'],
  [
    'Contract',
    of('getContract'),
    `contract_uuid, contractor_sub, shared_with, status, effective_date, role, approved, hourly_rate, scheduled_hours,
     pay_policy_uuid, period_type, contract_start_date, contract_end_date, exhibit_a, line_items, paid`,
  ],
  ['Currency', of('listCurrencies'), 'name, code, smallest_unit_name, smallest_unit_factor'],
  ['Client', Client, 'client_name, company_name, phone_number, email, address, uuid'],
  [
    'Invoice',
    Invoice,
    `invoice_uuid, client_uuid, start_date, end_date, due_date, sent_on, currency, client_pays_transaction_fees, tax_percentage,
     invoice_items, status, total`,
  ],
  [
    'Payment',
    of('listUnpaid'),
    `payment_uuid, company_name, contractor_name, contractor_verification_status, contractor_avatar_color, pay_date, amount,
     network, funds_available, funds_available_usd, source_account, source_platform, destination_account, requested_on, status`,
  ],
  [
    'Invitation',
    of('listInvitations'),
    'employer_domain_name, employer_name, status, datetime_invited',
  ],
  [
    'Employer info',
    of('getEmployer'),
    `approved_payroll_policies, banking_info, kyc_info, domain, verified, bank_accounts, crypto_accounts, currency,
     payroll_configurations`,
  ],
  ['Employer info: kyc_info', of('getEmployer', 'kyc_info'), 'corporation_name'],
  [
    // `names` and `addresses` are the fields of both.
    "Employer's contractor record",
    of('getContractor'),
    `contractor_sub, contractor_email, phone_number, status, first_name, last_name, preferred_name, iso_3166_2_code,
     permanent_address, mailing_address, avatar_color, verification_status, contracts, payroll_configuration`,
  ],
  [
    'Payroll policy',
    of('getPolicy'),
    `uuid, label, period_type, preferred_pay_day, first_period_end_date, holiday_policy, monthly_business_day, week_of_month,
     day_of_week, semi_monthly_preferred_pay_day, after_holiday, pay_periods`,
  ],
  [
    'Banking details',
    of('getEmployer', 'banking_info'),
    'account_number, account_name, currency, transit_number, institution_number, swift_code, interac_email',
  ],
  ['Payslip', of('listPayslips'), 'payslip_uuid, employer_name, start_date, end_date, pay_date'],
  ['Report', of('listReports'), 'label, pay_date, start_date, end_date, cycle_uuid, policy_uuid'],
  ['Billing invoice', of('listBillingInvoices'), 'invoice_date, invoice_uuid'],
]

describe('an answer has each field that the specification lists', () => {
  it.each(ENTITIES)('of %s', (_entity, answered, fields) => {
    const has = Object.keys(objectIn(answered).shape)
    expect(fields.split(/,\s+/).filter(field => !has.includes(field))).toEqual([])
  })
})
