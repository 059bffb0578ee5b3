/** Every call of the specification's section 7 that changes something, with the request that it spells. */
import type { JWTPayload } from 'jose'
import { expect } from 'vitest'
import { call, type Person, upload } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { type CycleStage, person, type World } from '#test/harness/world.ts'
import { ADDRESS } from './specified-address.ts'
import { CLIENT, INVOICE } from './specified-invoices.ts'
import { BOOKED, EXECUTED, FROZEN } from './specified-money.ts'
import { CONFIGURED } from './specified-payroll.ts'

/** Who signs up by the specified request, and is met again in the calls after it. */
const ada = person('ada@lovelace.test')
export const carla = person('carla@contractor.test')
const policy_uuid = newUuid()
const contract_uuid = newUuid()

/** An account as 'Banking details' of section 3 spell it. */
const bankOf = (account_name: string, { email }: Person) => ({
  account_number: '0012345',
  account_name,
  currency: 'CAD',
  transit_number: '00011',
  institution_number: '006',
  swift_code: 'ABCDCATT',
  interac_email: email,
})
const BANK_FIELDS = Object.keys(bankOf('', ada)).join(', ')
const PAGE = 'http://localhost:3000/contractor/contracts'

export type Answer = Record<string, unknown>

/** What the requests are about: an open cycle, and ways to look at what they did. */
export type Scene = {
  readonly world: World
  readonly admin: Admin
  readonly stage: CycleStage
  readonly boss: Person
  readonly amara: Person
  me(who: Person): Promise<Answer>
  /** What the jobs of a kind that wait are about. */
  jobs(task: string): Promise<unknown[]>
}

export type Request = {
  /** The fields as section 7 lists them, or those of the entity in section 3 where it names the entity alone. */
  readonly fields: string
  readonly as: (scene: Scene) => Person | undefined
  readonly claims?: JWTPayload
  /** What the path names. */
  readonly at?: (scene: Scene) => Names | Promise<Names>
  readonly body: (scene: Scene) => unknown
  readonly effect: (answer: Answer, scene: Scene) => unknown
}
type Names = Readonly<Record<string, string>>
type Row = Request | { readonly none: string }

const NO_BODY = { none: 'no body' }
const NOT_SHOWN = { none: 'the specification shows no fields' }
export const LATER = { none: 'later' }

/** The wallet's address is known to nobody but its owner, so that it alone is asked for besides. */
const WALLET = { none: 'refused for the address that it lacks' }

/** Every call of section 7 that changes something, in an order in which each finds what it needs. */
export const CALLS: Readonly<Record<string, Row>> = {
  'POST /user/signup': {
    fields:
      'type, first_name, last_name, preferred_name, country_code, subdivision_code, phone_number, how_did_you_hear_about_us, is_partner',
    as: () => ada,
    body: () => ({
      type: 'employer',
      first_name: 'Ada',
      last_name: 'Lovelace',
      preferred_name: 'Ada',
      country_code: 'CA',
      subdivision_code: 'CA-ON',
      phone_number: '+16135550142',
      how_did_you_hear_about_us: 'Networking event',
      is_partner: false,
    }),
    effect: me => expect(me).toMatchObject({ type: 'employer', basic_info_completed: true }),
  },
  'POST /user/send-email-verification-link': {
    fields: 'continuation_url',
    as: () => ada,
    claims: { email_verified: false },
    body: () => ({ continuation_url: PAGE }),
    effect: async (_answer, { jobs }) =>
      expect(await jobs('send_verification_link')).toMatchObject([
        { sub: ada.sub, go_on_to: '/contractor/contracts' },
      ]),
  },
  'POST /user/send-password-reset-link': {
    fields: 'email, continuation_url',
    as: () => undefined,
    body: () => ({ email: ada.email, continuation_url: PAGE }),
    effect: async (_answer, { jobs }) =>
      expect(await jobs('send_link')).toMatchObject([
        { email: ada.email, go_on_to: '/contractor/contracts' },
      ]),
  },
  'PUT /user/agreement/{id}': NO_BODY,
  'PUT /user/contact-details': {
    fields:
      'preferred_name, first_name, last_name, middle_name, phone_number, mailing_address, has_authorization',
    as: () => ada,
    body: () => ({
      preferred_name: 'Ada',
      first_name: 'Augusta',
      last_name: 'Lovelace',
      middle_name: 'Ada',
      phone_number: '+16135550143',
      mailing_address: ADDRESS,
      has_authorization: true,
    }),
    effect: me =>
      expect(me).toMatchObject({
        first_name: 'Augusta',
        phone_number: '+16135550143',
        address: ADDRESS,
        mailing_address: ADDRESS,
        contact_info_completed: true,
        address_completed: true,
        has_authorization_to_act_for_employer: true,
      }),
  },
  'PUT /contractor/invitations/{id}/accept': NO_BODY,
  'PUT /contractor/invitations/{id}/reject': NO_BODY,
  'PUT /contractor/personal-information': {
    fields:
      'first_name, last_name, middle_name, preferred_name, phone_number, mailing_address, permanent_address',
    as: () => carla,
    body: () => ({
      first_name: 'Carla',
      last_name: 'North',
      middle_name: '',
      preferred_name: 'Carla',
      phone_number: '+16135550144',
      mailing_address: { ...ADDRESS, apartment_or_unit_number: '9' },
      permanent_address: ADDRESS,
    }),
    effect: answer =>
      expect(answer).toMatchObject({
        phone_number: '+16135550144',
        permanent_address: ADDRESS,
        mailing_address: { apartment_or_unit_number: '9' },
      }),
  },
  'PUT /contractor/address': {
    fields:
      'street_number_and_name, apartment_or_unit_number, city_or_municipality, postal_code, country, subdivision',
    as: () => carla,
    body: () => ({ ...ADDRESS, apartment_or_unit_number: '7' }),
    effect: answer =>
      expect(answer).toMatchObject({ permanent_address: { apartment_or_unit_number: '7' } }),
  },
  'PUT /contractor/personal-documents': {
    fields:
      'identification_document, permanent_address_document, mailing_address_document, status_document',
    as: () => carla,
    body: () => ({
      identification_document: upload('passport.pdf', 'A passport'),
      permanent_address_document: upload('bill.pdf', 'A bill'),
      mailing_address_document: upload('letter.pdf', 'A letter'),
      status_document: upload('permit.pdf', 'A permit'),
    }),
    effect: answer => expect(answer.documents).toHaveLength(4),
  },
  'PUT /contractor/banking-information': {
    fields: BANK_FIELDS,
    as: () => carla,
    body: () => bankOf('Carla North', carla),
    effect: async (_answer, { me }) =>
      expect(await me(carla)).toMatchObject({
        bank_accounts: [{ bank: { transit_number: '00011' }, percentage: 100 }],
        other_bank_accounts: [],
        crypto_wallets: [],
      }),
  },
  'PUT /contractor/crypto-wallets': WALLET,
  'PUT /contractor/setup-percentages': {
    fields: 'identifier, network, currency, percentage',
    as: ({ amara }) => amara,
    body: async ({ world, amara }) => {
      const { destinations } = await call(world, amara, 'getBanking')
      return destinations.map(({ identifier, network, currency }, at) => ({
        identifier,
        network,
        currency,
        percentage: at === 0 ? 60 : 40,
      }))
    },
    effect: async (_answer, { me, amara }) =>
      expect(await me(amara)).toMatchObject({
        bank_accounts: [],
        other_bank_accounts: [{ percentage: 60 }],
        crypto_wallets: [{ percentage: 40, network: 'solana' }],
      }),
  },
  'PUT /contractor/crypto-wallets/deactivate': NOT_SHOWN,
  'PUT /contractor/crypto-wallets/reactivate': NOT_SHOWN,
  'POST /contractor/clients': CLIENT,
  'PUT /contractor/invoices/{id}': INVOICE,
  'POST /contractor/invoices/{id}/send': NO_BODY,
  'PUT /employer/payroll-policy/{id}': {
    fields:
      'uuid, label, period_type, preferred_pay_day, first_period_end_date, holiday_policy, monthly_business_day, week_of_month, day_of_week, semi_monthly_preferred_pay_day, after_holiday, pay_periods',
    as: ({ boss }) => boss,
    at: () => ({ id: policy_uuid }),
    body: () => ({
      uuid: policy_uuid,
      label: 'On the third Friday',
      period_type: 'MONTHLY',
      preferred_pay_day: null,
      first_period_end_date: '2026-04-15',
      holiday_policy: 'RESPECT',
      monthly_business_day: null,
      week_of_month: 'third',
      day_of_week: 'friday',
      semi_monthly_preferred_pay_day: null,
      after_holiday: false,
      pay_periods: [],
    }),
    effect: answer =>
      expect(answer).toMatchObject({ uuid: policy_uuid, pay_date_rule: 'NTH_WEEKDAY' }),
  },
  'PUT /employer/payroll-policy/{id}/approve': NO_BODY,
  'PUT /employer/kyc': NOT_SHOWN,
  'PUT /employer/crypto-info': {
    fields: 'currency, blockchain, address',
    as: () => ada,
    body: () => ({ currency: 'USDC', blockchain: 'hedera', address: '0.0.48211' }),
    effect: answer => expect(answer.crypto_accounts).toMatchObject([{ network: 'hedera' }]),
  },
  'PUT /employer/banking': {
    fields: BANK_FIELDS,
    as: () => ada,
    body: () => bankOf('Analytical Engines Inc.', ada),
    effect: ({ banking_info }) => expect(banking_info).toMatchObject({ transit_number: '00011' }),
  },
  'PUT /employer/holiday-policy': NOT_SHOWN,
  'PUT /employer/name': {
    fields: 'corporation_name, business_name',
    as: () => ada,
    body: () => ({ corporation_name: 'Analytical Engines Inc.', business_name: 'Engines' }),
    effect: answer =>
      expect(answer).toMatchObject({
        domain: 'lovelace.test',
        kyc_info: { corporation_name: 'Analytical Engines Inc.', business_name: 'Engines' },
      }),
  },
  'PUT /employer/company-documents': {
    fields: 'articles_of_incorporation, business_license, names_and_owners',
    as: () => ada,
    body: () => ({
      articles_of_incorporation: upload('articles.pdf', 'Articles'),
      business_license: upload('license.pdf', 'A license'),
      names_and_owners: upload('owners.pdf', 'Owners'),
    }),
    effect: answer => expect(answer).toMatchObject({ verification_status: 'PENDING_REVIEW' }),
  },
  'POST /employer/contractors': NOT_SHOWN,
  'POST /employer/contractors/{contractor_email}/resend-invite': NO_BODY,
  'POST /employer/contractors/{id}/payroll-configuration': CONFIGURED,
  'DELETE /employer/contractors/{contractor_email}': NO_BODY,
  'PUT /employer/currency/{alpha_3}': NO_BODY,
  'PUT /contracts/{id}': {
    fields:
      'contractor_sub, effective_date, role, pay_policy_uuid, currency, contract_start_date, contract_end_date, paid, hourly_rate, exhibit_a, scheduled_hours',
    as: ({ boss }) => boss,
    at: () => ({ id: contract_uuid }),
    body: ({ amara, stage }) => ({
      contractor_sub: amara.sub,
      effective_date: '2026-04-01',
      role: 'Adviser',
      pay_policy_uuid: stage.id.policy_uuid,
      currency: 'USD',
      contract_start_date: '2026-04-01',
      contract_end_date: '2026-12-31',
      paid: true,
      hourly_rate: { currency: 'USD', amount_in_smallest_unit: 9000 },
      exhibit_a: 'Advice on demand.',
      scheduled_hours: 10,
    }),
    effect: answer => expect(answer).toMatchObject({ contract_uuid, status: 'DRAFT', paid: true }),
  },
  'PUT /contracts/{id}/pdf': NO_BODY,
  'PUT /contracts/{id}/approve': {
    fields: 'employer_signer_email, employer_signer_name, employer_signer_title',
    as: ({ boss }) => boss,
    at: () => ({ id: contract_uuid }),
    body: ({ boss }) => ({
      employer_signer_email: boss.email,
      employer_signer_name: 'Ingrid Solberg',
      employer_signer_title: 'Director',
    }),
    effect: answer =>
      expect(answer).toMatchObject({ status: 'AWAITING_SIGNATURE', approved: true }),
  },
  'PUT /contracts/{id}/complete': {
    fields:
      'contractor_first_name, company_contact_name, company_name, contract_effective_date, desired_completion_date, reason',
    as: ({ boss }) => boss,
    at: () => ({ id: contract_uuid }),
    body: async ({ world, amara }) => {
      const params = { id: contract_uuid }
      const { pdf_sha256, contractor_name } = await call(world, amara, 'getContract', { params })
      const body = { name: contractor_name, pdf_sha256: pdf_sha256 ?? '' }
      await call(world, amara, 'getContractText', { params })
      await call(world, amara, 'signContract', { params, body })
      return {
        contractor_first_name: 'Amara',
        company_contact_name: 'Ingrid Solberg',
        company_name: 'Company of boss',
        contract_effective_date: '2026-04-01',
        desired_completion_date: '2026-06-30',
        reason: 'The advice is given.',
      }
    },
    effect: answer => expect(answer).toMatchObject({ contract_end_date: '2026-06-30' }),
  },
  'PUT /contracts/{id}/discard': NO_BODY,
  'POST /contracts/{id}/share-for-viewing': {
    fields: 'viewer_emails',
    as: ({ boss }) => boss,
    at: () => ({ id: contract_uuid }),
    body: () => ({ viewer_emails: ['Ada <ada@bank.test>'] }),
    effect: answer => expect(answer).toMatchObject({ shared_with: [{ email: 'ada@bank.test' }] }),
  },
  'PUT /payrolls/{policy}/{cycle}/approve': NOT_SHOWN,
  'PUT /payrolls/{policy}/{cycle}/unapprove': NOT_SHOWN,
  'PUT /payrolls/{policy}/{cycle}/archive': NOT_SHOWN,
  'PUT /payrolls/{policy}/{cycle}/unarchive': NOT_SHOWN,
  'PUT /payrolls/{policy}/{cycle}/{lineItem}/approve': NOT_SHOWN,
  'PUT /payrolls/{policy}/{cycle}/{lineItem}/unapprove': NOT_SHOWN,
  'PUT /payrolls/{policy}/{cycle}/{lineItem}/archive': NOT_SHOWN,
  'PUT /payrolls/{policy}/{cycle}/{lineItem}/unarchive': NOT_SHOWN,
  'PUT /payrolls/{policy}/{cycle}/{lineItem}/edit': NOT_SHOWN,
  'PUT /operations/balances': BOOKED,
  'PATCH /operations/{userTypes}/{sub}/{operation}': NO_BODY,
  'PUT /operations/payments/bulk-execute': EXECUTED,
  'PATCH /operations/employers/{domain}/pay-cycles/{policy}/{cycle}/{lineItem}/mark-{operation}/{currency}':
    {
      fields: 'amount_in_smallest_unit',
      as: ({ stage }) => stage.operator,
      at: async ({ world, boss, stage: { id } }) => {
        const { items } = await call(world, boss, 'getCycle', {
          params: id,
          query: { limit: 1 },
        })
        return {
          domain: 'northwind.test',
          policy: id.policy_uuid,
          cycle: id.cycle_uuid,
          lineItem: items[0]?.line_item_uuid ?? '',
          operation: 'paid',
          currency: 'USD',
        }
      },
      body: () => ({ amount_in_smallest_unit: 204_000 }),
      effect: answer => expect(answer).toMatchObject({ payments: 1 }),
    },
  'PUT /operations/employers/{domain}/request-funds': NOT_SHOWN,
  'PUT /operations/employers/{domain}/schedule-conversion': NOT_SHOWN,
  'POST /operations/contractors/{sub}/send-message': {
    fields: 'subject, full_text',
    as: ({ stage }) => stage.operator,
    at: ({ amara }) => ({ sub: amara.sub }),
    body: () => ({ subject: 'Your address', full_text: 'Please send a newer proof.' }),
    effect: answer => expect(answer).toMatchObject({ kind: 'CREATED', subject: 'Your address' }),
  },
  'PUT /operations/payments/freeze': FROZEN,
}
