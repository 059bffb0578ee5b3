/** The company of an employer, as its own people see and change it. */
import { z } from 'zod'
import { words } from '#domain/kernel/words.ts'
import { BAND_AMONG, MOST_BANDS, MOST_NAMED } from '#domain/payroll/approval-bands.ts'
import {
  INDUSTRIES,
  isFoundingDate,
  isWebsite,
  MOST_OWNERS,
} from '#domain/people/company-details.ts'
import { BeneficialOwner, CompanyDetails } from './company-details.ts'
import { BankDetails, BankInput, EmployerAccount, WalletInput } from './destinations.ts'
import { AddressInput } from './kernel/address.ts'
import {
  ById,
  CountryCode,
  DocumentUpload,
  line,
  Money,
  name,
  PlainDate,
  requiredLine,
  requiredName,
  Seen,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, file } from './kernel/endpoint.ts'
import { PayrollConfiguration } from './payroll-configuration.ts'
import { DocumentRecord, VerificationStatus } from './verification.ts'

const Website = line(200).refine(isWebsite, words('people.problems.website'))
const IncorporationDate = z.iso
  .date(words('kernel.problems.date'))
  .refine(date => date < '2200', words('kernel.problems.date'))
  .refine(isFoundingDate, words('people.problems.incorporatedEarlier'))

/** Those with whom an employer has to do something: how many they are, and the newest of them. */
const PeopleToAct = z.object({
  count: z.int(),
  people: z.array(
    z.object({
      contractor_sub: z.string(),
      contractor_name: z.string(),
      role: z.string(),
      /** Of a contract that is drafted. */
      contract_uuid: Uuid.nullable(),
    }),
  ),
})

/** What holds for pay above a sum: how many approve it, and who is to be among them. */
export const Band = z.strictObject({
  above: Money,
  approvers: z.literal([1, 2], words('people.problems.bands.approvers')),
  among: z.enum(BAND_AMONG, words('people.problems.bands.among')),
  /** Who is named, by their `sub`. */
  named: z
    .array(z.string().min(1).max(255))
    .max(MOST_NAMED, words('people.problems.bands.tooManyNamed')),
})

export const Employer = z.object({
  employer_uuid: Uuid,
  domain: z.string().nullable(),
  verified: z.boolean(),
  verification_status: VerificationStatus,
  verification_reason: z.string().nullable(),
  currency: z.string(),
  country_code: z.string(),
  subdivision_code: z.string().nullable(),
  is_partner: z.boolean(),
  /** Approving more than this asks for a fresh proof of who approves; null is the platform's limit. */
  approval_limit: Money.nullable(),
  /** How many approve, by rising sums; up to the first one person is enough, who may be anybody that may approve. */
  approval_bands: z.array(Band),
  /** What `putApprovalBands` takes as `seen`. */
  bands_version: z.string(),
  kyc_info: z.object({
    corporation_name: z.string(),
    business_name: z.string(),
    /** Of both names: what `putEmployerName` takes as `seen`. */
    names_version: z.string(),
    /** What it said of itself; null until it did. */
    details: CompanyDetails.nullable(),
    /** Of the details: what `putEmployerKyc` takes as `seen`. */
    version: z.string(),
    documents: z.array(DocumentRecord),
  }),
  /** The accounts that it funds from and is refunded to, in use, the oldest first. */
  bank_accounts: z.array(EmployerAccount),
  /** The wallets that it funds from and is refunded to, in use, the oldest first. */
  crypto_accounts: z.array(EmployerAccount),
  /** The details of the account that was added last; null without one. */
  banking_info: BankDetails.nullable(),
  approved_payroll_policies: z.array(
    z.object({ uuid: Uuid, label: z.string(), period_type: z.string() }),
  ),
  payroll_policies: z.array(
    z.object({ uuid: Uuid, label: z.string(), period_type: z.string(), approved: z.boolean() }),
  ),
  /** The terms by which its contractors are paid, of at most fifty people; everybody's own record has theirs. */
  payroll_configurations: z.array(PayrollConfiguration.extend({ contractor_sub: z.string() })),
})

export const company = {
  getPeopleNeeds: endpoint({
    method: 'GET',
    path: '/employer/people-needs',
    summary: 'Who waits for a contract or for its signature, and whose invitation ends soon or did',
    access: ['employer'],
    response: z.object({
      /** Who accepted and was offered no contract. */
      to_draft: PeopleToAct,
      /** Whose contract is drafted, and none is offered or runs. */
      to_sign: PeopleToAct,
      /** `names` are the first to end; `until` is the last day that counts as soon. */
      ending: z.object({ count: z.int(), until: PlainDate, names: z.array(z.string()) }),
    }),
  }),
  getEmployer: endpoint({
    method: 'GET',
    path: '/employer',
    summary: 'The company, its documents and its policies',
    access: ['employer'],
    response: Employer,
  }),
  putEmployerName: endpoint({
    method: 'PUT',
    path: '/employer/name',
    summary: 'Names the company; the first naming gives it its domain',
    access: ['employer'],
    touches: { neither: 'a company that is renamed is reviewed again' },
    body: z.strictObject({
      corporation_name: requiredName(200, 'people.problems.corporationName'),
      business_name: name(200).default(''),
      seen: Seen,
    }),
    response: Employer,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putEmployerKyc: endpoint({
    method: 'PUT',
    path: '/employer/kyc',
    summary:
      'What the company says of itself and its owners; other facts of a verified one are reviewed again',
    access: ['employer'],
    touches: { neither: 'a company that changes who it is or who owns it is reviewed again' },
    body: z.strictObject({
      /** Left out, the names stay as they are. */
      corporation_name: requiredName(200, 'people.problems.corporationName').optional(),
      business_name: name(200).optional(),
      registration_number: requiredLine(50, 'people.problems.registrationNumber'),
      country_of_incorporation: CountryCode,
      date_of_incorporation: IncorporationDate,
      registered_address: AddressInput,
      tax_number: line(50).default(''),
      industry: z.enum(INDUSTRIES, words('people.problems.industry')),
      website: Website.default(''),
      beneficial_owners: z
        .array(BeneficialOwner)
        .max(MOST_OWNERS, words('people.problems.tooManyOwners')),
      /** That everybody is named who owns 25 % or more; where nobody does, nobody is named. */
      owners_complete: z.literal(true, words('people.problems.ownersComplete')),
      seen: Seen,
    }),
    response: Employer,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putApprovalLimit: endpoint({
    method: 'PUT',
    path: '/employer/approval-limit',
    summary: "Sets the sum above which approving asks for a fresh proof, in the company's currency",
    access: ['employer'],
    members: ['owner'],
    touches: 'money',
    body: z.strictObject({
      amount: Money.nullable(),
      /** The limit that was looked at; another one means CONFLICT. */
      seen: Money.nullable().optional(),
    }),
    response: Employer,
    problems: ['STEP_UP_REQUIRED', 'VALIDATION', 'CONFLICT'],
  }),
  putApprovalBands: endpoint({
    method: 'PUT',
    path: '/employer/approval-bands',
    summary:
      "Sets how many approve a pay and who is to be among them, by its sum in the company's currency",
    access: ['employer'],
    members: ['owner'],
    touches: 'money',
    body: z.strictObject({
      bands: z.array(Band).max(MOST_BANDS, words('people.problems.bands.tooMany')),
      seen: Seen,
    }),
    response: Employer,
    problems: ['STEP_UP_REQUIRED', 'VALIDATION', 'CONFLICT'],
  }),
  putEmployerBanking: endpoint({
    method: 'PUT',
    path: '/employer/banking',
    summary: 'Adds a bank account that the company funds from and is refunded to',
    access: ['employer'],
    touches: 'money',
    body: BankInput,
    response: Employer,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putEmployerCryptoInfo: endpoint({
    method: 'PUT',
    path: '/employer/crypto-info',
    summary:
      'Adds a wallet that the company funds from and is refunded to, after checking its address',
    access: ['employer'],
    touches: 'money',
    body: WalletInput,
    response: Employer,
    problems: ['DESTINATION_NOT_VALID', 'WALLET_ALREADY_EXISTS', 'VALIDATION'],
  }),
  closeEmployerAccount: endpoint({
    method: 'PUT',
    path: '/employer/accounts/:id/close',
    summary: 'Takes an account or wallet of the company out of use',
    access: ['employer'],
    touches: 'money',
    params: ById,
    response: Employer,
    problems: ['NOT_FOUND'],
  }),
  putEmployerCurrency: endpoint({
    method: 'PUT',
    path: '/employer/currency/:alpha_3',
    summary:
      'Chooses the currency in which totals are shown and new contracts begin; nothing that exists converts',
    access: ['employer'],
    touches: { neither: 'what is owed, held and agreed stays in its currency' },
    params: z.object({
      alpha_3: z.string().regex(/^[A-Z]{3}$/, words('people.problems.currency')),
    }),
    response: Employer,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putCompanyDocuments: endpoint({
    method: 'PUT',
    path: '/employer/company-documents',
    summary: 'Hands in company documents for verification',
    access: ['employer'],
    touches: { neither: 'an operator reviews them' },
    bodyLimit: BODY_BYTES.documents,
    body: z.strictObject({
      articles_of_incorporation: DocumentUpload.optional(),
      business_license: DocumentUpload.optional(),
      names_and_owners: DocumentUpload.optional(),
    }),
    response: Employer,
    problems: ['DOCUMENT_NOT_READABLE', 'DOCUMENT_REFUSED', 'STORAGE_FULL', 'VALIDATION'],
  }),
  getCompanyDocument: endpoint({
    method: 'GET',
    path: '/employer/company-documents/:id',
    summary: "One of the company's own documents",
    access: ['employer'],
    members: ['owner', 'admin'],
    params: ById,
    response: file('application/pdf', 'image/png', 'image/jpeg'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
}
